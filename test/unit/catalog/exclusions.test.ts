import assert from 'node:assert/strict';
import { Exclusions, narrowingLevels } from '../../../src/catalog/exclusions.ts';

function tool(server: string, name: string, method = name) {
  return { server, namespace: server, name, method };
}

describe('exclusions', () => {
  const matching: readonly (readonly [pattern: string, server: string, name: string])[] = [
    ['github.*', 'github', 'create_issue'],
    ['*.delete_*', 'github', 'delete_repo'],
    ['memory.{create,delete}_*', 'memory', 'create_entities'],
    ['github.*', 'github', 'issues/create'],
    ['github.*', 'github', '.hidden'],
    ['GitHub.*', 'github', 'create_issue'],
    ['*', 'github', 'create_issue'],
    ['GitHub (work).*', 'GitHub (work)', 'create_issue'],
    ['(github|memory).*', 'memory', 'read_graph'],
    ['@(github|memory).*', 'memory', 'read_graph'],
    ['!github.*', 'memory', 'read_graph'],
  ];
  for (const [pattern, server, name] of matching) {
    it(`takes ${server}.${name} away by ${pattern}`, () => {
      assert.equal(new Exclusions([pattern]).find(tool(server, name))?.pattern, pattern);
    });
  }

  const different: readonly (readonly [pattern: string, server: string, name: string])[] = [
    ['github.*', 'github2', 'create_issue'],
    ['*.delete_*', 'github', 'undelete_repo'],
    ['memory.{create,delete}_*', 'memory', 'read_graph'],
  ];
  for (const [pattern, server, name] of different) {
    it(`leaves ${server}.${name} by ${pattern}`, () => {
      assert.equal(new Exclusions([pattern]).find(tool(server, name))?.pattern, undefined);
    });
  }

  it('matches the name in scripts too', () => {
    const exclusions = new Exclusions(['myFiles.readFile']);
    assert.equal(
      exclusions.find({ server: 'my files', namespace: 'myFiles', name: 'read_file', method: 'readFile' })?.pattern,
      'myFiles.readFile',
    );
  });

  it('keeps what a negated pattern names by either name', () => {
    const tool = { server: 'my-files', namespace: 'myFiles', name: 'read_file', method: 'readFile' };
    assert.equal(new Exclusions(['!my-files.*']).find(tool)?.pattern, undefined);
  });

  it('names the first of several patterns', () => {
    assert.equal(new Exclusions(['x.*', '*.a', 'y.a']).find(tool('y', 'a'))?.pattern, '*.a');
  });

  for (const pattern of ['', 'memory.{create', 'a[', 'x'.repeat(70_000)]) {
    it(`warns of the broken pattern ${JSON.stringify(pattern.slice(0, 20))} and goes on`, () => {
      const exclusions = new Exclusions([pattern, '*.a']);
      assert.equal(exclusions.find(tool('y', 'a'))?.pattern, '*.a');
      assert.equal(exclusions.warnings.length, 1);
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
      const exclusions = new Exclusions([pattern]);
      assert.equal(exclusions.find(tool('github', 'delete_repo'))?.pattern, pattern);
      assert.equal(exclusions.find(tool('slack', 'post'))?.pattern, start === undefined ? pattern : undefined);
      const excluded = start === undefined ? 'every tool' : `every tool that begins with "${start}"`;
      assert.ok(exclusions.warnings[0]?.includes(`it excludes ${excluded}.`), exclusions.warnings[0]);
    });
  }

  it('takes nothing away by an empty pattern', () => assert.equal(new Exclusions(['']).find(tool('y', 'a')), undefined));

  it('warns of a pattern that can match nothing', () => {
    assert.match(new Exclusions(['github']).warnings.join(), /write "github\.\*"/);
  });

  it('say where a pattern stands', () => {
    const exclusion = { pattern: 'geo.*', setting: '--exclude' };
    assert.deepEqual(new Exclusions([exclusion]).find(tool('geo', 'get')), exclusion);
    assert.match(new Exclusions([{ pattern: 'geo', setting: '--exclude' }]).warnings.join(), /The exclusion "geo" \(--exclude\) matches/);
  });
});

describe('a setting that narrows', () => {
  it('counts on each level that has it', () => {
    assert.deepEqual(narrowingLevels([['a.*'], undefined, 'b.*'], ['c.*']), [['a.*'], ['b.*']]);
  });

  it('is its default where no level has it', () => assert.deepEqual(narrowingLevels([undefined], ['c.*']), [['c.*']]));

  for (const value of [1, null, {}, ['geo.*', 1]]) {
    it(`excludes every tool where it is ${JSON.stringify(value)}`, () => {
      const exclusions = new Exclusions(narrowingLevels([value], []).flat());
      assert.notEqual(exclusions.find(tool('slack', 'post')), undefined);
    });
  }
});
