import assert from 'node:assert/strict';
import { choice, choices, flag, option, readOptions, repeated } from '../../../../src/cli/usage/option.ts';

const table = {
  json: flag('--json', 'Print JSON.'),
  output: option('-o, --output <file>', 'Write to this file.'),
  size: option('--size <number>', 'How many.', Number, 10),
  engine: choice('--engine <engine>', 'Where scripts run.', ['process', 'wasm'], 'process'),
  states: choices('--state <state>', 'Which runs.', ['done', 'failed']),
  globs: repeated('--exclude <glob>', 'Which tools not.'),
  count: repeated('--each <thing>', 'Counted.', (texts) => texts.length),
};

describe('a table of options', () => {
  it('gives what is not on the command line its initial value, or leaves it out', () => {
    assert.deepEqual(readOptions(table, new Map()), {
      json: false,
      size: 10,
      engine: 'process',
      states: [],
      globs: [],
      count: 0,
    });
  });

  it('reads the last of several values, and all of an option that may be repeated', () => {
    const given = new Map([
      ['json', ['']],
      ['output', ['a', 'b']],
      ['size', ['3']],
      ['engine', ['wasm']],
      ['state', ['done', 'failed']],
      ['exclude', ['a.*', 'b.*']],
      ['each', ['x', 'y']],
    ]);
    assert.deepEqual(readOptions(table, given), {
      json: true,
      output: 'b',
      size: 3,
      engine: 'wasm',
      states: ['done', 'failed'],
      globs: ['a.*', 'b.*'],
      count: 2,
    });
  });

  it('refuses a value that is not one of the choices', () => {
    assert.throws(
      () => readOptions(table, new Map([['engine', ['v8']]])),
      /--engine takes process, wasm, not "v8"/,
    );
    assert.throws(
      () => readOptions(table, new Map([['state', ['done', 'lost']]])),
      /--state takes done, failed, not "lost"/,
    );
  });

  it('takes names, a letter and the kind of value from the notation of manuals', () => {
    const { name, short, takes } = option('-o, --output <a "b -> c">', 'Write.');
    assert.deepEqual([name, short, takes], ['output', 'o', 'a "b -> c"']);
    assert.deepEqual([table.json.name, table.json.short, table.json.takes], ['json', undefined, undefined]);
  });
});
