// Tests which errors of the system mean that no process can be started at all, and which that none can be started at
// the moment.
import assert from 'node:assert/strict';
import { exitFailureKind, startFailureKind } from '../../../src/sandbox/supervisor/sandboxProcess.ts';

describe('an error of starting a process', () => {
  for (const code of ['EPERM', 'EACCES', 'ENOENT']) {
    it(`is a refusal as ${code}`, () =>
      assert.equal(startFailureKind(Object.assign(new Error('spawn'), { code })), 'refused'));
  }
  for (const code of ['EAGAIN', 'EMFILE', 'ENOMEM', undefined]) {
    it(`is none as ${code ?? 'something else'}`, () =>
      assert.equal(startFailureKind(Object.assign(new Error('spawn'), { code })), 'unstarted'));
  }

  it('is a refusal as UNKNOWN on Windows, where a policy or a virus scanner says no', () => {
    const error = Object.assign(new Error('spawn UNKNOWN'), { code: 'UNKNOWN' });
    assert.deepEqual(
      [startFailureKind(error, 'win32'), startFailureKind(error, 'linux')],
      ['refused', 'unstarted'],
    );
  });
});

describe('an exit code before the process was ready', () => {
  const cases: readonly (readonly [code: number | null, printed: string, kind: string])[] = [
    [9, 'bad option: --x', 'refused'],
    [126, '/opt/node: Permission denied', 'refused'],
    [126, 'code-mode: 1: exec: /opt/node: Operation not permitted', 'refused'],
    [126, 'code-mode: 1: exec: /opt/node: Cannot allocate memory', 'ended'],
    [127, '/opt/node: not found', 'refused'],
    [86, 'process.x cannot be taken away.', 'walls'],
    [1, 'Error: no boot', 'ended'],
    [null, '', 'ended'],
  ];
  for (const [code, printed, kind] of cases) {
    it(`of ${code} with "${printed}" is ${kind}`, () => assert.equal(exitFailureKind(code, printed), kind));
  }
});
