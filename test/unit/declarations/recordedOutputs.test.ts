// Tests the types that are shipped for well-known servers: the tools to which they apply, and the content of their
// file.
import assert from 'node:assert/strict';
import data from '../../../src/declarations/recordedOutputs.json' with { type: 'json' };
import { readShape } from '../../../src/declarations/observedShape.ts';
import { RecordedOutputs, type RecordedServers } from '../../../src/declarations/recordedOutputs.ts';
import { toolShape } from '../../fakes/toolShape.ts';

const servers: RecordedServers = {
  'geo-server': {
    version: '1.0',
    tools: { get_city: { input: ['id', 'lang'], answers: { seen: 1, kinds: ['string'] } } },
  },
  documented: {
    version: '2',
    source: 'from the docs',
    tools: { get_city: { input: [], answers: { seen: 1, kinds: ['number'] } } },
  },
};
const recorded = new RecordedOutputs(servers);
const input = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const known = toolShape({
  serverName: 'geo-server',
  serverVersion: '1.0',
  name: 'get_city',
  inputSchema: input('id', 'lang'),
});

describe('a recorded type', () => {
  it('says that it is of the version of the server', () => {
    assert.deepEqual(recorded.of(known), { schema: { type: 'string' }, source: 'recorded for this version' });
  });

  it('says that it is of another version', () => {
    assert.equal(recorded.of({ ...known, serverVersion: '1.1' })?.source, 'recorded for another version');
  });

  it('says where it is from if not from what the server works on', () => {
    const tool = { ...known, serverName: 'documented', inputSchema: input() };
    assert.equal(recorded.of(tool)?.source, 'from the docs for another version');
  });

  it('counts for a tool that takes less than the recorded one', () => {
    assert.ok(recorded.of({ ...known, inputSchema: input('id') }));
  });

  const others = {
    'that takes an argument more': { inputSchema: input('id', 'lang', 'format') },
    'of another name': { name: 'get_town' },
    'of a server of another name': { serverName: 'geo' },
    'of a server named like a member of all objects': { serverName: 'constructor' },
    'named like a member of all objects': { name: 'toString' },
  };
  for (const [what, change] of Object.entries(others)) {
    it(`does not count for a tool ${what}`, () =>
      assert.equal(recorded.of({ ...known, ...change }), undefined));
  }

  it('does not count for a tool whose server does not say its name', () => {
    const { serverName: _name, ...nameless } = known;
    assert.equal(recorded.of(nameless), undefined);
  });
});

describe('the recorded types', () => {
  it('are shapes that the program reads as they are', () => {
    for (const { tools } of Object.values(data as RecordedServers)) {
      for (const { answers } of Object.values(tools)) assert.deepEqual(readShape(answers), answers);
    }
  });
});
