// Tests the measurement of processes. A meter that fails reports the failure in bounded time, and never reports that
// the process is gone.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  meterOf,
  testMeter,
  type ProcessMeter,
  type Reading,
  parsePs,
  parseStat,
  parseStatus,
  parseTasklist,
} from '../../../src/sandbox/supervisor/processMeter.ts';
import { sharedFolder } from '../../fakes/temporaryFolder.ts';
import { fullTest } from '../../fakes/everyTest.ts';

/** Maximum time to start the program of a meter on a busy machine, in milliseconds. */
const longMs = 60_000;

function read(meter: ProcessMeter, pid = process.pid, limitMs = longMs): Promise<Reading> {
  return new Promise((resolve) => meter.read(pid, resolve, limitMs));
}

describe('what systems say of a process', () => {
  it('is read on Linux, also when the command has parentheses and spaces', () => {
    const stat = '42 (a) (b c) S 1 2 3 4 5 6 7 8 9 10 150 50 0 0 20 0 11 0 1 2 3';
    assert.equal(parseStat(stat), 2_000);
    assert.equal(parseStatus('Name:\tnode\nVmRSS:\t   1024 kB\nThreads:\t1'), 1_048_576);
  });

  const lines: readonly (readonly [line: string, cpuMs: number, residentBytes: number])[] = [
    ['  0:01.50   2048', 1_500, 2_097_152],
    ['00:00:02 1', 2_000, 1_024],
    ['1-02:03:04 1', 93_784_000, 1_024],
    ['  0:00,05   2048', 50, 2_097_152],
  ];
  for (const [line, cpuMs, residentBytes] of lines) {
    it(`is read of ps: ${line}`, () => {
      assert.deepEqual(parsePs(line), { cpuMs, residentBytes });
    });
  }

  it('is read of tasklist, whatever separates thousands', () => {
    assert.deepEqual(parseTasklist('"node.exe","42","Console","1","1.234 K"\r\n'), {
      cpuMs: undefined,
      residentBytes: 1234 * 1024,
    });
  });

  it('is nothing where it is not as expected', () => {
    const tasklist = [
      'INFO: No tasks',
      '"node.exe","42"',
      'Error 5: "1"',
      '"node.exe","42","Console","1","N/A"',
    ];
    assert.deepEqual(
      [parseStat(''), parseStatus(''), parsePs('PID'), ...tasklist.map(parseTasklist)],
      Array.from({ length: 7 }, () => undefined),
    );
  });
});

describe('the process meter', () => {
  it('measures this very process', async () => {
    const reading = await read(meterOf());
    const resident = reading.state === 'measured' ? reading.usage.residentBytes : undefined;
    assert.ok(resident !== undefined && Math.abs(resident - process.memoryUsage.rss()) < 50 * 1_048_576);
  });

  it('passes its own test', async () => assert.equal(await testMeter(meterOf()), undefined));

  it('says of a process that is gone that it is', async () => {
    assert.deepEqual(await read(meterOf(), 2 ** 22 + 1), { state: 'gone' });
  });

  it('asks the programs of the system by their places', () => {
    const of = (platform: NodeJS.Platform) => meterOf({ platform }, { SystemRoot: 'D:\\Windows' }).source;
    assert.deepEqual(
      [of('win32'), of('darwin'), of('linux')],
      ['D:\\Windows\\System32\\tasklist.exe', '/bin/ps', '/proc'],
    );
  });

  it('says on Linux that it cannot be read when /proc is not there', async () => {
    const reading = await read(meterOf({ platform: 'linux', source: '/nowhere' }));
    assert.match(reading.state === 'failed' ? reading.reason : reading.state, /ENOENT.*\/nowhere/);
  });
});

describe('a meter whose program', () => {
  const folder = sharedFolder('code-mode-meter-');

  function program(script: string, platform: NodeJS.Platform = 'win32', env = process.env): ProcessMeter {
    return meterOf({ platform, source: folder.program('tasklist', script) }, env);
  }

  const failures: readonly (readonly [what: string, script: string, why: RegExp, limitMs?: number])[] = [
    ['fails', 'echo "ERROR: Access denied" >&2; exit 1', /ERROR: Access denied/],
    ['prints nothing', 'exit 0', /said ""/],
    ['prints something else', 'echo "INFO: No tasks are running"', /said "INFO: No tasks/],
    ['prints without end', 'exec cat /dev/zero', /maxBuffer/],
    ['does not answer', 'exec sleep 60', /took over 500 ms/, 500],
    ['leaves its output to another that does not end', 'sleep 5 & exit 0', /took over 500 ms/, 500],
  ];
  for (const [what, script, why, limitMs] of failures) {
    it(`${what} says that it failed, and why`, async () => {
      const reading = await read(program(script), process.pid, limitMs);
      assert.match(reading.state === 'failed' ? reading.reason : reading.state, why);
    });

    it(`${what} says of a process that is gone that it is`, async () => {
      const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
      await once(child, 'exit');
      assert.deepEqual(await read(program(script), child.pid, limitMs), { state: 'gone' });
    });
  }

  it('is not there says so', async () => {
    const reading = await read(meterOf({ platform: 'darwin', source: join(folder.path, 'nowhere') }));
    assert.match(reading.state === 'failed' ? reading.reason : reading.state, /ENOENT/);
  });

  it("writes as the user's language does is asked to write plainly", async () => {
    const meter = program('[ "$LC_ALL" = C ] && echo "0:00.05 9"', 'darwin', {
      ...process.env,
      LC_ALL: 'de_DE.UTF-8',
    });
    assert.deepEqual(await read(meter), { state: 'measured', usage: { cpuMs: 50, residentBytes: 9 * 1024 } });
  });

  fullTest('is slow at first passes its test', async () => {
    assert.equal(await testMeter(program(`sleep 3; echo '"a","1","b","1","9 K"'`)), undefined);
  });

  it('fails for a second passes its test', async () => {
    const since = performance.now();
    const works: Reading = { state: 'measured', usage: { cpuMs: 1, residentBytes: 1 } };
    const failed: Reading = { state: 'failed', reason: 'EMFILE' };
    const meter: ProcessMeter = {
      periodMs: 25,
      source: '/proc',
      read: (_pid, done) => done(performance.now() - since > 1_000 ? works : failed),
    };
    assert.equal(await testMeter(meter), undefined);
  });

  fullTest('fails three times in a row fails its test', async () => {
    const count = join(folder.path, 'count');
    const meter = program(
      `echo x >> '${count}'; [ $(wc -l < '${count}') -gt 2 ] && echo '"a","1","b","1","9 K"'`,
    );
    assert.equal(await testMeter(meter), undefined);
    assert.match((await testMeter(program('exit 1'))) ?? '', /tasklist/);
  });
});
