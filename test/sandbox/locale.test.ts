// Tests the language of a script: it is the language of the run, whatever language the runtime takes from its system.
import assert from 'node:assert/strict';
import type { RunReplay } from '../../src/sandbox/protocol/messages.ts';
import { itReturns, returned, sandboxOn, type Fact } from './sandboxBed.ts';

const at = (locale: string): RunReplay => ({
  conditions: { startedAt: Date.UTC(2026, 0, 31, 12), seed: '00'.repeat(32), timeZone: 'UTC', locale },
  ticks: [],
  then: 'stop',
});

describe('the language of a script', () => {
  // As on Windows, the language of the system counts and not the variables of the process.
  const sandbox = sandboxOn(`LC_ALL=fr_FR.UTF-8 LANG=fr_FR.UTF-8 exec '${process.execPath}' "$@"`);

  const bodyOf = (expression: string) => `const day = new Date(); return ${expression}`;
  const german = { replay: at('de-DE') };
  const inGerman = (expression: string) => returned(sandbox(), bodyOf(expression), german);

  const cases: readonly Fact[] = [
    ['numbers', '(1234.5).toLocaleString()', '1.234,5'],
    ['large numbers', '(12345n).toLocaleString()', '12.345'],
    ['numbers in a list', '[1234.5, 2n].toLocaleString()', '1.234,5,2'],
    ['numbers in a typed list', 'new Float64Array([1234.5]).toLocaleString()', '1.234,5'],
    ['numbers with options', '(0.5).toLocaleString(undefined, { style: "percent" })', '50\u00a0%'],
    ['dates', 'day.toLocaleDateString()', '31.1.2026'],
    ['times', 'day.toLocaleTimeString()', '12:00:00'],
    ['dates and times', 'day.toLocaleString()', '31.1.2026, 12:00:00'],
    [
      'the name of the time zone',
      '[String(day), day.toTimeString()].map((text) => /\\((.*)\\)/.exec(text)[1]).join()',
      'Koordinierte Weltzeit,Koordinierte Weltzeit',
    ],
    [
      'the order of texts',
      '"a".localeCompare("\u00e4") + ["z", "\u00e4"].sort((a, b) => a.localeCompare(b)).join("")',
      '-1\u00e4z',
    ],
    ['Intl.NumberFormat', 'new Intl.NumberFormat().format(1234.5)', '1.234,5'],
    ['Intl.NumberFormat, called', 'Intl.NumberFormat().format(1234.5)', '1.234,5'],
    ['Intl.NumberFormat for no language', 'new Intl.NumberFormat([]).format(1234.5)', '1.234,5'],
    [
      'Intl.NumberFormat for a language that there is not',
      'new Intl.NumberFormat("tlh").format(1234.5)',
      '1.234,5',
    ],
    ['toLocaleString for a language that there is not', '(1234.5).toLocaleString("tlh")', '1.234,5'],
    ['Intl.DateTimeFormat', 'new Intl.DateTimeFormat(undefined, { month: "long" }).format()', 'Januar'],
    ['Intl.DateTimeFormat().resolvedOptions()', 'Intl.DateTimeFormat().resolvedOptions().locale', 'de-DE'],
    ['Intl.ListFormat', 'new Intl.ListFormat().format(["a", "b"])', 'a und b'],
    ['Intl.DisplayNames', 'new Intl.DisplayNames(undefined, { type: "region" }).of("DE")', 'Deutschland'],
    ['Intl.RelativeTimeFormat', 'new Intl.RelativeTimeFormat().format(1, "day")', 'in 1 Tag'],
    ['Intl.PluralRules', 'new Intl.PluralRules().resolvedOptions().locale', 'de'],
    ['Intl.Collator', 'new Intl.Collator().resolvedOptions().locale', 'de'],
    ['Intl.Segmenter', 'new Intl.Segmenter().resolvedOptions().locale', 'de-DE'],
    [
      'Intl by way of an instance',
      'new (new Intl.NumberFormat("en").constructor)().format(1234.5)',
      '1.234,5',
    ],
    ['a class that extends Intl', 'new (class extends Intl.NumberFormat {})().format(1234.5)', '1.234,5'],
  ];
  itReturns(
    sandbox,
    cases.map(([what, expression, expected]) => [what, bodyOf(expression), expected]),
    german,
    (what) => `is that of the run for ${what}`,
  );

  it('is the one that is asked for', async () => {
    const asked =
      '[(1234.5).toLocaleString("fr"), new Intl.NumberFormat(["tlh", "en"]).format(1234.5), "i".toLocaleUpperCase("tr")]';
    assert.deepEqual(await inGerman(asked), ['1\u202f234,5', '1,234.5', '\u0130']);
  });

  it('is another in the next run', async () => {
    assert.equal(
      await returned(sandbox(), 'return (1234.5).toLocaleString()', { replay: at('en-US') }),
      '1,234.5',
    );
  });

  it('leaves the errors and the forms of the language as they are', async () => {
    const forms =
      '[() => (1).toLocaleString("no tag"), () => (1).toLocaleString(null), () => Intl.ListFormat(), () => new (1).toLocaleString()]' +
      '.map((work) => { try { return String(work()) } catch (error) { return error.name } })' +
      '.concat([Intl.NumberFormat.name, Intl.NumberFormat.length, (1).toLocaleString.name, "".localeCompare.length, ' +
      'Intl.NumberFormat.supportedLocalesOf("de").length, new Intl.NumberFormat() instanceof Intl.NumberFormat, "a".localeCompare()])';
    assert.deepEqual(await inGerman(forms), [
      ...['RangeError', 'TypeError', 'TypeError', 'TypeError'],
      'NumberFormat',
      0,
      'toLocaleString',
      1,
      1,
      true,
      -1,
    ]);
  });
});
