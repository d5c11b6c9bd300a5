// Wraps a model port and repeats a request after a temporary failure, as long as no part of the answer has arrived.
import type { ModelPiece, ModelPort, ModelRequest } from '../staged/modelPort.ts';
import { withRetries, type RetryOptions } from './withRetries.ts';

export function retriedPort(model: ModelPort, options: RetryOptions): ModelPort {
  return { ask: (request) => piecesOf(model, request, options) };
}

async function* piecesOf(
  model: ModelPort,
  request: ModelRequest,
  options: RetryOptions,
): AsyncGenerator<ModelPiece> {
  const begin = async () => {
    const pieces = model.ask(request)[Symbol.asyncIterator]();
    return { pieces, first: await pieces.next() };
  };
  const { pieces, first } = await withRetries(begin, options, request.signal);
  try {
    for (let next = first; next.done !== true; next = await pieces.next()) yield next.value;
  } finally {
    await pieces.return?.();
  }
}
