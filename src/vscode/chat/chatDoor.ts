// Where the chat of this window reaches its MCP servers: one socket, or a port where there is no place for a socket, with a path for each.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import type { ClientSession } from '../../serve/clientSession.ts';
import { CodeModeServer, type RanScript, type RequestParts, type ScriptCall, type SharedOptions } from '../../serve/codeModeServer.ts';
import { HttpDoor, type ServedPath } from '../../serve/httpDoor.ts';
import { PassthroughServer } from '../../serve/passthroughServer.ts';
import { PassthroughTools } from '../../serve/passthroughTools.ts';
import { Rounds } from '../../serve/rounds.ts';
import { SessionHandles } from '../../serve/sessionHandles.ts';
import { signatureTokens } from '../../serve/signatureTokens.ts';
import { makeSocketFolder, removeStaleSockets, type SocketFolder } from '../../serve/socketFolder.ts';
import { chatSignatureTokens } from '../../serve/toolDefinitions.ts';
import { ToolListings } from '../../serve/toolListings.ts';
import { callsIn, ToolSignatures } from '../../serve/toolSignatures.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import { editorTools } from '../settings.ts';
import type { EditorRuns } from '../runs/editorRuns.ts';
import { chatDoorOf, type EditorUsage } from '../usage/editorUsage.ts';
import { chatSessionOfMeta, allChats } from './chatSessionOf.ts';
import type { Address } from './chatServerProvider.ts';
import { runChatScript } from './runChatScript.ts';

export interface ChatDoorParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: EditorRuns;
  readonly usage: EditorUsage;
  readonly version: string;
  readonly log: vscode.LogOutputChannel;
}

const serverPaths = { codeMode: '/code-mode', passthrough: '/tools' };
const [tokenBytes, keyBytes] = [32, 32] as const;

export class ChatDoor {
  readonly #parts: ChatDoorParts;
  readonly #signatures: ToolSignatures;
  readonly #passthrough: PassthroughTools;
  readonly #token = randomBytes(tokenBytes).toString('base64url');
  readonly #requests: RequestParts;
  #door: HttpDoor | undefined;
  #folder: SocketFolder | undefined;
  /** Clients that have `executeCode` from here; those whose requests belong to no connection count as one from then on. */
  #clients = 0;
  #hasRequests = false;

  static async listen(parts: ChatDoorParts): Promise<ChatDoor> {
    const door = new ChatDoor(parts);
    await door.#listen();
    return door;
  }

  private constructor(parts: ChatDoorParts) {
    this.#parts = parts;
    const { engine, catalog, declarations, usage } = parts.editor;
    const countTokens = (text: string) => Promise.resolve(signatureTokens(text));
    this.#passthrough = new PassthroughTools(catalog, engine, this.#log);
    const key = randomBytes(keyBytes);
    this.#requests = {
      rounds: new Rounds({ key }),
      handles: new SessionHandles(key),
      listings: new ToolListings(),
      announces: false,
      whatBecameOf: (run) => parts.editor.runs.past.whatBecameOf(run),
    };
    const ofTools = { engine, catalog, declarations, callsOf: callsIn(usage) };
    this.#signatures = new ToolSignatures({ ...ofTools, tokens: chatSignatureTokens, countTokens, log: this.#log });
  }

  /** Until the window closes. */
  address(server: keyof typeof serverPaths): Address {
    const path = serverPaths[server];
    const uri = this.#folder
      ? vscode.Uri.from({ scheme: 'unix', path: this.#folder.socket, fragment: path })
      : vscode.Uri.parse(`http://127.0.0.1:${String(this.#door?.port)}${path}`);
    return { uri, headers: { Authorization: `Bearer ${this.#token}` } };
  }

  /** Ends all sessions and their scripts, and takes the socket away. */
  async close(): Promise<void> {
    this.#signatures[Symbol.dispose]();
    this.#passthrough[Symbol.dispose]();
    await this.#requests.rounds[Symbol.asyncDispose]();
    await this.#door?.close();
    await this.#folder?.remove();
  }

  async #listen(): Promise<void> {
    const { version, log } = this.#parts;
    const ordinary = { passthrough: this.#passthrough, version, log: this.#log };
    const paths = new Map<string, ServedPath>([
      [
        serverPaths.codeMode,
        {
          connect: (session) => this.#connect(session),
          forRequest: () => this.#forRequest(),
          onDidChange: (listener) => this.#signatures.onDidChange(listener),
        },
      ],
      [
        serverPaths.passthrough,
        {
          connect: () => new PassthroughServer(ordinary),
          forRequest: () => new PassthroughServer({ ...ordinary, requests: this.#requests }).server,
          onDidChange: (listener) => this.#passthrough.onDidChange(listener),
        },
      ],
    ]);
    const shared = { token: this.#token, paths, log: this.#log };
    const folder = await makeSocketFolder();
    try {
      if (folder) this.#door = await HttpDoor.listen({ ...shared, at: { socket: folder.socket } });
      this.#folder = folder;
    } catch (error) {
      log.warn(`No socket can be made at ${String(folder?.socket)}; a port is used. ${String(error)}`);
      await folder?.remove();
    }
    this.#door ??= await HttpDoor.listen({ ...shared, at: { port: 0 } });
    void removeStaleSockets();
  }

  async #connect(session: string): Promise<ClientSession> {
    const server = new CodeModeServer({ ...this.#codeMode(), session });
    await this.#count(1);
    return { serve: (transport, signal) => server.serve(transport, signal).finally(() => this.#count(-1)) };
  }

  #forRequest(): CodeModeServer['server'] {
    if (!this.#hasRequests) void this.#count(1);
    this.#hasRequests = true;
    return new CodeModeServer({ ...this.#codeMode(), requests: this.#requests }).server;
  }

  #codeMode(): SharedOptions {
    const { editor, version, usage } = this.#parts;
    const { engine, results } = editor;
    return {
      // VS Code does not say which model asks: all get the same.
      offerTo: () => ({ engine, signatures: this.#signatures }),
      results,
      runs: editor.runs.past,
      version,
      allowWrites: false,
      run: scriptRunnerOf(this.#parts),
      // VS Code runs those that want no confirmation without one.
      hasUnaskedTools: () => editorTools().length > 0,
      usage: { begin: (meta) => usage.begin(chatSessionOfMeta(meta)), doorOf: chatDoorOf },
      log: this.#log,
    };
  }

  /**
   * While a client has them from here, the language-model tools are not offered, also where the setting asks for them again by now. Until a
   * client comes that setting alone hides them (`when` in package.json): after a reload VS Code offers the tools of a server that it remembers.
   */
  async #count(change: 1 | -1): Promise<void> {
    this.#clients += change;
    await vscode.commands.executeCommand('setContext', 'codeMode.hasChatServer', this.#clients > 0);
  }

  readonly #log = (line: string): void => this.#parts.log.info(line);
}

/** Runs scripts of the chat that calls, recorded and shown as those of the chat tool. */
function scriptRunnerOf({ approvals, runs }: ChatDoorParts): (call: ScriptCall) => Promise<RanScript> {
  return async ({ input: { resume, inFlight, ...input }, meta, ask, observer, signal }) => {
    const session = chatSessionOfMeta(meta);
    const origin = { door: 'chat', traceparent: meta['traceparent'] } as const;
    const approver = approvals.forClient(session === allChats ? undefined : session, ask);
    const script = { ...input, origin, session };
    return { outcome: await runChatScript(runs, { script, resume, inFlight, approver, observer, signal }), session };
  };
}
