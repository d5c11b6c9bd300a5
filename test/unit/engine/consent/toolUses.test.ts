import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { CallCount, SourcePosition } from '../../../../src/checker/checkedScript.ts';
import { needsApproval } from '../../../../src/engine/formatting/effectOf.ts';
import { mostPlaces, toolUses } from '../../../../src/engine/consent/toolUses.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { namedTool } from '../../../fakes/namedTool.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';

const read = namedTool('db.list', { readOnlyHint: true });
const write = namedTool('db.insert');
const drop = namedTool('db.dropTable', { destructiveHint: true });

function at(
  lines: Readonly<Record<string, readonly number[]>>,
): ReadonlyMap<string, readonly SourcePosition[]> {
  return new Map(
    Object.entries(lines).map(([path, list]) => [path, list.map((line) => ({ line, column: 1 }))]),
  );
}

/** Returns the positions at which the code names `tools.db.insert`. */
function mentionsIn(source: string): ReadonlyMap<string, readonly SourcePosition[]> {
  const positions = [...source.matchAll(/tools\.db\.insert/g)].map(({ index }) => {
    const before = source.slice(0, index).split('\n');
    return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  });
  return new Map([['tools.db.insert', positions]]);
}

describe('what a script does with its tools', () => {
  it('names the one of 41 tools that destroys first', () => {
    const others = Array.from({ length: 40 }, (_, index) => namedTool(`db.insert${index}`));
    assert.equal(toolUses('', unruled([...others, drop]), new Map())[0]?.tool, drop);
  });

  it('names those that write before those that read', () => {
    const asks: CatalogTool = { ...namedTool('editor.note'), confirmsItself: true };
    assert.deepEqual(
      toolUses('', unruled([read, asks, write, drop]), new Map()).map(({ effect }) => effect),
      ['destroys', 'writes', 'confirmsItself', 'reads'],
    );
  });

  it('quotes the line of a write among 500', () => {
    const lines = Array.from({ length: 500 }, (_, index) =>
      index === 430 ? '  await tools.db.insert({ row: 1 });' : '// nothing',
    );
    const [use] = toolUses(lines.join('\n'), unruled([write]), at({ 'tools.db.insert': [431] }));
    assert.deepEqual(use?.places, [{ line: 431, text: 'await tools.db.insert({ row: 1 });' }]);
  });

  it('counts the places that it does not quote', () => {
    const [use] = toolUses('a\nb\nc\nd\ne\nf', unruled([write]), at({ 'tools.db.insert': [1, 2, 3, 4, 5] }));
    assert.deepEqual([use?.places.map(({ line }) => line), use?.morePlaces], [[1, 2, 3], 2]);
    assert.equal(use?.places.length, mostPlaces);
  });

  it('quotes a call that stands far to the right', () => {
    const source = `${' '.repeat(210)}await tools.db.insert({ row: "evil" })`;
    const [use] = toolUses(source, unruled([write]), mentionsIn(source));
    assert.deepEqual(use?.places, [{ line: 1, text: '…await tools.db.insert({ row: "evil" })' }]);
  });

  it('quotes each of two calls in a line, however far apart', () => {
    const source = `await tools.db.insert({ row: 1 });${' '.repeat(220)}await tools.db.insert({ row: "evil" })`;
    const [use] = toolUses(source, unruled([write]), mentionsIn(source));
    assert.equal(use?.places.length, 2);
    assert.match(use.places[0]?.text ?? '', /^await tools\.db\.insert\(\{ row: 1 \}\)/);
    assert.match(use.places[1]?.text ?? '', /^…\s*await tools\.db\.insert\(\{ row: "evil" \}\)$/);
  });

  it('counts each call of a line of many', () => {
    const source = 'tools.db.insert();'.repeat(50);
    const [use] = toolUses(source, unruled([write]), mentionsIn(source));
    assert.deepEqual([use?.places.length, use?.morePlaces], [mostPlaces, 47]);
  });

  it('quotes a place in a line of a megabyte by what stands around it', () => {
    const source = `${'x;'.repeat(500_000)}tools.db.insert({ row: 1 })${';x'.repeat(500)}`;
    const [use] = toolUses(source, unruled([write]), mentionsIn(source));
    assert.match(use?.places[0]?.text ?? '', /^…[x;]{1,40}tools\.db\.insert\(\{ row: 1 \}\)[;x]{100,200}…$/);
  });

  it('takes no longer for a thousand tools that are called in ten thousand lines than for reading the code', async () => {
    const reading = (count: number) => {
      const source = 'x\n'.repeat(10 * count);
      const tools = Array.from({ length: count }, (_, index) => namedTool(`db.insert${index}`));
      const mentions = at(
        Object.fromEntries(tools.map(({ path }, index) => [path, [index + 1, 5 * count + index]])),
      );
      return () => toolUses(source, unruled(tools), mentions);
    };
    assert.ok((await growth(reading, 100, 10)) < proportionalTenfold);
  });

  it('adds up how often a tool is called, where the code tells of each place', () => {
    const named = (...times: readonly (CallCount | undefined)[]) =>
      new Map([
        [
          write.path,
          times.map((count, index) => ({
            line: index + 1,
            column: 1,
            ...(count !== undefined && { times: count }),
          })),
        ],
      ]);
    const total = (mentions: ReturnType<typeof named>, dynamic = false) =>
      toolUses('', unruled([write]), mentions, dynamic)[0]?.times;
    assert.deepEqual(
      [
        total(named(0, 1, 3)),
        total(named(1, 'loop')),
        total(named(1, undefined)),
        total(named(0)),
        total(named()),
      ],
      [4, 'loop', undefined, undefined, undefined],
    );
    // Code that computes names may call any tool any number of times.
    assert.equal(total(named(1), true), undefined);
  });

  it('asks for what writes, unless it asks itself', () => {
    assert.deepEqual([read, write, drop, { ...write, confirmsItself: true }].map(needsApproval), [
      false,
      true,
      true,
      false,
    ]);
  });
});
