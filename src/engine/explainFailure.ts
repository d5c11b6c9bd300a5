// Words for a script that did not end well: where in its author's code, what it was waiting for, what to do next.
import type { PreparedScript, SourcePosition } from '../checker/checkedScript.ts';
import type { SandboxFailure } from '../sandbox/host/sandboxPort.ts';
import { quotedLine } from './quotedLine.ts';
import type { CallRecord, RunError } from './runOutcome.ts';

/** Turns what the sandbox says about the code it ran into words about the code its author wrote. */
export function explainFailure(failure: SandboxFailure, script: PreparedScript, calls: readonly CallRecord[]): RunError {
  const { toolError } = failure;
  const position: SourcePosition | undefined = failure.position && script.toSource(failure.position);
  const waiting = calls.filter((call) => call.state === 'unknown').map((call) => call.path);
  const hint = hintFor(failure, waiting);
  return {
    code: toolError ? 'tool_error' : failure.code,
    message: failure.message,
    ...(position && { position, sourceLine: quotedLine(script.source, position.line) }),
    ...(hint !== undefined && { hint }),
    ...(toolError && { toolError }),
  };
}

/** What the sandbox's own message does not say. */
function hintFor({ code, toolError }: SandboxFailure, waiting: readonly string[]): string | undefined {
  if (toolError) {
    return toolError.retryable
      ? 'The call had no effect; the same script can be run again.'
      : 'Correct the call, or catch the ToolError (`e.code`, `e.message`) where the script can go on without it.';
  }
  switch (code) {
    case 'timeout':
      return waiting.length > 0 ? `It was waiting for ${[...new Set(waiting)].slice(0, 3).join(', ')}.` : undefined;
    case 'cancelled':
      return 'Run it again only if the user wants it.';
    default:
      return undefined;
  }
}
