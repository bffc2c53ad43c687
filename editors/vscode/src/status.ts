/** The state of the server, in the language status of Python files. */

import * as vscode from "vscode";

export type ServerState = "off" | "starting" | "running" | "failed";

const TEXTS: Record<ServerState, string> = {
  off: "jdc is turned off",
  starting: "jdc is starting",
  running: "jdc",
  failed: "jdc is not running",
};

export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("jdc.status", { language: "python" });

  constructor() {
    this.item.name = "jdc";
    this.item.command = { command: "jdc.restart", title: "Restart" };
  }

  /** Show a state, and the interpreter that the server runs under. */
  show(state: ServerState, interpreter?: string): void {
    this.item.text = TEXTS[state];
    this.item.busy = state === "starting";
    this.item.severity =
      state === "failed" ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    if (interpreter === undefined) {
      delete (this.item as { detail?: string }).detail;
    } else {
      this.item.detail = interpreter;
    }
  }

  dispose(): void {
    this.item.dispose();
  }
}
