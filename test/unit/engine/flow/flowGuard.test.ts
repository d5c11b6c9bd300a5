import assert from 'node:assert/strict';
import type { JsonObject, JsonValue } from '../../../../src/catalog/json.ts';
import { FlowGuard, type FlowEnd } from '../../../../src/engine/flow/flowGuard.ts';
import { batchSize, memberCost } from '../../../../src/engine/flow/valueParts.ts';
import { FlowRules, type FlowRule } from '../../../../src/engine/flow/flowRules.ts';
import { CountedTurns } from '../../../fakes/countedTurns.ts';

function end(server: string, name: string): FlowEnd {
  return { server, namespace: server, name, method: name, path: `tools.${server}.${name}` };
}

const mail = end('mail', 'read');
const bank = end('bank', 'balance');
const web = end('web', 'post');
const rulesOf = (rules: Readonly<Record<string, FlowRule['action']>>) =>
  new FlowRules(Object.entries(rules).map(([pattern, action]) => ({ pattern, action, setting: 'test' })));

interface Passed {
  readonly answer: JsonValue;
  readonly input: JsonValue;
  readonly source?: string;
  readonly args?: JsonObject;
  readonly from?: FlowEnd;
  /** What `web` answered before. */
  readonly known?: JsonValue;
}

async function flowOf({ answer, input, source = '', args, from = mail, known }: Passed) {
  const guard = new FlowGuard(rulesOf({ '* -> web.*': 'ask' }), source, args);
  await guard.answered(from, answer);
  await guard.answered(web, known);
  return (await guard.check(web, input))[0];
}

const body = 'The merger with Northwind closes on Friday; tell nobody.';
const uuid = '7f6c1f0e-9a53-4b0e-8f6a-2f9b5f0f3c11';
const person = { name: 'Ann Lee', city: 'Oslo', age: 41 };

const caught: Readonly<Record<string, Passed>> = {
  'a whole text': { answer: body, input: { text: body } },
  'a part of a text, in another text': { answer: { body }, input: { text: `They say: ${body.slice(4, 40)}` } },
  'upper case': { answer: body, input: { text: body.toUpperCase() } },
  'other white space and lines': { answer: body, input: { text: body.replaceAll(' ', '\n\t ') } },
  'no white space or punctuation': { answer: body, input: { text: body.replaceAll(/\W/g, '') } },
  'compatibility forms of Unicode': {
    answer: body,
    input: { text: '\uff34\uff48\uff45 \uff4d\uff45\uff52\uff47\uff45\uff52 with Northwind closes' },
  },
  'letters that are composed otherwise': {
    answer: 'caf\u00e9 cr\u00e8me br\u00fbl\u00e9e, please',
    input: { text: 'cafe\u0301 cre\u0300me bru\u0302le\u0301e, please' },
  },
  'an address with the text in it': { answer: body, input: { url: `https://example.com/?q=${encodeURIComponent(body)}` } },
  'JSON of an object with the text in it': { answer: { body: `"${body}"\n` }, input: { text: JSON.stringify({ body: `"${body}"\n` }) } },
  HTML: { answer: 'Smith & Sons <private> "terms"', input: { html: 'Smith &amp; Sons &lt;private&gt; &quot;terms&quot;' } },
  'a name of a field': { answer: body, input: { [body]: 1 } },
  'an item of a list within a list': { answer: [[{ body }]], input: { items: [{ parts: ['a', body] }] } },
  'a random id': { answer: { id: uuid }, input: { id: uuid } },
  'an id without its dashes': { answer: { id: uuid }, input: { id: uuid.replaceAll('-', '') } },
  'a card number in groups': { answer: 'Card 4111 1111 1111 1234', input: { n: '4111111111111234' } },
  'a number': { answer: { balance: 481516 }, input: { amount: 481516 } },
  'a number in a text': { answer: { balance: 481516 }, input: { text: 'It is 481516 now' } },
  'a number with separators': { answer: 'balance: 4,815,162', input: { amount: 4815162 } },
  'an object': { answer: { people: [person] }, input: { who: person } },
  'an object with its keys in another order': { answer: person, input: { who: { age: 41, city: 'Oslo', name: 'Ann Lee' } } },
  'an object as JSON in another order': { answer: person, input: { text: '{"age":41,"city":"Oslo","name":"Ann Lee"}' } },
  'an object of an answer that is JSON in a text': { answer: { text: JSON.stringify(person) }, input: { who: person } },
  'a list': { answer: { names: ['Ann', 'Bob', 'Carol', 'Dave', 'Eve'] }, input: { names: ['Ann', 'Bob', 'Carol', 'Dave', 'Eve'] } },
  'a text after one that the script has itself': {
    answer: `Dear customer of ours, ${body}`,
    input: { text: `Dear customer of ours, ${body}` },
    source: 'await tools.web.post({ text: "Dear customer of ours, " + body })',
  },
  'the end of a long text': { answer: `${'lorem ipsum dolor sit amet '.repeat(2_000)}${body}`, input: { text: body } },
  'a text over the edge between two pieces': {
    answer: Array.from({ length: 6_000 }, (_, index) => `word${index}`).join(' '),
    input: { text: Array.from({ length: 40 }, (_, index) => `word${index + 1_700}`).join(' ') },
  },
  'the beginning of an image': { answer: { data: 'iVBORw0KGgoAAAANSUhEUg'.repeat(1_000) }, input: { image: 'iVBORw0KGgoAAAANSUhEUg' } },
};

