// The settings, read where they are used, so that a change counts from the next use on. What a file says is bounded.
import * as vscode from 'vscode';
import type { TypeCheckMode } from '../engine/typeErrors.ts';
import { defaultLimits, type SandboxLimits } from '../sandbox/host/sandboxPort.ts';

/** `codeMode.excludedTools` of every folder together: what any folder excludes is out. */
export function excludedTools(): readonly string[] {
  const folders: readonly (vscode.Uri | undefined)[] = vscode.workspace.workspaceFolders?.map((folder) => folder.uri) ?? [undefined];
  const patterns = folders.flatMap((folder) => {
    const value: unknown = vscode.workspace.getConfiguration('codeMode', folder).get('excludedTools');
    return Array.isArray(value) ? value.filter((pattern): pattern is string => typeof pattern === 'string') : [];
  });
  return [...new Set(patterns)];
}

export function allowUnconfined(): boolean {
  return vscode.workspace.getConfiguration('codeMode.sandbox').get('allowUnconfined') === true;
}

/** `codeMode.typeCheck`; what is no such value counts as not set. */
export function typeCheck(): TypeCheckMode {
  const value: unknown = vscode.workspace.getConfiguration('codeMode').get('typeCheck');
  return value === 'warn' || value === 'off' ? value : 'error';
}

/** `codeMode.limits.*`; a value that is no positive number counts as not set. */
export function limits(): SandboxLimits {
  const configuration = vscode.workspace.getConfiguration('codeMode.limits');
  const entries = Object.entries(defaultLimits).map(([key, fallback]: [string, number]) => {
    const value: unknown = configuration.get(key);
    return [key, typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : fallback];
  });
  return Object.fromEntries(entries) as SandboxLimits; // the keys are those of defaultLimits
}
