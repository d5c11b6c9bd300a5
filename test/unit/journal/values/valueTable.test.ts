import assert from 'node:assert/strict';
import { csvText, commentText, markdownTable, tableText } from '../../../../src/journal/values/tableText.ts';
import { isTable, ValueTable } from '../../../../src/journal/values/valueTable.ts';

const rows = [
  { id: 10, name: 'beta' },
  { id: 9, name: 'Alpha', extra: { a: 1 } },
  { id: null, name: 'gamma 2' },
  { name: 'gamma 10', id: 'x' },
];
const table = new ValueTable(rows);
const ids = (column: number, descending: boolean) =>
  table.order({ filter: '', sort: { column, descending } });

describe('a list of objects as a table', () => {
  it('has the columns in the order in which they first occur', () => {
    const page = table.page({ filter: '' }, 0, 10);
    assert.deepEqual([page.columns, page.all, page.total], [['id', 'name', 'extra'], 4, 4]);
  });

  it('tells kinds of cells apart, and what is not there', () => {
    const page = table.page({ filter: '' }, 1, 2);
    assert.deepEqual(
      page.rows.map(({ index, cells }) => [index, cells.map(({ kind, text }) => `${kind} ${text}`)]),
      [
        [1, ['number 9', 'text Alpha', 'json {"a":1}']],
        [2, ['null null', 'text gamma 2', 'none ']],
      ],
    );
  });

  it('sorts numbers as numbers, then texts; what is not there stands last either way', () => {
    assert.deepEqual(ids(0, false), [1, 0, 3, 2]);
    assert.deepEqual(ids(0, true), [3, 0, 1, 2]);
  });

  it('sorts texts without regard to case, and numbers in them by what they are', () => {
    assert.deepEqual(ids(1, false), [1, 0, 2, 3]);
  });

  it('leaves rows that are alike in the order of the list, in either direction', () => {
    const alike = new ValueTable(['b', '01', '1', 'b'].map((name) => ({ name })));
    const orderOf = (descending: boolean) => alike.order({ filter: '', sort: { column: 0, descending } });
    assert.deepEqual(
      [orderOf(false), orderOf(true)],
      [
        [1, 2, 0, 3],
        [0, 3, 1, 2],
      ],
    );
  });

  it('sorts integers beyond 2^53 by all their digits', () => {
    const ids = [9_007_199_254_740_993n, 9_007_199_254_740_992n, 9_007_199_254_740_991];
    const large = new ValueTable(ids.map((id) => ({ id })));
    const sort = { column: 0, descending: false };
    assert.deepEqual(large.order({ filter: '', sort }), [2, 1, 0]);
    const equal = new ValueTable([{ id: 10n ** 20n }, { id: 1e20 }, { id: 10n ** 20n }]);
    assert.deepEqual(equal.order({ filter: '', sort }), [0, 1, 2]);
  });

  it('filters by a column whose name changes its length in lower case', () => {
    const turkish = new ValueTable([{ İsim: 'Ada' }, { İsim: 'Can' }]);
    assert.deepEqual(turkish.order({ filter: 'İsim:can' }), [1]);
  });

  it('filters by words of one column, and by its whole value', () => {
    assert.deepEqual(table.order({ filter: 'Name:a' }), [0, 1, 2, 3]);
    assert.deepEqual(table.order({ filter: 'id:1' }), [0]);
    assert.deepEqual(table.order({ filter: 'name=gamma 2' }), [2]);
    assert.deepEqual(table.order({ filter: 'name=gamma' }), []);
    const alike = new ValueTable([
      { a: 'b:c', 'a:b': 'x' },
      { a: 'b:x', 'a:b': 'c' },
    ]);
    assert.deepEqual(alike.order({ filter: 'a:b:c' }), [1]);
  });

  it('filters by words in any cell, in any case', () => {
    assert.deepEqual(table.order({ filter: 'GAMMA' }), [2, 3]);
    assert.deepEqual(
      table.page({ filter: '"a"' }, 0, 10).rows.map(({ index }) => index),
      [1],
    );
  });

  it('leaves out columns that are too many, and says how many', () => {
    const wide = new ValueTable([
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`c${index}`, index])),
    ]);
    const { columns, moreColumns } = wide.page({ filter: '' }, 0, 1);
    assert.deepEqual([columns.length, moreColumns], [100, 50]);
  });

  it('reads no member that the row only inherits', () => {
    const named = new ValueTable([
      JSON.parse('{"__proto__":{"x":1},"toString":1}') as object as never,
      { a: 1 },
    ]);
    assert.deepEqual(named.cells(1), [undefined, undefined, 1]);
  });

  it('shows what hides as escapes, and long cells cut', () => {
    const [row] = new ValueTable([{ a: 'x\u202ey', b: 'z'.repeat(5_000) }]).page({ filter: '' }, 0, 1).rows;
    assert.equal(row?.cells[0]?.text, 'x\\u{202e}y');
    assert.equal(row.cells[1]?.text.length, 201);
  });

  it('is no table of other lists', () => {
    assert.deepEqual(
      [isTable([1, 2]), isTable([]), isTable([[1]]), isTable({}), isTable([{ a: 1 }])],
      [false, false, false, false, true],
    );
  });

  it('is no table of a list that has another item somewhere, which no column would show', () => {
    assert.equal(isTable([...Array.from({ length: 60 }, () => ({ a: 1 })), 'the rest is missing']), false);
  });
});

