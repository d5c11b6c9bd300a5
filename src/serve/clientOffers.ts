// Determines the tools that each client of `code-mode serve` is offered. The offer depends on the mode and on the rules
// for the client's model or name (`codeMode.models`). Clients with the same rules share one offer.
import { resolveModel, offersCode, type Catalog, type ModelRules, type Mode } from '../catalog/index.ts';
import { Listeners } from '../base/listeners.ts';
import type { Engine } from '../engine/index.ts';
import { PassthroughTools } from './passthroughTools.ts';
import type { ToolSignatures } from './toolSignatures.ts';

export interface Offer {
  /** The signatures are those in the description of `executeCode`. Absent if the client is not offered scripts. */
  readonly scripts?: { readonly engine: Engine; readonly signatures: ToolSignatures };
  /** The tools that are passed through; absent if the client is offered none. */
  readonly passthrough?: PassthroughTools;
}

/** Maximum length of a client's name, in characters. */
const longestClient = 256;

interface ClientOffersOptions {
  readonly engine: Engine;
  readonly catalog: Catalog;
  /** The mode that applies if no rules set another one. */
  readonly mode: Mode;
  readonly models: readonly ModelRules[];
  /** The model that all clients use, regardless of their names. */
  readonly model?: string;
  readonly newSignatures: (engine: Engine, catalog: Catalog) => ToolSignatures;
  readonly log: (line: string) => void;
}

export class ClientOffers implements Disposable {
  readonly #options: ClientOffersOptions;
  readonly #offers = new Map<ModelRules | undefined, Offer>();
  readonly #listeners = new Listeners();

  constructor(options: ClientOffersOptions) {
    this.#options = options;
  }

  /** Returns the offer for the client with the name `client` (`clientInfo.name`). */
  of(client: string | undefined): Offer {
    const { models, model } = this.#options;
    const rules = resolveModel(models, model ?? client?.slice(0, longestClient));
    const offer = this.#offers.get(rules) ?? this.#make(rules);
    this.#offers.set(rules, offer);
    return offer;
  }

  /**
   * Calls `listener` when the tools that some client is offered have changed. Returns the function that removes the
   * listener.
   */
  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  [Symbol.dispose](): void {
    for (const { scripts, passthrough } of this.#offers.values()) {
      scripts?.signatures[Symbol.dispose]();
      passthrough?.[Symbol.dispose]();
    }
  }

  #make(rules: ModelRules | undefined): Offer {
    const { newSignatures, log } = this.#options;
    const catalog = rules ? this.#options.catalog.forModel(rules) : this.#options.catalog;
    const engine = rules ? this.#options.engine.forModel(catalog, rules.typeCheck) : this.#options.engine;
    const mode = rules?.mode ?? this.#options.mode;
    const offer: Offer = {
      ...(offersCode(mode) && { scripts: { engine, signatures: newSignatures(engine, catalog) } }),
      ...((mode === 'tools' || mode === 'hybrid') && {
        passthrough: new PassthroughTools(catalog, engine, log),
      }),
    };
    for (const list of [offer.scripts?.signatures, offer.passthrough])
      list?.onDidChange(() => this.#listeners.fire());
    return offer;
  }
}
