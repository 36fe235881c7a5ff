import { App } from "./app";
import "./style/page.css";
import "./style/panels.css";
import "./style/picture.css";
import "./style/dialogs.css";
import "./style/narrow.css"; // last: it has the exceptions

new App(document.getElementById("app")!);
