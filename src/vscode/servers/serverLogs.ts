// An output channel for each server: what it logs, what it says on stderr, how it starts and ends.
import * as vscode from 'vscode';
import type { ServerInfo } from '../../catalog/toolSource.ts';
import type { LogLevel } from '../../mcp/protocol/serverLog.ts';
import { plainText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { stateLine } from './stateLine.ts';

/** Where a channel is off, a server is asked for as little as there is. */
const levels: Readonly<Record<vscode.LogLevel, LogLevel>> = {
  [vscode.LogLevel.Trace]: 'debug',
  [vscode.LogLevel.Debug]: 'debug',
  [vscode.LogLevel.Info]: 'info',
  [vscode.LogLevel.Warning]: 'warn',
  [vscode.LogLevel.Error]: 'error',
  [vscode.LogLevel.Off]: 'error',
};

export class ServerLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();
  readonly #onLevelChanged: (server: string) => void;
  /** What was written last of each server's state. */
  readonly #states = new Map<string, string>();

  /** `onLevelChanged`: a server's channel shows other levels now. */
  constructor(onLevelChanged: (server: string) => void) {
    this.#onLevelChanged = onLevelChanged;
  }

  write(server: string, line: string, level: LogLevel = 'info'): void {
    this.#channel(server)[level](plainText(line));
  }

  /** Writes what has changed: how servers start and end, and why they fail. */
  follow(servers: readonly ServerInfo[]): void {
    for (const server of servers) {
      const { level, text } = stateLine(server);
      const before = this.#states.get(server.name);
      this.#states.set(server.name, text);
      const isNews = before === undefined ? server.state !== 'stopped' : before !== text;
      if (isNews) this.write(server.name, text, level);
    }
  }

  /** From which level on its channel shows what it logs. */
  levelOf(server: string): LogLevel {
    return levels[this.#channel(server).logLevel];
  }

  show(server: string): void {
    this.#channel(server).show(true);
  }

  dispose(): void {
    for (const channel of this.#channels.values()) channel.dispose();
    this.#channels.clear();
  }

  #channel(server: string): vscode.LogOutputChannel {
    const known = this.#channels.get(server);
    if (known) return known;
    const channel = vscode.window.createOutputChannel(`Code Mode: ${visibleName(server)}`, { log: true });
    channel.onDidChangeLogLevel(() => this.#onLevelChanged(server));
    this.#channels.set(server, channel);
    return channel;
  }
}
