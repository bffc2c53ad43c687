/** The language server: one process for the window. */

import * as vscode from "vscode";
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type ServerOptions,
  State,
} from "vscode-languageclient/node";

import { findInterpreter } from "./interpreter";
import type { Status } from "./status";

export class Server implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel("jdc", { log: true });
  private client: LanguageClient | undefined;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly status: Status) {}

  /** The interpreter that the server runs under, once it has been started. */
  interpreter: string | undefined;

  /** End the server that runs, and start one where the settings want it. Calls wait for each other. */
  restart(): Promise<void> {
    this.turn = this.turn.then(async () => {
      await this.end();
      if (vscode.workspace.getConfiguration("jdc").get<boolean>("enable", true)) {
        await this.start();
      } else {
        this.status.show("off");
      }
    });
    return this.turn;
  }

  /** End the server. */
  stop(): Promise<void> {
    this.turn = this.turn.then(() => this.end());
    return this.turn;
  }

  dispose(): void {
    this.log.dispose();
  }

  private async start(): Promise<void> {
    const interpreter = await findInterpreter(vscode.workspace.workspaceFolders?.[0]);
    this.interpreter = interpreter;
    this.status.show("starting", interpreter);
    const command: ServerOptions = { command: interpreter, args: ["-P", "-m", "jdc_check", "lsp"] };
    const client = new LanguageClient("jdc", "jdc", command, this.options());
    client.onDidChangeState((change) => {
      if (change.newState === State.Running) {
        this.status.show("running", interpreter);
      } else if (change.newState === State.Stopped && this.client === client) {
        this.status.show("failed", interpreter);
      }
    });
    this.client = client;
    try {
      await client.start();
    } catch (error) {
      this.log.error(`${interpreter} -m jdc_check lsp: ${String(error)}`);
      this.status.show("failed", interpreter);
      void this.tellWhatIsMissing(interpreter);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      await client.dispose(2000).catch((error: unknown) => this.log.warn(`the server did not end: ${String(error)}`));
    }
  }

  private options(): LanguageClientOptions {
    const settings = vscode.workspace.getConfiguration("jdc");
    return {
      documentSelector: [
        { scheme: "file", language: "python" },
        { scheme: "untitled", language: "python" },
        { notebook: "*", language: "python" },
      ],
      initializationOptions: {
        trusted: vscode.workspace.isTrusted,
        inlayHints: settings.get<boolean>("inlayHints", false),
        pythonExecutable: settings.get<string | null>("pythonExecutable", null),
        openFilesOnly: settings.get<boolean>("openFilesOnly", false),
      },
      outputChannel: this.log,
      synchronize: { configurationSection: "jdc" },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => ({ action: CloseAction.DoNotRestart, handled: true }),
      },
    };
  }

  private async tellWhatIsMissing(interpreter: string): Promise<void> {
    const show = "Show the Log";
    const choice = await vscode.window.showWarningMessage(
      `jdc could not start under ${interpreter}. It takes: pip install "jax-jdc[lsp]"`,
      show,
    );
    if (choice === show) {
      this.log.show();
    }
  }
}