const notCaught: Readonly<Record<string, Passed>> = {
  'a short text': { answer: 'status: open', input: { state: 'open' } },
  'a short id': { answer: { id: 'A-1234', number: 4711 }, input: { id: 'A-1234', number: 4711 } },
  'a date': { answer: { at: '2026-03-04T10:20:30.123456Z' }, input: { since: '2026-03-04T10:20:30.123456Z' } },
  'a day as a number': { answer: { day: 20260304 }, input: { day: '2026-03-04', as: 20260304 } },
  'a round number': { answer: { limit: 1_000_000 }, input: { limit: 1_000_000 } },
  'the beginning of an address': { answer: 'https://www.example.com/a/1', input: { url: 'https://www.example.com/b/2' } },
  'other words of the same kind': { answer: body, input: { text: 'The meeting with Northwind is on Monday; tell everybody.' } },
  'a rule of dashes or zeros': { answer: `${'-'.repeat(40)} ${'0'.repeat(40)}`, input: { text: `${'-'.repeat(40)} ${'0'.repeat(40)}` } },
  'names of fields alone': { answer: { organisationIdentifier: 1, accountDescription: 2 }, input: { organisationIdentifier: 7 } },
  'true, false and null': { answer: { a: true, b: false, c: null }, input: { a: true, b: false, c: null } },
  'an object beside another list of over 1,000': {
    answer: { rows: Array.from({ length: 1_001 }, (_, id) => ({ id })), kind: 'list of people', state: 'complete' },
    input: { rows: Array.from({ length: 1_001 }, (_, id) => ({ id: -id })), kind: 'list of people', state: 'complete' },
  },
  'an empty object or list': { answer: { filters: {}, items: [] }, input: { filters: {}, items: [] } },
  "a text in the script's code": {
    answer: body,
    input: { text: body },
    source: `return tools.web.post({ text: ${JSON.stringify(body)} })`,
  },
  "a number in the script's code": { answer: { id: 481516 }, input: { id: 481516 }, source: 'return tools.web.post({ id: 481516 })' },
  "an object in the script's code": {
    answer: person,
    input: { who: person },
    source: 'const ann = { name: "Ann Lee", city: "Oslo", age: 41 };',
  },
  "a text of the script's arguments": { answer: body, input: { text: body }, args: { text: body } },
  'a text of the code, and a little more': {
    answer: 'https://shop.example.com/orders/12999',
    input: { url: 'https://shop.example.com/orders/12345' },
    source: 'tools.web.post({ url: `https://shop.example.com/orders/${id}` })',
  },
  'what its own server answered': { answer: body, input: { text: body }, from: end('web', 'get') },
  'what its own server answered, too': {
    answer: { body, id: 481516 },
    input: { text: body, id: 481516 },
    known: { notes: [body, 481516] },
  },
  'a part of a common phrase': { answer: 'Please let me know', input: { text: 'please let them know' } },
  // What escapes it: docs/security.md says so.
  'base64 of a text': { answer: body, input: { text: Buffer.from(body).toString('base64') } },
  'a text that is split': { answer: body, input: { parts: body.match(/.{1,12}/g) ?? [] } },
  'a text backwards': { answer: body, input: { text: Array.from(body).reverse().join('') } },
  'a number that was changed': { answer: { balance: 481516 }, input: { amount: 481517 } },
};

