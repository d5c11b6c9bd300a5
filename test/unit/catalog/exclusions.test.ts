import assert from 'node:assert/strict';
import { Exclusions } from '../../../src/catalog/exclusions.ts';

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

  it('warns of a pattern that can match nothing', () => {
    assert.match(new Exclusions(['github']).warnings.join(), /write "github\.\*"/);
  });

  it('say where a pattern stands', () => {
    const exclusion = { pattern: 'geo.*', setting: '--exclude' };
    assert.deepEqual(new Exclusions([exclusion]).find(tool('geo', 'get')), exclusion);
    assert.match(new Exclusions([{ pattern: 'geo', setting: '--exclude' }]).warnings.join(), /The exclusion "geo" \(--exclude\) matches/);
  });
});
