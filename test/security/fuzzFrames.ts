// Makes frames like those of a broken or hostile process: valid messages with mistakes in them.
import type { Random } from '../sandbox/random.ts';

type Message = readonly unknown[];

const valid: readonly [Message, ...Message[]] = [
  ['ready'],
  ['tool', 1, 'geo', 'getCity', 'value', true],
  ['feature', 1, 'geo', '$resources.read', true],
  ['codemode', 1, 'search', true],
  ['log', 'log', 'a line', 1, [2, 3]],
  ['display', true],
  ['progress', 'half', 0.5],
  ['tick', 1.5, 1, -2],
  ['done', true],
  ['fail', 'script_error', 'Error: x', [1, 1], null, ['a', 1], [['f', 1, 1]]],
];

/** Values for the messages. */
const values: readonly [string, ...string[]] = [
  '{"a":1}',
  '["x"]',
  '{"type":"text","text":"x"}',
  '[[',
  '{"a":"',
  '',
  '[]'.repeat(2_000),
  '}{',
];

const oddities: readonly [() => unknown, ...(() => unknown)[]] = [
  () => null,
  () => true,
  () => -1,
  () => 2 ** 53,
  () => 1e308,
  () => 0.5,
  () => '',
  () => '__proto__',
  () => 'constructor',
  () => 'x'.repeat(70_000),
  () => '[['.repeat(2_000),
  () => '{"a":'.repeat(3_000),
  () => [],
  () => ({}),
  () => [[[[]]]],
  () => JSON.parse('{"__proto__":{"a":1},"length":3}') as unknown,
];

/** Returns several frames in a row, most of them wrong. */
export function mutatedFrames(random: Random): Buffer {
  return Buffer.concat(Array.from({ length: 1 + random.below(4) }, () => frame(random)));
}

function frame(random: Random): Buffer {
  const messages = Array.from({ length: 1 + random.below(3) }, () => mutatedMessage(random));
  const head = random.below(20) === 0 ? random.text(50) : JSON.stringify(messages);
  const wanted = messages.filter((message) => Array.isArray(message) && message.includes(true)).length;
  const count = random.below(8) === 0 ? random.below(4) : wanted;
  const body = Buffer.from([head, ...Array.from({ length: count }, () => random.pick(values))].join('\n'));
  const header = Buffer.alloc(4);
  header.writeUInt32LE(length(random, body.length));
  const bytes = Buffer.concat([header, body]);
  if (random.below(8) === 0 && body.length > 0) bytes[4 + random.below(body.length)] = random.below(256);
  return random.below(12) === 0 ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

/** Returns the true length in most cases. */
function length(random: Random, truth: number): number {
  if (random.below(12) > 0) return truth;
  return random.pick([0, truth + 1, Math.max(0, truth - 1), 2 ** 31, 2 ** 32 - 1]);
}

function mutatedMessage(random: Random): unknown {
  const message = [...random.pick(valid)];
  switch (random.below(6)) {
    case 0:
      message[random.below(message.length)] = random.pick(oddities)();
      return message;
    case 1:
      message.splice(random.below(message.length), 1);
      return message;
    case 2:
      message.splice(random.below(message.length), 0, random.pick(oddities)());
      return message;
    case 3:
      return random.pick(oddities)();
    default:
      return message;
  }
}
