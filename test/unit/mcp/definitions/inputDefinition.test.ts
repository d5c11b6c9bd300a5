import assert from 'node:assert/strict';
import { readInputs } from '../../../../src/mcp/definitions/inputDefinition.ts';

const read = (value: unknown) => readInputs(value, 'mcp.json');

describe('readInputs', () => {
  it('reads all three kinds', () => {
    const { inputs, problems } = read([
      { id: 'a', type: 'promptString', description: 'Key', password: true },
      {
        id: 'b',
        type: 'pickString',
        options: ['x', { label: 'Why', value: 'y' }, { value: 'z' }, 7],
        default: 'y',
      },
      { id: 'c', type: 'command', command: 'my.token', args: { of: 1 } },
    ]);
    assert.deepEqual(problems, []);
    const options = [
      { label: 'x', value: 'x' },
      { label: 'Why', value: 'y' },
      { label: 'z', value: 'z' },
    ];
    assert.deepEqual(
      [...inputs.values()],
      [
        { id: 'a', origin: 'mcp.json', type: 'promptString', description: 'Key', password: true },
        { id: 'b', origin: 'mcp.json', type: 'pickString', options, default: 'y' },
        { id: 'c', origin: 'mcp.json', type: 'command', command: 'my.token', args: { of: 1 } },
      ],
    );
  });

  it('finds nothing wrong where there are none', () => {
    assert.deepEqual(read(undefined), { inputs: new Map(), problems: [] });
  });

  const wrong: readonly (readonly [value: unknown, problem: RegExp])[] = [
    [{}, /^"inputs" must be an array$/],
    [[7], /^input 1 of "inputs" must be an object$/],
    [[{ type: 'promptString' }], /needs an "id"$/],
    [[{ id: 'a', type: 'guess' }], /needs a "type"/],
    [[{ id: 'a', type: 'pickString', options: [] }], /needs "options"$/],
    [[{ id: 'a', type: 'command' }], /needs a "command"$/],
  ];
  for (const [value, problem] of wrong) {
    it(`refuses ${JSON.stringify(value)}`, () => {
      const { inputs, problems } = read(value);
      assert.equal(inputs.size, 0);
      assert.match(problems.join('\n'), problem);
    });
  }

  it('takes the first of two with one id, and says so', () => {
    const { inputs, problems } = read([
      { id: 'a', type: 'promptString', description: 'first' },
      { id: 'a', type: 'promptString', description: 'second' },
    ]);
    assert.equal(inputs.get('a')?.description, 'first');
    assert.equal(problems.length, 1);
    assert.match(problems[0] ?? '', /^input "a" is defined twice; /);
  });
});
