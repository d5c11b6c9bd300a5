// Measures, for the benchmarks, the time from a user's action to the drawn rows of a table of 100,000 rows, in the
// result panel of a real window.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { openEditor } from './bed/editorSession.ts';
import { RunPage } from './bed/runPage.ts';
import { prepareBed } from './bed/testBed.ts';
import { Workbench } from './bed/workbench.ts';

const turns = 7;

/** Samples in milliseconds, one for each turn. */
export interface TableFigures {
  readonly what: string;
  readonly ms: readonly number[];
}

const rowsCode = `Array.from({ length: 100_000 }, (_, id) => ({
  id, name: "Customer " + ((id * 7919) % 100_000), city: ["Zürich", "Basel", "Bern"][id % 3], note: id % 1_000 === 5 ? "once in a thousand" : null,
}))`;

/**
 * Runs in the page: measures the time from `act` to a frame in which `isDrawn` returns true just before the browser
 * draws.
 */
const timed = `async (act, isDrawn) => {
  const start = performance.now();
  act();
  while (!isDrawn()) {
    if (performance.now() - start > 60_000) throw new Error('The rows were not drawn: ' + isDrawn);
    await new Promise((next) => requestAnimationFrame(next));
  }
  // A frame later it has been drawn.
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next, 0)));
  return performance.now() - start;
}`;

/**
 * The actions, each with the condition that ends it. `rows()`: texts of the visible rows; `scroller`, `filter`,
 * `column`: elements.
 */
const steps = [
  [
    'to the last row',
    `() => scrollTo('End')`,
    `() => rows().some((text) => text.includes('Customer 92081'))`,
  ],
  ['a page down', `() => scrollTo('PageDown')`, `() => !rows().includes(first)`],
  ['sorted by a column', `() => column().click()`, `() => /Customer 1(?!\\d)/.test(rows()[1] ?? '')`],
  [
    'filtered to 100 rows',
    `() => type('once in a thousand')`,
    `() => rows().length > 0 && rows().slice(0, 9).every((text) => text.includes('once'))`,
  ],
] as const;

const inPanel = `
  const scroller = document.querySelector('#table');
  const rows = () => [...scroller.querySelectorAll('.table-row')].filter(inView).map((row) => row.textContent);
  const column = () => scroller.querySelectorAll('.table-sort')[1];
  const filter = document.querySelector('.value-table input');
  const type = (text) => { filter.value = text; filter.dispatchEvent(new Event('input')); };
  const key = (name) => scroller.dispatchEvent(new KeyboardEvent('keydown', { key: name }));
  const scrollTo = (name) => { scroller.focus(); key(name); };`;

const common = `
  const inView = (row) => { const a = row.getBoundingClientRect(), b = scroller.getBoundingClientRect(); return a.bottom > b.top + 24 && a.top < b.bottom; };`;

/** Measures `code-mode.vsix`, which must have been packaged. @throws MissingPartError */
export async function measureTables(): Promise<readonly TableFigures[]> {
  const settings = {
    'codeMode.scripts.results': 'panel',
    'codeMode.limits.resultBytes': 64_000_000,
    'js/ts.validate.enabled': false,
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
  };
  await using session = await openEditor(await prepareBed(), { settings });
  const { page } = session.window;
  const workbench = await Workbench.open(page);
  const folder = join(session.workspace.folder, '.code-mode');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'table.ts'), `return ${rowsCode};\n`);
  await workbench.runCommand('View: Close All Editors');
  await workbench.openFile('table.ts');
  const panel = new RunPage(page);
  await workbench.runCommand('Code Mode: Run Script');
  await panel.select('Show the result as').selectOption('Table', { timeout: 120_000 });
  await panel.rows.filter({ hasText: 'Customer 7919Basel' }).waitFor({ timeout: 60_000 });
  // The first table is not counted. It is left filtered, so that the rows of the next run differ from its rows.
  await measured(await panel.frame(), inPanel);
  const ms = await series(async () => {
    // The table of a new run is in the order in which the script returned it, and has no filter.
    await panel.button('Run').click();
    await panel.rows.filter({ hasText: 'Customer 7919Basel' }).waitFor({ timeout: 60_000 });
    return measured(await panel.frame(), inPanel);
  });
  return steps.map(([what], index) => ({ what, ms: column(ms, index) }));
}

async function measured(frame: Frame, page: string): Promise<number[]> {
  const samples: number[] = [];
  for (const [, act, isDrawn] of steps) {
    const start = act.includes('End')
      ? ''
      : `scroller.scrollTop = 0; await new Promise((next) => setTimeout(next, 500));`;
    samples.push(
      await frame.evaluate<number>(
        `(async () => { ${page} ${common} ${start} const first = rows()[0]; return (${timed})(${act}, ${isDrawn}); })()`,
      ),
    );
  }
  return samples;
}

async function series(turn: () => Promise<number[]>): Promise<number[][]> {
  const samples: number[][] = [];
  for (let at = 0; at < turns; at += 1) samples.push(await turn());
  return samples;
}

function column(samples: readonly (readonly number[])[], index: number): readonly number[] {
  return samples.map((sample) => sample[index] ?? Number.NaN);
}
