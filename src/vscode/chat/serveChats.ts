// The MCP servers that this window offers its own chat: one runs scripts with live progress and questions in the chat,
// the other passes tools through over the connections that scripts use. They listen from their first use until the
// window closes.
import { passedTools } from '../../serve/index.ts';
import { codeModeLabel, type Address } from './chatServerProvider.ts';
import type { ChatDoor, ChatDoorParts } from './chatDoor.ts';

interface ChatServersParts extends ChatDoorParts {
  /** Called with true if there are tools to pass through, each time the answer may have changed. */
  readonly onPasses: (any: boolean) => void;
}

/** Changes within this time lead to one check. */
const settleMs = 100;

/** Watches the tools from now on. Does not listen yet. */
export function serveChats(parts: ChatServersParts) {
  let door: Promise<ChatDoor> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const look = async () => {
    timer = undefined;
    const servers = await parts.editor.catalog.knownServers();
    const passes = servers.some((server) => passedTools(server).length > 0);
    // A server that has not listed its tools yet may have some to pass through.
    const isKnown = passes || servers.every(({ listed }) => listed);
    if (isKnown && !isDisposed) parts.onPasses(passes);
  };
  const lookSoon = () => (timer ??= setTimeout(() => void look(), settleMs));
  const watcher = parts.editor.onDidChange(lookSoon);
  lookSoon();
  const listen = () => {
    const listening = import('./chatDoor.ts').then(({ ChatDoor }) => ChatDoor.listen(parts));
    // The next request for an address tries again.
    listening.catch(() => (door = undefined));
    return listening;
  };
  return {
    /** Resolves to the address of the server with this label, which is valid until the window closes. */
    address: async (label: string): Promise<Address> =>
      (await (door ??= listen())).address(label === codeModeLabel ? 'codeMode' : 'passthrough'),

    dispose: async () => {
      isDisposed = true;
      watcher.dispose();
      clearTimeout(timer);
      await (await door?.catch(() => undefined))?.close();
    },
  };
}
