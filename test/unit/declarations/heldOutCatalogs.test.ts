// Tests the types of servers for which nothing in this project was made: tools recorded from their packages, almost a
// thousand with `everyTest`.
import assert from 'node:assert/strict';
import { Catalog } from '../../../src/catalog/catalog.ts';
import { Declarations } from '../../../src/declarations/declarations.ts';
import { compileSchema } from '../../../src/declarations/types/compileSchema.ts';
import { everyTest } from '../../fakes/everyTest.ts';
import { FakeToolSource } from '../../fakes/fakeToolSource.ts';
import { hostCompiler } from '../../fakes/hostCompiler.ts';
import { heldOutCatalogs } from '../../fakes/recordedTools.ts';
import { diagnose } from './diagnose.ts';

/** `npm run test:full` also tests the servers with hundreds of tools. */
const catalogs = heldOutCatalogs().filter(({ tools }) => everyTest || tools.length <= 20);

describe('the API of held-out servers', function () {
  this.timeout(300_000);
  const warnings: string[] = [];
  const named = new Set<string>();
  const untyped: string[] = [];
  let api = '';

  before(async () => {
    const source = new FakeToolSource(...catalogs);
    const catalog = new Catalog({
      sources: [source],
      routing: () => ({}),
      log: (line) => warnings.push(line),
    });
    const { servers } = await catalog.snapshot({ servers: 'all', signal: new AbortController().signal });
    for (const { server, name, path, inputSchema, outputSchema = {} } of servers.flatMap(
      ({ tools }) => tools,
    )) {
      named.add(`${server}.${name}`);
      const types = [
        compileSchema(inputSchema, { role: 'Input', taken: new Set() }),
        compileSchema(outputSchema, { role: 'Output', taken: new Set() }),
      ];
      if ((await Promise.all(types)).some(({ problem }) => problem !== undefined)) untyped.push(path);
    }
    api = await new Declarations({ compiler: hostCompiler }).api(servers);
  });

  it('has all their tools, but those of server-pdf that only its viewer may call', () => {
    const listed = catalogs.flatMap(({ name, tools }) => tools.map((tool) => `${name}.${tool.name}`));
    assert.deepEqual(
      listed.filter((name) => !named.has(name)),
      [
        'read_pdf_bytes',
        'submit_page_data',
        'submit_save_data',
        'submit_viewer_state',
        'poll_pdf_commands',
        'save_pdf',
      ].map((name) => `pdf.${name}`),
    );
    assert.equal(api.match(/^ {4}readonly \w+: (?:Tool\w*<|\w+\.Call;)/gm)?.length, named.size);
  });

  it('is made without a warning', () => assert.deepEqual(warnings, []));

  it('compiles', () => assert.deepEqual(diagnose({ '/tools.d.ts': api }), []));

  it('gives every tool its types', () => assert.deepEqual(untyped, []));
});
