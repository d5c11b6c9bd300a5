import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/commandLine.ts';

describe('parseCommandLine', () => {
  it('reads everything that run takes', () => {
    assert.deepEqual(
      parseCommandLine([
        ...['run', 'a.ts', '--config', 'x.json', '--config', 'y.json', '--arg', 'n=3', '--arg', 'who=Ann=e', '--timeout', '500'],
        ...['--json', '--allow-writes', '--exclude', 'a.*', '--trace', 't.jsonl', '--type-check', 'warn'],
      ]),
      {
        command: 'run',
        file: 'a.ts',
        configs: ['x.json', 'y.json'],
        exclude: ['a.*'],
        json: true,
        args: { n: 3, who: 'Ann=e' },
        timeoutMs: 500,
        allowWrites: true,
        typeCheck: 'warn',
        trace: 't.jsonl',
      },
    );
  });

  it('takes - as standard input', () => {
    const line = parseCommandLine(['run', '-']);
    assert.equal(line.command === 'run' && line.file, '-');
  });

  it('checks types unless told', () => {
    const line = parseCommandLine(['run', '-']);
    assert.equal(line.command === 'run' && line.typeCheck, 'error');
  });

  it('joins the words of a search', () => {
    const line = parseCommandLine(['search', 'read', 'a', 'file']);
    assert.equal(line.command === 'search' && line.query, 'read a file');
  });

  for (const argv of [[], ['help'], ['--help'], ['run', '--help']]) {
    it(`shows the help for ${JSON.stringify(argv)}`, () => {
      assert.deepEqual(parseCommandLine(argv), { command: 'help' });
    });
  }

  const wrong: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
    [['rum'], /no command "rum"; it is one of run, types, tools, search/],
    [['run'], /run takes one file/],
    [['run', 'a.ts', 'b.ts'], /run takes one file/],
    [['run', 'a.ts', '--timeout', 'soon'], /--timeout takes whole milliseconds, not "soon"/],
    [['run', 'a.ts', '--arg', 'novalue'], /--arg takes key=value, not "novalue"/],
    [['run', 'a.ts', '--nonsense'], /--nonsense/],
    [['tools', 'extra'], /tools takes no "extra"/],
    [['search'], /search takes what to look for/],
  ];
  for (const [argv, says] of wrong) {
    it(`refuses ${JSON.stringify(argv)}`, () => {
      assert.throws(() => parseCommandLine(argv), says);
    });
  }
});
