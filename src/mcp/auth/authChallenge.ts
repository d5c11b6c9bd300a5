// Reads the challenge of a server that refuses a request because authorization is missing (RFC 6750 section 3, RFC 9728
// section 5.1).

export interface AuthChallenge {
  /**
   * True if the server accepted the token, but the token allows too little (HTTP 403, `insufficient_scope`); false if
   * the request had no valid token (401).
   */
  readonly insufficientScope: boolean;
  /** Scopes, separated by spaces. */
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

/** A request that the server refused because authorization is missing. Such a request has had no effect. */
export type AuthFailure =
  /** `signIns`: the number of completed sign-ins when the request was sent. */
  | { readonly kind: 'challenge'; readonly challenge: AuthChallenge; readonly signIns: number }
  /** A failure that a sign-in would not solve. `error` is one sentence that ends with what to do. */
  | { readonly kind: 'problem'; readonly error: string };

/** Carries a refusal through the SDK's transport to the caller of the request. */
export class UnauthorizedRequest extends Error {
  override readonly name = 'UnauthorizedRequest';
  readonly refusal: AuthFailure;

  constructor(refusal: AuthFailure) {
    super(refusal.kind === 'problem' ? refusal.error : 'the server needs authorization');
    this.refusal = refusal;
  }
}

const longestScope = 4_000;
/** RFC 6749 section 3.3; exactly one space between two scopes. */
const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

export function challengeOf(response: Response): AuthChallenge | undefined {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const parameters = bearerParameters(response.headers.get('www-authenticate') ?? '');
  const insufficientScope = response.status === 403;
  if (insufficientScope && parameters.get('error') !== 'insufficient_scope') return undefined;
  const scope = parameters.get('scope') ?? '';
  const resourceMetadataUrl = URL.parse(parameters.get('resource_metadata') ?? '');
  return {
    insufficientScope,
    ...(isScope(scope) && { scope }),
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  };
}

export function isScope(text: string): boolean {
  return text.length <= longestScope && scopePattern.test(text);
}

// Parser for the bearer parameters of a `WWW-Authenticate` header (RFC 9110 section 11.6.1). A server may offer several
// authentication schemes, in one header or in several, which `fetch` joins; the SDK reads only the first word.
/** Matches a name with its value, a scheme, or any other text up to the next space or comma. */
const part =
  /[\s,]*(?:([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))(?=[\s,]|$)|([^\s,]+))/gy;

/** Returns the parameters by lower-case name. If several parameters have one name, the first wins. */
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
