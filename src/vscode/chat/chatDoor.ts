// The MCP endpoint for the chat of this window: one HTTP server on a socket, or on a port if no socket can be created,
// with a path for each MCP server.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import {
  CodeModeServer,
  HttpDoor,
  PassthroughTools,
  Rounds,
  SessionHandles,
  signatureTokens,
  makeSocketFolder,
  removeStaleSockets,
  chatSignatureTokens,
  ToolListings,
  callsIn,
  ToolSignatures,
  type ClientSession,
  type RequestParts,
  type ScriptCall,
  type SharedOptions,
  type ServedPath,
  type SocketFolder,
} from '../../serve/index.ts';
import { editorTools } from '../settings.ts';
import { chatDoorOf } from '../usage/editorUsage.ts';
import { chatSessionOfMeta, allChats } from './chatSessionOf.ts';
import type { Address } from './chatServerProvider.ts';
import type { ChatParts } from './chatTools.ts';
import { runChatScript } from './runChatScript.ts';

export interface ChatDoorParts extends ChatParts {
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
  /**
   * Number of clients that get `executeCode` from this endpoint. All requests without a connection count as one client,
   * from the first one until the window closes.
   */
  #clients = 0;
  #hasRequests = false;

  static async listen(parts: ChatDoorParts): Promise<ChatDoor> {
    const door = new ChatDoor(parts);
    await door.#listen();
    return door;
  }

  private constructor(parts: ChatDoorParts) {
    this.#parts = parts;
    const { engine, catalog, declarations, usage } = parts.editor.workbench;
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
    this.#signatures = new ToolSignatures({
      ...ofTools,
      tokens: chatSignatureTokens,
      countTokens,
      log: this.#log,
    });
  }

  /** The address is valid until the window closes. */
  address(server: keyof typeof serverPaths): Address {
    const path = serverPaths[server];
    const uri = this.#folder
      ? vscode.Uri.from({ scheme: 'unix', path: this.#folder.socket, fragment: path })
      : vscode.Uri.parse(`http://127.0.0.1:${String(this.#door?.port)}${path}`);
    return { uri, headers: { Authorization: `Bearer ${this.#token}` } };
  }

  /** Ends all sessions and their scripts, and removes the socket. */
  async close(): Promise<void> {
    this.#signatures[Symbol.dispose]();
    this.#passthrough[Symbol.dispose]();
    await this.#requests.rounds[Symbol.asyncDispose]();
    await this.#door?.close();
    await this.#folder?.remove();
  }

  async #listen(): Promise<void> {
    const { log } = this.#parts;
    const ordinary = {
      ...this.#codeMode(),
      isOfTools: true,
      offerTo: () => ({ passthrough: this.#passthrough }),
    };
    // A client of both paths has listed other tools at each.
    const requests = { ...this.#requests, listings: new ToolListings() };
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
          connect: (session) => new CodeModeServer({ ...ordinary, session }),
          forRequest: () => new CodeModeServer({ ...ordinary, requests }).server,
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
    const { engine, results } = editor.workbench;
    return {
      // VS Code does not tell which model asks, so all models get the same offer.
      offerTo: () => ({ scripts: { engine, signatures: this.#signatures } }),
      results,
      runs: editor.runs.past,
      version,
      allowWrites: false,
      run: (call) => this.#run(call),
      // VS Code calls editor tools without a confirmation if they require none.
      hasUnaskedTools: () => editorTools().length > 0,
      usage: { begin: (meta) => usage.begin(chatSessionOfMeta(meta)), doorOf: chatDoorOf },
      log: this.#log,
    };
  }

  /** Runs a script of the calling chat, and records and shows it like the scripts of the chat tool. */
  async #run({ input, meta, ask, observer, signal }: ScriptCall) {
    const { approvals, runs } = this.#parts;
    const { resume, inFlight, ...given } = input;
    const session = chatSessionOfMeta(meta);
    const origin = { door: 'chat', traceparent: meta['traceparent'] } as const;
    const approver = approvals.forClient(session === allChats ? undefined : session, ask);
    const script = { ...given, origin, session };
    const outcome = await runChatScript(runs, { script, resume, inFlight, approver, observer, signal });
    return { outcome, session };
  }

  /**
   * Counts clients and sets the context key `codeMode.hasChatServer`. While a client has the tools from this endpoint,
   * VS Code does not offer the language-model tools, even if the setting selects them again. Before the first client
   * only the setting hides them (`when` in package.json), because after a reload VS Code offers the remembered tools of
   * a server.
   */
  async #count(change: 1 | -1): Promise<void> {
    this.#clients += change;
    await vscode.commands.executeCommand('setContext', 'codeMode.hasChatServer', this.#clients > 0);
  }

  readonly #log = (line: string): void => this.#parts.log.info(line);
}
