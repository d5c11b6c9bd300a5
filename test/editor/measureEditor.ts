// Measures the figures that need a real editor, for the benchmarks: each window has a fresh extension host.
import { setTimeout as delay } from 'node:timers/promises';
import { openEditor } from './bed/editorSession.ts';
import { prepareBed, type TestBed } from './bed/testBed.ts';
import { readTestEvent } from './bed/testEvents.ts';

const windows = 5;
const windowMs = 90_000;

/** Samples in milliseconds, as seen inside the extension host. */
export interface EditorFigures {
  /** The extension's own time: loading its code and `activate()`; one sample a window. */
  readonly activationMs: readonly number[];
  /** Time of the first `executeCode("return 1")` after activation; one sample for each window. */
  readonly firstRunMs: readonly number[];
  /**
   * Processor time of the extension host for the first `executeCode`, with all its threads; other work on the machine
   * changes it less.
   */
  readonly firstRunCpuMs: readonly number[];
  /** Times of later runs; about 10 ms of each is VS Code's own way from `lm.invokeTool` to a tool and back. */
  readonly warmRunMs: readonly number[];
}

/**
 * Measures `code-mode.vsix`, which must have been packaged.
 * @throws MissingPartError
 */
export async function measureEditor(): Promise<EditorFigures> {
  const bed = await prepareBed();
  const samples = new Map<string, number[]>();
  for (let window = 0; window < windows; window++) await measureWindow(bed, samples);
  const of = (title: string) => samples.get(title) ?? [];
  return {
    activationMs: of('activation'),
    firstRunMs: of('firstRun'),
    firstRunCpuMs: of('firstRunCpu'),
    warmRunMs: of('warmRun'),
  };
}

async function measureWindow(bed: TestBed, samples: Map<string, number[]>): Promise<void> {
  const otherLines: string[] = [];
  const onLog = (_level: string, text: string) => {
    const event = readTestEvent(text);
    if (event?.kind === 'measured') samples.set(event.title, [...(samples.get(event.title) ?? []), event.ms]);
    else otherLines.push(text);
  };
  await using session = await openEditor(bed, { tests: bed.measurements, onLog });
  const ending = await Promise.race([
    session.window.exitCode,
    delay(windowMs, 'timeout' as const, { ref: false }),
  ]);
  if (ending !== 0)
    throw new Error(`Measuring in the editor ended with ${ending}:\n${otherLines.slice(-10).join('\n')}`);
}
