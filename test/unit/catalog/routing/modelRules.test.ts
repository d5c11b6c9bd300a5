import assert from 'node:assert/strict';
import { joinModelRules, readModels, resolveModel } from '../../../../src/catalog/routing/modelRules.ts';

const setting = 'codeMode.models';
const models = (value: unknown) => readModels(value, setting).models;

describe('codeMode.models', () => {
  it('is all of an entry', () => {
    const entry = { match: 'gpt-*', mode: 'tools', excludedTools: ['github.*'], typeCheck: 'warn' };
    assert.deepEqual(models([entry]), [
      {
        match: 'gpt-*',
        mode: 'tools',
        excluded: [{ pattern: 'github.*', setting: 'codeMode.models (gpt-*)' }],
        typeCheck: 'warn',
      },
    ]);
  });

  const malformed: readonly (readonly [what: string, value: unknown, warnings: number])[] = [
    ['no list', { match: 'a' }, 1],
    ['what is no object', [null, 1, 'a', []], 4],
    ['an entry without a match', [{ mode: 'off' }], 1],
    ['a match that is no glob', [{ match: 'a[' }], 1],
    ['nothing', undefined, 0],
  ];
  for (const [what, value, warnings] of malformed) {
    it(`leaves out ${what}, and says so`, () => {
      const read = readModels(value, setting);
      assert.deepEqual([read.models, read.warnings.length], [[], warnings]);
    });
  }

  it('takes a value that is none for one that is not set', () => {
    assert.deepEqual(models([{ match: 'a', mode: 'x', typeCheck: 1 }]), [{ match: 'a', excluded: [] }]);
  });

  it('excludes every tool where exclusions are no globs', () => {
    assert.equal(models([{ match: 'a', excludedTools: [1] }])[0]?.excluded[0]?.pattern, '[not a string');
  });

  it('reads the beginning of a list without end', () => {
    assert.equal(models(Array.from({ length: 500 }, () => ({ match: 'a' }))).length, 100);
  });

  const list = models([
    { match: 'claude-code' },
    { match: 'gpt-5*', mode: 'tools' },
    { match: 'GPT-*' },
    { match: '*' },
  ]);
  const resolved: readonly (readonly [model: string | undefined, match: string | undefined])[] = [
    ['claude-code', 'claude-code'],
    ['gpt-5.2', 'gpt-5*'],
    ['gpt-4.1', 'GPT-*'],
    ['Visual Studio Code', '*'],
    [undefined, undefined],
    ['', undefined],
  ];
  for (const [model, match] of resolved) {
    it(`gives ${JSON.stringify(model)} the first entry that matches: ${match}`, () => {
      assert.equal(resolveModel(list, model)?.match, match);
    });
  }

  it('names a model by any of its names', () => {
    const names = ['copilot/gpt-4.1', 'gpt-4.1', 'gpt', 'GPT-4.1 (preview)'];
    for (const match of ['copilot/*', 'gpt-4*', 'gpt', '* (preview)'])
      assert.equal(resolveModel(models([{ match }]), ...names)?.match, match);
  });

  it('names a model by what none of its names is', () => {
    const notGpt = models([{ match: '!(gpt-*)' }]);
    assert.equal(resolveModel(notGpt, 'vendor/gpt-4.1', 'gpt-4.1'), undefined);
    assert.equal(resolveModel(notGpt, 'vendor/claude', 'claude')?.match, '!(gpt-*)');
  });

  it('is of several lists what the nearest says, and all that any of them excludes', () => {
    const [near] = models([{ match: 'a', mode: 'code', excludedTools: ['x.*'] }]);
    const [far] = models([{ match: '*', mode: 'off', typeCheck: 'off', excludedTools: ['y.*'] }]);
    const joined = joinModelRules([undefined, near, far]);
    assert.deepEqual(
      [joined?.mode, joined?.typeCheck, joined?.excluded.map(({ pattern }) => pattern)],
      ['code', undefined, ['x.*', 'y.*']],
    );
    assert.equal(joinModelRules([undefined]), undefined);
  });
});
