// Creates the signatures in the description of `executeCode`, once for all clients.
import type { Catalog, CatalogTool } from '../catalog/index.ts';
import type { Declarations } from '../declarations/index.ts';
import type { Engine } from '../engine/index.ts';
import type { KeptUsage } from '../engine/stores/index.ts';
import { SharedReading } from './sharedReading.ts';
import { signaturesText, type SignatureParts } from './signatures.ts';

interface ToolSignaturesOptions {
  readonly engine: Pick<Engine, 'snapshot'>;
  readonly catalog: Pick<Catalog, 'onDidChange'>;
  readonly declarations: Pick<Declarations, 'tool'>;
  /** Returns the number of calls of a tool in earlier sessions, which does not change during this one. */
  readonly callsOf: (tool: CatalogTool) => number;
  /** Maximum length of the text in tokens; with 0 the text is empty. */
  readonly tokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  readonly log: (line: string) => void;
}

/**
 * Time in milliseconds that the text waits for servers. The tools of slower servers are announced later as a change.
 */
const listMs = 3_000;

export class ToolSignatures extends SharedReading {
  constructor({ engine, catalog, declarations, callsOf, tokens, countTokens, log }: ToolSignaturesOptions) {
    const parts = { declarations: asFirstDeclared(declarations), budget: tokens, countTokens, callsOf };
    super({
      make: async (signal) => {
        if (tokens === 0) return '';
        const { servers } = await engine.snapshot({ servers: 'all', signal, timeoutMs: listMs });
        return signaturesText(servers, parts);
      },
      onDidChange: (listener) => catalog.onDidChange(listener),
      log,
    });
  }
}

/**
 * Keeps the first declaration of each tool. A declaration that changed with the tool's results would change the
 * definitions in the client, and invalidate the client's prompt cache.
 */
function asFirstDeclared(declarations: Pick<Declarations, 'tool'>): SignatureParts['declarations'] {
  const declared = new WeakMap<object, ReturnType<Declarations['tool']>>();
  return {
    tool: (tool) => {
      const first = declared.get(tool.definition) ?? declarations.tool(tool);
      declared.set(tool.definition, first);
      return first;
    },
  };
}

export function callsIn(usage: Pick<KeptUsage, 'earlierCallsOf'>): (tool: CatalogTool) => number {
  return ({ server, name }) => usage.earlierCallsOf(server, name);
}
