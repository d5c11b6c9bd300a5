// The walls without SES: a program of an attacker's runs in place of our guest, with all of Node at hand.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure, makeSandbox, RecordingHandlers, returned, sharedSandbox } from './sandboxBed.ts';

const hostile = (name: string) => join(import.meta.dirname, '../fixtures/hostileGuests', name);

describe('a process that broke out of SES', () => {
  let report: Record<string, string> = {};

  before(async () => {
    process.env['SANDBOX_TEST_SECRET'] = 'secret';
    const sandbox = makeSandbox({ guestFile: hostile('reachOut.cjs') });
    report = (await returned(sandbox, '')) as Record<string, string>;
    await sandbox.dispose();
    delete process.env['SANDBOX_TEST_SECRET'];
  });

  const doors: readonly (readonly [door: string, what: string])[] = [
    ['readFile', 'reads no file'],
    ['readOwnFile', 'does not read its own program'],
    ['readFolder', 'lists no folder'],
    ['writeFile', 'writes no file'],
    ['writeDevice', 'writes no device'],
    ['statFile', 'learns nothing of a file'],
    ['symlink', 'makes no link'],
    ['spawn', 'starts no process'],
    ['spawnAsync', 'starts no process that nobody waits for'],
    ['fork', 'forks nothing'],
    ['spawnBinding', 'starts no process by the binding'],
    ['worker', 'starts no thread'],
    ['addon', 'loads no addon'],
    ['requireFile', 'requires no file'],
    ['importFile', 'imports no file'],
    ['sqlite', 'opens no database'],
    ['inspector', 'opens no inspector'],
    ['secret', 'sees no variable of its host'],
  ];
  for (const [door, what] of doors) {
    it(what, () => {
      assert.doesNotMatch(report[door] ?? 'open: was not tried', /^open/);
    });
  }

  it('has no variables but time zone and language', () => {
    assert.match(report['variables'] ?? '', /^(LANG)?,?(PWD|OLDPWD|SHLVL|_|,)*(TZ)?$/);
  });

  it('left nothing on the disk', () => {
    assert.deepEqual(['/tmp/code-mode-sandbox-escape', '/tmp/code-mode-sandbox-link', '/tmp/code-mode-sandbox.db'].filter(existsSync), []);
  });
});

describe('a process that sends what our guest never sends', () => {
  const sandbox = sharedSandbox({ guestFile: hostile('speak.cjs') });
  const quote = JSON.stringify;

  const breaches: readonly (readonly [what: string, body: string])[] = [
    ['no JSON', 'frame("nonsense")'],
    ['no array', 'frame("{}")'],
    ['a message that is no array', 'frame("[1]")'],
    ['an unknown type', 'frame(\'[["NODE_HANDLE"]]\')'],
    ['a type that is no text', 'frame("[[{}]]")'],
    ['a type from the prototype', 'frame(\'[["constructor"],["__proto__"]]\')'],
    ['a call without a number', 'frame(\'[["tool","1","a","b","value",null]]\')'],
    ['a call out of order', 'frame(\'[["tool",7,"a","b","value",null]]\')'],
    ['a call with an object for a name', 'frame(\'[["tool",1,{},"b","value",null]]\')'],
    ['a call with an endless name', 'frame(JSON.stringify([["tool",1,"a".repeat(1e5),"b","value",null]]))'],
    ['a call of an unknown form', 'frame(\'[["tool",1,"a","b","both",null]]\')'],
    ['an input that is no JSON', 'frame(\'[["tool",1,"a","b","value","{"]]\')'],
    ['an input that is too deep', 'frame(JSON.stringify([["tool",1,"a","b","value","[".repeat(5e5) + "]".repeat(5e5)]]))'],
    ['an input that is too large', 'frame(JSON.stringify([["tool",1,"a","b","value",JSON.stringify("x".repeat(2e6))]]))'],
    ['an unknown method', 'frame(\'[["codemode",1,"store.constructor","[]"]]\')'],
    ['a log of an unknown level', 'frame(\'[["log","loud","x",1]]\')'],
    ['a log line that is too long', 'frame(JSON.stringify([["log","log","x".repeat(1e6),1]]))'],
    ['a time that is no number', 'frame(\'[["log","log","x",null]]\')'],
    ["a failure of the host's", 'frame(\'[["fail","cpu_limit","x",null,null,null]]\')'],
    ['a result that is no JSON', 'frame(\'[["done","{"]]\')'],
    ['a result that is too deep', 'frame(JSON.stringify([["done","[".repeat(1e5) + "]".repeat(1e5)]]))'],
    ['a frame that is too large', 'const h = Buffer.alloc(4); h.writeUInt32LE(4e9, 0); write(h)'],
    ['random bytes', 'write(Buffer.from(Array.from({ length: 1e5 }, (_, i) => (i * 7919) % 256)))'],
    ['a second start', 'frame(\'[["ready"],["walls",true,""]]\')'],
  ];
  for (const [what, body] of breaches) {
    it(`is stopped for ${what}`, async () => {
      const handlers = new RecordingHandlers();
      const { code, message } = await failure(sandbox(), body, { handlers });
      assert.deepEqual([code, handlers.calls, handlers.logs], ['sandbox_died', [], []]);
      assert.match(message, /not of its protocol/);
    });
  }

  it('is not heard after its end', async () => {
    const handlers = new RecordingHandlers();
    const messages = [
      ['done', '1'],
      ['done', '2'],
      ['log', 'log', 'late', 1],
      ['tool', 1, 'a', 'b', 'value', null],
    ];
    assert.equal(await returned(sandbox(), `frame(${quote(quote(messages))})`, { handlers }), 1);
    assert.deepEqual([handlers.logs, handlers.calls], [[], []]);
  });

  it('may claim a failed call that never was without harm', async () => {
    const said = await failure(sandbox(), `frame(${quote(quote([['fail', 'script_error', 'x', 1, 1, 99]]))})`);
    assert.deepEqual(said, { code: 'script_error', message: 'x', position: { line: 1, column: 1 } });
  });

  it('is stopped by the limits when it floods', async () => {
    const flood = 'for (;;) frame(JSON.stringify(Array.from({ length: 1000 }, () => ["log", "log", "x", 1])))';
    assert.equal((await failure(sandbox(), flood)).code, 'log_limit');
  });

  it('keeps a frame that never ends to itself', async () => {
    const grown = process.memoryUsage.rss();
    const endless =
      'const h = Buffer.alloc(4); h.writeUInt32LE(17e6, 0); write(h); for (;;) { const until = Date.now() + 20; while (Date.now() < until); write(Buffer.alloc(1)) }';
    assert.equal((await failure(sandbox(), endless, { limits: { wallMs: 500 } })).code, 'timeout');
    assert.ok(process.memoryUsage.rss() - grown < 100 * 1_048_576);
  });

  it('leaves the thread ready for the next run', async () => {
    assert.equal(await returned(sandbox(), `frame(${quote(quote([['done', '"fine"']]))})`), 'fine');
  });
});
