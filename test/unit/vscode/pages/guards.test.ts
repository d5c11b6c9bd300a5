import assert from 'node:assert/strict';
import {
  either,
  isArrayOf,
  isIndex,
  isNumber,
  isObject,
  isOneOf,
  isRecordOf,
  isString,
  isTagged,
  onlyNamed,
} from '../../../../src/base/guards.ts';
import { isFromPage, isToPage } from '../../../../src/vscode/pages/run/runMessages.ts';

describe('guards of messages', () => {
  it('take finite numbers', () => {
    assert.ok(isNumber(-1.5));
    for (const other of [NaN, Infinity, '1', null]) assert.ok(!isNumber(other));
  });

  it('take whole numbers from 0 as an index', () => {
    assert.ok(isIndex(0));
    for (const other of [-1, 1.5, 2 ** 60, '0']) assert.ok(!isIndex(other));
  });

  it('take an object with its own fields alone', () => {
    const guard = isObject({ name: isString }, { size: isNumber });
    assert.ok(guard({ name: 'a' }));
    assert.ok(guard({ name: 'a', size: undefined }));
    for (const other of [{}, { name: 1 }, { name: 'a', size: '1' }, null, [], Object.create({ name: 'a' })])
      assert.ok(!guard(other));
  });

  it('take lists, and short ones', () => {
    assert.ok(isArrayOf(isString)(['a']));
    assert.ok(!isArrayOf(isString)(['a', 1]));
    assert.ok(!isArrayOf(isString, 1)(['a', 'b']));
  });

  it('choose by the type of a message, of which the prototype of objects is none', () => {
    const guard = isTagged('type', { go: isObject({ by: isOneOf(['foot']) }) });
    assert.ok(guard({ type: 'go', by: 'foot' }));
    for (const other of [
      { type: 'go', by: 'car' },
      { type: 'toString' },
      { type: '__proto__' },
      { type: 1 },
      'go',
      null,
    ])
      assert.ok(!guard(other));
  });
});

describe('a guarded value without the fields that no guard names', () => {
  const isPart = isObject({ name: isString }, { note: isString });
  const isWhole = isTagged('t', {
    one: isObject(
      { parts: isArrayOf(isPart), value: either(isPart, isString) },
      { named: isRecordOf(isPart) },
    ),
  });

  it('has those that are named, at every depth', () => {
    const part = { name: 'a', note: 'b', more: 1 };
    const value: unknown = { t: 'one', parts: [part], value: part, named: { a: part }, other: [1] };
    assert.ok(isWhole(value));
    const kept = { name: 'a', note: 'b' };
    assert.deepEqual(onlyNamed(isWhole, value), { t: 'one', parts: [kept], value: kept, named: { a: kept } });
  });

  it('is a value of its kind alone', () => {
    for (const wrong of [{ t: 'two' }, { t: 'toString' }, { t: 'one', parts: [{}], value: '' }, [], null])
      assert.ok(!isWhole(wrong));
  });
});

describe('the messages of a page about a run', () => {
  const source = { of: 'value', n: 1 };
  const ask = (query: object, of: object = source) => ({ type: 'value', request: 1, source: of, query });
  const copy = (query: object, of: object = source) => ({ type: 'copy', source: of, query });

  for (const message of [
    { type: 'ready' },
    { type: 'action', action: 'runAgain' },
    { type: 'call', request: 1, call: 2 },
    ask({ kind: 'members', path: [0, 1], from: 200 }),
    ask({ kind: 'search', query: 'name' }),
    copy({ kind: 'path', path: [], root: 'result' }),
  ])
    it(`may be ${JSON.stringify(message)}`, () => assert.ok(isFromPage(message)));

  for (const [title, message] of [
    ['an action that is none', { type: 'action', action: 'delete' }],
    ['a run that is none', { type: 'show', run: -1 }],
    ['a line that is none', { type: 'line', line: '1; rm' }],
    ['a path of names', ask({ kind: 'members', path: ['__proto__'], from: 0 })],
    ['a path without an end', copy({ kind: 'text', path: new Array(10_000).fill(0) })],
    ['a value that is none', ask({ kind: 'shape' }, { of: 'file', n: 1 })],
    ['a question that no page has', ask({ kind: 'json' })],
    ['words without an end', ask({ kind: 'search', query: 'x'.repeat(2_000) })],
    ['a filter without an end', ask({ kind: 'table', path: [], filter: 'x'.repeat(2_000), from: 0 })],
    ['a format that is none', { type: 'save', source, path: [], filter: '', format: 'exe' }],
  ] as const)
    it(`may not be ${title}`, () => assert.ok(!isFromPage(message)));

  it('to the page are guarded, too', () => {
    assert.ok(isToPage({ type: 'bars', bars: [{ call: 1, tool: 0, madeAt: 1, state: 'waiting' }] }));
    assert.ok(!isToPage({ type: 'bars', bars: [{ call: 1, tool: 0, madeAt: 1, state: 'odd' }] }));
  });
});
