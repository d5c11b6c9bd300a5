// Creates the output of `code-mode run --json`: the outcome as data, which contains everything that the text for a chat
// model contains. New members may be added; existing members are never renamed.
import type { CallRecord, RunError, RunOutcome } from '../../engine/index.ts';

/**
 * Converts an outcome. With `withInputs`, each call has its input, shortened and without secrets; calls that a dry run
 * did not send always have it.
 */
export function outcomeJson(outcome: RunOutcome, { withInputs }: { readonly withInputs: boolean }) {
  const [error] = outcome.errors;
  return {
    ok: outcome.ok,
    ...(outcome.runId !== undefined && { runId: outcome.runId }),
    ...(outcome.isResumable && !outcome.ok && !outcome.dryRun && { resumable: true }),
    ...(outcome.dryRun && { dryRun: true }),
    result: outcome.value ?? null,
    ...(error && { error: problemJson(error) }),
    errors: outcome.errors.map(problemJson),
    ...(outcome.warnings.length > 0 && { warnings: outcome.warnings.map(problemJson) }),
    logs: outcome.logs,
    ...(outcome.displays.length > 0 && { displays: outcome.displays }),
    ...(outcome.notes.length > 0 && { notes: outcome.notes }),
    ...(outcome.forUser.length > 0 && { forUser: outcome.forUser }),
    ...(outcome.progress.length > 0 && { progress: outcome.progress }),
    calls: outcome.calls.map((call) => callJson(call, withInputs)),
    durationMs: Math.round(outcome.durationMs),
  };
}

/** Converts the refusal of a run that could not start. */
export function refusedJson(message: string): unknown {
  const errors: readonly RunError[] = [{ code: 'invalid_request', message }];
  const lists = { warnings: [], logs: [], notes: [], calls: [], displays: [], forUser: [], progress: [] };
  return outcomeJson({ ok: false, value: undefined, errors, ...lists, durationMs: 0 }, { withInputs: false });
}

function problemJson({ code, message, position, sourceLine, stack, hint, toolError }: RunError) {
  return {
    code,
    message,
    line: position?.line ?? null,
    column: position?.column ?? null,
    sourceLine: sourceLine ?? null,
    hint: hint ?? null,
    ...(stack && { stack: stack.map(({ name, position: place }) => ({ function: name ?? null, ...place })) }),
    ...(toolError && {
      tool: { server: toolError.server, tool: toolError.tool, retryable: toolError.retryable },
    }),
  };
}

function callJson(
  { sequence, server, tool, path, ms, state, served, writes, message, progress, input, lines }: CallRecord,
  withInputs: boolean,
) {
  return {
    sequence,
    server,
    tool,
    path,
    ms: Math.round(ms * 10) / 10,
    ok: state === 'finished',
    state,
    writes,
    ...(served && { served }),
    ...(message !== undefined && { message }),
    ...(progress && { progress }),
    ...(lines && { lines }),
    ...((withInputs || state === 'dry_run') && input !== undefined && { input }),
  };
}
