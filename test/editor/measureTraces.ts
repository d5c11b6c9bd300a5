// Measures, for the benchmarks, the time until the first picture of a trace in a real window, and the time for which
// the extension host is blocked.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forecastRun, writeRun, type WrittenRun } from '../fakes/writtenRun.ts';
import { openEditor } from './bed/editorSession.ts';
import { prepareBed } from './bed/testBed.ts';
import { readTestEvent } from './bed/testEvents.ts';

const windowMs = 180_000;

export interface TraceFigures {
  readonly name: string;
  /** Milliseconds from the command to the first call that is drawn. */
  readonly pictureMs: number;
  /** Longest time for which the extension host was blocked, in milliseconds. */
  readonly stallMs: number;
}

/** Each call has 25 kB, which a record keeps in its lines. */
function largeRun(): WrittenRun {
  const run = forecastRun('aaa02-aaaaa000', 'A run of 50 MB', 2_000);
  const text = 'The weather in the hills is fine. '.repeat(735);
  return { ...run, calls: run.calls.map((call) => ({ ...call, output: { text } })) };
}

/** Measures `code-mode.vsix` in one window; the small trace comes first, so that the code is loaded for the others. */
export async function measureTraces(): Promise<readonly TraceFigures[]> {
  const bed = await prepareBed();
  const runs = [
    forecastRun('aaa00-aaaaa000', 'The first trace', 40),
    forecastRun('aaa01-aaaaa000', 'A run of 2,000 calls', 2_000),
    largeRun(),
    forecastRun('aaa03-aaaaa000', 'A run of 100,000 calls', 100_000),
  ];
  const figures = new Map<string, number>();
  const pictures: Promise<void>[] = [];
  const otherLines: string[] = [];
  const onLog = (_level: string, text: string) => {
    const event = readTestEvent(text);
    if (event?.kind !== 'measured') {
      otherLines.push(text);
      return;
    }
    figures.set(event.title, event.ms);
    const id = /^opening (.*)/.exec(event.title)?.[1];
    if (id !== undefined) pictures.push(picture(id));
  };
  await using session = await openEditor(bed, { tests: bed.traceMeasurements, onLog });
  const { page, exitCode } = session.window;
  const picture = async (id: string): Promise<void> => {
    const start = performance.now();
    const title = runs.find((run) => run.id === id)?.title ?? id;
    const content = page.frameLocator('iframe.webview:visible').frameLocator('#active-frame');
    await content.locator('h1', { hasText: title }).waitFor();
    await content.locator('.waterfall .row.call').first().waitFor();
    figures.set(`picture ${id}`, performance.now() - start);
  };
  for (const run of runs) writeRun(session.runsFolder, run);
  writeFileSync(join(session.workspace.folder, 'traces.json'), JSON.stringify(runs.map(({ id }) => id)));
  const ending = await Promise.race([exitCode, delay(windowMs, 'timeout' as const, { ref: false })]);
  if (ending !== 0)
    throw new Error(
      `Measuring traces in the editor ended with ${ending}:\n${otherLines.slice(-10).join('\n')}`,
    );
  await Promise.all(pictures);
  const of = (title: string) => figures.get(title) ?? Number.NaN;
  return runs.map(({ id, title }) => ({
    name: title,
    pictureMs: of(`picture ${id}`),
    stallMs: of(`stall ${id}`),
  }));
}
