// Judges the failure of a sent call for the script's next step: whether the call may have taken effect, whether it may be repeated, and when.
import type { CallFailure } from '../../catalog/callFailure.ts';
import type { CatalogTool } from '../../catalog/catalogSnapshot.ts';
import { isRateLimited, provesNoEffect, retryAfterMs } from '../../base/text/failureEffect.ts';
import { failureKind } from '../../base/text/failureKind.ts';

/** JSON-RPC 2.0, section 5.1: the method or the parameters are wrong, so that nothing ran. */
const refusedUnread: readonly number[] = [-32_601, -32_602];

/** Expects the failure of a call that was sent to its server. */
export function judgedFailure(error: CallFailure, { readOnly, annotations }: Pick<CatalogTool, 'readOnly' | 'annotations'>): CallFailure {
  const { code, rpcCode } = error;
  const text = wordsOf(error);
  const isLost = code === 'server_unavailable' || code === 'timeout';
  if (!isLost && code !== 'tool_failed' && code !== 'protocol_error') return error;
  const isBusy = !isLost && isRateLimited(text);
  const isPassing = isLost || failureKind(text) === 'unreachable';
  const mayRepeat = readOnly || annotations.idempotentHint === true;
  const isRefusedUnread = rpcCode !== undefined && refusedUnread.includes(rpcCode) && !/output validation/i.test(text);
  const hadNoEffect = !isLost && (isRefusedUnread || provesNoEffect(text));
  const wait = isBusy || isPassing ? retryAfterMs(text) : undefined;
  return {
    ...error,
    retryable: error.retryable || isBusy || (isPassing && mayRepeat),
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...(!readOnly && !hadNoEffect && { mayHaveTakenEffect: true }),
  };
}

/** The tool's own words, or those that the message has of the server. A server called "network" says nothing of the network. */
export function wordsOf({ content, message, server, tool }: CallFailure): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? block.text : []));
  return texts.length > 0 ? texts.join('\n') : message.replaceAll(`"${server}"`, '').replaceAll(`"${tool}"`, '');
}
