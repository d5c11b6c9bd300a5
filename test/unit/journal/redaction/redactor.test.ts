import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/base/json.ts';
import { Redactor } from '../../../../src/journal/redaction/redactor.ts';
import { readRedactionRules } from '../../../../src/journal/redaction/redactionRules.ts';
import { longJson } from '../../../../src/journal/redaction/longJson.ts';
import { growth, proportionalTenfold } from '../../../fakes/growth.ts';
import { redactorOf } from '../../../fakes/redactorOf.ts';
import { beginLine } from '../../../fakes/runRecords.ts';

const secret = 'planted/secret+"value"';
const hidden = '•••';

describe('the recorded form of a value', () => {
  it('hides known secrets, as they are, in JSON, in URLs, in names and in numbers', () => {
    const redactor = redactorOf([], [secret, '1234567890']);
    const value = {
      plain: secret,
      json: JSON.stringify({ key: secret }),
      url: `?q=${encodeURIComponent(secret)}`,
      [secret]: 1,
      number: 12_345_678_901,
    };
    const shown = redactor.value(value);
    assert.deepEqual(shown, {
      plain: hidden,
      json: `{"key":"${hidden}"}`,
      url: `?q=${hidden}`,
      [hidden]: 1,
      number: hidden,
    });
  });

  it('hides known secrets in base64, wherever they begin in it', () => {
    const key = 'tok-0123456789';
    const redactor = redactorOf([], [key]);
    for (const before of ['', 'u:', 'user:', 'abc:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${key}?>~`).toString(encoding);
        const shown = JSON.stringify(redactor.value(text));
        assert.ok(
          shown.includes(hidden) && shown.length < text.length - 10,
          `${before} ${encoding}: ${shown}`,
        );
      }
    }
  });

  it('hides no secret so short that it may be any word', () => {
    const redactor = redactorOf([], ['1', 'true', 'a', 'seven77']);
    assert.deepEqual(redactor.value({ a: 1, b: 'true' }), { a: 1, b: 'true' });
  });

  it('leaves of a line what makes it one, whatever the secret is', () => {
    const line = {
      ...beginLine,
      title: 'terminal',
      code: { v: 'finished' },
      codeHash: 'a'.repeat(64),
      startedAt: 1234567890,
      pid: 12345678,
    };
    const secrets = [
      'terminal',
      'finished',
      'startedAt',
      '12345678',
      'k3f9a-2b71c000',
      '"t":"begin"',
      'a'.repeat(8),
    ];
    const text = `${JSON.stringify(line)}\n{"t":"answer","at":1,"call":1,"state":"finished"}\n`;
    const shown = redactorOf([], secrets).lines(text);
    assert.deepEqual(
      shown
        .split('\n')
        .slice(0, 2)
        .map((each): unknown => JSON.parse(each)),
      [
        { ...line, title: hidden, code: { v: hidden, redacted: true } },
        { t: 'answer', at: 1, call: 1, state: 'finished' },
      ],
    );
  });

  it('marks each value of a line in which it hides one, wherever it stands', () => {
    const results = { r1: { v: { id: 'planted-1' } }, r2: { v: 'other' } };
    const shown = JSON.parse(
      redactorOf([], ['planted-1']).lines(JSON.stringify({ t: 'script', at: 1, results })),
    ) as unknown;
    assert.deepEqual(shown, {
      t: 'script',
      at: 1,
      results: { r1: { v: { id: hidden }, redacted: true }, r2: { v: 'other' } },
    });
  });

  it('hides what names say is secret, in texts too', () => {
    const redactor = redactorOf([]);
    assert.deepEqual(
      redactor.value({
        apiKey: 'a',
        header: 'Bearer abcdefgh',
        text: '{"password":"b","user":"c"}',
        nextPageToken: 'd',
      }),
      {
        apiKey: hidden,
        header: `Bearer ${hidden}`,
        text: `{"password":"${hidden}","user":"c"}`,
        nextPageToken: 'd',
      },
    );
  });

  it('is the value itself where nothing is hidden', () => {
    const value = { a: [1, 'two', { three: null }] };
    assert.deepEqual(redactorOf([]).json(value), { text: JSON.stringify(value), redacted: false });
  });

  it('hides fields by name, parts by path, texts by pattern', () => {
    const redactor = redactorOf(['*_ssn', 'crm.*: $.customer.email', '$..iban', '/sk-[a-z0-9]+/']);
    const value: JsonValue = {
      customer: { email: 'a@b.c', name: 'Ann' },
      my_ssn: '1',
      deep: [{ iban: 'DE1' }],
      text: 'the key sk-abc123.',
    };
    const shown = {
      customer: { email: hidden, name: 'Ann' },
      my_ssn: hidden,
      deep: [{ iban: hidden }],
      text: `the key ${hidden}.`,
    };
    assert.deepEqual(redactor.value(value, 'crm.getCustomer'), shown);
    assert.deepEqual(redactor.value(value, 'shop.get'), { ...shown, customer: value['customer'] });
  });

  it('knows a tool by each of its spellings', () => {
    for (const rule of ['crm.getCustomer: $.a', 'tools.crm.get_customer: $.a']) {
      const redactor = redactorOf([rule]);
      for (const tool of ['crm.getCustomer', 'crm.get_customer'])
        assert.deepEqual(redactor.value({ a: 1 }, tool), { a: hidden }, `${rule} ${tool}`);
    }
  });

  it('hides a part by its path also in what `raw` gives', () => {
    const redactor = redactorOf(['crm.get: $.customer.email']);
    const customer = { customer: { email: 'ann@example.com' } };
    const raw = { content: [{ type: 'text', text: JSON.stringify(customer) }], structuredContent: customer };
    assert.doesNotMatch(JSON.stringify(redactor.value(raw, 'crm.get')), /ann@/);
  });

  it('is the same for a value that is too long for a line', async () => {
    const redactor = redactorOf(['/sk-[a-z0-9]+/', '$.rows[*].email'], [secret]);
    const row = { email: 'a@b.c', note: `sk-abc ${secret}`, password: 'p', [secret]: 'x'.repeat(500) };
    const long = { rows: Array.from({ length: 100 }, () => row) };
    const { json } = await longJson(long, redactor.pathsOf(undefined), redactor);
    assert.deepEqual(JSON.parse(json.toString()), redactor.value(long));
  });

  it('hides texts after names in code, and leaves the code as it runs', () => {
    const redactor = redactorOf([], [secret]);
    assert.equal(
      redactor.code(
        'const token = await login({ password: "hunter22", apiKey: \'abc\' }); // planted/secret+"value"',
      ),
      `const token = await login({ password: "${hidden}", apiKey: '${hidden}' }); // ${hidden}`,
    );
  });

  it('hides what servers were given before they ended', () => {
    let known: readonly string[] = [secret];
    const redactor = new Redactor(() => known);
    assert.equal(redactor.value(secret), hidden);
    known = [];
    assert.equal(redactor.value(secret), hidden);
    assert.equal(redactor.lines(`${JSON.stringify({ a: secret })}\n`), `{"a":"${hidden}"}\n`);
  });
});

