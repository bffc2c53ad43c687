/** The Python interpreter that the server runs under. */

import { PythonExtension } from "@vscode/python-extension";
import * as vscode from "vscode";

/** Return the interpreter of the settings, or the one that the Python extension has selected, or `python3`. */
export async function findInterpreter(folder: vscode.WorkspaceFolder | undefined): Promise<string> {
  const set = vscode.workspace.getConfiguration("jdc", folder?.uri).get<string>("interpreter", "").trim();
  if (set !== "") {
    return folder === undefined ? set : set.replaceAll("${workspaceFolder}", folder.uri.fsPath);
  }
  const python = await pythonExtension();
  const path = python?.environments.getActiveEnvironmentPath(folder?.uri);
  const environment = path === undefined ? undefined : await python?.environments.resolveEnvironment(path);
  return environment?.executable.uri?.fsPath ?? "python3";
}

/** Call back when the user selects another interpreter. */
export async function onInterpreterChange(callback: () => void): Promise<vscode.Disposable> {
  const python = await pythonExtension();
  return python?.environments.onDidChangeActiveEnvironmentPath(callback) ?? new vscode.Disposable(() => undefined);
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  try {
    return await PythonExtension.api();
  } catch {
    return undefined; // it is not installed
  }
}
