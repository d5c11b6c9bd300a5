// Context keys that hide commands from the palette until they are useful: commands about servers until the first server
// is defined, and commands about runs until the first run. A key stays set in every window, so that the palette is
// right before a session opens.
import * as vscode from 'vscode';

const keys = ['codeMode.hasServers', 'codeMode.hasRuns'] as const;
type PaletteKey = (typeof keys)[number];

/** Sets the keys that earlier windows set. */
export function setKnownKeys(state: vscode.Memento): void {
  for (const key of keys)
    if (state.get(key) === true) void vscode.commands.executeCommand('setContext', key, true);
}

export function setPaletteKey(state: vscode.Memento, key: PaletteKey): void {
  // Another window may have stored the key since this window opened.
  void vscode.commands.executeCommand('setContext', key, true);
  if (state.get(key) !== true) void state.update(key, true);
}
