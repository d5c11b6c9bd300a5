// Sends one request to the model and returns its answer or failure as a value. The size of an answer is bounded.
import { untilAborted } from '../../base/withTimeout.ts';
import { textTokens, tokensOf } from '../../engine/index.ts';
import type { ModelCall, ModelPiece, ModelPort, ModelRequest } from './modelPort.ts';
import { stringifyExact } from '../../base/exactJson.ts';
import { errorMessage } from '../../base/errorMessage.ts';

export interface ModelAnswer {
  /** `cancelled`: the signal was aborted. `failed`: `problem` says why, and there may be a part of the answer. */
  readonly end: 'done' | 'cancelled' | 'failed';
  readonly problem?: string;
  readonly text: string;
  readonly calls: readonly ModelCall[];
  /** Estimated tokens of the request and the answer. */
  readonly tokens: { readonly sent: number; readonly received: number };
}

/** Maximum length of an answer in characters, including the inputs of calls. A longer answer is cut off. */
const longestAnswer = 1_000_000;
const mostCalls = 100;

/** Never rejects. */
export async function askModel(
  model: ModelPort,
  request: ModelRequest,
  onText?: (piece: string) => void,
): Promise<ModelAnswer> {
  const { signal, messages, tools = [] } = request;
  const texts: string[] = [];
  const calls: ModelCall[] = [];
  let characters = 0;
  const answer = (end: ModelAnswer['end'], problem?: string): ModelAnswer => ({
    end,
    text: texts.join(''),
    calls,
    ...(problem !== undefined && { problem }),
    tokens: { sent: textTokens(stringifyExact([messages, tools])), received: tokensOf(characters) },
  });
  const isStopped = () => signal.aborted;
  if (isStopped()) return answer('cancelled');
  let pieces: AsyncIterator<ModelPiece> | undefined;
  try {
    pieces = model.ask(onText ? { ...request, streams: true } : request)[Symbol.asyncIterator]();
    for (;;) {
      const next = await untilAborted(pieces.next(), signal);
      if (isStopped() || next === undefined) return answer('cancelled');
      if (next.done === true) return answer('done');
      const piece = next.value;
      if (piece.kind === 'call') {
        characters += stringifyExact(piece.call.input ?? null).length;
        calls.push(piece.call);
      } else {
        characters += piece.text.length;
        texts.push(piece.text);
        if (piece.isShown !== true) onText?.(piece.text);
      }
      if (characters > longestAnswer || calls.length > mostCalls)
        return answer('failed', 'The answer of the model is too long.');
    }
  } catch (error) {
    if (isStopped()) return answer('cancelled');
    return answer('failed', errorMessage(error));
  } finally {
    // The end of the model's stream is not awaited, because it may never come.
    pieces?.return?.().catch(() => undefined);
  }
}
