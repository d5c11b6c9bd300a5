import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import { jsonLiteral } from '../../../src/base/jsonLiteral.ts';

describe('a JSON literal', () => {
  it('is on one line where it fits, with quotes where a name needs them', () => {
    assert.equal(
      jsonLiteral({ a: 1, 'b-c': [true, null, 'x'], empty: {}, none: [] }),
      '{ a: 1, "b-c": [true, null, "x"], empty: {}, none: [] }',
    );
  });

  it('is on several lines where it is longer than one', () => {
    const long = 'x'.repeat(100);
    assert.equal(
      jsonLiteral({ a: [long, 1], b: long }, '  '),
      `{\n    a: ["${long}", 1],\n    b: "${long}",\n  }`,
    );
  });

  it('gives back what it was made of, whatever the names are', () => {
    for (const json of [
      '{"__proto__":{"a":1},"constructor":"\\u2028\\"__proto__\\": 1","1":[],"":{"\\\\":"`${x}`"}}',
      '[[],{},"",-0.5,1e21]',
    ]) {
      const value: unknown = runInNewContext(`JSON.stringify(${jsonLiteral(JSON.parse(json))})`);
      assert.equal(value, JSON.stringify(JSON.parse(json)));
    }
  });
});
