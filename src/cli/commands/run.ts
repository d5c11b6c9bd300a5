// `code-mode run`: runs one script. The result goes to stdout, everything else to stderr.
import { servedWords, stateWords } from '../../base/callStates.ts';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import {
  withoutPath,
  forReader,
  displayText,
  dryRunText,
  formatResult,
  errorText,
  warningText,
  receipt,
  offersResume,
} from '../../engine/formatting/index.ts';
import {
  defaultBudget,
  allowingWrites,
  type RunError,
  type RunErrorCode,
  type RunOutcome,
  type RunObserver,
} from '../../engine/index.ts';
import { visibleName, visibleText } from '../../base/text/visibleText.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import { settingsAsOptions } from '../settingsAsOptions.ts';
import { shellWord } from '../shellWord.ts';
import { openTraceFile } from '../traceFile.ts';
import { sessionOf, type RunOptions } from '../commandOptions.ts';
import type { CommandContext } from '../commandContext.ts';
import { inLine, printJson, say, type Io } from '../terminal.ts';
import type { TerminalOutput } from '../terminalOutput.ts';
import { outcomeJson } from './runJson.ts';
import { TerminalApprover } from '../interaction/index.ts';
import { errorMessage } from '../../base/errorMessage.ts';

/**
 * Size in megabytes of V8's young generation. A run is so short that most of its objects live until the end, and every
 * collection of a smaller young generation would copy them.
 */
const nurseryMb = 64;
/** Maximum size of a script in bytes. The engine refuses much shorter scripts, with a better message. */
const mostScriptBytes = 16 * 1024 * 1024;
/** Maximum length of the text about the calls that a dry run did not send, in characters. */
const longestDryRun = 100_000;

export async function run(context: CommandContext, options: RunOptions): Promise<ExitCode> {
  const { signal, terminal, workbench } = context;
  for (const bound of ['min', 'max']) setFlagsFromString(`--${bound}-semi-space-size=${nurseryMb}`);
  const code = options.code ?? (await rejectOnAbort(readScriptFile(options.file, context.io), signal));
  for (const problem of context.problems) terminal.say(`code-mode: ${problem}`);
  const live: RunObserver = options.json || options.asModel ? {} : liveOutput(terminal);
  const trace =
    options.trace === undefined
      ? undefined
      : openTraceFile(options.trace, workbench.redactor, (line) => terminal.say(`code-mode: ${line}`));
  const approver = new TerminalApprover(context.questions);
  const outcome = await workbench.engine.execute({
    code,
    args: options.args,
    ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }),
    dryRun: options.dryRun,
    origin: { door: 'terminal', name: options.file, traceparent: process.env['TRACEPARENT'] },
    session: sessionOf(options),
    approver: options.allowWrites ? allowingWrites(approver) : approver,
    observer: {
      ...live,
      ...(trace && {
        onCallEnded: (record, values) => {
          live.onCallEnded?.(record, values);
          trace.add(record, values);
        },
      }),
    },
    signal,
  });
  trace?.end();
  if (options.json) printJson(context.io, outcomeJson(outcome, options));
  else if (options.asModel) await printAsModel(outcome, options, context);
  else print(outcome, options.file, context);
  if (!options.json)
    sayHowToResume(outcome, options, context.io, options.code === undefined ? options.file : undefined);
  return exitCodeOf(outcome);
}

export async function readScriptFile(file: string, { stdin }: Io): Promise<string> {
  try {
    return decoded(await readBounded(file === '-' ? stdin : createReadStream(file)));
  } catch (error) {
    throw new UsageError(`cannot read the script: ${errorMessage(error)}`);
  }
}

