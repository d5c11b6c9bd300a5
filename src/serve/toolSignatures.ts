// The signatures in `executeCode`'s description, made once for all clients.
import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogTool } from '../catalog/catalogSnapshot.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { Engine } from '../engine/executeScript.ts';
import type { KeptUsage } from '../storage/keptUsage.ts';
import { SharedReading } from './sharedReading.ts';
import { signaturesText, type SignatureParts } from './signatures.ts';

interface ToolSignaturesOptions {
  readonly engine: Pick<Engine, 'snapshot'>;
  readonly catalog: Pick<Catalog, 'onDidChange'>;
  readonly declarations: Pick<Declarations, 'tool'>;
  /** How often a tool was called in earlier sessions: the same throughout this one. */
  readonly callsOf: (tool: CatalogTool) => number;
  /** Of the text; 0: it is empty. */
  readonly tokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

/** How long the text waits for servers; those that are slower come with a change. */
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
 * Keeps the first declaration of each tool: one that changed with the answers that the tool gives would change the client's definitions, and cost it
 * its prompt cache.
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
