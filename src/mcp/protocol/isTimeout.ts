// Whether an abort came from a clock: `AbortSignal.timeout` and everybody who follows it abort with a `TimeoutError`.
export function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError';
}
