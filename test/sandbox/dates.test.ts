// Tests dates and the current time in a script, in the time zone of its run.
import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/base/json.ts';
import type { SupervisedSandbox } from '../../src/sandbox/host/sandbox.ts';
import { defaultLimits } from '../../src/sandbox/host/sandboxPort.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { itReturns, onEachEngine, RecordingHandlers, returned, sharedSandbox } from './sandboxBed.ts';

/** Returns the value of a script that runs in a time zone and ends within its first tick. */
async function returnedIn(
  timeZone: string,
  sandbox: SupervisedSandbox,
  body: string,
): Promise<JsonValue | undefined> {
  const replay = {
    conditions: { startedAt: 0, seed: '00'.repeat(32), timeZone, locale: 'en-US' },
    ticks: [],
    then: 'stop',
  } as const;
  const script = { body, args: {}, results: {}, names: {}, replay };
  const outcome = await sandbox.run(
    script,
    new RecordingHandlers(),
    defaultLimits,
    new AbortController().signal,
  );
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

onEachEngine('a date', (sandbox, engine) => {
  itReturns(sandbox, [
    [
      'has Date as its constructor',
      'return [new Date(0).constructor === Date, Date.prototype.constructor === Date]',
      [true, true],
    ],
    [
      'is copied by its constructor',
      'const date = new Date(5); return new date.constructor(date).getTime()',
      5,
    ],
    [
      'makes others by its constructor, with the time of the run',
      'const { constructor } = new Date(0); return [new constructor().getTime() - Date.now(), constructor.now() - Date.now()]',
      [0, 0],
    ],
    [
      'can be of a class of the script',
      'class Day extends Date { twice() { return 2 * this.getTime() } }\nconst day = new Day(7); return [day.twice(), day instanceof Date, new Day().getTime() - Day.now()]',
      [14, true, 0],
    ],
    [
      'is cloned',
      'const copy = structuredClone(new Date(5)); return [copy instanceof Date, copy.constructor === Date]',
      [true, true],
    ],
    [
      'can be changed by nobody for all',
      'try { Date.prototype.constructor = 1 } catch (error) { return [error.name, new Date(0).constructor === Date] }',
      ['TypeError', true],
    ],
    [
      'that is no time stays none',
      'return [new Date(2026, NaN), new Date("never"), new Date(new Date(0).setHours()), new Date(new Date(NaN).setMinutes(1))].map(Number)',
      [null, null, null, null],
    ],
  ]);

  if (engine === 'process') {
    it('is formatted by functions that look like those of the language', async () => {
      const body = `const format = new Intl.DateTimeFormat("en", { timeZone: "UTC" });
        const { prototype } = Intl.DateTimeFormat;
        const { get } = Object.getOwnPropertyDescriptor(prototype, "format");
        return [format.format === format.format, [format.format, format.formatToParts, get].map(({ name, length }) => [name, length]), Object.keys(prototype)];`;
      assert.deepEqual(await returned(sandbox(), body), [
        true,
        [
          ['', 1],
          ['formatToParts', 1],
          ['get format', 0],
        ],
        [],
      ]);
    });
  }

  const local: readonly (readonly [zone: string, expression: string, moment: string])[] = [
    ['America/Los_Angeles', 'new Date("2026-03-08T04:00:00")', '2026-03-08T11:00:00.000Z'],
    ['America/Los_Angeles', 'new Date(2026, 2, 8, 9)', '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', 'new Date(new Date(2026, 2, 7, 9).setDate(8))', '2026-03-08T16:00:00.000Z'],
    ['America/Los_Angeles', 'new Date("March 8, 2026 04:00:00")', '2026-03-08T11:00:00.000Z'],
    ['America/Los_Angeles', 'new Date("2026-03-08T04:00:00Z")', '2026-03-08T04:00:00.000Z'],
    ['America/Los_Angeles', 'new Date("2026-03-08")', '2026-03-08T00:00:00.000Z'],
    ['America/Los_Angeles', 'new Date("2026-03-08T04:00:00-05:00")', '2026-03-08T09:00:00.000Z'],
    // A local time that is skipped is counted on from the time before the change. Of a local time that occurs twice,
    // the first one counts.
    ['Europe/Berlin', 'new Date(2026, 2, 29, 2, 30)', '2026-03-29T01:30:00.000Z'],
    ['Europe/Berlin', 'new Date(2026, 9, 25, 2, 30)', '2026-10-25T00:30:00.000Z'],
    ['Australia/Lord_Howe', 'new Date(2026, 9, 4)', '2026-10-03T13:30:00.000Z'],
    ['Asia/Kolkata', 'new Date(2026, 0, 1)', '2025-12-31T18:30:00.000Z'],
  ];
  // Each zone has one run.
  const moments = new Map<string, Promise<JsonValue | undefined>>();
  for (const [zone, expression, moment] of local) {
    it(`in ${zone}, ${expression}, is ${moment}`, async () => {
      const inZone = local.filter((each) => each[0] === zone).map((each) => each[1]);
      const found =
        moments.get(zone) ??
        returnedIn(zone, sandbox(), `return [${inZone.join()}].map((date) => date.toISOString())`);
      moments.set(zone, found);
      assert.equal(((await found) as string[])[inZone.indexOf(expression)], moment);
    });
  }

  it('sets its year, also where it had no time', async () => {
    const body =
      'const set = (ms, method, ...args) => { const date = new Date(ms); date[method](...args); return [date.getFullYear(), date.getMonth(), date.getDate()] };\n' +
      'return [set(NaN, "setFullYear", 2026, 1, 3), set(0, "setYear", 99), set(0, "setFullYear", 5)]';
    assert.deepEqual(await returnedIn('Asia/Kolkata', sandbox(), body), [
      [2026, 1, 3],
      [1999, 0, 1],
      [5, 0, 1],
    ]);
  });
});

describe('local times of both engines', () => {
  const process = sharedSandbox();
  const machine = sharedSandbox({ engine: 'wasm' });
  /** Days of 2026 in each zone. */
  const zones: Readonly<Record<string, readonly string[]>> = {
    'Australia/Lord_Howe': ['04-05', '10-04'],
    'America/Los_Angeles': ['03-08', '11-01'],
    'Europe/Berlin': ['03-29', '10-25'],
    'Africa/Casablanca': ['02-15', '03-22'],
    'Asia/Kolkata': ['03-29', '10-25'],
  };

  /** Makes every quarter of an hour of the days in each way in which a script can make a local time. */
  const everyQuarter = (days: unknown) => `
    const two = (n) => String(n).padStart(2, "0");
    const set = (from, method, ...args) => { const date = new Date(...from); date[method](...args); return date.getTime(); };
    const year = 2026;
    return ${JSON.stringify(days)}.map((day) => day.split("-").map(Number)).flatMap(([month, day]) => Array.from({ length: 96 }, (_, quarter) => {
      const [hour, minute] = [Math.floor(quarter / 4), 15 * (quarter % 4)];
      const [date, time] = [year + "-" + two(month) + "-" + two(day), two(hour) + ":" + two(minute)];
      const noon = [year, month - 1, day, 12];
      const moment = Date.UTC(year, month - 1, day, hour, minute);
      return [
        new Date(year, month - 1, day, hour, minute).getTime(),
        Date.parse(date + "T" + time), new Date(date + "T" + time + ":00.5").getTime(), new Date(date + " " + time).getTime(),
        new Date(month + "/" + day + "/" + year + " " + time).getTime(), Date.parse(date + "T" + time + "+02:00"),
        set(noon, "setHours", hour, minute), set([year, month - 1, day - 1, hour, minute], "setDate", day),
        set([year, month - 2, day, hour, minute], "setMonth", month - 1), set([year - 1, month - 1, day, hour, minute], "setFullYear", year),
        set([moment], "setMinutes", 20), set([moment], "setSeconds", 5), set([moment], "setMilliseconds", 5),
        [new Date(moment)].map((at) => [at.getDate(), at.getHours(), at.getMinutes(), at.getTimezoneOffset()].join()).join(),
      ];
    }));`;

  // `npm run test:full` compares all zones. The engines use the same code for each zone, which zoneOffset.test.ts
  // tests.
  for (const [zone, days] of Object.entries(zones).slice(0, everyTest ? undefined : 1)) {
    it(`are the same moments in ${zone}, on the days on which its clocks are changed`, async () => {
      const body = everyQuarter(days);
      const expected = await returnedIn(zone, process(), body);
      assert.ok(Array.isArray(expected) && expected.length === 192);
      assert.deepEqual(await returnedIn(zone, machine(), body), expected);
    });
  }
});
