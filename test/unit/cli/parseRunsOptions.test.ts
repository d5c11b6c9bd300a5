import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/parseCommandLine.ts';
import { shellWords } from '../../fakes/shellWords.ts';

const parse = (line: string) => parseCommandLine(shellWords(`runs ${line}`));

describe('the command line of runs', () => {
  for (const [line, options] of [
    ['list', { limit: 20 }],
    ['list --state failed --limit 5 --json', { action: 'list', json: true, limit: 5, states: ['failed'] }],
    ['show a --call 3', { action: 'show', json: false, run: 'a', view: 'all', call: 3 }],
    ['delete a b --yes', { action: 'delete', runs: ['a', 'b'], all: false, yes: true }],
    [
      'resume a --script x.ts --in-flight not-happened --limit cpuMs=2000 --allow-writes',
      {
        action: 'resume',
        run: 'a',
        script: 'x.ts',
        inFlight: 'not-happened',
        limits: { cpuMs: 2_000 },
        allowWrites: true,
      },
    ],
    ['test a --limit cpuMs=2000', { action: 'test', limits: { cpuMs: 2_000 } }],
  ] as const) {
    it(`reads "${line}"`, () => assert.partialDeepStrictEqual(parse(line), { command: 'runs', ...options }));
  }

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
