// Runs in the extension host for the benchmarks: activates the extension, runs code with `lm.invokeTool`, and reports
// the times.
import * as vscode from 'vscode';
import { printTestEvent } from '../bed/testEvents.ts';

const warmRuns = 20;

export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('code-mode.code-mode');
  if (extension === undefined) throw new Error('The extension is not installed.');
  await extension.activate();
  printTestEvent({
    kind: 'measured',
    title: 'activation',
    ms: between('LoadExtensionCode', extension.id) + between('ActivateExtension', extension.id),
  });
  const before = process.cpuUsage();
  await measured('firstRun', runCode);
  const { user, system } = process.cpuUsage(before);
  printTestEvent({ kind: 'measured', title: 'firstRunCpu', ms: (user + system) / 1000 });
  for (let count = 0; count < warmRuns; count++) {
    // A person or a model takes longer than this between two runs, so the spare process is ready again.
    await new Promise((resolve) => setTimeout(resolve, 150));
    await measured('warmRun', runCode);
  }
}

/**
 * Reads the extension's own time from the marks that VS Code sets around its calls: measured from outside, `activate()`
 * also waits for messages to the window and back. VS Code keeps the marks, to the millisecond, in a global of the
 * extension host.
 */
function between(step: string, id: string): number {
  const start = markedAt(`code/extHost/will${step}/${id}`);
  const end = markedAt(`code/extHost/did${step}/${id}`);
  return end - start;
}

function markedAt(name: string): number {
  const keeper: unknown = Reflect.get(globalThis, 'MonacoPerformanceMarks');
  const mark = isMarkKeeper(keeper)
    ? keeper.getMarks().find((candidate) => candidate.name === name)
    : undefined;
  if (mark === undefined) throw new Error(`VS Code set no mark ${name}.`);
  return mark.startTime;
}

interface MarkKeeper {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

function isMarkKeeper(value: unknown): value is MarkKeeper {
  return (
    typeof value === 'object' && value !== null && 'getMarks' in value && typeof value.getMarks === 'function'
  );
}

function runCode(): Thenable<unknown> {
  return vscode.lm.invokeTool('executeCode', { input: { code: 'return 1' }, toolInvocationToken: undefined });
}

async function measured(title: string, work: () => Thenable<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  printTestEvent({ kind: 'measured', title, ms: performance.now() - start });
}
