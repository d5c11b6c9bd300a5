// Returns the problems that a model would read about a script before it runs: the checker in its thread over recorded
// tools.
import { Catalog } from '../../src/catalog/catalog.ts';
import type { ToolDefinition } from '../../src/catalog/toolSource.ts';
import type { TypeChecker } from '../../src/checker/types/typeCheck.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { hostCompiler } from './hostCompiler.ts';
import { checkReferences } from '../../src/engine/preflight/checkReferences.ts';
import { errorText } from '../../src/engine/formatting/problemText.ts';
import { findTypeErrors } from '../../src/engine/preflight/typeErrors.ts';
import { InMemorySource } from './inMemorySource.ts';
import { recorded, recordedServers } from './recordedTools.ts';
import { realChecker } from './realChecker.ts';
import { trackerTools } from './trackerTools.ts';

const { signal } = new AbortController();

export class TypeCheckBed implements AsyncDisposable {
  readonly log: string[] = [];
  readonly #declarations = new Declarations({ compiler: hostCompiler });
  readonly #checker = realChecker({ log: (line) => this.log.push(line) });
  readonly #catalog: Catalog;

  readonly #typeChecker: Pick<TypeChecker, 'check'>;

  /** `more`: tools of further servers beside those that the scripts of the fixtures call. */
  constructor(
    more: Readonly<Record<string, readonly ToolDefinition[]>> = {},
    typeChecker?: Pick<TypeChecker, 'check'>,
  ) {
    this.#typeChecker = typeChecker ?? this.#checker;
    const real = Object.fromEntries(recordedServers.map((name) => [name, recorded(name).tools]));
    this.#catalog = new Catalog({
      sources: [new InMemorySource({ ...real, tracker: trackerTools, ...more })],
      routing: () => ({}),
      log: () => undefined,
    });
  }

  /** Returns the texts of all problems, in the order and the wording that a model gets. */
  async problems(code: string): Promise<readonly string[]> {
    const preparation = await this.#checker.prepare(code, signal);
    if (!preparation.ok) return preparation.problems.map((error) => errorText(error));
    const snapshot = await this.#catalog.snapshot({ servers: 'all', signal });
    const { tools, problems } = await checkReferences(preparation.script, snapshot, this.#declarations);
    if (problems.length > 0) return problems.map((error) => errorText(error));
    const parts = { declarations: this.#declarations, typeChecker: this.#typeChecker };
    const naming = { script: preparation.script, tools, snapshot };
    return (await findTypeErrors(parts, naming, signal)).map((error) => errorText(error));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#checker.dispose();
  }
}
