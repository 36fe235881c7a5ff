import { App } from "./app";
import "./style.css";

new App(document.getElementById("app")!);
