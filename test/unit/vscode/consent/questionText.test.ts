import assert from 'node:assert/strict';
import type { CatalogTool } from '../../../../src/catalog/catalogSnapshot.ts';
import type { ScriptToApprove } from '../../../../src/engine/consent/approval.ts';
import { toolUses } from '../../../../src/engine/consent/toolUses.ts';
import { callQuestion, runQuestion, type QuestionText } from '../../../../src/vscode/consent/questionText.ts';
import { unruled } from '../../../fakes/noRules.ts';
import { namedTool } from '../../../fakes/namedTool.ts';

const read = namedTool('db.list', { readOnlyHint: true });
const write = namedTool('files.write');
const drop = namedTool('db.dropTable', { destructiveHint: true });
const scopes = ['chat', 'always'] as const;
const ruling = { action: 'ask' } as const;

function script(
  tools: readonly CatalogTool[],
  options: { lines?: Record<string, number[]>; source?: string; open?: readonly CatalogTool[] } = {},
) {
  const { lines = {}, source = '', open = tools.filter(({ readOnly }) => !readOnly) } = options;
  const mentions = new Map(Object.entries(lines).map(([path, list]) => [path, list.map((line) => ({ line, column: 1 }))]));
  return { source, uses: toolUses(source, unruled(tools), mentions), asked: open } satisfies ScriptToApprove;
}

const labels = ({ rows }: QuestionText) => rows.map(({ label }) => label);
/** Rows that can be read, below the answers. */
const below = ({ rows }: QuestionText) => rows.filter(({ act }) => !act || !('answer' in act)).slice(1);

