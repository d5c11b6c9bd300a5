// Tests the requirements on every supported runtime, the oldest and the next: the built command runs scripts, and an
// attacker's program in a process with the same flags stays confined.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { built } from '../fakes/testEngine.ts';
import { provisionNode } from './provisionNode.ts';
import { reportOf } from '../sandbox/reportOf.ts';

const hostile = readFileSync(join(import.meta.dirname, '../fixtures/hostileGuests/reachOut.cjs'), 'utf8');

/** The permission model of each leaves these open, and the boot stub shuts them (test/security/walls.test.ts). */
const runtimes = [
  { version: '22.13.0', leftOpen: ['registerHooks', 'killHost', 'listen'] },
  // It denies the network too.
  { version: '26.10.0', leftOpen: ['killHost'] },
];

const scripts: readonly (readonly [what: string, script: string, outcome: RegExp])[] = [
  ['runs a script', 'return [1, 2].map((n) => n * 21)', /"result": \[\s*21,\s*42\s*\]/],
  ['has Intl', 'return new Intl.NumberFormat("de").format(1234.5)', /"1\.234,5"/],
  [
    'holds a constructor',
    'return (() => {}).constructor("return process.version")()',
    /"code": "script_error"/,
  ],
  [
    'holds an import',
    'return (await import("node:fs")).readFileSync("/etc/hostname")',
    /"code": "forbidden_syntax"/,
  ],
  [
    'tells the place of an error',
    'const a = 1;\nthrow new Error("x" + a)',
    /"message": "Error: x1",\s*"line": 2,\s*"column": 7/,
  ],
  ['ends a full heap', 'const all = []; for (;;) all.push([1, 2, 3])', /"code": "memory_limit"/],
  ['ends a loop in time', 'for (;;);', /"code": "(timeout|cpu_limit)"/],
];

for (const { version, leftOpen } of runtimes) {
  describe(`Node ${version}`, function () {
    this.timeout(180_000);
    let node = '';

    before(async () => {
      node = await provisionNode(version);
    });

    for (const [what, script, outcome] of scripts) {
      it(what, async () => assert.match(await codeMode(node, script), outcome));
    }

    it('runs a script in the wasm engine', async () => {
      const outcome = await codeMode(node, 'return new URL("http://a/?b=1").searchParams.get("b")', [
        '--engine',
        'wasm',
      ]);
      assert.match(outcome, /"result": "1"/);
    });

    it('lets an attacker’s program out by no door that it is said to keep shut', async () => {
      const report = await reportOf(
        node,
        ['--permission', '--no-addons', '--no-experimental-sqlite', '--eval', hostile],
        { cwd: tmpdir(), env: {} },
        '',
      );
      const open = Object.keys(report).filter((door) => report[door]?.startsWith('open'));
      assert.deepEqual(open, leftOpen);
    });
  });
}

/** Returns the output of `code-mode run - --json` under that runtime. */
function codeMode(node: string, script: string, options: readonly string[] = []): Promise<string> {
  return new Promise((resolve, reject) => {
    const args = [built('cli/main.js'), 'run', '-', '--json', '--timeout', '30000', ...options];
    const child = execFile(node, args, { cwd: tmpdir() }, (_error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr));
      else resolve(stdout);
    });
    child.stdin?.end(script);
  });
}
