// What the user has allowed beyond one run: the only record that lets a script write unasked. A tool is known by its raw name, its
// server's name and the file that defines the server. What VS Code, a workspace or a server say of consent counts for nothing here.
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { Listeners } from '../../base/listeners.ts';
import { effectOf } from '../formatting/effectOf.ts';

/** `chat` and `window` end with the window; `file` is one scratch script of a workspace. */
export const consentScopes = ['chat', 'window', 'file', 'workspace', 'always'] as const;
export type ConsentScope = (typeof consentScopes)[number];

/** Where a script runs: what `chat` and `file` consents are compared with. */
export interface ConsentContext {
  readonly chat?: string | undefined;
  /** A URI. */
  readonly file?: string | undefined;
}

export interface Consent {
  readonly scope: ConsentScope;
  /** The chat or the file that it is bound to. */
  readonly place?: string;
  readonly server: string;
  readonly origin: string;
  /** The tool's MCP name. */
  readonly tool: string;
  /** The tool's name in scripts when it was allowed, for people. */
  readonly path: string;
  /** Whether its server said then that it can destroy: else the consent ends when it does. */
  readonly destroys: boolean;
}

/** One list that outlives the window. What it gives may be anything: it is read with guards. */
export interface ConsentStorage {
  get(): unknown;
  set(consents: readonly Consent[]): PromiseLike<void>;
}

export interface ConsentStorages {
  /** For `workspace` and `file`. */
  readonly workspace: ConsentStorage;
  /** For `always`. */
  readonly always: ConsentStorage;
}

type Shelf = 'memory' | keyof ConsentStorages;

/** Of one list; the oldest are given up first. */
const mostConsents = 2_000;

const shelves: Readonly<Record<ConsentScope, Shelf>> = {
  chat: 'memory',
  window: 'memory',
  file: 'workspace',
  workspace: 'workspace',
  always: 'always',
};

export class Consents {
  readonly #storages: ConsentStorages;
  readonly #listeners = new Listeners();
  #memory: readonly Consent[] = [];

  constructor(storages: ConsentStorages) {
    this.#storages = storages;
  }

  /** Whether the tool may be called from there unasked. */
  covers(tool: CatalogTool, place: ConsentContext): boolean {
    return this.notCovered([tool], place).length === 0;
  }

  /** Those of the tools that may not. The record is read once for all of them. */
  notCovered(tools: readonly CatalogTool[], place: ConsentContext): readonly CatalogTool[] {
    const covered = new Map<string, 'destroys' | 'writes'>();
    for (const consent of this.all()) {
      const key = keyOf(consent);
      if (reaches(consent, place) && covered.get(key) !== 'destroys') covered.set(key, consent.destroys ? 'destroys' : 'writes');
    }
    return tools.filter((tool) => {
      const most = covered.get(keyOf({ server: tool.server, origin: tool.origin, tool: tool.name }));
      return most !== 'destroys' && (most === undefined || effectOf(tool) === 'destroys');
    });
  }

  /** Those that count for the tool as its server describes it now, wherever. */
  of(tool: CatalogTool): readonly Consent[] {
    const destroys = effectOf(tool) === 'destroys';
    return this.all().filter((consent) => isAbout(consent, tool) && (consent.destroys || !destroys));
  }

  all(): readonly Consent[] {
    return [...this.#read('memory'), ...this.#read('workspace'), ...this.#read('always')];
  }

  /** Remembers that the user allowed the tools. A scope that the place has not, such as `chat` outside of one, allows nothing. */
  async grant(tools: readonly CatalogTool[], scope: ConsentScope, place: ConsentContext): Promise<void> {
    const bound = scope === 'chat' || scope === 'file';
    const at = bound ? place[scope] : undefined;
    if (bound && at === undefined) return;
    const granted = tools.map((tool): Consent => {
      const { server, origin, name, path } = tool;
      return { scope, ...(at !== undefined && { place: at }), server, origin, tool: name, path, destroys: effectOf(tool) === 'destroys' };
    });
    const shelf = shelves[scope];
    const others = this.#read(shelf).filter((consent) => !granted.some((other) => isSame(consent, other)));
    await this.#write(shelf, [...others, ...granted].slice(-mostConsents));
  }

  async revoke(revoked: readonly Consent[]): Promise<void> {
    for (const shelf of ['memory', 'workspace', 'always'] as const) {
      const before = this.#read(shelf);
      const left = before.filter((consent) => !revoked.some((other) => isSame(consent, other)));
      if (left.length < before.length) await this.#write(shelf, left);
    }
  }

  /** Those of scripts whose files are gone, or others now. URIs, of a folder for all in it. */
  forgetFiles(uris: readonly string[]): Promise<void> {
    const isIn = (file: string) => uris.some((uri) => file === uri || file.startsWith(`${uri}/`));
    return this.revoke(this.all().filter(({ scope, place }) => scope === 'file' && place !== undefined && isIn(place)));
  }

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  #read(shelf: Shelf): readonly Consent[] {
    return shelf === 'memory' ? this.#memory : readConsents(this.#storages[shelf].get(), shelf);
  }

  async #write(shelf: Shelf, consents: readonly Consent[]): Promise<void> {
    if (shelf === 'memory') this.#memory = consents;
    else await this.#storages[shelf].set(consents);
    this.#listeners.fire();
  }
}

/** A list that was kept may hold no consent of another list: one of a workspace counts in that workspace only. */
function readConsents(kept: unknown, shelf: Shelf): readonly Consent[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(-mostConsents).filter((entry): entry is Consent => isConsent(entry) && shelves[entry.scope] === shelf);
}

function isConsent(value: unknown): value is Consent {
  if (typeof value !== 'object' || value === null) return false;
  const field = (name: keyof Consent): unknown => Reflect.get(value, name);
  const texts = (['server', 'origin', 'tool', 'path'] as const).every((name) => typeof field(name) === 'string');
  const scope = consentScopes.find((known) => known === field('scope'));
  const placed = typeof field('place') === 'string';
  const rightPlace = scope === 'chat' || scope === 'file' ? placed : field('place') === undefined;
  return texts && scope !== undefined && rightPlace && typeof field('destroys') === 'boolean';
}

/** Of the tool that it is about. */
function keyOf({ server, origin, tool }: Pick<Consent, 'server' | 'origin' | 'tool'>): string {
  return JSON.stringify([server, origin, tool]);
}

function isAbout({ server, origin, tool }: Consent, catalogTool: CatalogTool): boolean {
  return tool === catalogTool.name && server === catalogTool.server && origin === catalogTool.origin;
}

function isSame(a: Consent, b: Consent): boolean {
  return a.scope === b.scope && a.place === b.place && a.tool === b.tool && a.server === b.server && a.origin === b.origin;
}

function reaches({ scope, place }: Consent, at: ConsentContext): boolean {
  return scope === 'chat' || scope === 'file' ? place !== undefined && place === at[scope] : true;
}
