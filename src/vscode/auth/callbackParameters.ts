// Reads the query of the redirect address that a browser opens at the end of a sign-in. VS Code on the desktop has
// already decoded the query once, VS Code in a browser has not. Decoding twice would turn a plus sign in an
// authorization code into a blank.

/** `isDecoded`: true if `Uri.parse` created the Uri from an address. */
export function callbackParameters(query: string, isDecoded: boolean): URLSearchParams {
  return new URLSearchParams(isDecoded ? query.replaceAll('%', '%25').replaceAll('+', '%2B') : query);
}
