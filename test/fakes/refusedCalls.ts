// Finds valid calls that Code Mode's own checks would refuse: the type check of a script before it runs, and the check
// of the argument at the call.
import type { JsonObject } from '../../src/base/json.ts';
import { checkTypes } from '../../src/checker/types/checkTypes.ts';
import { ScriptProgram } from '../../src/checker/types/scriptProgram.ts';
import { Declarations } from '../../src/declarations/declarations.ts';
import { CompiledSchemas } from '../../src/engine/input/compiledSchemas.ts';
import { passesFastCheck } from '../../src/catalog/fastCheck.ts';
import { problemText } from '../../src/engine/input/problemText.ts';
import { jsonLiteral } from '../../src/base/jsonLiteral.ts';
import { hostCompiler } from './hostCompiler.ts';
import { InMemorySource } from './inMemorySource.ts';
import { randomCall, type RandomCall } from './randomCalls.ts';
import { typeLibrary } from './typeLibrary.ts';
import { snapshotOf } from './snapshotOf.ts';

/** Number of calls in one script: a script costs much more than a call. */
const atOnce = 25;

/** Returns one text for each seed whose call would be refused, with everything that is needed to repeat it. */
export async function refusedCalls(firstSeed: number, count: number): Promise<readonly string[]> {
  const scripts = new ScriptProgram(typeLibrary());
  const schemas = new CompiledSchemas();
  const refused: string[] = [];
  for (let first = firstSeed; first < firstSeed + count; first += atOnce) {
    const calls = Array.from({ length: Math.min(atOnce, firstSeed + count - first) }, (_, index) =>
      randomCall(first + index),
    );
    refused.push(...(await refusedOf(calls, scripts, schemas)));
  }
  return refused;
}

async function refusedOf(
  calls: readonly RandomCall[],
  scripts: ScriptProgram,
  schemas: CompiledSchemas,
): Promise<readonly string[]> {
  const tools = calls.map(({ seed, schema }) => ({ name: `t${seed}`, inputSchema: schema }));
  const { servers } = await snapshotOf(new InMemorySource({ s: tools }));
  const declarations = await new Declarations({ compiler: hostCompiler }).api(servers);
  const check = (lines: readonly string[]) =>
    checkTypes(scripts, { source: `${lines.join('\n')}\nreturn 1;`, declarations });
  const byName = new Map(servers.flatMap((server) => server.tools.map((tool) => [tool.name, tool])));
  const areAllRight = check(calls.flatMap(scriptsOf)).length === 0;
  return calls.flatMap((call) => {
    const tool = byName.get(`t${call.seed}`);
    if (!tool) throw new Error(`The catalog lacks the tool of seed ${call.seed}.`);
    const before = areAllRight
      ? []
      : scriptsOf(call).flatMap((line) => check([line]).map(({ message }) => message));
    const during = problemAt(tool.inputSchema, { ...tool.defaults, ...call.input }, schemas);
    const said = [...new Set([...before, ...(during === undefined ? [] : [`at the call: ${during}`])])];
    return said.map(
      (problem) =>
        `seed ${call.seed}: ${problem}\n  ${JSON.stringify(call.schema)}\n  ${jsonLiteral(call.input)}`,
    );
  });
}

/** Returns scripts with the argument in place and with the argument in a constant. */
function scriptsOf({ seed, input }: RandomCall): readonly string[] {
  return [
    `await tools.s.t${seed}(${jsonLiteral(input)});`,
    `{ const input = ${jsonLiteral(input)}; await tools.s.t${seed}(input); }`,
  ];
}

function problemAt(schema: JsonObject, input: JsonObject, schemas: CompiledSchemas): string | undefined {
  if (passesFastCheck(schema, input)) return undefined;
  const mistakes = schemas.mistakes(JSON.stringify(schema), input) ?? [];
  return mistakes.length === 0 ? undefined : problemText(mistakes);
}
