/** The extension: starts `jdc lsp` under the interpreter of the workspace, shows its state, explains rules. */

import * as vscode from "vscode";

import { Cards } from "./explain";
import { onInterpreterChange } from "./interpreter";
import { Server } from "./server";
import { Status } from "./status";

let server: Server | undefined;

const NEEDS_RESTART = ["enable", "interpreter", "pythonExecutable"].map((name) => `jdc.${name}`);

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = new Status();
  const started = new Server(status);
  server = started;
  const cards = new Cards(() => started.interpreter);
  context.subscriptions.push(
    status,
    started,
    cards.register(),
    vscode.commands.registerCommand("jdc.restart", () => started.restart()),
    vscode.commands.registerCommand("jdc.explainRule", (code?: unknown) => cards.explain(code)),
    vscode.commands.registerCommand("jdc.showLog", () => started.log.show()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (NEEDS_RESTART.some((name) => change.affectsConfiguration(name))) {
        void started.restart();
      }
    }),
    await onInterpreterChange(() => void started.restart()),
  );
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
