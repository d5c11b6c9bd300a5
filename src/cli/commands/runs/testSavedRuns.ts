// `code-mode runs test`: replays saved runs with their scripts, without servers, and compares the outcomes.
import { testRuns, savedRunEnding, type TestedRun } from '../../../journal/index.ts';
import { shownText, shownLine } from '../../../base/text/plainText.ts';
import type { CommandContext } from '../../commandContext.ts';
import type { TestRunsOptions } from '../../commandOptions.ts';
import { ExitCode, UsageError } from '../../exitCode.ts';
import { styleOf } from '../../style.ts';
import { columnsOf, printJson, markedLines, say } from '../../terminal.ts';
import { errorMessage } from '../../../base/errorMessage.ts';

const words: Readonly<Record<TestedRun['result']['kind'], string>> = {
  pass: 'passed',
  differs: 'differs',
  diverged: 'calls what is not recorded',
  notRun: 'cannot be tested',
};

/** Runs the command. Throws `UsageError` if a path cannot be read. */
export async function testSavedRuns(
  { workbench: { engine, runs }, io, signal }: CommandContext,
  { paths, json }: TestRunsOptions,
): Promise<ExitCode> {
  const tested: TestedRun[] = [];
  const style = styleOf(io.stdout);
  for (const path of paths) {
    try {
      for await (const test of testRuns(runs.past, engine, path, signal)) {
        tested.push(test);
        if (json) continue;
        const { file, result } = test;
        const isPass = result.kind === 'pass';
        const paint = (text: string) => style[isPass ? 'good' : 'bad'](text);
        io.stdout.write(
          `${paint(isPass ? '✓' : '✗')} ${shownLine(file)}${isPass ? '' : ` ${paint(words[result.kind])}`}\n`,
        );
        if (!isPass)
          io.stdout.write(`${markedLines(shownText(result.text, 10_000), columnsOf(io.stdout), style)}\n`);
      }
    } catch (error) {
      if (signal.aborted) throw error;
      throw new UsageError(`cannot test ${path}: ${errorMessage(error)}`);
    }
  }
  const failed = tested.filter(({ result }) => result.kind !== 'pass').length;
  const passed = tested.length - failed;
  if (json) {
    const tests = tested.map(({ file, result }) => ({
      file,
      result: result.kind,
      ...(result.kind !== 'pass' && { text: result.text }),
    }));
    printJson(io, { passed, failed, tests });
  } else if (tested.length === 0) {
    say(
      io,
      `code-mode: no saved run (*${savedRunEnding}) in ${paths.join(', ')}; code-mode runs export <run> -o report${savedRunEnding} makes one`,
    );
  } else say(io, `${passed} passed, ${failed} failed`);
  return tested.length > 0 && failed === 0 ? ExitCode.done : ExitCode.scriptFailed;
}