describe('a table as text', () => {
  it('is CSV with the rows as they are sorted and filtered', () => {
    const text = tableText(table, { filter: 'gamma', sort: { column: 1, descending: true } }, 'csv');
    assert.equal(text, 'id,name,extra\r\nx,gamma 10,\r\n,gamma 2,\r\n');
  });

  it('has all columns, also those that the table on the page leaves out', () => {
    const wide = new ValueTable([
      Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`c${index}`, index])),
    ]);
    const [names = '', values = ''] = tableText(wide, { filter: '' }, 'csv').split('\r\n');
    assert.deepEqual([names.split(',').at(-1), values.split(',').at(-1)], ['c149', '149']);
  });

  it('quotes what has commas, quotes or line ends', () => {
    assert.equal(csvText(['a'], [['x,"y"\nz']]), 'a\r\n"x,""y""\nz"\r\n');
  });

  for (const cell of [
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\u200b=1',
    '＝1',
    ' =1',
    'ok\n=1',
    'ok\r\n@x',
  ])
    it(`marks ${JSON.stringify(cell)} as text`, () => {
      const written = csvText(['c'], [[cell]]);
      assert.match(written, /'/);
      assert.doesNotMatch(written.slice(3).replace(/^"/, ''), /(?:^|\n)[\s\u200b]*[=+\-@＝]/u);
    });

  for (const cell of ['-5', '+41', '-1.5e3', '1,000', 'a=b', 'x-y'])
    it(`leaves the text ${cell} as it is`, () => {
      assert.doesNotMatch(csvText(['c'], [[cell]]), /'/);
    });

  it('leaves numbers as they are, and guards the names of columns', () => {
    assert.equal(csvText(['=x'], [[-5]]), '"\'=x"\r\n-5\r\n');
  });

  it('is Markdown in which nothing of a cell is markup', () => {
    const text = markdownTable(
      ['n', '<b>'],
      [
        [1, '| [x](y) *z*\n`'],
        [2, null],
      ],
    );
    assert.equal(text, '| n | \\<b\\> |\n| ---: | --- |\n| 1 | \\| \\[x\\](y) \\*z\\*<br>\\` |\n| 2 |  |\n');
  });
});

describe('a result as a comment', () => {
  it('has a mark before each line, whatever ends it', () => {
    assert.equal(
      commentText('Result:', 'a\nb\r\nc\u2028*/ d()', 10),
      '// Result:\n// a\n// b\n// c\\u2028*/ d()',
    );
  });

  it('says how many lines it leaves out', () => {
    assert.equal(commentText('R', '1\n2\n3', 2), '// R\n// 1\n// 2\n// … 1 more lines');
  });
});
