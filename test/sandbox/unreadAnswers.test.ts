// Tests answers that a script requested and does not read: they wait in the host, and the script gets no more of them
// meanwhile.
import assert from 'node:assert/strict';
import { failure, onProcessEngine, RecordingHandlers, returned, value } from './sandboxBed.ts';
import { fullTest } from '../fakes/everyTest.ts';

const megabyte = 1_048_576;

onProcessEngine(
  'an answer that is not read',
  /^keeps its place, so that no other call leaves$/,
  (sandbox) => {
    const answering = (bytes: number) => {
      const text = 'x'.repeat(bytes);
      return new RecordingHandlers(() => value(text));
    };
    const neverReading = (calls: number) =>
      `for (let i = 0; i < ${calls}; i += 1) tools.a.b().catch(() => 0); await new Promise((resolve) => setTimeout(resolve, 1)); for (;;);`;

    it('keeps its place, so that no other call leaves', async () => {
      const handlers = answering(megabyte);
      const { code } = await failure(sandbox(), neverReading(60), {
        handlers,
        limits: { callsAtOncePerServer: 4, cpuMs: 500 },
      });
      assert.equal(code, 'cpu_limit');
      // The script may have read some answers in the millisecond before it computes.
      assert.ok(handlers.calls.length < 30, `${handlers.calls.length} calls`);
    });

    fullTest('ends the run when all of them are more than its memory', async () => {
      const { code, message } = await failure(sandbox(), neverReading(32), {
        handlers: answering(5 * megabyte),
        limits: { residentMb: 120 },
      });
      assert.deepEqual([code, /120 MB/.test(message)], ['memory_limit', true], message);
    });

    it('keeps nothing from a script that reads late', async () => {
      const body = `
      const calls = Array.from({ length: 20 }, () => tools.a.b());
      let length = 0;
      for (const call of calls) length += (await call).length;
      return length`;
      const input = { handlers: answering(megabyte), limits: { callsAtOncePerServer: 4 } };
      assert.equal(await returned(sandbox(), body, input), 20 * megabyte);
    });

    it('does not stop a script that has yet to send much', async () => {
      const body =
        'const text = "x".repeat(90_000); return (await Promise.all(Array.from({ length: 30 }, () => tools.a.b(text)))).length';
      const limits = { callsAtOncePerServer: 2, resultBytes: 100_000, wallMs: 100_000 };
      assert.equal(await returned(sandbox(), body, { handlers: answering(megabyte), limits }), 30);
    });
  },
);
