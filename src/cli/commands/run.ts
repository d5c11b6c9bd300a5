// `code-mode run`: one script, its result on stdout, everything else on stderr.
import { appendFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { displayText } from '../../engine/wording/displayText.ts';
import { errorText, warningText } from '../../engine/wording/formatResult.ts';
import { receipt } from '../../engine/wording/receipt.ts';
import type { RunError, RunErrorCode, RunOutcome } from '../../engine/runOutcome.ts';
import type { RunObserver } from '../../engine/executeRequest.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { RunLine } from '../commandLine.ts';
import type { Session } from '../session.ts';
import { say } from '../terminal.ts';
import { TerminalApprover } from '../person/terminalApprover.ts';

export async function run(session: Session, line: RunLine, signal: AbortSignal): Promise<ExitCode> {
  const code = await readScript(line.file);
  for (const problem of session.problems) say(`code-mode: ${problem}`);
  const outcome = await session.engine.execute({
    code,
    args: line.args,
    ...(line.timeoutMs !== undefined && { timeoutMs: line.timeoutMs }),
    session: line.file,
    approver: new TerminalApprover(line.allowWrites, session.questions),
    observer: { ...(line.json ? {} : liveOutput), ...(line.trace !== undefined && traceTo(line.trace, line.json)) },
    signal,
  });
  if (line.json) process.stdout.write(`${JSON.stringify(asJson(outcome), undefined, 2)}\n`);
  else print(outcome);
  return exitCodeOf(outcome);
}

async function readScript(file: string): Promise<string> {
  if (file === '-') return text(process.stdin);
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`the script cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Console lines, calls and progress, as they happen. */
const liveOutput: RunObserver = {
  onLog: (entry) => say(entry.level === 'log' ? entry.text : `[${entry.level}] ${entry.text}`),
  onProgress: (message, fraction) => say(`… ${message}${fraction === undefined ? '' : ` (${Math.round(fraction * 100)} %)`}`),
  onCallEnded: (call) =>
    say(`→ ${call.path} ${call.ms.toFixed(0)} ms${call.state === 'finished' ? '' : ` ${call.state}: ${call.message ?? ''}`}`),
};

/** Also writes each call to a file as it ends, so that a run that is killed leaves its trace. */
function traceTo(file: string, quiet: boolean): RunObserver {
  try {
    writeFileSync(file, '');
  } catch (error) {
    throw new UsageError(`the trace cannot be written: ${error instanceof Error ? error.message : String(error)}`);
  }
  return {
    onCallEnded: (record, { input, reply }) => {
      if (!quiet) liveOutput.onCallEnded?.(record, { input, reply });
      const came = reply.ok ? { output: reply.value ?? null } : { error: reply.error };
      appendFileSync(file, `${JSON.stringify({ ...record, input: input ?? null, ...came })}\n`);
    },
  };
}

function print(outcome: RunOutcome): void {
  for (const note of outcome.notes) say(`Note: ${note}`);
  for (const warning of outcome.warnings) say(warningText(warning));
  for (const block of outcome.displays) say(displayText(block));
  if (outcome.ok) {
    if (outcome.value !== undefined) process.stdout.write(`${JSON.stringify(outcome.value, undefined, 2)}\n`);
    return;
  }
  say(outcome.errors.map(errorText).join('\n\n'));
  if (outcome.calls.length > 0) say(receipt(outcome.calls).join('\n'));
}

/** The object that `--json` prints; its members may be added to, never renamed. */
function asJson(outcome: RunOutcome) {
  const [error] = outcome.errors;
  return {
    ok: outcome.ok,
    result: outcome.value ?? null,
    ...(error && { error: problemAsJson(error) }),
    ...(outcome.warnings.length > 0 && { warnings: outcome.warnings.map(problemAsJson) }),
    logs: outcome.logs,
    ...(outcome.displays.length > 0 && { displays: outcome.displays }),
    ...(outcome.notes.length > 0 && { notes: outcome.notes }),
    calls: outcome.calls.map((call) => ({
      server: call.server,
      tool: call.tool,
      ms: Math.round(call.ms * 10) / 10,
      ok: call.state === 'finished',
      state: call.state,
      writes: call.writes,
      ...(call.progress && { progress: call.progress }),
    })),
    durationMs: Math.round(outcome.durationMs),
  };
}

function problemAsJson({ code, message, position, hint }: RunError) {
  return { code, message, line: position?.line ?? null, column: position?.column ?? null, hint: hint ?? null };
}

const limits: readonly RunErrorCode[] = ['cpu_limit', 'timeout', 'memory_limit', 'call_limit', 'result_limit', 'log_limit', 'cancelled'];

function exitCodeOf(outcome: RunOutcome): ExitCode {
  if (outcome.ok) return ExitCode.done;
  const code = outcome.errors[0]?.code;
  if (code === 'invalid_request') return ExitCode.badUsage;
  return code !== undefined && limits.includes(code) ? ExitCode.limitOrCancelled : ExitCode.scriptFailed;
}
