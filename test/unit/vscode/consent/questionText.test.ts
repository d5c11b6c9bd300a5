import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import { callQuestion, runQuestion, type QuestionText } from '../../../../src/vscode/consent/questionText.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { callToApprove, scriptToApprove } from '../../../fakes/scriptToApprove.ts';
import { namedTool } from '../../../fakes/namedTool.ts';

const read = namedTool('db.list', { readOnlyHint: true });
const write = namedTool('files.write');
const drop = namedTool('db.dropTable', { destructiveHint: true });
const scopes = ['chat', 'always'] as const;

function script(
  tools: readonly CatalogTool[],
  { lines = {}, source = '' }: { lines?: Record<string, number[]>; source?: string } = {},
) {
  const mentions = new Map(
    Object.entries(lines).map(([path, list]) => [path, list.map((line) => ({ line, column: 1 }))]),
  );
  return scriptToApprove(unruled(tools), { source, mentions });
}

const labels = ({ rows }: QuestionText) => rows.map(({ label }) => label);
/** Rows above the answers. */
const facts = ({ rows }: QuestionText) =>
  rows.slice(
    0,
    rows.findIndex(({ label }) => label === 'answers'),
  );
const answers = ({ rows, safe }: QuestionText) => {
  const first = rows.indexOf(safe);
  const end = rows.findIndex(({ isHeading }, index) => isHeading === true && index > first);
  return rows.slice(first, end < 0 ? undefined : end);
};
/** Returns the question about the duration, to which "Always Allow…" leads. */
function always(question: QuestionText): QuestionText {
  const act = question.rows.find(({ label }) => label === 'Always Allow…')?.act;
  assert.ok(act !== undefined && act !== 'back' && 'ask' in act, labels(question).join());
  return act.ask;
}

