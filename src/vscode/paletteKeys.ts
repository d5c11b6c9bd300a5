// Context keys that keep commands out of the palette which a newcomer cannot use: those about servers before the first server was defined, and
// those about runs before the first run. A key that was once set stays set, in every window, so that the palette is right before a session opens.
import * as vscode from 'vscode';

const keys = ['codeMode.hasServers', 'codeMode.hasRuns'] as const;
type PaletteKey = (typeof keys)[number];

/** Sets the keys that earlier windows have set. */
export function setKnownKeys(state: vscode.Memento): void {
  for (const key of keys) if (state.get(key) === true) void vscode.commands.executeCommand('setContext', key, true);
}

export function setPaletteKey(state: vscode.Memento, key: PaletteKey): void {
  if (state.get(key) === true) return;
  void state.update(key, true);
  void vscode.commands.executeCommand('setContext', key, true);
}
