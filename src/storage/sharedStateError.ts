// The one failure of shared state that its users expect: the server of the state cannot be reached, or refuses.

export class SharedStateError extends Error {
  override readonly name = 'SharedStateError';
}
