import assert from 'node:assert/strict';
import type { NumberField, TextField } from '../../../../src/mcp/elicitation/form.ts';
import { allowedValuesText, typedValue } from '../../../../src/mcp/elicitation/typedValue.ts';

describe('typedValue', () => {
  const text: TextField = { kind: 'text', name: 'f', title: 'f', required: true };
  const number: NumberField = { kind: 'number', name: 'f', title: 'f', required: true, integer: false };

  for (const [field, right, wrong] of [
    [{ ...text, minLength: 2, maxLength: 3 }, ['ab', '😀😀😀'], ['a', 'abcd']],
    [{ ...text, format: 'email' }, ['a@b.co'], ['a@b', 'a b@c.de', '@b.co', 'a@b..co']],
    [{ ...text, format: 'uri' }, ['https://example.com/a?b', 'urn:isbn:1'], ['example.com', '/a']],
    [{ ...text, format: 'date' }, ['2024-02-29'], ['2025-02-29', '2025-2-1', '2025-01-01T00:00:00Z']],
    [
      { ...text, format: 'date-time' },
      ['2025-01-31T10:00:00Z', '2025-01-31T10:00:00.5+02:00'],
      ['2025-01-31', '2025-01-31T25:00:00Z', '2025-02-30T10:00:00Z', '2025-01-31T10:00:00'],
    ],
    [{ ...text, pattern: '^[a-z]+$' }, ['abc'], ['ABC']],
    [{ ...text, pattern: '(' }, ['anything: the pattern is no regular expression'], []],
  ] satisfies [TextField, string[], string[]][]) {
    const { kind: _, name: _name, title: _title, required: _required, ...rule } = field;
    it(`a text of ${JSON.stringify(rule)} is ${right.join(', ')}${wrong.length > 0 ? `, not ${wrong.join(', ')}` : ''}`, () => {
      for (const typed of right) assert.deepEqual(typedValue(field, typed), { ok: true, value: typed });
      for (const typed of wrong) assert.equal(typedValue(field, typed).ok, false, typed);
    });
  }

  it('a pattern that never ends its search refuses nothing and stops nobody', () => {
    const typed = `${'a'.repeat(50)}!`;
    assert.deepEqual(typedValue({ ...text, pattern: '^(a+)+$' }, typed), { ok: true, value: typed });
  });

  it('a number is read as a number', () => {
    assert.deepEqual(typedValue(number, ' -1.5e3 '), { ok: true, value: -1_500 });
    for (const typed of ['one', '1,5', 'NaN', 'Infinity', '1 2'])
      assert.equal(typedValue(number, typed).ok, false, typed);
  });

  for (const integer of [true, false])
    it(`digits that would be rounded are refused${integer ? ' for an integer' : ''}`, () => {
      assert.match(JSON.stringify(typedValue({ ...number, integer }, '9007199254740993')), /rounding/);
    });

  it('many digits that arrive as they are typed are no reason to refuse a number', () => {
    assert.deepEqual(typedValue(number, '+1000000000000000000'), { ok: true, value: 1e18 });
    assert.equal(typedValue(number, '9'.repeat(400)).ok, false);
  });

  it('an integer has no fraction', () => {
    assert.deepEqual(typedValue({ ...number, integer: true }, '42'), { ok: true, value: 42 });
    assert.equal(typedValue({ ...number, integer: true }, '4.2').ok, false);
  });

  it('a number out of its range is refused with the range', () => {
    const field = { ...number, integer: true, minimum: 1, maximum: 10 };
    assert.deepEqual(typedValue(field, '11'), { ok: false, problem: 'It is a whole number, from 1 to 10.' });
    assert.deepEqual(typedValue(field, '10'), { ok: true, value: 10 });
  });

  it('an empty line leaves an optional field out', () => {
    assert.deepEqual(typedValue({ ...text, required: false, minLength: 3 }, ' '), { ok: true });
  });

  it('an empty line is no answer to a required field', () => {
    assert.deepEqual(typedValue(text, ''), { ok: false, problem: 'It is required.' });
  });

  for (const [field, told] of [
    [text, ''],
    [{ ...text, format: 'date', minLength: 10 }, 'a date, such as 2026-01-31, at least 10 characters'],
    [{ ...text, pattern: '^a' }, 'text that matches ^a'],
    [{ ...number, maximum: 3 }, 'a number, 3 or less'],
  ] satisfies [TextField | NumberField, string][])
    it(`tells what a field takes: ${told || 'anything'}`, () => {
      assert.equal(allowedValuesText(field), told);
    });
});
