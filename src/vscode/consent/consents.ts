// The record of what the user has allowed beyond one run. Apart from rules and options, only this record lets a script
// write without a question. A consent identifies a tool by its raw name, the name of its server and the file that
// defines the server. Consents of VS Code, a workspace or a server do not count.
import type { CatalogTool } from '../../catalog/index.ts';
import { isBoolean, isObject, isOneOf, isString, type Guarded } from '../../base/guards.ts';
import { Listeners } from '../../base/listeners.ts';
import { effectOf } from '../../engine/formatting/index.ts';

/** `chat` and `window` end with the window; `file` is one scratch script of a workspace. */
export const consentScopes = ['chat', 'window', 'file', 'workspace', 'always'] as const;
export type ConsentScope = (typeof consentScopes)[number];

/** The chat or file in which a script runs, with which `chat` and `file` consents are compared. */
export interface ConsentContext {
  readonly chat?: string | undefined;
  /** URI of the scratch script. */
  readonly file?: string | undefined;
}

const isStored = isObject(
  {
    scope: isOneOf(consentScopes),
    server: isString,
    origin: isString,
    /** The tool's MCP name. */
    tool: isString,
    /** The script name of the tool when it was allowed, for people. */
    path: isString,
    /** True if the tool could destroy when it was allowed. If false, the consent ends when the tool can destroy. */
    destroys: isBoolean,
  },
  /** The chat or the file to which the consent is bound; absent for other scopes. */
  { place: isString },
);
export type Consent = Guarded<typeof isStored>;

/** A list that outlives the window. The stored value may have any shape; guards read it. */
export interface ConsentStorage {
  get(): unknown;
  set(consents: readonly Consent[]): PromiseLike<void>;
}

export interface ConsentStorages {
  /** For the scopes `workspace` and `file`. */
  readonly workspace: ConsentStorage;
  /** For the scope `always`. */
  readonly always: ConsentStorage;
}

type Shelf = 'memory' | keyof ConsentStorages;

/** Maximum number of consents in one list; the oldest are removed first. */
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

  /** Returns the tools that need a question in this chat or file. The record is read once for all of them. */
  notCovered(tools: readonly CatalogTool[], place: ConsentContext): readonly CatalogTool[] {
    const kept = this.all().filter((consent) => reaches(consent, place));
    return tools.filter((tool) => !kept.some((consent) => covers(consent, tool)));
  }

  /** Returns the consents that cover the tool as its server describes it now, in any chat or file. */
  of(tool: CatalogTool): readonly Consent[] {
    return this.all().filter((consent) => covers(consent, tool));
  }

  all(): readonly Consent[] {
    return [...this.#read('memory'), ...this.#read('workspace'), ...this.#read('always')];
  }

  /** Records that the user allowed the tools. Does nothing if `place` lacks the chat or file that the scope needs. */
  async grant(tools: readonly CatalogTool[], scope: ConsentScope, place: ConsentContext): Promise<void> {
    const at = isBound(scope) ? place[scope] : undefined;
    if (isBound(scope) && at === undefined) return;
    const granted = tools.map((tool): Consent => {
      const { server, origin, name, path } = tool;
      return {
        scope,
        ...(at !== undefined && { place: at }),
        server,
        origin,
        tool: name,
        path,
        destroys: effectOf(tool) === 'destroys',
      };
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

  /** Revokes the consents of scratch scripts that were deleted or replaced. `uris` are files, or whole folders. */
  forgetFiles(uris: readonly string[]): Promise<void> {
    const isIn = (file: string) => uris.some((uri) => file === uri || file.startsWith(`${uri}/`));
    return this.revoke(
      this.all().filter(({ scope, place }) => scope === 'file' && place !== undefined && isIn(place)),
    );
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

/** Reads a stored list and drops consents of other lists: a consent of a workspace counts only in that workspace. */
function readConsents(kept: unknown, shelf: Shelf): readonly Consent[] {
  if (!Array.isArray(kept)) return [];
  return kept
    .slice(-mostConsents)
    .filter((entry): entry is Consent => isConsent(entry) && shelves[entry.scope] === shelf);
}

function isConsent(value: unknown): value is Consent {
  return isStored(value) && isBound(value.scope) === (value.place !== undefined);
}

/** True if a consent with this scope holds in one place only. */
function isBound(scope: ConsentScope): scope is 'chat' | 'file' {
  return scope === 'chat' || scope === 'file';
}

/** True if the consent covers the tool as its server describes it now. */
function covers(consent: Consent, tool: CatalogTool): boolean {
  const { server, origin, tool: name, destroys } = consent;
  if (name !== tool.name || server !== tool.server || origin !== tool.origin) return false;
  return destroys || effectOf(tool) !== 'destroys';
}

function isSame(a: Consent, b: Consent): boolean {
  return (
    a.scope === b.scope &&
    a.place === b.place &&
    a.tool === b.tool &&
    a.server === b.server &&
    a.origin === b.origin
  );
}

function reaches({ scope, place }: Consent, at: ConsentContext): boolean {
  return !isBound(scope) || (place !== undefined && place === at[scope]);
}