describe('the data-flow tripwire', () => {
  for (const [what, passed] of Object.entries(caught)) {
    it(`catches ${what}`, async () => {
      const flow = await flowOf(passed);
      assert.ok(flow);
      assert.deepEqual([flow.from.path, flow.rule.action], ['tools.mail.read', 'ask']);
    });
  }

  for (const [what, passed] of Object.entries(notCaught)) {
    it(`does not catch ${what}`, async () => {
      assert.equal(await flowOf(passed), undefined);
    });
  }

  it('shows the value as the argument has it, and where it stands', async () => {
    const input = { message: { parts: ['Hello,', `“${body.slice(4, 38).toUpperCase()}”, he said`] } };
    const flow = await flowOf({ answer: { body }, input });
    assert.deepEqual([flow?.argument, flow?.text], ['message.parts[1]', body.slice(4, 38).toUpperCase().trim()]);
  });

  it('shows of a text that begins as the script has it what follows', async () => {
    const greeting = Array.from({ length: 20 }, (_, number) => `Paragraph ${number} of our usual greeting`).join('; ');
    const flow = await flowOf({ answer: `${greeting}. ${body}`, input: { text: `${greeting}. ${body}` }, source: greeting });
    assert.equal(flow?.text, body.slice(0, -1));
  });

  it('names no field whose name is the value', async () => {
    const flow = await flowOf({ answer: { body }, input: { headers: { [body]: 'x' } } });
    assert.deepEqual([flow?.argument, flow?.text], ['headers', body.slice(0, -1)]);
  });

  it('reads two batches of a large answer at most before the script has it, and all of it before the next call', async () => {
    const guard = new FlowGuard(rulesOf({ 'mail.* -> web.*': 'ask' }), '', undefined);
    await guard.answered(mail, 'its rules are known now');
    let read = 0;
    const fields = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`field${index}`, 4_815_162 + index]));
    const watched = new Proxy(fields, {
      get: (target, key) => {
        read += 1;
        return Reflect.get(target, key) as unknown;
      },
    });
    const answered = guard.answered(mail, { watched });
    assert.ok(read <= (2 * batchSize) / memberCost, String(read));
    await answered;
    const [flow] = await guard.check(web, { amount: 4_815_170 });
    assert.equal(read, 40_000);
    assert.equal(flow?.argument, 'amount');
  });

  it('gives the host its turn, also in an answer in which nothing is remembered', async () => {
    const guard = new FlowGuard(rulesOf({ 'mail.* -> web.*': 'ask' }), '', undefined);
    const turns = new CountedTurns();
    const rows = Array.from({ length: 1_000 }, () => Array.from({ length: 100 }, () => 1));
    await guard.answered(mail, { flat: rows.flat(), rows });
    await guard.check(web, { text: 'anything' });
    const counted = turns.stop();
    assert.ok(counted > 3, String(counted));
  });

  it('shows at most 200 characters of it', async () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `word${index}`).join(' ');
    assert.equal((await flowOf({ answer: text, input: { text } }))?.text?.length, 200);
  });

  /** What a call would be where mail answered the one and the bank the other. */
  const flowsOf = async (
    rules: Readonly<Record<string, FlowRule['action']>>,
    [ofMail, ofBank]: readonly JsonValue[],
    input: JsonValue,
    source = '',
  ) => {
    const guard = new FlowGuard(rulesOf(rules), source, undefined);
    await guard.answered(mail, ofMail);
    await guard.answered(bank, ofBank);
    return (await guard.check(web, input)).map(({ from, argument, rule }) => [from.server, argument, rule.action]);
  };
  const numbered = Array.from({ length: 2_500 }, (_, number) => `paragraph number ${number} of the newsletter`);

  it('tells of each tool whose values a call has, once', async () => {
    const input = { a: body, b: body, c: 481516, d: body };
    assert.deepEqual(await flowsOf({ '* -> web.*': 'ask' }, [body, { balance: 481516 }], input), [
      ['mail', 'a', 'ask'],
      ['bank', 'c', 'ask'],
    ]);
  });

  it('tells of each tool that answered the same value', async () => {
    const flows = await flowsOf({ '* -> web.*': 'ask' }, [{ body, id: 481516 }, { body }], { a: body, b: 481516 });
    assert.deepEqual(flows, [
      ['mail', 'a', 'ask'],
      ['bank', 'a', 'ask'],
    ]);
  });

  it('takes the strictest rule between two tools, and tells of denials first', async () => {
    const rules = { '* -> web.*': 'ask', 'bank.* -> web.*': 'deny' } as const;
    assert.deepEqual(await flowsOf(rules, [body, { balance: 481516 }], { a: body, b: 481516 }), [
      ['bank', 'b', 'deny'],
      ['mail', 'a', 'ask'],
    ]);
  });

  it('finds what stands behind thousands of values of another tool', async () => {
    for (const ofMail of [numbered, numbered.join(' '), numbered.map((_, number) => 4_815_163 + number)])
      assert.deepEqual(await flowsOf({ '* -> web.*': 'ask' }, [ofMail, body], { a: ofMail, b: body }), [
        ['mail', Array.isArray(ofMail) ? 'a[0]' : 'a', 'ask'],
        ['bank', 'b', 'ask'],
      ]);
  });

  it("finds what stands behind hundreds of values that are the script's own", async () => {
    const own = numbered.slice(0, 500);
    const source = JSON.stringify(own);
    const rules = { '* -> web.*': 'ask' } as const;
    assert.deepEqual(await flowsOf(rules, [own, body], { a: own, b: body }, source), [['bank', 'b', 'ask']]);
    assert.deepEqual(await flowsOf(rules, [[...own, body], ''], { a: own, b: body }, source), [['mail', 'b', 'ask']]);
  });

  it("counts no value as the script's own where there are too many to compare", async () => {
    const numbers = numbered.map((_, number) => 4_815_163 + number);
    for (const [ofMail, source] of [
      [numbered, numbered.join()],
      [numbers, numbers.map((number) => `1${number}1`).join()],
    ] as const)
      assert.deepEqual(await flowsOf({ '* -> web.*': 'deny' }, [ofMail, ''], { a: ofMail }, source), [['mail', 'a[2000]', 'deny']]);
  });

  it('holds for arguments that are nested too deeply to be looked at', async () => {
    let input: JsonValue = body;
    for (let level = 0; level < 150; level += 1) input = [input];
    assert.deepEqual(await flowsOf({ 'mail.* -> web.*': 'deny' }, [body, body], { input }), [['mail', '', 'deny']]);
  });

  it('lets nothing pass of the last of thousands of tools', async () => {
    const guard = new FlowGuard(rulesOf({ 'a.* -> web.*': 'ask', 'a.* -> chat.*': 'ask', 'mail.* -> web.*': 'deny' }), '', undefined);
    for (let tool = 0; tool < 4_100; tool += 1) await guard.answered(end('a', `tool${tool}`), `number ${tool}`);
    await guard.answered(mail, body);
    const [flow] = await guard.check(web, { text: body });
    assert.equal(flow?.rule.action, 'deny');
  });

  it('looks at nothing that no rule names', async () => {
    const guard = new FlowGuard(rulesOf({ 'bank.* -> web.*': 'deny', 'mail.* -> chat.*': 'deny' }), '', undefined);
    await guard.answered(mail, body);
    assert.deepEqual(await guard.check(web, { text: body }), []);
  });

  it('holds for what it could not remember', async () => {
    const guard = new FlowGuard(rulesOf({ 'mail.* -> web.*': 'deny' }), '', undefined);
    await guard.answered(mail, Array.from({ length: 400_000 }, (_, index) => `word${index}`).join(' '));
    const [flow] = await guard.check(web, { text: 'anything' });
    assert.deepEqual([flow?.from.path, flow?.text], ['tools.mail.read', undefined]);
  });
});
