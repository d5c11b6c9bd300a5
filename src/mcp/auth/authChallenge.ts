// What a server says when it does not serve a request for want of authorization (RFC 6750 section 3, RFC 9728 section 5.1).

export interface AuthChallenge {
  /** The token was accepted but allows too little (HTTP 403, `insufficient_scope`); else there was none that counts (401). */
  readonly insufficientScope: boolean;
  /** Separated by spaces. */
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

/** A request that was not served for want of authorization. It is known not to have had any effect. */
export type AuthFailure =
  /** `signIns`: how many sign-ins there had been when the request was sent. */
  | { readonly kind: 'challenge'; readonly challenge: AuthChallenge; readonly signIns: number }
  /** Signing in would not help; one sentence that ends with what to do. */
  | { readonly kind: 'problem'; readonly error: string };

/** Carries a refusal through the SDK's transport to who made the request. */
export class UnauthorizedRequest extends Error {
  override readonly name = 'UnauthorizedRequest';
  readonly refusal: AuthFailure;

  constructor(refusal: AuthFailure) {
    super(refusal.kind === 'problem' ? refusal.error : 'the server needs authorization');
    this.refusal = refusal;
  }
}

const longestScope = 4_000;
/** RFC 6749 section 3.3, without what separates scopes more than once. */
const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

export function challengeOf(response: Response): AuthChallenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const parameters = bearerParameters(response.headers.get('www-authenticate') ?? '');
  const insufficientScope = response.status === 403;
  if (insufficientScope && parameters.get('error') !== 'insufficient_scope') return undefined;
  const scope = parameters.get('scope') ?? '';
  const resourceMetadataUrl = URL.parse(parameters.get('resource_metadata') ?? '');
  return { insufficientScope, ...(isScope(scope) && { scope }), ...(resourceMetadataUrl && { resourceMetadataUrl }) };
}

export function isScope(text: string): boolean {
  return text.length <= longestScope && scopePattern.test(text);
}

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
