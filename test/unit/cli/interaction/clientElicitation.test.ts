import assert from 'node:assert/strict';
import { ClientElicitation } from '../../../../src/cli/interaction/clientElicitation.ts';
import type { JsonObject } from '../../../../src/base/json.ts';
import type { Form, FormField } from '../../../../src/mcp/elicitation/form.ts';

const context = { server: 'geo\u202e', origin: 'mcp.json', signal: new AbortController().signal };
const base = { title: 'Field', required: true };
const fields = {
  text: { kind: 'text', name: 'text', ...base, maxLength: 3 },
  number: { kind: 'number', name: 'number', ...base, integer: true, minimum: 1 },
  flag: { kind: 'flag', name: 'flag', ...base },
  choice: { kind: 'choice', name: 'choice', ...base, choices: [{ value: 'a', title: 'A' }] },
  choices: { kind: 'choices', name: 'choices', ...base, choices: [{ value: 'a', title: 'A' }], maxItems: 1 },
} as const satisfies Record<string, FormField>;

describe('a question of a server to the user of the client', () => {
  let asked: object[];

  const answering = (result: JsonObject | Error, url = false) => {
    asked = [];
    const elicitation = new ClientElicitation();
    elicitation.attach({
      modes: { form: true, url },
      elicit: (params) => {
        asked.push(params);
        return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
      },
    });
    return elicitation;
  };
  const filled = (content: JsonObject, ...all: readonly FormField[]) => {
    const form: Form = { message: 'Which?', fields: all };
    return answering({ action: 'accept', content }).fillIn(form, context);
  };

  it('names the server first, with what hides in its name', async () => {
    await filled({ flag: true }, fields.flag);
    assert.deepEqual(asked, [
      {
        mode: 'form',
        message: 'The MCP server geo\\u{202e} asks: Which?',
        requestedSchema: {
          type: 'object',
          properties: { flag: { type: 'boolean', title: 'Field' } },
          required: ['flag'],
        },
      },
    ]);
  });

  it('gives the answer of a form', async () => {
    const content = { text: 'abc', number: 2, flag: false, choice: 'a', choices: ['a'] };
    assert.deepEqual(await filled(content, ...Object.values(fields)), { action: 'accept', content });
  });

  it('tells the client the pattern that an answer must match', async () => {
    await filled({ text: 'abc' }, { ...fields.text, pattern: '^[a-z]+$' });
    const schema = { type: 'string', title: 'Field', maxLength: 3, pattern: '^[a-z]+$' };
    assert.deepEqual((asked[0] as JsonObject)['requestedSchema'], {
      type: 'object',
      properties: { text: schema },
      required: ['text'],
    });
  });

  const wrong: readonly (readonly [keyof typeof fields, string | number | boolean | string[]])[] = [
    ['text', 'abcd'],
    ['text', 1],
    ['number', 0],
    ['number', '2'],
    ['flag', 'true'],
    ['choice', 'b'],
    ['choices', ['b']],
    ['choices', 'a'],
  ];
  for (const [name, value] of wrong) {
    it(`is cancelled by ${JSON.stringify(value)} for the field ${name}`, async () => {
      assert.deepEqual(await filled({ [name]: value }, fields[name]), { action: 'cancel' });
    });
  }

  it('is cancelled where a required field has no value', async () =>
    assert.deepEqual(await filled({}, fields.text), { action: 'cancel' }));

  it('is cancelled where the client fails', async () => {
    assert.deepEqual(await answering(new Error('gone')).fillIn({ message: '', fields: [] }, context), {
      action: 'cancel',
    });
  });

  const page = { id: '1', url: 'https://a.example/', host: 'a.example', message: 'Sign in.' };

  it('hands a page to a client that opens pages', async () => {
    const answer = await answering({ action: 'accept' }, true).visit(page, context);
    assert.deepEqual(
      [answer, asked.map((params) => 'url' in params && params.url)],
      [{ action: 'accept' }, [page.url]],
    );
  });

  it('shows the address to a client that does not, and takes its first answer for no', async () => {
    const answer = await answering({ action: 'accept', content: { answer: 'Cancel' } }).visit(page, context);
    assert.deepEqual(answer, { action: 'cancel' });
    assert.match(JSON.stringify(asked), /https:\/\/a\.example\//);
  });

  it('is not announced before there is a client that can ask', () =>
    assert.equal(new ClientElicitation().available, undefined));
});
