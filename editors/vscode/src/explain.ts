/** The card of a rule, rendered: what JAX does, and what to write instead. */

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as vscode from "vscode";

const run = promisify(execFile);
const SCHEME = "jdc-rule";

/** Shows the cards that the server's own installation brings. */
export class Cards implements vscode.TextDocumentContentProvider {
  constructor(private readonly interpreter: () => string | undefined) {}

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const code = uri.path.replace(/^\/|\.md$/g, "");
    try {
      const done = await run(this.interpreter() ?? "python3", ["-P", "-m", "jdc_check", "explain", code]);
      return done.stdout;
    } catch (error) {
      return `\`jdc explain ${code}\` failed:\n\n    ${String(error).replaceAll("\n", "\n    ")}\n`;
    }
  }

  /** Open the card of a rule: the one that is named, that of the diagnostic at the cursor, or one that the user picks. */
  async explain(code?: unknown): Promise<void> {
    const chosen = typeof code === "string" ? code : (codeAtCursor() ?? (await this.pick()));
    if (chosen !== undefined) {
      await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.parse(`${SCHEME}:/${chosen}.md`));
    }
  }

  private async pick(): Promise<string | undefined> {
    const done = await run(this.interpreter() ?? "python3", ["-P", "-m", "jdc_check", "explain"]);
    const items = done.stdout
      .split("\n")
      .map((line) => /^(jdc-\S+)\s+(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [{ label: match[1] ?? "", description: match[2] ?? "" }]));
    return (await vscode.window.showQuickPick(items, { placeHolder: "A rule of jdc" }))?.label;
  }
}

/** Return the rule of the diagnostic of jdc that the cursor is on. */
function codeAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const here = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((each) => each.source === "jdc" && each.range.contains(editor.selection.active));
  const code = here[0]?.code;
  return typeof code === "object" ? String(code.value) : code === undefined ? undefined : String(code);
}
