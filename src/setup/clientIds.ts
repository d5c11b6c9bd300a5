// The ids of the clients that `code-mode setup` supports; `--client` takes them.

export const clientIds = [
  'vscode',
  'vscode-insiders',
  'claude-code',
  'claude-desktop',
  'cursor',
  'codex',
  'copilot-cli',
  'gemini-cli',
  'opencode',
  'vscode-workspace',
  'claude-code-project',
] as const;
export type ClientId = (typeof clientIds)[number];
