import assert from 'node:assert/strict';
import type { CatalogServer, CatalogTool } from '../../../src/catalog/catalogSnapshot.ts';
import { compileSchema } from '../../../src/declarations/types/compileSchema.ts';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { layOut, layOutMember } from '../../../src/declarations/types/typeText.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { sourceValidator } from '../../fakes/sourceValidator.ts';
import { FakeToolSource, type FakeServer } from '../../fakes/fakeToolSource.ts';
import { heldOutCatalogs, recordedCatalogs } from '../../fakes/recordedTools.ts';
import { snapshotOf } from '../../fakes/snapshotOf.ts';
import { diagnose } from './diagnose.ts';
import {
  candidates,
  validArguments,
  wrongArguments,
  type WrongArgument,
} from '../../fakes/schemaInstances.ts';

/** One statement, on a line of its own. */
interface Line {
  readonly what: string;
  readonly code: string;
}

/** Servers with more tools take too long here; heldOutCatalogs.test.ts has them. */
const MOST_TOOLS = 50;

/**
 * These servers have schemas of all kinds between them: enums, unions, nested objects, lists of objects, answers with
 * a schema.
 */
const REPRESENTATIVE = ['everything', 'filesystem', 'memory', 'github', 'tavily'];
const FEWEST_WRONG = everyTest ? 100 : 10;

function triedServers(): readonly FakeServer[] {
  const all = [...recordedCatalogs(), ...heldOutCatalogs().filter(({ tools }) => tools.length <= MOST_TOOLS)];
  return everyTest ? all : all.filter(({ name }) => REPRESENTATIVE.includes(name));
}

/** All scripts are in one program: building it is most of the time. */
describe('arguments of the tools of real servers', function () {
  this.timeout(300_000);
  const valid: Line[] = [];
  const wrong: Line[] = [];
  const answers: Line[] = [];
  const untried: string[] = [];
  const loose: string[] = [];
  let toolCount = 0;
  const said = new Map<string, string>();

  before(async () => {
    const source = new FakeToolSource(...triedServers());
    const { servers } = await snapshotOf(source);
    // An instance that the validator does not finish counts as valid: on a busy machine, a large schema takes longer
    // than the limit for users.
    const validator = sourceValidator({ timeoutMs: 20_000 });
    for (const tool of servers.flatMap((server) => server.tools)) {
      toolCount += 1;
      const { type, definitions } = await compileSchema(tool.inputSchema, {
        role: 'Input',
        taken: new Set(),
      });
      if ([layOut(type), ...definitions.map((member) => layOutMember(member, 'whole', ''))].some(hasAny))
        loose.push(tool.path);
      const fitting = await validArguments(tool, validator);
      const first = fitting.at(-1);
      if (first === undefined) untried.push(tool.path);
      else
        for (const argument of await wrongArguments(tool, first, validator))
          wrong.push(wrongLine(tool, argument));
      valid.push(...fitting.map((argument) => ({ what: tool.path, code: call(tool, argument) })));
      if (tool.outputSchema)
        answers.push(...candidates(tool.outputSchema).map((value) => answerLine(tool, value)));
    }
    await check(servers, [...valid, ...wrong, ...answers], said);
  });

  it('type-check where they fit the schema', () => {
    assert.deepEqual(rejected(valid), []);
    assert.ok(valid.length > 3 * toolCount, `${valid.length} calls of ${toolCount} tools`);
  });

  it('are never typed `any`', () => assert.deepEqual(loose, []));

  it('are tried for every tool', () => assert.deepEqual(untried, []));

  it('do not type-check with a common mistake', () => {
    assert.deepEqual(
      wrong.filter((line) => !said.has(line.code)).map(({ what }) => what),
      [],
    );
  });

  for (const mistake of ['missing required', 'wrong type', 'wrong value', 'unknown argument'] as const) {
    it(`are tried with the mistake "${mistake}"`, () =>
      assert.ok(wrong.filter(({ what }) => what.startsWith(mistake)).length > FEWEST_WRONG));
  }

  it('and their answers type-check', () => assert.deepEqual(rejected(answers), []));

  function rejected(lines: readonly Line[]): readonly string[] {
    return lines.flatMap(({ what, code }) =>
      said.has(code) ? [`${what}: ${said.get(code) ?? ''}\n${code}`] : [],
    );
  }
});

/** True if the text has an `any` outside of comments and literals. */
function hasAny(text: string): boolean {
  return /\bany\b/.test(text.replace(/\/\*\*[^]*?\*\/|"(?:[^"\\]|\\.)*"/g, ''));
}

function call(tool: CatalogTool, argument: unknown): string {
  return `void ${tool.path}(${JSON.stringify(argument)});`;
}

function wrongLine(tool: CatalogTool, { mistake, value }: WrongArgument): Line {
  return { what: `${mistake}: ${tool.path} ${JSON.stringify(value)}`, code: call(tool, value) };
}

function answerLine(tool: CatalogTool, value: unknown): Line {
  return {
    what: tool.path,
    code: `{ const answer: Awaited<ReturnType<typeof ${tool.path}>> = ${JSON.stringify(value)}; void answer; }`,
  };
}

/** Fills `said` with the compiler's message for each line that the compiler refuses. */
async function check(
  servers: readonly CatalogServer[],
  lines: readonly Line[],
  said: Map<string, string>,
): Promise<void> {
  const api = await new Declarations({ compiler: hostCompiler }).api(servers);
  const script = [...lines.map(({ code }) => code), 'export {};'].join('\n');
  for (const diagnostic of diagnose({ '/tools.d.ts': api, '/script.ts': script })) {
    const [, file, line, message] = /^(.*?)\((\d+),\d+\): (.*)/.exec(diagnostic) ?? [];
    assert.equal(file, '/script.ts', diagnostic);
    said.set(lines[Number(line) - 1]?.code ?? '', message ?? '');
  }
}
