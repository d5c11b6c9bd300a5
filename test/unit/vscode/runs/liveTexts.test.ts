import assert from 'node:assert/strict';
import type { CallRecord } from '../../../../src/engine/runOutcome.ts';
import { TrackedRun } from '../../../../src/vscode/runs/trackedRun.ts';
import { barText, doingText, hoverText, invocationMessageOf } from '../../../../src/vscode/runs/liveTexts.ts';
import { catalogTool } from '../../../fakes/catalogTool.ts';

const noon = new Date(2026, 10, 22, 12, 3, 41).getTime();
const begin = (id = 1, name = 'chat #1') => new TrackedRun(id, name, noon);
const record = (sequence: number, more: Partial<CallRecord> = {}): CallRecord => ({
  sequence,
  server: 'shop',
  tool: 'buy',
  path: `tools.shop.buy${sequence}`,
  state: 'finished',
  writes: true,
  ms: 12,
  ...more,
});

describe('a run in the status bar', () => {
  it('that calls nothing runs', () => {
    assert.equal(barText([begin()]), '$(loading~spin) Code Mode: running');
  });

  it('is what the script says of it, with how far it is, also while it calls', () => {
    const run = begin();
    run.progress('Comparing pages', 0.4, undefined);
    run.callStarted(1, 'tools.shop.buy');
    assert.equal(barText([run]), '$(loading~spin) Code Mode: Comparing pages (40%)');
  });

  it('is the call that is under way, with what its server says of it', () => {
    const run = begin();
    run.callStarted(1, 'tools.shop.buy');
    run.progress('tools.shop.buy: paying', 0.5, 1);
    assert.equal(doingText(run), 'tools.shop.buy: paying (50%)');
  });

  it('is the newest of several calls and how many others there are', () => {
    const run = begin();
    for (const sequence of [1, 2, 3]) run.callStarted(sequence, `tools.shop.buy${sequence}`);
    assert.equal(doingText(run), 'tools.shop.buy3 and 2 more calls');
  });

  it('has its title before what it does, if it does anything', () => {
    const run = begin();
    run.title = 'Buy books $(trash)';
    assert.equal(barText([run]), '$(loading~spin) Code Mode: Buy books $\u200b(trash)');
    run.callStarted(1, 'tools.shop.buy');
    assert.equal(barText([run]), '$(loading~spin) Code Mode: Buy books $\u200b(trash) · tools.shop.buy');
  });

  it('that asks the user waits', () => {
    const run = begin();
    const answered = run.asks();
    assert.equal(barText([run]), '$(bell-dot) Code Mode: waiting for your answer');
    answered();
    assert.equal(run.isAsking, false);
  });

  it('is counted with others, and those that wait for the user are', () => {
    const runs = [begin(1), begin(2)];
    runs[1]?.asks();
    assert.equal(barText(runs), '$(loading~spin) Code Mode: 2 scripts, 1 waiting for your answer');
  });

  it('has no icon of a script and little of its words', () => {
    const run = begin();
    run.progress(`$(error) ${'x'.repeat(500)}`, undefined, undefined);
    const text = barText([run]);
    assert.ok(!text.includes('$(error)') && text.length < 80, text);
  });
});

describe('the hover of the status bar', () => {
  it('has the run, what it does, its calls with their states, and what can be done', () => {
    const run = begin(7, 'chat #3');
    run.callStarted(3, 'tools.shop.pay');
    run.progress('tools.shop.pay: step 1', 0.25, 3);
    run.callEnded(record(1));
    run.callEnded(record(2, { state: 'failed', message: 'tools.shop.buy2 failed: sold out' }));
    assert.equal(
      decoded(hoverText([run])),
      [
        '**chat #3** · since 12:03:41',
        'tools.shop.pay: step 1 (25%)',
        '- $(check) tools.shop.buy1 · 12 ms\n- $(error) tools.shop.buy2 · 12 ms: sold out\n- $(loading~spin) tools.shop.pay: step 1 (25%)',
        '[Cancel](command:codeMode.cancelRun?%5B7%5D) · [Show Output](command:codeMode.showRunOutput)',
      ].join('\n\n'),
    );
  });

  it('begins with the title of the run', () => {
    const run = begin();
    run.title = 'Buy [books](command:evil)';
    assert.match(
      hoverText([run]),
      /^\*\*Buy &#91;books&#93;&#40;command&#58;evil&#41;\*\* · chat &#35;1 · since /,
    );
  });

  it('tells calls that were made from those whose answers are from the record', () => {
    const run = begin();
    run.callEnded(record(1, { served: true }));
    run.callEnded(record(2));
    assert.match(
      decoded(hoverText([run])),
      /buy1 · from the record\n- \$\(check\) tools\.shop\.buy2 · 12 ms/,
    );
  });

  it('takes no Markdown, link or icon from a server or a script', () => {
    const run = begin();
    run.progress('[x](command:evil) $(error) <b>', undefined, undefined);
    run.callStarted(1, 'tools.shop.buy');
    run.progress('tools.shop.buy: [x](command:evil) $(error) https://evil.example', undefined, 1);
    run.callEnded(record(2, { state: 'failed', message: '[x](command:evil) $(error)' }));
    assert.doesNotMatch(hoverText([run]), /command:evil|\$\(error\) https|<b>|https:\/\//);
  });

  it('is bounded, however many calls were made, and counts what it leaves out', () => {
    const run = begin();
    for (let sequence = 1; sequence <= 5_000; sequence++) {
      run.callStarted(sequence, 'tools.shop.buy');
      run.callEnded(record(sequence, { state: sequence === 1 ? 'failed' : 'finished' }));
    }
    for (let sequence = 6_000; sequence < 6_100; sequence++) run.callStarted(sequence, 'tools.shop.pay');
    const text = hoverText([run]);
    assert.match(text, /4992 earlier calls, 1 of them failed/);
    assert.match(text, /92 more calls under way/);
    assert.ok(text.length < 5_000);
  });

  it('shows five runs and how many others there are', () => {
    assert.match(
      hoverText(Array.from({ length: 7 }, (_, index) => begin(index))),
      /2 more scripts are running\.$/,
    );
  });
});

describe("a script's line in a chat", () => {
  const announced = { codeHash: 'c0de', after: 1 };
  const trace = `[$(search) Open Trace](command:codeMode.openTrace?${encodeURIComponent(JSON.stringify([announced]))})`;
  const links = ` ${trace} [$(output) Show Output](command:codeMode.showRunOutput)`;
  const buy = catalogTool({ namespace: 'shop', method: 'buy', annotations: { openWorldHint: false } });

  it('has its title and the tools, and is as true when the script has ended', () => {
    assert.equal(
      invocationMessageOf([buy], announced, 'Buys a book'),
      `**Buys a book** calls shop&#46;buy${links}`,
    );
  });

  it('of a script without a title names the tools', () => {
    assert.equal(invocationMessageOf([buy], announced, undefined), `Script calls shop&#46;buy${links}`);
  });

  it('of a script that names none has the links all the same', () => {
    assert.equal(invocationMessageOf([], announced, undefined), `Script${links}`);
  });

  it('makes no link or icon of a title that a model wrote', () => {
    assert.doesNotMatch(
      invocationMessageOf([], announced, '[x](command:y) $(trash) <b>').replace(links, ''),
      /\]\(|\$\(|<b>/,
    );
  });
});

/** Punctuation of servers and scripts stands as entities. */
function decoded(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_entity, code: string) => String.fromCharCode(Number(code)));
}
