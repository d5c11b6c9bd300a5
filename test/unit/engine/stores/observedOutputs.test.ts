import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ObservedOutputs, type ObservedTool } from '../../../../src/engine/stores/observedOutputs.ts';
import { freshFolder } from '../../../fakes/temporaryFolder.ts';

const tool: ObservedTool = {
  server: 'geo',
  serverVersion: '1.0',
  name: 'get_city',
  description: 'Finds.',
  inputSchema: { type: 'object' },
};

describe('observed outputs', () => {
  const all: ObservedOutputs[] = [];
  // A file that is written after its folder was removed would create the folder again.
  afterEach(() => Promise.all(all.splice(0).map((outputs) => outputs.dispose())));
  const folder = freshFolder('code-mode-observed-');

  function open(enabled = true): ObservedOutputs {
    const outputs = new ObservedOutputs({
      file: join(folder.path, 'kept', 'observed.json'),
      recordedFile: resolve(import.meta.dirname, '../../../../src/declarations/recordedOutputs.json'),
      enabled: () => enabled,
      log: (line) => assert.fail(line),
    });
    all.push(outputs);
    return outputs;
  }

  it('are there for the next call', () => {
    const observed = open();
    observed.observe(tool, { a: 1 });
    assert.equal(observed.of(tool)?.source, 'observed, 1 call');
  });

  it('are there in the next session', async () => {
    const first = open();
    first.observe(tool, { a: 'a value' });
    await first.dispose();
    const second = open();
    await second.load();
    assert.deepEqual(second.of(tool)?.schema, {
      type: 'object',
      properties: { a: { type: 'string' } },
      required: ['a'],
    });
    assert.doesNotMatch(await readFile(join(folder.path, 'kept', 'observed.json'), 'utf8'), /a value/);
  });

  const changes: readonly (readonly [what: string, changed: Partial<ObservedTool>])[] = [
    ['its schema', { inputSchema: { type: 'object', properties: {} } }],
    ['its description', { description: 'Finds better.' }],
    ["its server's version", { serverVersion: '1.1' }],
  ];
  for (const [what, changed] of changes) {
    it(`are dropped when a tool changes ${what}`, () => {
      const observed = open();
      observed.observe(tool, { a: 1 });
      observed.observe({ ...tool, ...changed }, { b: 1 });
      assert.equal(observed.of(tool), undefined);
      assert.deepEqual(observed.of({ ...tool, ...changed })?.schema, {
        type: 'object',
        properties: { b: { type: 'number' } },
        required: ['b'],
      });
    });
  }

  it('are neither made nor shown when they are not wanted', () => {
    const observed = open(false);
    observed.observe(tool, { a: 1 });
    assert.equal(observed.of(tool), undefined);
  });

  const recorded: ObservedTool = {
    ...tool,
    serverName: 'time-mcp',
    serverVersion: '1.0.6',
    name: 'relative_time',
  };

  it('are those recorded for a well-known server until its tool has answered here', async () => {
    const observed = open();
    await observed.load();
    assert.deepEqual(observed.of(recorded), {
      schema: { type: 'string' },
      source: 'recorded for this version',
    });
    assert.equal(observed.callsOf(recorded), 0);
    observed.observe(recorded, { ago: 1 });
    assert.equal(observed.of(recorded)?.source, 'observed, 1 call');
  });

  it('are those recorded for a well-known server where answers here do not count', async () => {
    const observed = open(false);
    await observed.load();
    observed.observe(recorded, { ago: 1 });
    assert.equal(observed.of(recorded)?.source, 'recorded for this version');
  });

  it('tell of a change of the type, not of every call', () => {
    const observed = open();
    let changes = 0;
    observed.onDidChange(() => (changes += 1));
    for (const answer of [{ a: 1 }, { a: 2 }, { a: 'x' }, { a: 3 }]) observed.observe(tool, answer);
    assert.equal(changes, 2);
  });

  it('look at few of many answers, and still notice a new kind', () => {
    const observed = open();
    for (let call = 0; call < 500; call += 1) observed.observe(tool, { a: 1 });
    assert.match(observed.of(tool)?.source ?? '', /^observed, \d0\+ calls$/);
    for (let call = 0; call < 20; call += 1) observed.observe(tool, { a: 'x' });
    assert.deepEqual(observed.of(tool)?.schema['properties'], {
      a: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    });
  });

  it('look at each of several tools that answer in turns', () => {
    const observed = open();
    const other = { ...tool, name: 'other' };
    for (let call = 0; call < 200; call += 1)
      for (const each of [tool, other]) observed.observe(each, { a: 1 });
    for (let call = 0; call < 20; call += 1)
      for (const each of [tool, other]) observed.observe(each, { a: 'x' });
    for (const each of [tool, other]) assert.match(JSON.stringify(observed.of(each)?.schema), /string/);
  });

  it('start anew from a file with half a tool', async () => {
    const file = join(folder.path, 'observed.json');
    await writeFile(file, '{"version":1,"tools":{"[\\"geo\\",\\"get_city\\"]":{"shape":5}}}');
    const observed = new ObservedOutputs({ file, enabled: () => true, log: (line) => assert.fail(line) });
    await observed.load();
    assert.equal(observed.of(tool), undefined);
    observed.observe(tool, 1);
    await observed.dispose();
    assert.match(await readFile(file, 'utf8'), /"number"/);
  });
});
