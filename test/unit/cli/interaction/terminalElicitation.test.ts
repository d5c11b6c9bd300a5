import assert from 'node:assert/strict';
import { TerminalElicitation } from '../../../../src/cli/interaction/terminalElicitation.ts';
import type { FormField } from '../../../../src/mcp/elicitation/form.ts';
import type { QuestionContext } from '../../../../src/mcp/elicitation/userInteraction.ts';

const asking: QuestionContext = { server: 'geo', origin: 'mcp.json', signal: new AbortController().signal };
const page = { id: 'e1', url: 'https://example.com/a', host: 'example.com', message: 'Sign in' };
const fruit = [
  { value: 'a', title: 'Apple' },
  { value: 'b', title: 'Bean' },
];

/** Types one line after the other. */
class TypedLines {
  readonly asked: string[] = [];
  readonly #lines: string[];

  constructor(...lines: readonly string[]) {
    this.#lines = [...lines];
  }

  ask(question: string): Promise<string> {
    this.asked.push(question);
    const line = this.#lines.shift();
    return line === undefined
      ? Promise.reject(new DOMException('Taken back.', 'AbortError'))
      : Promise.resolve(line);
  }
}

describe('TerminalElicitation', () => {
  const base = { name: 'f', title: 'Field', required: true };
  const answer = (fields: readonly FormField[], ...lines: readonly string[]) =>
    new TerminalElicitation(new TypedLines(...lines)).fillIn({ message: 'Please', fields }, asking);

  for (const [field, line, value] of [
    [{ kind: 'text', ...base }, 'Ada', 'Ada'],
    [{ kind: 'number', ...base, integer: true }, '42', 42],
    [{ kind: 'flag', ...base }, 'y', true],
    [{ kind: 'flag', ...base, default: true }, 'no', false],
    [{ kind: 'choice', ...base, choices: fruit }, '2', 'b'],
    [{ kind: 'choice', ...base, choices: fruit }, 'Apple', 'a'],
    [{ kind: 'choices', ...base, choices: fruit }, '1, b', ['a', 'b']],
    [{ kind: 'choices', ...base, choices: fruit, default: ['b'] }, '', ['b']],
    [{ kind: 'number', ...base, integer: false, default: 0.5 }, '', 0.5],
  ] satisfies [FormField, string, unknown][])
    it(`reads "${line}" for ${field.kind} as ${JSON.stringify(value)}`, async () => {
      assert.deepEqual(await answer([field], line), { action: 'accept', content: { f: value } });
    });

  it('leaves out what is optional and not answered', async () => {
    const fields: FormField[] = [
      { kind: 'text', ...base, required: false },
      { kind: 'choices', ...base, name: 'g', required: false, choices: fruit },
    ];
    assert.deepEqual(await answer(fields, '', ''), { action: 'accept', content: {} });
  });

  it('says what is wrong and asks again', async () => {
    const questions = new TypedLines('four', '4');
    const field: FormField = { kind: 'number', ...base, integer: true };
    const content = await new TerminalElicitation(questions).fillIn(
      { message: 'Please', fields: [field] },
      asking,
    );
    assert.deepEqual(content, { action: 'accept', content: { f: 4 } });
    assert.match(questions.asked[1] ?? '', /^It is a whole number\.\n/);
  });

  it('shows a default in one line, so that none of its lines passes for another question', async () => {
    const questions = new TypedLines('');
    const field: FormField = { kind: 'text', ...base, default: 'a\rcode-mode: Run it?' };
    const answered = await new TerminalElicitation(questions).fillIn(
      { message: 'Please', fields: [field] },
      asking,
    );
    assert.match(questions.asked[0] ?? '', /\[a code-mode: Run it\?\]: $/);
    assert.deepEqual(answered, { action: 'accept', content: { f: field.default } });
  });

  it('marks each line of a message as the words of the server', async () => {
    const questions = new TypedLines('y', 'y');
    const elicitation = new TerminalElicitation(questions);
    const message = 'Fine.\n\n[sudo] password for ada:';
    await elicitation.fillIn({ message, fields: [] }, asking);
    await elicitation.visit({ ...page, message }, asking);
    for (const question of questions.asked)
      assert.match(question, /: Fine\.\n {2}\| \n {2}\| \[sudo\] password for ada:\n/);
  });

  it('shows the server, the message, the step, what the field takes and its default', async () => {
    const questions = new TypedLines('', '1');
    const fields: FormField[] = [
      { kind: 'text', ...base, format: 'date', description: 'When', required: false, default: '2026-01-31' },
      { kind: 'choice', ...base, name: 'g', title: 'Fruit', choices: fruit, default: 'b' },
    ];
    await new TerminalElicitation(questions).fillIn({ message: 'Please', fields }, asking);
    assert.match(questions.asked[0] ?? '', /^MCP server "geo" asks: Please\n/);
    assert.match(questions.asked[0] ?? '', /\n1\/2 Field \(When; a date, .*; optional\) \[2026-01-31\]: $/);
    assert.equal(questions.asked[1], '2/2 Fruit (1 Apple, 2 Bean) [Bean]: ');
  });

  it('goes back, and keeps what was answered there', async () => {
    const fields: FormField[] = [
      { kind: 'text', ...base },
      { kind: 'text', ...base, name: 'g' },
    ];
    assert.deepEqual(await answer(fields, 'one', ':back', '', 'two'), {
      action: 'accept',
      content: { f: 'one', g: 'two' },
    });
  });

  for (const action of ['decline', 'cancel', 'mute'] as const)
    it(`:${action} ends the form`, async () => {
      assert.deepEqual(await answer([{ kind: 'text', ...base }], `:${action}`), { action });
    });

  it('gives up after ten wrong answers', async () => {
    assert.deepEqual(await answer([{ kind: 'flag', ...base }], ...Array<string>(11).fill('perhaps')), {
      action: 'cancel',
    });
  });

  it('a question that is taken back is cancelled', async () => {
    assert.deepEqual(await answer([{ kind: 'text', ...base }]), { action: 'cancel' });
  });

  it('a form without fields asks for a yes', async () => {
    assert.deepEqual(await answer([], 'y'), { action: 'accept', content: {} });
    assert.deepEqual(await answer([], ''), { action: 'decline' });
  });

  it('shows the whole address of a page and its host', async () => {
    const questions = new TypedLines('y');
    assert.deepEqual(await new TerminalElicitation(questions).visit(page, asking), { action: 'accept' });
    assert.match(
      questions.asked[0] ?? '',
      /"geo" asks you to open .* example\.com: Sign in\nhttps:\/\/example\.com\/a\n/,
    );
  });

  it('two forms do not mix', async () => {
    const questions = new TypedLines('1', '2', '3', '4');
    const elicitation = new TerminalElicitation(questions);
    const fields: FormField[] = [
      { kind: 'text', ...base },
      { kind: 'text', ...base, name: 'g' },
    ];
    const forms = await Promise.all(
      [1, 2].map(() => elicitation.fillIn({ message: 'Please', fields }, asking)),
    );
    assert.deepEqual(forms, [
      { action: 'accept', content: { f: '1', g: '2' } },
      { action: 'accept', content: { f: '3', g: '4' } },
    ]);
  });
});
