// Provides an output channel for each server, with its log messages, its stderr output, and its starts and ends.
import * as vscode from 'vscode';
import type { ServerInfo } from '../../catalog/index.ts';
import type { ServerLogLevel } from '../../mcp/index.ts';
import { plainText } from '../../base/text/plainText.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { stateLine } from './stateLine.ts';

/**
 * The level that a server is asked to log at, by the level of its channel. For a channel that is off, it is the level
 * with the fewest messages.
 */
const levels: Readonly<Record<vscode.LogLevel, ServerLogLevel>> = {
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
  /** The last line written about each server's state. */
  readonly #states = new Map<string, string>();

  /** `onLevelChanged`: called when the log level of a server's channel has changed. */
  constructor(onLevelChanged: (server: string) => void) {
    this.#onLevelChanged = onLevelChanged;
  }

  write(server: string, line: string, level: ServerLogLevel = 'info'): void {
    this.#channel(server)[level](plainText(line));
  }

  /** Writes the changes of state: how servers start and end, and why they fail. */
  follow(servers: readonly ServerInfo[]): void {
    for (const server of servers) {
      const { level, text } = stateLine(server);
      const before = this.#states.get(server.name);
      this.#states.set(server.name, text);
      const isNews = before === undefined ? server.state !== 'stopped' : before !== text;
      if (isNews) this.write(server.name, text, level);
    }
  }

  /** Returns the lowest level that the server's channel shows. */
  levelOf(server: string): ServerLogLevel {
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
