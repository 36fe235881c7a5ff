// The extension starts patgraph lsp and shows what its commands print. All else is the server's.
import * as vscode from "vscode";
import { LanguageClient, Trace, type LanguageClientOptions, type ServerOptions } from "vscode-languageclient/node";

const scheme = "patgraph"; // of texts that are not files: pages of codes, and the output of commands
let languages: string[] = [];

let client: LanguageClient | undefined;

// What commands have printed, by the path of the text that shows it.
const printed = new Map<string, string>();
const changed = new vscode.EventEmitter<vscode.Uri>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
	languages = context.extension.packageJSON.contributes.languages.map((l: { id: string }) => l.id);
	context.subscriptions.push(
		changed,
		vscode.workspace.registerTextDocumentContentProvider(scheme, { onDidChange: changed.event, provideTextDocumentContent: content }),
		vscode.commands.registerCommand("patgraph.restart", start),
		vscode.workspace.onDidChangeConfiguration((e) => {
			if (e.affectsConfiguration("patgraph.path") || e.affectsConfiguration("patgraph.arguments")) {
				return start();
			}
		}),
	);
	await start();
}

export async function deactivate(): Promise<void> {
	const old = client;
	client = undefined;
	await old?.dispose();
}

async function start(): Promise<void> {
	await deactivate();
	const settings = vscode.workspace.getConfiguration("patgraph");
	const server: ServerOptions = { command: settings.get("path", "patgraph"), args: ["lsp", ...settings.get<string[]>("arguments", [])] };
	const options: LanguageClientOptions = {
		documentSelector: languages.flatMap((language) => [
			{ scheme: "file", language },
			{ scheme: "untitled", language },
		]),
		middleware: {
			executeCommand: run,
			window: { showDocument: async () => ({ success: true }) }, // what a command prints is shown by run
		},
	};
	client = new LanguageClient("patgraph", "patgraph", server, options);
	try {
		await client.start();
		await client.setTrace(Trace.fromString(settings.get("trace.server", "off")));
	} catch (problem) {
		const choice = await vscode.window.showErrorMessage(`patgraph does not start: ${problem}. Is it in the path, or in the setting patgraph.path?`, "Settings");
		if (choice) {
			await vscode.commands.executeCommand("workbench.action.openSettings", "patgraph.path");
		}
	}
}

// run has the server run a command about a place: where a line above a definition is, or else the cursor.
async function run(command: string, args: any[], next: (command: string, args: any[]) => vscode.ProviderResult<any>): Promise<void> {
	if (args.length < 2) {
		const editor = vscode.window.activeTextEditor;
		if (!client || !editor || !languages.includes(editor.document.languageId)) {
			return;
		}
		const at = client.code2ProtocolConverter;
		args = [at.asUri(editor.document.uri), at.asPosition(editor.selection.active)];
	}
	const result = await next(command, args);
	switch (command) {
		case "patgraph.references":
			return references(args, result);
		case "patgraph.draw":
			return draw(result);
	}
	if (typeof result === "string") {
		await print(command, result);
	}
}

async function references(args: any[], found: any[]): Promise<void> {
	const from = client!.protocol2CodeConverter;
	await vscode.commands.executeCommand("editor.action.showReferences", from.asUri(args[0]), from.asPosition(args[1]), found.map((l) => from.asLocation(l)));
}

// print shows a text beside the program, and keeps the cursor where it is.
async function print(command: string, text: string): Promise<void> {
	const uri = vscode.Uri.from({ scheme, path: `/printed/${command.replace("patgraph.", "")}.txt` });
	printed.set(uri.path, text);
	changed.fire(uri);
	await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true, preview: true });
}

let picture: vscode.WebviewPanel | undefined;

function draw(svg: unknown): void {
	if (typeof svg !== "string") {
		return;
	}
	if (!picture) {
		picture = vscode.window.createWebviewPanel("patgraph.picture", "patgraph", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
		picture.onDidDispose(() => (picture = undefined));
	}
	// No scripts and nothing from elsewhere: of the picture, only what is in it.
	picture.webview.html = `<!DOCTYPE html><html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<style>body { background: white; margin: 1em } svg { max-width: 100%; height: auto }</style></head>
<body>${svg.slice(Math.max(0, svg.indexOf("<svg")))}</body></html>`;
	picture.reveal(undefined, true);
}

async function content(uri: vscode.Uri): Promise<string> {
	const text = printed.get(uri.path);
	if (text !== undefined) {
		return text;
	}
	const answer = await client?.sendRequest<{ text: string }>("workspace/textDocumentContent", { uri: uri.toString(true) });
	return answer?.text ?? "";
}
