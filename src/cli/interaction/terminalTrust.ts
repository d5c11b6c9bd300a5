// Decides which definitions and scripts of the current folder the user trusts: from stored approvals, from options of
// the command line (for this command only), and, on a terminal, by one question per definition.
import { nameMatcher } from '../../base/globs/nameMatcher.ts';
import { errorMessage } from '../../base/errorMessage.ts';
import type { DefinitionTrust, TrustedItem, TrustStore, WaitingItem } from '../../mcp/definitions/index.ts';
import { SCRIPTS_SERVER, type ScriptTrust } from '../../engine/savedScripts/index.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import { shellWord } from '../shellWord.ts';
import type { TerminalQuestions } from './terminalQuestions.ts';

type Questions = Pick<TerminalQuestions, 'agrees' | 'canAsk'>;

interface TrustParts {
  /** Globs for names of servers, and for saved scripts as `scripts.<name>`. */
  readonly trust: readonly string[];
  readonly trustWorkspace: boolean;
  /** The current folder, absolute. */
  readonly folder: string;
  readonly store: TrustStore;
  readonly questions: Questions;
  /** Prints one line. */
  readonly tell: (line: string) => void;
}

export class TerminalTrust implements DefinitionTrust, ScriptTrust {
  readonly scriptAdvice =
    'Run "code-mode trust add" with their names, or add --trust "scripts.*" to this command.';
  /** True if the command needed a server that the user has not trusted. */
  isMissing = false;
  readonly #parts: TrustParts;
  readonly #isNamed: (name: string) => boolean;
  /** Hashes of approvals that could not be stored. */
  readonly #unstored = new Set<string>();

  constructor(parts: TrustParts) {
    this.#parts = parts;
    const globs = parts.trust.flatMap((glob) => matcherOf(glob) ?? []);
    this.#isNamed = (name) => parts.trust.includes(name) || globs.some((matches) => matches(name));
  }

  /** Reads the stored approvals. */
  async loaded(): Promise<this> {
    await this.#parts.store.load([this.#parts.folder]);
    return this;
  }

  isApproved(item: Pick<TrustedItem, 'kind' | 'name' | 'hash'>): boolean {
    const { trustWorkspace, store } = this.#parts;
    const { hash } = item;
    return (
      trustWorkspace || this.#isNamed(trustName(item)) || this.#unstored.has(hash) || store.isApproved(hash)
    );
  }

  advice(server: string): string {
    const name = shellWord(trustName({ kind: 'server', name: server }));
    return `Run "code-mode trust add ${name}" in ${this.#parts.folder}, or add --trust ${name} to this command.`;
  }

  /** Asks for a definition that a command needs. Rejects with an `AbortError` when `signal` aborts. */
  async approve(item: WaitingItem, signal: AbortSignal): Promise<boolean> {
    const { questions } = this.#parts;
    const isTrusted = questions.canAsk && (await askTrust(questions, item, signal));
    if (isTrusted) await this.#store(item);
    else this.isMissing = true;
    return isTrusted;
  }

  async #store(item: WaitingItem): Promise<void> {
    const { store, tell } = this.#parts;
    await store.approve([item]).catch((error: unknown) => {
      this.#unstored.add(item.hash);
      tell(`your trust in ${visibleName(item.name)} ends with this command: ${errorMessage(error)}`);
    });
  }
}

/**
 * Returns the name of a server or script on the command line. A script is `scripts.<name>`. A server whose own name
 * begins with `scripts.` or `server:` is `server:<name>`, so that an option for scripts never starts a server.
 */
export function trustName({ kind, name }: Pick<TrustedItem, 'kind' | 'name'>): string {
  if (kind === 'script') return `${SCRIPTS_SERVER}.${name}`;
  const isTaken = [`${SCRIPTS_SERVER}.`, 'server:'].some((start) => name.toLowerCase().startsWith(start));
  return isTaken ? `server:${name}` : name;
}

/** Asks with everything that an approval permits; every unclear answer counts as a refusal. */
export function askTrust(questions: Questions, asked: WaitingItem, signal: AbortSignal): Promise<boolean> {
  const question = 'Trust it? It starts with your rights, now and later, until it changes.';
  return questions.agrees(`${trustText(asked)}\n${question}`, signal);
}

export function trustText({ kind, name, origin, covers }: WaitingItem): string {
  const lines = covers.map((line) => `  ${visibleName(line)}`);
  const what = kind === 'script' ? 'Saved script' : 'MCP server';
  return [`${what} "${visibleName(name)}" of ${visibleName(origin)} is not trusted yet:`, ...lines].join(
    '\n',
  );
}

/** Undefined if the name is not a valid glob. */
function matcherOf(glob: string): ((name: string) => boolean) | undefined {
  try {
    return nameMatcher(glob);
  } catch {
    return undefined;
  }
}