/** Reads a file, standard input, or the pipe of a shell's `<(...)`, which may have no end. */
async function readBounded(stream: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > mostScriptBytes) throw new Error(`it has more than ${mostScriptBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Decodes UTF-8, or UTF-16 with its mark: `>` of Windows PowerShell writes that, also of `runs show --code`. */
function decoded(bytes: Buffer): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);
}

/** Creates an observer that writes console lines, calls and progress as they happen. */
export function liveOutput(terminal: TerminalOutput): RunObserver {
  return {
    onLog: (entry) => terminal.quote(entry.level === 'log' ? entry.text : `[${entry.level}] ${entry.text}`),
    onProgress: (message, fraction) =>
      terminal.quote(`… ${message}${fraction === undefined ? '' : ` (${Math.round(fraction * 100)} %)`}`),
    onForUser: (path, text) => terminal.quote(`${path}: ${text}`),
    onCallEnded: ({ path, ms, state, served, message = '' }) =>
      terminal.say(
        `→ ${visibleName(path)} ${served ? servedWords : `${ms.toFixed(0)} ms`}${state === 'finished' ? '' : ` ${stateWords[state]}${reasonOf(path, message)}`}`,
      ),
  };
}

function reasonOf(path: string, message: string): string {
  return message === '' ? '' : `: ${forReader(withoutPath(path, message), 'user')}`;
}

/**
 * Prints to standard output exactly the text that a chat model would read, and to standard error the output for the
 * user.
 */
async function printAsModel(
  outcome: RunOutcome,
  options: RunOptions,
  { io: { stdout }, terminal, workbench }: CommandContext,
): Promise<void> {
  // Without `--session`, no later script can read a kept value.
  const { text } = await formatResult(outcome, defaultBudget, (value, size) =>
    workbench.results.keep(sessionOf(options), value, size, outcome.origins),
  );
  stdout.write(`${stdout.isTTY ? visibleText(text) : text}\n`);
  for (const said of outcome.forUser) terminal.quote(said);
  for (const block of outcome.displays) terminal.quote(displayText(block));
}

export function print(outcome: RunOutcome, path: string, { io, terminal }: CommandContext): void {
  const shown = { reader: 'user', ...(path !== '-' && { file: basename(path) }) } as const;
  for (const note of outcome.notes) terminal.say(`Note: ${note}`);
  for (const warning of outcome.warnings) say(io, warningText(quotedIn(warning), shown));
  for (const block of outcome.displays) terminal.quote(displayText(block));
  const unsent = dryRunText(outcome, { reader: 'user', room: longestDryRun });
  if (outcome.ok) {
    if (outcome.value !== undefined) printJson(io, outcome.value);
    if (unsent !== '') say(io, unsent);
    return;
  }
  const errors = outcome.errors.map((error) => errorText(quotedIn(error), shown)).join('\n\n');
  say(io, errors);
  if (unsent !== '') say(io, unsent);
  else if (outcome.calls.length > 0)
    say(io, receipt(outcome.calls, { reader: 'user', said: errors }).join('\n'));
}

/**
 * Prints the command that resumes a failed run, with its script as it is then, if a call has finished or may have
 * taken effect.
 */
export function sayHowToResume(
  outcome: RunOutcome,
  { configs, commandLineServers, keep }: Pick<RunOptions, 'configs' | 'commandLineServers' | 'keep'>,
  io: Io,
  file?: string,
): void {
  if (outcome.ok || outcome.dryRun || !offersResume(outcome)) return;
  const files = configs.map((config) => ` --config ${shellWord(config)}`).join('');
  // Commands and addresses on the command line may contain keys, so they are not repeated.
  const more = commandLineServers.length > 0 ? ' and the same --stdio, --http-url, --header and --as' : '';
  const script = file === undefined || file === '-' ? '' : ` --script ${shellWord(file)}`;
  say(
    io,
    `Resume with: code-mode runs resume ${outcome.runId}${script}${files}${keep ? ' --keep' : ''}${more}`,
  );
}

/** Returns the error with its message and hint on one line each; scripts and servers may write several lines. */
export function quotedIn({ message, hint, ...error }: RunError): RunError {
  return {
    ...error,
    message: inLine(settingsAsOptions(message)),
    ...(hint !== undefined && { hint: inLine(settingsAsOptions(hint)) }),
  };
}

const limits: readonly RunErrorCode[] = [
  'cpu_limit',
  'timeout',
  'memory_limit',
  'call_limit',
  'result_limit',
  'log_limit',
  'cancelled',
];

export function exitCodeOf(outcome: RunOutcome): ExitCode {
  if (outcome.ok) return ExitCode.done;
  const { code, toolError } = outcome.errors[0] ?? {};
  if (code === 'invalid_request') return ExitCode.badUsage;
  return code !== undefined && !toolError && limits.includes(code)
    ? ExitCode.limitOrCancelled
    : ExitCode.scriptFailed;
}
