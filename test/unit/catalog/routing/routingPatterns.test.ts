import assert from 'node:assert/strict';
import { narrowingLevels } from '../../../../src/base/globs/narrowingGlobs.ts';
import { RoutingPatterns } from '../../../../src/catalog/routing/routingPatterns.ts';

function tool(server: string, name: string, method = name) {
  return { server, namespace: server, name, method };
}

function narrowing(...patterns: readonly string[]) {
  return new RoutingPatterns(
    patterns.map((pattern) => ({ pattern, setting: 'codeMode.excludedTools' })),
    'all',
  );
}

describe('patterns of tools', () => {
  it('take away a tool that they may name, and bring back only one that they certainly name', () => {
    const ambiguous = [{ pattern: 'a.*', setting: '--exclude' }];
    const found = (['all', 'none'] as const).map((broken) =>
      new RoutingPatterns(ambiguous, broken).find(tool('a.b', 'read')),
    );
    assert.deepEqual(found, [ambiguous[0], undefined]);
  });

  it('names the first of several patterns', () => {
    assert.equal(narrowing('x.*', '*.a', 'y.a').find(tool('y', 'a'))?.pattern, '*.a');
  });

  for (const pattern of ['', 'memory.{create', 'a[', 'x'.repeat(70_000)]) {
    it(`warns of the broken pattern ${JSON.stringify(pattern.slice(0, 20))} and goes on`, () => {
      const patterns = narrowing(pattern, '*.a');
      assert.equal(patterns.find(tool('y', 'a'))?.pattern, '*.a');
      assert.equal(patterns.warnings.length, 1);
    });
  }

  const many = Array.from({ length: 101 }, (_, index) => `t${index}`).join(',');
  const unreadable: readonly (readonly [pattern: string, start: string | undefined])[] = [
    ['github.+(delete|remove)_*', 'github.'],
    ['GitHub.*(delete_)x', 'github.'],
    ['github.!({delete,remove}_*)', 'github.'],
    [`github.{${many},delete_repo}`, 'github.'],
    [`github.{delete_repo,${'x'.repeat(500)}}`, 'github.'],
    ['github.d{1..10}', 'github.d'],
    ['github.delete_repo\\', 'github.delete_repo'],
    ['!github.+(get_*)', undefined],
    ['+(github).*', undefined],
  ];
  for (const [pattern, start] of unreadable) {
    it(`takes away all that ${pattern.slice(0, 30)} can have meant, and says so`, () => {
      const patterns = narrowing(pattern);
      assert.equal(patterns.find(tool('github', 'delete_repo'))?.pattern, pattern);
      assert.equal(patterns.find(tool('slack', 'post'))?.pattern, start === undefined ? pattern : undefined);
      const matched = start === undefined ? 'every tool' : `every tool that begins with "${start}"`;
      assert.ok(patterns.warnings[0]?.includes(`it matches ${matched}.`), patterns.warnings[0]);
    });
  }

  it('takes nothing away by an empty pattern', () =>
    assert.equal(narrowing('').find(tool('y', 'a')), undefined));

  it('warns of a pattern that can match nothing', () => {
    assert.match(narrowing('github').warnings.join(), /write "github\.\*"/);
  });

  describe('of which there are more than a thousand', () => {
    const many = Array.from({ length: 1_500 }, (_, index) => ({
      pattern: `a.t${index}`,
      setting: 'codeMode.blockedTools',
    }));

    it('take every tool away where they narrow, and say so', () => {
      const patterns = new RoutingPatterns(many, 'all');
      assert.equal(patterns.find(tool('a', 't7'))?.pattern, 'a.t7');
      assert.deepEqual(patterns.find(tool('b', 'x')), { pattern: '*', setting: 'codeMode.blockedTools' });
      assert.match(
        patterns.warnings.join(),
        /There are 1500 patterns, the last in codeMode\.blockedTools; only 1000 are read/,
      );
    });

    it('match nothing more where they bring back', () => {
      const patterns = new RoutingPatterns(many, 'none');
      assert.deepEqual([patterns.find(tool('a', 't1499')), patterns.warnings.length], [undefined, 1]);
    });
  });

  it('take every tool away where they are longer together than anybody writes', () => {
    const patterns = narrowing(...Array.from({ length: 200 }, (_, index) => `a.${'{'.repeat(480)}${index}`));
    assert.equal(patterns.find(tool('b', 'x'))?.pattern, '*');
    assert.match(patterns.warnings.join(), /There are 200 patterns, .* only 103 are read/);
  });

  it('are quoted in part where they are long, in a few warnings', () => {
    const broken = Array.from({ length: 500 }, (_, index) => `a${index}[${'x'.repeat(70_000)}`);
    const { warnings } = narrowing(...broken);
    assert.ok(
      warnings.length <= 100 && warnings.every(({ length }) => length < 1_000),
      String(warnings.length),
    );
  });

  it('say where a pattern stands', () => {
    const pattern = { pattern: 'geo.*', setting: '--exclude' };
    assert.deepEqual(new RoutingPatterns([pattern], 'all').find(tool('geo', 'get')), pattern);
    const broad = new RoutingPatterns([{ pattern: 'geo', setting: '--exclude' }], 'all');
    assert.match(broad.warnings.join(), /The pattern "geo" \(--exclude\) matches/);
  });
});

describe('a setting that narrows', () => {
  it('counts on each level that has it', () => {
    assert.deepEqual(narrowingLevels([['a.*'], undefined, 'b.*'], ['c.*']), [['a.*'], ['b.*']]);
  });

  it('is its default where no level has it', () =>
    assert.deepEqual(narrowingLevels([undefined], ['c.*']), [['c.*']]));

  for (const value of [1, null, {}, ['geo.*', 1]]) {
    it(`excludes every tool where it is ${JSON.stringify(value)}`, () => {
      const patterns = narrowing(...narrowingLevels([value], []).flat());
      assert.notEqual(patterns.find(tool('slack', 'post')), undefined);
    });
  }
});
