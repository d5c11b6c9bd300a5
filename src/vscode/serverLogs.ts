// An output channel for each server: what it logs, what it says on stderr, how it started and ended.
import * as vscode from 'vscode';
import type { LogLevel } from '../mcp/session.ts';

export class ServerLogs implements vscode.Disposable {
  readonly #channels = new Map<string, vscode.LogOutputChannel>();

  write(server: string, line: string, level: LogLevel = 'info'): void {
    this.#channel(server)[level](line);
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
    const channel = vscode.window.createOutputChannel(`Code Mode: ${server}`, { log: true });
    this.#channels.set(server, channel);
    return channel;
  }
}
