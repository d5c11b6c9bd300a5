import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/parseCommandLine.ts';
import { shellWords } from '../../fakes/shellWords.ts';

const parse = (line: string) => parseCommandLine(shellWords(`runs ${line}`));

describe('the command line of runs', () => {
  it('reads what each action takes', () => {
    assert.deepEqual(parse('list --state failed --limit 5 --json'), {
      command: 'runs',
      json: true,
      action: 'list',
      limit: 5,
      states: ['failed'],
    });
    assert.deepEqual(parse('show a --call 3'), {
      command: 'runs',
      json: false,
      action: 'show',
      run: 'a',
      view: 'all',
      call: 3,
    });
    assert.deepEqual(parse('delete a b --yes'), {
      command: 'runs',
      json: false,
      action: 'delete',
      runs: ['a', 'b'],
      all: false,
      yes: true,
    });
    const resume = parse('resume a --script x.ts --in-flight not-happened --limit cpuMs=2000 --allow-writes');
    assert.ok(resume.command === 'runs' && resume.action === 'resume');
    assert.deepEqual(
      [resume.run, resume.script, resume.inFlight, resume.limits, resume.allowWrites],
      ['a', 'x.ts', 'not-happened', { cpuMs: 2_000 }, true],
    );
    const test = parse('test a --limit cpuMs=2000');
    assert.deepEqual(test.command === 'runs' && test.action === 'test' && test.limits, { cpuMs: 2_000 });
  });

  it('lists 20 runs by default', () => {
    const list = parse('list');
    assert.ok(list.command === 'runs' && list.action === 'list');
    assert.equal(list.limit, 20);
  });

  for (const [line, message] of [
    ['', /runs: it takes list, show/],
    ['lists', /has no "lists": did you mean code-mode runs list\?/],
    ['show', /form is code-mode runs show <run>/],
    ['list x', /form is code-mode runs list /],
    ['list --limit cpuMs=5', /--limit takes an integer/],
    ['list --code', /runs list has no option --code; runs show has/],
    ['show a --allow-writes', /has no option --allow-writes; runs replay, runs resume, runs test have/],
    ['show a --code --trace', /exclude each other/],
    ['replay a --live-after', /--live-after needs --script/],
    ['replay a --in-flight stop', /add --live-after/],
    ['resume a --in-flight maybe', /--in-flight takes happened, not-happened, stop/],
    ['delete', /form is code-mode runs delete <run>\.\.\. \| --all/],
    ['delete a --all', /the form is/],
    ['test', /form is code-mode runs test/],
  ] as const) {
    it(`refuses "${line}"`, () => assert.throws(() => parse(line), message));
  }
});
