// The MCP servers that this window offers its own chat: one runs scripts with live progress and questions in the chat,
// the other passes tools through over the connections that scripts use. They listen from their first use until the
// window closes.
import type * as vscode from 'vscode';
import { passedTools } from '../../serve/index.ts';
import { codeModeLabel, type Address } from './chatServerProvider.ts';
import type { ChatDoor, ChatDoorParts } from './chatDoor.ts';

interface ChatServersParts extends ChatDoorParts {
  /** Called with true if there are tools to pass through, each time the answer may have changed. */
  readonly onPasses: (any: boolean) => void;
}

/** Changes within this time lead to one check. */
const settleMs = 100;

export class ChatServers {
  readonly #parts: ChatServersParts;
  readonly #watcher: vscode.Disposable;
  #door: Promise<ChatDoor> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #disposed = false;

  /** The constructor does not listen yet. */
  constructor(parts: ChatServersParts) {
    this.#parts = parts;
    const look = () => (this.#timer ??= setTimeout(() => void this.#look(), settleMs));
    this.#watcher = parts.editor.onDidChange(look);
    look();
  }

  /** Resolves to the address of the server with this label, which is valid until the window closes. */
  async address(label: string): Promise<Address> {
    const door = await (this.#door ??= this.#listen());
    return door.address(label === codeModeLabel ? 'codeMode' : 'passthrough');
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#watcher.dispose();
    clearTimeout(this.#timer);
    const door = await this.#door?.catch(() => undefined);
    await door?.close();
  }

  #listen(): Promise<ChatDoor> {
    const door = import('./chatDoor.ts').then(({ ChatDoor }) => ChatDoor.listen(this.#parts));
    // The next request for an address tries again.
    door.catch(() => (this.#door = undefined));
    return door;
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    const servers = await this.#parts.editor.catalog.knownServers();
    const passes = servers.some((server) => passedTools(server).length > 0);
    // A server that has not listed its tools yet may have some to pass through.
    const isKnown = passes || servers.every(({ listed }) => listed);
    if (isKnown && !this.#disposed) this.#parts.onPasses(passes);
  }
}
