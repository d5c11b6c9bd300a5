// What a `WWW-Authenticate` header says to clients with bearer tokens (RFC 9110 section 11.6.1). A server may offer several ways to
// authenticate, in one header or in several, which `fetch` joins; the SDK reads the first word alone.

/** A name with its value, a scheme, or anything else up to the next space or comma. */
const part = /[\s,]*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))(?=[\s,]|$)|([^\s,]+))/gy;

/** By their names in small letters; of several with one name the first. */
export function bearerParameters(header: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  let isBearer = false;
  for (const [, name, quoted, plain, other] of header.matchAll(part)) {
    if (other !== undefined) isBearer = other.toLowerCase() === 'bearer';
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain;
    if (name === undefined || value === undefined || !isBearer) continue;
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}
