// Decides what the user trusts of the current folder: approvals that were stored, those of the command line for this command alone, and, where
// there is a terminal, the answer to one question per definition.
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import type { DefinitionTrust, UnapprovedDefinition } from '../../mcp/definitions/serverDefinition.ts';
import { Mutex } from '../../mcp/elicitation/mutex.ts';
import type { ScriptTrust } from '../../scripts/scriptToolSource.ts';
import { SCRIPTS_SERVER } from '../../scripts/scriptsServer.ts';
import type { TrustedItem, TrustStore } from '../../storage/trustStore.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';

export interface TrustOptions {
  /** Globs over names of servers, and over `scripts.<name>`. */
  readonly trust: readonly string[];
  readonly trustWorkspace: boolean;
}

interface TrustParts extends TrustOptions {
  /** The current folder. */
  readonly folder: string;
  readonly store: TrustStore;
  readonly questions: Pick<TerminalQuestions, 'ask' | 'canAsk'>;
}

export class TerminalTrust implements DefinitionTrust {
  readonly #parts: TrustParts;
  readonly #isNamed: (name: string) => boolean;
  /** The user answered for all that are still to come. */
  #trustsAll = false;
  readonly #missing = new Set<string>();
  readonly #turns = new Mutex();

  constructor(parts: TrustParts) {
    this.#parts = parts;
    const globs = parts.trust.flatMap((glob) => matcherOf(glob) ?? []);
    this.#isNamed = (name) => parts.trust.includes(name) || globs.some((matches) => matches(name));
  }

  /** True if the command needed a server that the user has not trusted. */
  get isMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Reads the stored approvals. */
  async loaded(): Promise<this> {
    await this.#parts.store.load([this.#parts.folder]);
    return this;
  }

  isApproved(server: { readonly hash: string; readonly name: string }): boolean {
    return this.#trusts({ kind: 'server', ...server });
  }

  advice(server: string): string {
    const name = shellName(trustName({ kind: 'server', name: server }));
    return `Run "code-mode trust add ${name}" in ${this.#parts.folder}, or add --trust ${name} to this command.`;
  }

  /** The same for saved scripts. */
  get ofScripts(): ScriptTrust {
    return {
      isApproved: (script) => this.#trusts({ kind: 'script', ...script }),
      scriptAdvice: 'Run "code-mode trust add" with their names, or add --trust "scripts.*" to this command.',
    };
  }

  /** Asks for a definition that a command needs. Rejects with an `AbortError` when `signal` is aborted. */
  async approve({ name, origin, launch: { approval } }: UnapprovedDefinition, signal: AbortSignal): Promise<boolean> {
    const item = { kind: 'server', name, origin, ...approval } as const;
    // An answer for all holds for those that wait behind it.
    const isTrusted = await this.#turns.run(async () => this.#trustsAll || (await this.#ask(item, signal)));
    if (isTrusted) await this.#parts.store.approve([item]);
    else this.#missing.add(name);
    return isTrusted;
  }

  #trusts(item: Pick<TrustedItem, 'kind' | 'name' | 'hash'>): boolean {
    const { trustWorkspace, store } = this.#parts;
    return trustWorkspace || this.#isNamed(trustName(item)) || store.isApproved(item.hash);
  }

  async #ask(asked: Asked, signal: AbortSignal): Promise<boolean> {
    const { questions } = this.#parts;
    if (!questions.canAsk) return false;
    const answer = readTrustAnswer(await questions.ask(trustQuestion(asked), signal));
    this.#trustsAll = answer === 'all';
    return answer !== 'no';
  }
}

interface Asked {
  readonly kind: TrustedItem['kind'];
  readonly name: string;
  readonly origin: string;
  readonly covers: readonly string[];
}

/**
 * The name of a server or a script on the command line. A script is `scripts.<name>`; a server whose own name begins like that is
 * `server:<name>`, so that nothing that is said of scripts starts a server.
 */
export function trustName({ kind, name }: Pick<TrustedItem, 'kind' | 'name'>): string {
  if (kind === 'script') return `${SCRIPTS_SERVER}.${name}`;
  const isTaken = [`${SCRIPTS_SERVER}.`, 'server:'].some((start) => name.toLowerCase().startsWith(start));
  return isTaken ? `server:${name}` : name;
}

/** Anything but a clear yes is a no. */
export function readTrustAnswer(answer: string): 'yes' | 'no' | 'all' {
  if (/^\s*a(ll)?\s*$/i.test(answer)) return 'all';
  return /^\s*y(es)?\s*$/i.test(answer) ? 'yes' : 'no';
}

/** All that the answer allows, and how it is given. */
export function trustQuestion(asked: Asked): string {
  return `${trustText(asked)}\nTrust it? It starts with your rights, now and later, until it changes. [y]es, [N]o, [a]ll: `;
}

export function trustText({ kind, name, origin, covers }: Asked): string {
  const lines = covers.map((line) => `  ${visibleText(line)}`);
  const what = kind === 'script' ? 'Saved script' : 'MCP server';
  return [`${what} "${visibleName(name)}" of ${visibleName(origin)} is not trusted yet:`, ...lines].join('\n');
}

/** Undefined for a name that is no glob. */
function matcherOf(glob: string): ((name: string) => boolean) | undefined {
  try {
    return nameMatcher(glob);
  } catch {
    return undefined;
  }
}

function shellName(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`;
}