describe('the question about a script', () => {
  it('offers to run it first where nothing can be destroyed', () => {
    const question = runQuestion(script([write]), scopes);
    assert.equal(question.title, 'This script can write with tools.files.write');
    assert.deepEqual(labels(question).slice(0, 6), [
      'Run Once',
      'Dry Run',
      'Run and Allow This Tool in This Chat',
      'Run and Allow This Tool Always',
      'Show the Code',
      "Don't Run",
    ]);
  });

  it('offers not to run it first where something can be destroyed, and says what', () => {
    const question = runQuestion(script([write, drop]), scopes);
    assert.equal(question.title, 'This script can destroy with tools.db.dropTable');
    assert.deepEqual(question.rows[0]?.act, { answer: { kind: 'refuse' } });
    const longer = question.rows.filter(({ label }) => label.startsWith('Run and Allow These Tools'));
    assert.equal(longer.length, 2);
    assert.ok(longer.every(({ description }) => description === 'includes tools.db.dropTable'));
  });

  it('says where a server declares nothing of what its tool does', () => {
    const silent: CatalogTool = { ...namedTool('shop.setStock'), isUndeclared: true };
    const question = runQuestion(script([silent]), scopes);
    assert.equal(question.title, 'This script calls tools.shop.setStock: effect not declared');
    assert.ok(below(question).some(({ label, isHeading }) => label === 'effect not declared' && isHeading));
    const call = callQuestion({ source: '', tool: silent, ruling, input: {} }, scopes);
    assert.equal(call.title, 'The running script calls tools.shop.setStock, effect not declared');
  });

  it('shows the tool that destroys before 40 that write, with its line', () => {
    const others = Array.from({ length: 40 }, (_, index) => namedTool(`db.insert${index}`));
    const source = `${'\n'.repeat(430)}await tools.db.dropTable({ name: "users" });\n`;
    const [heading, row] = below(runQuestion(script([...others, drop], { source, lines: { 'tools.db.dropTable': [431] } }), scopes));
    assert.deepEqual([heading?.label, heading?.isHeading], ['can destroy', true]);
    assert.deepEqual(row, {
      label: '$(flame) tools.db.dropTable',
      description: 'line 431',
      detail: 'await tools.db.dropTable({ name: "users" });',
      act: { show: { line: 431 } },
    });
  });

  it('has a row for each further line that writes', () => {
    const rows = below(runQuestion(script([write], { source: 'a\nb\nc', lines: { 'tools.files.write': [1, 2] } }), scopes));
    assert.deepEqual(
      rows.slice(1).map(({ label, act }) => [label, act]),
      [
        ['$(edit) tools.files.write', { show: { line: 1 } }],
        ['$(blank) line 2', { show: { line: 2 } }],
      ],
    );
  });

  it('says how often a tool is called, and with what where its line does not show it', () => {
    const mentions = new Map([[write.path, [{ line: 1, column: 1, times: 'loop', arguments: 'path: "a.txt", text: …' }]]] as const);
    const uses = toolUses('await tools.files.write({', unruled([write]), mentions);
    const [, tool, given] = below(runQuestion({ source: '', uses, asked: [write] }, scopes));
    assert.equal(tool?.description, 'line 1 · in a loop');
    assert.deepEqual([given?.label, given?.description], ['$(blank) with', 'path: "a.txt", text: …']);
  });

  it('shows what was allowed before apart from what is asked, and what only reads last', () => {
    const question = runQuestion(script([read, write, drop], { open: [drop] }), scopes);
    const headings = question.rows.filter(({ isHeading }) => isHeading).map(({ label }) => label);
    assert.deepEqual(headings, ['can destroy', 'can write, allowed by you', 'only read']);
  });

  it('says what rules ask for and deny, and that no yes to these lasts', () => {
    const by = (action: 'ask' | 'deny') => ({ pattern: 'x.*', action, setting: 'test' });
    const ruled = [
      ...unruled([drop]),
      { tool: read, ruling: { action: 'askEachRun', rule: by('ask') } },
      { tool: write, ruling: { action: 'deny', rule: by('deny') } },
    ] as const;
    const question = runQuestion({ source: '', uses: toolUses('', ruled, new Map()), asked: [drop, read] }, scopes);
    const headings = question.rows.filter(({ isHeading }) => isHeading).map(({ label }) => label.split(':')[0]);
    assert.deepEqual(headings, ['can destroy', 'asked for by a rule', 'denied by a rule']);
    const lasting = question.rows.find(({ label }) => label.startsWith('Run and Allow These Tools'));
    assert.equal(lasting?.description, 'includes tools.db.dropTable; not tools.db.list: asked each run');
  });

  it('has a row for each of a thousand tools that a yes allows, and few for those that only read', () => {
    const many = (prefix: string, hints: object) => Array.from({ length: 1_000 }, (_, n) => namedTool(`${prefix}.${prefix}${n}`, hints));
    const writes = many('w', {});
    const shown = labels(runQuestion(script([...writes, ...many('r', { readOnlyHint: true })]), scopes)).join('\n');
    for (const { path } of writes) assert.ok(shown.includes(path), path);
    assert.ok(shown.includes('970 more tools'));
  });

  it('shows codemode.args', () => {
    const question = runQuestion({ ...script([write]), args: { path: 'a.txt' } }, scopes);
    assert.deepEqual(labels(question).slice(-2), ['codemode.args', 'path: "a.txt"']);
  });

  it('says that what is read can leave this machine', () => {
    const send = namedTool('web.send', { openWorldHint: true });
    assert.match(labels(runQuestion(script([read, send]), scopes)).join('\n'), /It can send data of tools\.db/);
  });

  it('shows what hides in code, and makes no icon or link of it', () => {
    const source = 'await tools.files.write({ text: "\u202e$(flame)](command:x)" })';
    const [, row] = below(runQuestion(script([write], { source, lines: { 'tools.files.write': [1] } }), scopes));
    assert.match(row?.detail ?? '', /\\u\{202e\}\$\u200b\(flame\)/);
  });

  it('offers to remember a file where the script is in one', () => {
    assert.match(labels(runQuestion(script([write]), ['file']))[2] ?? '', /^Run .* Again for This File$/);
  });
});

describe('the question about a call', () => {
  it('says what a yes covers, and shows the arguments', () => {
    const question = callQuestion({ source: '', tool: write, ruling, input: { path: 'a.txt', text: 'x' } }, scopes);
    assert.equal(question.title, 'The running script calls tools.files.write, which can write');
    assert.match(question.rows[0]?.description ?? '', /every later call of tools\.files\.write in this run$/);
    assert.deepEqual(labels(question).slice(-3), ['called with', 'path: "a.txt"', 'text: "x"']);
  });

  it('offers to refuse it first where it can destroy', () => {
    assert.deepEqual(callQuestion({ source: '', tool: drop, ruling, input: {} }, scopes).rows[0]?.act, { answer: { kind: 'refuse' } });
  });

  it('lets no value pass for an argument of its own', () => {
    const text = `${'x'.repeat(58)} path: "safe.txt"`;
    const rows = labels(callQuestion({ source: '', tool: write, ruling, input: { path: '/etc/passwd', text } }, scopes));
    assert.equal(rows.filter((label) => label.startsWith('path:')).length, 1, rows.join('\n'));
  });
});
