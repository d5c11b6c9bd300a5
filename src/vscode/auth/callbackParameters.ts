// What the browser brought back to the address of this extension. A window on the desktop has decoded the query once already, one
// in a browser has not; decoded twice, a code with a plus in it would be another.

/** `isDecoded`: where `Uri.parse` made the Uri out of an address. */
export function callbackParameters(query: string, isDecoded: boolean): URLSearchParams {
  return new URLSearchParams(isDecoded ? query.replaceAll('%', '%25').replaceAll('+', '%2B') : query);
}
