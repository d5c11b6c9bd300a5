import assert from 'node:assert/strict';
import { readModels, resolveModel } from '../../../../src/catalog/routing/modelRules.ts';
import type { Mode } from '../../../../src/catalog/routing/routing.ts';
import { codeOffer } from '../../../../src/vscode/participant/codeOffer.ts';
import { FakeToolSource, toolDefinition } from '../../../fakes/fakeToolSource.ts';
import { RecordingApprover } from '../../../fakes/recordingApprover.ts';
import { TestEngine } from '../../../fakes/testEngine.ts';
import { openedForAll } from '../../../fakes/opened.ts';

const { models } = readModels(
  [
    { match: 'plain-*', mode: 'tools' },
    { match: 'none', mode: 'off' },
    { match: 'always', mode: 'code' },
    { match: 'narrow', excludedTools: ['geo.get_city'] },
    { match: 'loose', typeCheck: 'off' },
  ],
  'codeMode.models',
);

describe('what @code has for a model', () => {
  const bed = openedForAll(() => {
    const inputSchema = { type: 'object', properties: { zoom: { type: 'number' } } };
    const source = new FakeToolSource({
      name: 'geo',
      tools: [toolDefinition('get_city'), toolDefinition('get_map', { inputSchema })],
    });
    return new TestEngine([source], { typeCheck: 'error' });
  });

  const offer = (model: string, mode: Mode = 'hybrid') => {
    const { engine, catalog } = bed;
    return codeOffer({ engine, catalog, mode, rules: resolveModel(models, model), model });
  };
  const engineFor = (model: string) => {
    const offered = offer(model);
    assert.equal(offered.kind, 'code');
    return offered.engine;
  };
  /** The errors of a script that this model wrote. */
  const errorsOf = async (model: string, code: string) => {
    const signal = new AbortController().signal;
    const request = {
      code,
      origin: { door: 'chat' },
      session: 'a',
      approver: new RecordingApprover(),
      signal,
    } as const;
    return (await engineFor(model).execute(request)).errors;
  };

  const rows: readonly (readonly [model: string, mode: Mode, message: RegExp | undefined])[] = [
    ['other', 'hybrid', undefined],
    ['other', 'tools', /is not offered here: .* "tools"\. Ask without @code\.$/],
    [
      'plain-1',
      'hybrid',
      /is not offered to plain-1: .* "tools" in codeMode\.models \(plain-\*\)\. .* ask without @code\.$/,
    ],
    [
      'none',
      'off',
      /is not offered to none: .* "off" in codeMode\.models \(none\)\. .* ask without @code\.$/,
    ],
    ['narrow', 'off', /is not offered here: .* "off"\. Ask without @code\.$/],
    ['always', 'tools', undefined],
  ];
  for (const [model, mode, message] of rows) {
    it(`is ${message === undefined ? 'code' : 'nothing, and what to do'}: ${model} in the mode ${mode}`, () => {
      const offered = offer(model, mode);
      const refusal = offered.kind === 'refused' ? offered.message : undefined;
      if (message === undefined) assert.equal(refusal, undefined);
      else assert.match(refusal ?? '', message);
    });
  }

  it('is the engine itself where no rules hold for the model', () => {
    assert.equal(engineFor('other'), bed.engine);
  });

  it('are the tools without those that its rules exclude, which its scripts cannot call either', async () => {
    const engine = engineFor('narrow');
    const { servers } = await engine.snapshot({ servers: 'all', signal: new AbortController().signal });
    assert.deepEqual(
      servers.flatMap(({ tools }) => tools.map(({ name }) => name)),
      ['get_map'],
    );
    const [error] = await errorsOf('narrow', 'return tools.geo.getCity({});');
    assert.equal(error?.code, 'excluded_tool');
    assert.match(error.message, /codeMode\.models \(narrow\)/);
  });

  it('is checked as its rules say', async () => {
    const wrong = 'const right = true; return tools.geo.getMap({ zoom: right ? 1 : "one" });';
    assert.equal((await errorsOf('other', wrong))[0]?.code, 'type_error');
    assert.deepEqual(await errorsOf('loose', wrong), []);
  });
});