describe('the rules of what to hide', () => {
  it('says of what is no rule what is wrong with it', () => {
    const wrong = ['', '$.a..', 'a: $.b[', '/(a+)+b/', '/\\w+\\d/', '/a|/', '/[/', 7, 'x$y'];
    for (const rule of wrong)
      assert.equal(readRedactionRules([rule], 'here').problems.length, 1, JSON.stringify(rule));
    assert.equal(readRedactionRules({ a: 1 }, 'here').problems.length, 1);
  });

  it('finds what regular expressions find', () => {
    const found: readonly (readonly [rule: string, text: string, shown: string])[] = [
      ['/[\\w.+-]+@[\\w-]+\\.[a-z]{2,}/', 'to ann.b@example.org now', `to ${hidden} now`],
      ['/\\d{3}-\\d{2}-\\d{4}/', '123-45-6789', hidden],
      ['/gh[pousr]_[A-Za-z0-9]{4,}|xox[bp]-\\S+/', 'ghp_abcd xoxb-1', `${hidden} ${hidden}`],
      ['/PASS/i', 'a pass', `a ${hidden}`],
    ];
    for (const [rule, text, shown] of found) assert.equal(redactorOf([rule]).value(text), shown, rule);
  });

  it('takes time in proportion to a text without rules, too', async () => {
    const redactor = redactorOf([]);
    for (const piece of ['-', 'a-', '--a', '"a', 'a="', 'a:"\\"']) {
      const hiding = (size: number) => {
        const text = `"${piece.repeat(size / piece.length)}`;
        return () => redactor.value(text);
      };
      assert.ok((await growth(hiding, 6_000, 10)) < proportionalTenfold, piece);
    }
  });

  it('takes time in proportion to a text', async () => {
    const redactor = redactorOf(['/a[a-c]{0,60}!/', '/[\\w.+-]+@[\\w-]+\\.x/']);
    const hiding = (size: number) => () => redactor.value('a'.repeat(size));
    assert.ok((await growth(hiding, 3_000, 10)) < proportionalTenfold);
  });
});
