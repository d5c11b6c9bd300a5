// Tests the type check against the schemas themselves: it accepts what a validator accepts, and refuses what a
// validator refuses.
import assert from 'node:assert/strict';
import type { CatalogServer, CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { isJsonObject, type JsonObject } from '../../../../src/base/json.ts';
import { checkTypes } from '../../../../src/checker/types/checkTypes.ts';
import { ScriptProgram } from '../../../../src/checker/types/scriptProgram.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { hostCompiler } from '../../../fakes/hostCompiler.ts';
import { sourceValidator } from '../../../fakes/sourceValidator.ts';
import { InMemorySource, type InMemoryTool } from '../../../fakes/inMemorySource.ts';
import { instancesOf } from '../../../fakes/instances.ts';
import { recorded, recordedServers } from '../../../fakes/recordedTools.ts';
import { trackerTools } from '../../../fakes/trackerTools.ts';
import { typeLibrary } from '../../../fakes/typeLibrary.ts';
import { snapshotOf } from '../../../fakes/snapshotOf.ts';

const MOST_VALID = everyTest ? 25 : 4;
/** Number of calls with each mistake that are tried for each tool. */
const MISTAKEN = everyTest ? 2 : 1;
const names = everyTest ? [...recordedServers, 'tracker'] : ['filesystem', 'tracker'];

describe('the type check', () => {
  const declarations = new Declarations({ compiler: hostCompiler });
  const validator = sourceValidator();
  let scripts: ScriptProgram;
  let servers: ReadonlyMap<string, CatalogServer>;

  before(async function () {
    this.timeout(300_000);
    const tools: Record<string, readonly InMemoryTool[]> = { tracker: trackerTools };
    for (const name of recordedServers) tools[name] = recorded(name).tools;
    const snapshot = await snapshotOf(new InMemorySource(tools));
    servers = new Map(snapshot.servers.map((server) => [server.name, server]));
    scripts = new ScriptProgram(typeLibrary());
  });

  async function check(tool: CatalogTool, server: CatalogServer, source: string) {
    return checkTypes(scripts, {
      source,
      declarations: await declarations.api([{ ...server, tools: [tool] }]),
    });
  }

  async function validInputs(tool: CatalogTool): Promise<readonly JsonObject[]> {
    const inputs: JsonObject[] = [];
    for (const input of instancesOf(tool.inputSchema)) {
      if (inputs.length < MOST_VALID && isJsonObject(input) && !(await validator.problem(tool, input)))
        inputs.push(input);
    }
    return inputs;
  }

  for (const name of names) {
    it(`passes every call of ${name} that its schema accepts`, async function () {
      this.timeout(300_000);
      const server = servers.get(name);
      assert.ok(server);
      for (const tool of server.tools) {
        const inputs = await validInputs(tool);
        assert.ok(inputs.length > 0, tool.path);
        for (const input of inputs) {
          const text = JSON.stringify(input);
          assert.deepEqual(await check(tool, server, `return ${tool.path}(${text})`), [], text);
          assert.deepEqual(
            await check(tool, server, `const input = ${text};\nreturn ${tool.path}(input)`),
            [],
            text,
          );
        }
      }
    });

    it(`refuses every call of ${name} that its schema refuses`, async function () {
      this.timeout(300_000);
      const server = servers.get(name);
      assert.ok(server);
      for (const tool of server.tools) {
        for (const input of (await validInputs(tool)).slice(0, MISTAKEN).flatMap(mistakesIn)) {
          if (!(await validator.problem(tool, input))) continue;
          const text = JSON.stringify(input);
          assert.equal(
            (await check(tool, server, `return ${tool.path}(${text})`)).length,
            1,
            `${tool.path}(${text})`,
          );
        }
      }
    });
  }
});

/** Returns inputs with one argument too many, with each argument left out, and with each argument of another type. */
function mistakesIn(input: JsonObject): readonly JsonObject[] {
  const each = Object.entries(input).flatMap(([name, value]) => {
    const { [name]: _left, ...rest } = input;
    return [rest, { ...input, [name]: typeof value === 'string' ? 12 : 'text' }];
  });
  return [{ ...input, unheardOf: 1 }, ...each];
}
