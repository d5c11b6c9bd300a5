// The signatures in `executeCode`'s description, made once for all clients.
import type { Catalog } from '../catalog/catalog.ts';
import type { Declarations } from '../declarations/declarations.ts';
import type { Engine } from '../engine/executeScript.ts';
import { SharedReading } from './sharedReading.ts';
import { signaturesText } from './signatures.ts';

interface ToolSignaturesOptions {
  readonly engine: Pick<Engine, 'snapshot'>;
  readonly catalog: Pick<Catalog, 'onDidChange'>;
  readonly declarations: Pick<Declarations, 'tool'>;
  /** Of the text; 0: it is empty. */
  readonly tokens: number;
  readonly countTokens: (text: string) => Promise<number>;
  /** One line for the log. */
  readonly log: (line: string) => void;
}

/** How long the text waits for servers; those that are slower come with a change. */
const listMs = 3_000;

export class ToolSignatures extends SharedReading {
  constructor({ engine, catalog, declarations, tokens, countTokens, log }: ToolSignaturesOptions) {
    super({
      make: async (signal) => {
        if (tokens === 0) return '';
        const { servers } = await engine.snapshot({ servers: 'all', signal, timeoutMs: listMs });
        return signaturesText(servers, declarations, tokens, countTokens);
      },
      onDidChange: (listener) => catalog.onDidChange(listener),
      log,
    });
  }
}
