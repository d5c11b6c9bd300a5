import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { receipt } from '../../../../src/engine/formatting/receipt.ts';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

function record(
  sequence: number,
  tool: string,
  state: CallRecord['state'],
  writes = false,
  input?: JsonValue,
): CallRecord {
  const given = input === undefined ? {} : { input };
  return { sequence, server: 's', tool, path: `tools.s.${tool}`, state, writes, ms: 1, ...given };
}

function lineOf(lines: readonly string[], part: string): string {
  const found = lines.find((line) => line.includes(part));
  assert.ok(found !== undefined, `${part} is not in\n${lines.join('\n')}`);
  return found.trim();
}

/** Returns calls that cancel reservations, in the given states. */
function cancellations(states: readonly CallRecord['state'][]): readonly CallRecord[] {
  return states.map((state, index) =>
    record(index + 1, 'cancel', state, true, { reason: 'change of plan', reservation_id: `R${index + 1}` }),
  );
}

describe('receipt', () => {
  it('says that nothing was called', () => {
    assert.deepEqual(receipt([]), ['Receipt: no calls.']);
  });

  it('lists what finished, failed, was not called and is unknown, and marks what can write', () => {
    const lines = receipt([
      record(1, 'list', 'finished'),
      record(2, 'save', 'finished', true),
      record(3, 'load', 'failed'),
      record(4, 'drop', 'not_called', true),
      record(5, 'send', 'unknown', true),
    ]);
    assert.deepEqual(lines, [
      'Receipt of all calls:',
      '  finished (do not repeat writes):',
      '    tools.s.save (can write)',
      '    tools.s.list',
      '  failed:',
      '    tools.s.load',
      '  not called (no effect):',
      '    tools.s.drop (can write)',
      '  may have taken effect (look before you repeat a write):',
      '    tools.s.send (can write), waited for 1 ms',
    ]);
  });

  it('warns of repeating nothing where no call can write', () => {
    const lines = receipt([
      record(1, 'list', 'finished'),
      record(2, 'load', 'unknown'),
      record(3, 'drop', 'not_called', true),
    ]);
    assert.doesNotMatch(lines.join('\n'), /repeat/);
  });

  it('is worded for a user, too', () => {
    const lines = receipt([record(1, 'save', 'finished', true), record(2, 'send', 'unknown')], {
      reader: 'user',
    });
    const headings = lines.filter((line) => !line.startsWith('    '));
    assert.deepEqual(headings.slice(0, -1), ['Calls:', '  finished:']);
    assert.match(headings.at(-1) ?? '', /^ {2}in flight when the run ended:$/);
  });

  describe('of calls that can write', () => {
    it('has a line for each, with the argument first that differs', () => {
      const lines = receipt(cancellations(['finished', 'finished', 'failed']));
      assert.deepEqual(lines.slice(1), [
        '  finished (do not repeat writes):',
        '    tools.s.cancel({ reservation_id: "R1", reason: "change of plan" }) (can write)',
        '    tools.s.cancel({ reservation_id: "R2", reason: "change of plan" }) (can write)',
        '  failed:',
        '    tools.s.cancel({ reservation_id: "R3", reason: "change of plan" }) (can write)',
      ]);
    });

    it('finds what differs however deep it is', () => {
      const inputs = ['Ann', 'Bob'].map((name) => ({
        note: 'x'.repeat(500),
        entities: [{ type: 'person', name }],
      }));
      const lines = receipt(
        inputs.map((input, index) => record(index + 1, 'create', 'finished', true, input)),
      );
      assert.match(lineOf(lines, 'Ann'), /^tools\.s\.create\(\{ entities\[0\]\.name: "Ann", /);
    });

    it('shows long texts from where they begin to differ', () => {
      const texts = ['one', 'two'].map((end) => `${'same '.repeat(100)}${end}${'x'.repeat(500)}`);
      const lines = receipt(
        texts.map((text, index) => record(index + 1, 'post', 'finished', true, { text })),
      );
      assert.match(lineOf(lines, 'same one'), /text: …"me same one/);
    });

    it('numbers those that look the same', () => {
      const lines = receipt([1, 2].map((n) => record(n, 'post', 'finished', true, { text: 'a' })));
      assert.deepEqual(lines.slice(2), [
        '    tools.s.post({ text: "a" }) (can write), call 1',
        '    tools.s.post({ text: "a" }) (can write), call 2',
      ]);
    });

    it('says why each failed, but not what is told already', () => {
      const [first, second] = cancellations(['failed', 'failed']).map((call, index) => ({
        ...call,
        message: `tools.s.cancel failed: reason ${index + 1}`,
      }));
      assert.ok(first && second);
      const lines = receipt([first, second], {
        said: 'Failed (tool_failed): tools.s.cancel failed: reason 1',
      });
      assert.ok(lineOf(lines, 'R1').endsWith('(can write)'));
      assert.ok(lineOf(lines, 'R2').endsWith('(can write): reason 2'));
    });

    it('shows the first and the last of a thousand, with how many are between', () => {
      const lines = receipt(cancellations(Array.from({ length: 1_000 }, () => 'finished')));
      assert.ok(lines.length <= 30);
      lineOf(lines, '"R1"');
      lineOf(lines, '"R1000"');
      assert.equal(lineOf(lines, '…'), '… 976 more that can write: tools.s.cancel × 976');
    });

    it('are there in little room, too', () => {
      const states = (['finished', 'failed', 'not_called', 'unknown'] as const).flatMap((state) =>
        Array.from({ length: 100 }, () => state),
      );
      const lines = receipt(cancellations(states), { room: 1_200 });
      assert.ok(lines.join('\n').length <= 1_200, lines.join('\n'));
      for (const id of ['R1"', 'R100"', 'R101"', 'R200"', 'R201"', 'R301"', 'R400"']) lineOf(lines, id);
    });
  });

  describe('of calls that only read', () => {
    it('counts them instead of repeating the line', () => {
      assert.ok(
        receipt([record(1, 'list', 'finished'), record(2, 'list', 'finished')]).includes(
          '    tools.s.list × 2',
        ),
      );
    });

    it('says which they were where there is room', () => {
      const lines = receipt(
        ['a.txt', 'b.txt'].map((path, index) => record(index + 1, 'read', 'finished', false, { path })),
      );
      assert.equal(lineOf(lines, 'read ×'), 'tools.s.read × 2: { path: "a.txt" }, { path: "b.txt" }');
    });

    it('tells the longest wait of those that are in flight', () => {
      const lines = receipt([record(1, 'send', 'unknown'), { ...record(2, 'send', 'unknown'), ms: 12.4 }]);
      assert.ok(lines.includes('    tools.s.send × 2, waited for up to 12 ms'), lines.join('\n'));
    });
  });

  it('tells what was last heard of a call that is in flight', () => {
    const lines = receipt([
      { ...record(1, 'send', 'unknown', true), progress: { message: 'page 3 of "all"', fraction: 0.5 } },
    ]);
    assert.equal(
      lineOf(lines, 'send'),
      'tools.s.send (can write), waited for 1 ms, progress: "page 3 of \\"all\\"", 50 %',
    );
  });

  it('cuts what was last heard', () => {
    const lines = receipt([{ ...record(1, 'send', 'unknown'), progress: { message: 'x'.repeat(300) } }]);
    assert.equal(lineOf(lines, 'send'), `tools.s.send, waited for 1 ms, progress: "${'x'.repeat(100)}…"`);
  });

  const writing = (inputOf: (call: number) => JsonValue) => (count: number) => {
    const calls = Array.from({ length: count }, (_, call) =>
      record(call + 1, 'save', 'finished', true, inputOf(call)),
    );
    return () => receipt(calls);
  };

  it('takes time in proportion to inputs that have nothing in common', async () => {
    const input = (call: number) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, part) => [`k${call}_${part}`, part]));
    assert.ok((await growth(writing(input), 30, 10)) < proportionalTenfold);
  });

  it('takes time in proportion to inputs that have as many parts as they may', async () => {
    const input = (call: number) =>
      Object.fromEntries(Array.from({ length: 150 }, (_, key) => [`k${key}`, `${call}${key}`]));
    assert.ok((await growth(writing(input), 30, 10)) < proportionalTenfold);
  });
});
