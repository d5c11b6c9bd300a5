// The expected failure of shared state: the server cannot be reached or refuses a command.

export class SharedStateError extends Error {
  override readonly name = 'SharedStateError';
}