describe('the question about a script', () => {
  it('stands above the same answers whatever the script can do, of which Enter takes the one that runs nothing', () => {
    for (const tools of [[write], [write, drop], [drop]]) {
      const question = runQuestion(script(tools), scopes);
      assert.deepEqual(
        answers(question).map(({ label }) => label),
        ["Don't Run", 'Run Once', 'Dry Run', 'Always Allow…', 'Show the Code'],
      );
      assert.deepEqual(question.safe.act, { answer: { kind: 'refuse' } });
      assert.ok(facts(question).length > tools.length);
    }
  });

  it('says in its title what the gravest of the tools can do', () => {
    assert.equal(
      runQuestion(script([write]), scopes).title,
      'Run this script? It can change data (files.write).',
    );
    assert.equal(
      runQuestion(script([write, drop]), scopes).title,
      'Run this script? It can overwrite or delete data (db.dropTable).',
    );
  });

  it('has the title of the script first, which takes no part of what it can do out of its own title', () => {
    const question = runQuestion({ ...script([write]), title: '$(check) [Safe](command:x)' }, scopes);
    assert.deepEqual(labels(question).slice(0, 3), [
      'title of the script',
      '$\u200b(check) [Safe]\u200b(command:x)',
      'can write',
    ]);
    assert.equal(question.title, 'Run this script? It can change data (files.write).');
  });

  it('names all tools that are always allowed before it is answered where', () => {
    const question = always(runQuestion(script([write, drop]), scopes));
    assert.deepEqual(
      question.rows.map(({ label, description }) => [label, description]),
      [
        ['always allowed', undefined],
        ['db.dropTable', 'can overwrite or delete'],
        ['files.write', 'can write'],
        ['answers', undefined],
        ['Back', 'Esc'],
        ['In This Chat', 'until the window closes'],
        ['Everywhere', 'in every workspace with this server'],
      ],
    );
    assert.equal(question.safe.act, 'back');
  });

  it('says where a server declares nothing of what its tool does', () => {
    const silent: CatalogTool = { ...namedTool('shop.setStock'), isUndeclared: true };
    const question = runQuestion(script([silent]), scopes);
    assert.equal(question.title, 'Run this script? What it does is not declared (shop.setStock).');
    assert.ok(facts(question).some(({ label, isHeading }) => label === 'effect not declared' && isHeading));
    const call = callQuestion(callToApprove(silent), scopes);
    assert.equal(
      call.title,
      'Allow this call of the running script? What it does is not declared (shop.setStock).',
    );
  });

  it('shows the tool that destroys before 40 that write, with its line', () => {
    const others = Array.from({ length: 40 }, (_, index) => namedTool(`db.insert${index}`));
    const source = `${'\n'.repeat(430)}await tools.db.dropTable({ name: "users" });\n`;
    const [heading, row] = facts(
      runQuestion(script([...others, drop], { source, lines: { 'tools.db.dropTable': [431] } }), scopes),
    );
    assert.deepEqual([heading?.label, heading?.isHeading], ['can overwrite or delete', true]);
    assert.deepEqual(row, {
      label: '$(flame) db.dropTable',
      description: 'line 431',
      detail: 'await tools.db.dropTable({ name: "users" });',
      act: { show: { line: 431 } },
    });
  });

  it('has a row for each further line that writes', () => {
    const rows = facts(
      runQuestion(script([write], { source: 'a\nb\nc', lines: { 'tools.files.write': [1, 2] } }), scopes),
    );
    assert.deepEqual(
      rows.slice(1).map(({ label, act }) => [label, act]),
      [
        ['$(edit) files.write', { show: { line: 1 } }],
        ['$(blank) line 2', { show: { line: 2 } }],
      ],
    );
  });

  it('says how often a tool is called, and with what where its line does not show it', () => {
    const mentions = new Map([
      [write.path, [{ line: 1, column: 1, times: 'loop', arguments: 'path: "a.txt", text: …' }]],
    ] as const);
    const asked = scriptToApprove(unruled([write]), { source: 'await tools.files.write({', mentions });
    const [, tool, given] = facts(runQuestion(asked, scopes));
    assert.equal(tool?.description, 'line 1 · in a loop');
    assert.deepEqual([given?.label, given?.description], ['$(blank) with', 'path: "a.txt", text: …']);
  });

  it('shows what was allowed before apart from what is asked, and what only reads last', () => {
    const asked = script([read, write, drop]);
    const destroying = asked.uses.filter(({ effect }) => effect === 'destroys');
    const question = runQuestion({ ...asked, asked: destroying }, scopes);
    const headings = question.rows.filter(({ isHeading }) => isHeading).map(({ label }) => label);
    assert.deepEqual(headings, ['can overwrite or delete', 'answers', 'already allowed by you', 'only read']);
  });

  it('says what rules ask for and deny, and that no yes to these lasts', () => {
    const by = (action: 'ask' | 'deny') => ({ pattern: 'x.*', action, setting: 'test' });
    const ruled = [
      ...unruled([drop]),
      { tool: read, ruling: { action: 'askEachRun', rule: by('ask') } },
      { tool: write, ruling: { action: 'deny', rule: by('deny') } },
    ] as const;
    const question = runQuestion(scriptToApprove(ruled), scopes);
    const headings = question.rows
      .filter(({ isHeading }) => isHeading)
      .map(({ label }) => label.split(':')[0]);
    assert.deepEqual(headings, [
      'can overwrite or delete',
      'asked for by a rule',
      'answers',
      'denied by a rule',
    ]);
    assert.deepEqual(labels(always(question)).slice(0, 4), [
      'always allowed',
      'db.dropTable',
      'allowed once: a rule asks in each run',
      'db.list',
    ]);
  });

  it('keeps its answers in view below many tools, and shows the rest after them', () => {
    const tools = Array.from({ length: 12 }, (_, index) => namedTool(`db.insert${index}`));
    const source = tools.map(({ path }) => `await ${path}({});`).join('\n');
    const lines = Object.fromEntries(tools.map(({ path }, index) => [path, [index + 1]]));
    const question = runQuestion(script(tools, { source, lines }), scopes);
    assert.deepEqual(labels(question).slice(4, 7), [
      '$(edit) db.insert3',
      '8 more lines below the answers',
      'answers',
    ]);
    assert.equal(labels(question).at(-1), '$(edit) db.insert11');
  });

  it('has a row for each of a thousand tools that a yes allows, and few for those that only read', () => {
    const many = (prefix: string, hints: object) =>
      Array.from({ length: 1_000 }, (_, n) => namedTool(`${prefix}.${prefix}${n}`, hints));
    const writes = many('w', {});
    const shown = labels(runQuestion(script([...writes, ...many('r', { readOnlyHint: true })]), scopes)).join(
      '\n',
    );
    for (const { path } of writes) assert.ok(shown.includes(path.slice('tools.'.length)), path);
    assert.ok(shown.includes('970 more tools'));
  });

  it('shows codemode.args', () => {
    const question = runQuestion({ ...script([write]), args: { path: 'a.txt' } }, scopes);
    assert.deepEqual(labels(question).slice(-2), ['codemode.args', 'path: "a.txt"']);
  });

  it('says that what is read can leave this machine', () => {
    const send = namedTool('web.send', { openWorldHint: true });
    assert.match(
      labels(runQuestion(script([read, send]), scopes)).join('\n'),
      /It can send data of tools\.db/,
    );
  });

  it('shows what hides in code, and makes no icon or link of it', () => {
    const source = 'await tools.files.write({ text: "\u202e$(flame)](command:x)" })';
    const [, row] = facts(
      runQuestion(script([write], { source, lines: { 'tools.files.write': [1] } }), scopes),
    );
    assert.match(row?.detail ?? '', /\\u\{202e\}\$\u200b\(flame\)/);
  });

  it('offers to remember a file where the script is in one', () => {
    assert.equal(labels(always(runQuestion(script([write]), ['file']))).at(-1), 'For This File');
  });
});

describe('the question about a call', () => {
  it('says what a yes covers, and shows the arguments', () => {
    const question = callQuestion(callToApprove(write, { path: 'a.txt', text: 'x' }), scopes);
    assert.equal(question.title, 'Allow this call of the running script? It can change data (files.write).');
    assert.match(answers(question)[1]?.description ?? '', /every later call of files\.write in this run$/);
    assert.deepEqual(
      facts(question).map(({ label }) => label),
      ['called with', 'path: "a.txt"', 'text: "x"'],
    );
  });

  it('is refused by Enter', () => {
    for (const tool of [write, drop])
      assert.deepEqual(callQuestion(callToApprove(tool), scopes).safe.act, {
        answer: { kind: 'refuse' },
      });
  });

  it('lets no value pass for an argument of its own', () => {
    const text = `${'x'.repeat(58)} path: "safe.txt"`;
    const rows = labels(callQuestion(callToApprove(write, { path: '/etc/passwd', text }), scopes));
    assert.equal(rows.filter((label) => label.startsWith('path:')).length, 1, rows.join('\n'));
  });
});
