// Judges the failure of a call that was sent, for the next step of the script: if the call may have taken effect, if
// and when it may be repeated, and which tool shows the state before that.
import type { CallFailure } from '../../base/callFailure.ts';
import { splitWords, stemOf, type CatalogSnapshot, type CatalogTool } from '../../catalog/index.ts';
import { isRateLimited, provesNoEffect, retryAfterMs } from '../../base/text/failureEffect.ts';
import { failureKind } from '../../base/text/failureKind.ts';
import { advice, wordsOf } from '../formatting/index.ts';
import type { InputValidator } from '../input/inputValidator.ts';
import type { CallStep, ReadyCall, ReadyToolCall } from './callStep.ts';

/** Adds to the failure of a tool whether the call may have taken effect, and a hint at the next step. */
export function explainFailures(
  snapshot: CatalogSnapshot,
  validator: Pick<InputValidator, 'doubts'>,
): CallStep<ReadyCall> {
  return async (call, next) => {
    const reply = await next(call);
    const isOver = call.context.signal.aborted;
    if (reply.ok || call.kind !== 'tool' || !call.open.isSent || isOver) return reply;
    const { tool } = call;
    const judged = judgedFailure(reply.error, tool);
    // If a program is missing, the hint about the effect would replace the advice of `nextStep`.
    const lacksProgram = judged.mayHaveTakenEffect && failureKind(wordsOf(judged)) === 'program';
    const cause =
      judged.hint ??
      (await doubtsAbout(call, judged, validator)) ??
      (lacksProgram ? advice.program.model : undefined);
    const hint = [cause, effectHint(judged, tool, snapshot)].filter((text) => text !== undefined).join(' ');
    return { ok: false, error: hint === '' ? judged : { ...judged, hint } };
  };
}

/**
 * Describes how the input deviates from parts of the schema that not every server enforces. The deviation may be the
 * reason why this server refused the input.
 */
async function doubtsAbout(
  { tool, input, context }: ReadyToolCall,
  { code }: CallFailure,
  validator: Pick<InputValidator, 'doubts'>,
): Promise<string | undefined> {
  if (code !== 'tool_failed' && code !== 'protocol_error') return undefined;
  const doubts = await validator.doubts(tool, input, context.signal);
  return doubts === undefined ? undefined : `By its schema, ${doubts}. ${advice.readIt.model}`;
}

function effectHint(
  { code, mayHaveTakenEffect, retryAfterMs: wait }: CallFailure,
  tool: CatalogTool,
  snapshot: CatalogSnapshot,
): string | undefined {
  if (!mayHaveTakenEffect)
    return wait === undefined ? undefined : `The call had no effect: retry after ${wait / 1_000} s.`;
  const looking = toolThatLooks(tool, toolsBeside(tool, snapshot));
  const where = looking ? ` with ${looking.path}` : '';
  // The message of a lost answer already says that the tool may have run.
  const isLost = code !== 'tool_failed' && code !== 'protocol_error';
  return isLost
    ? `Look${where} before you repeat it.`
    : `It may have taken effect: look${where} before you repeat it.`;
}

/** Returns the tools of the same server. */
export function toolsBeside({ server }: CatalogTool, snapshot: CatalogSnapshot): readonly CatalogTool[] {
  return snapshot.servers.find(({ name }) => name === server)?.tools ?? [];
}

/** JSON-RPC 2.0, section 5.1: the method or the parameters are wrong, so that nothing ran. */
const refusedUnread: readonly number[] = [-32_601, -32_602];

/** Adds to the failure of a sent call if and when the call may be repeated, and if it may have taken effect. */
function judgedFailure(
  error: CallFailure,
  { readOnly, annotations }: Pick<CatalogTool, 'readOnly' | 'annotations'>,
): CallFailure {
  const { code, rpcCode } = error;
  const text = wordsOf(error);
  const isLost = code === 'server_unavailable' || code === 'timeout';
  if (!isLost && code !== 'tool_failed' && code !== 'protocol_error') return error;
  const isBusy = !isLost && isRateLimited(text);
  const isPassing = isLost || failureKind(text) === 'unreachable';
  const mayRepeat = readOnly || annotations.idempotentHint === true;
  const isRefusedUnread =
    rpcCode !== undefined && refusedUnread.includes(rpcCode) && !/output validation/i.test(text);
  const hadNoEffect = !isLost && (isRefusedUnread || provesNoEffect(text));
  const wait = isBusy || isPassing ? retryAfterMs(text) : undefined;
  return {
    ...error,
    retryable: error.retryable || isBusy || (isPassing && mayRepeat),
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...(!readOnly && !hadNoEffect && { mayHaveTakenEffect: true }),
  };
}

/** First words of the names of tools that only look: those that read one thing before those that list many. */
const lookingStems = 'get read show view describe fetch list search find query'.split(' ').map(stemOf);
/** Maximum number of tools of a server that are compared, because a script may make thousands of calls that fail. */
const mostCompared = 200;

/**
 * Returns the tool of the same server that shows if a write took effect: `getRefund` after `decideRefund`. `tools` are
 * the tools of that server. Undefined if no name fits.
 */
export function toolThatLooks(
  tool: Pick<CatalogTool, 'path' | 'method'>,
  tools: readonly CatalogTool[],
): CatalogTool | undefined {
  const [, ...things] = stemsOf(tool.method);
  let best: { readonly tool: CatalogTool; readonly rank: number } | undefined;
  for (const other of tools.slice(0, mostCompared)) {
    const [verb = '', ...others] = stemsOf(other.method);
    const at = lookingStems.indexOf(verb);
    const shared = things.filter((thing) => others.includes(thing)).length;
    if (other.path === tool.path || at < 0 || shared === 0) continue;
    const rank = 100 * shared - 10 * (others.length - shared) - at;
    if (!best || rank > best.rank) best = { tool: other, rank };
  }
  return best?.tool;
}

function stemsOf(method: string): readonly string[] {
  return splitWords(method).map((word) => stemOf(word.toLowerCase()));
}
