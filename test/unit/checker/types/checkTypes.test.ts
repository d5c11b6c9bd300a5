// Tests the type check against the schemas themselves: it accepts what a validator accepts, and refuses what a
// validator refuses.
import assert from 'node:assert/strict';
import type { CatalogServer, CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { checkTypes } from '../../../../src/checker/types/checkTypes.ts';
import { ScriptProgram } from '../../../../src/checker/types/scriptProgram.ts';
import { Declarations } from '../../../../src/declarations/declarations.ts';
import { everyTest } from '../../../fakes/everyTest.ts';
import { hostCompiler } from '../../../fakes/hostCompiler.ts';
import { sourceValidator } from '../../../fakes/sourceValidator.ts';
import { InMemorySource, type InMemoryTool } from '../../../fakes/inMemorySource.ts';
import { recorded, recordedServers } from '../../../fakes/recordedTools.ts';
import { validArguments, wrongArguments } from '../../../fakes/schemaInstances.ts';
import { trackerTools } from '../../../fakes/trackerTools.ts';
import { typeLibrary } from '../../../fakes/typeLibrary.ts';
import { snapshotOf } from '../../../fakes/snapshotOf.ts';

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

  for (const name of names) {
    it(`passes every call of ${name} that its schema accepts`, async function () {
      this.timeout(300_000);
      const server = servers.get(name);
      assert.ok(server);
      for (const tool of server.tools) {
        const inputs = await validArguments(tool, validator);
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
        const valid = (await validArguments(tool, validator)).at(-1) ?? {};
        for (const { value } of await wrongArguments(tool, valid, validator)) {
          const call = `${tool.path}(${JSON.stringify(value)})`;
          assert.equal((await check(tool, server, `return ${call}`)).length, 1, call);
        }
      }
    });
  }
});
