// What a server says when it does not serve a request for want of authorization (RFC 6750 section 3, RFC 9728 section 5.1).
import { bearerParameters } from './bearerParameters.ts';

export interface Challenge {
  /** The token was accepted but allows too little (HTTP 403, `insufficient_scope`); else there was none that counts (401). */
  readonly insufficientScope: boolean;
  /** Separated by spaces. */
  readonly scope?: string;
  readonly resourceMetadataUrl?: URL;
}

/** A request that was not served for want of authorization. It is known not to have had any effect. */
export type Refusal =
  /** `signIns`: how many sign-ins there had been when the request was sent. */
  | { readonly kind: 'challenge'; readonly challenge: Challenge; readonly signIns: number }
  /** Signing in would not help; one sentence that ends with what to do. */
  | { readonly kind: 'problem'; readonly error: string };

/** Carries a refusal through the SDK's transport to who made the request. */
export class UnauthorizedRequest extends Error {
  override readonly name = 'UnauthorizedRequest';
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.kind === 'problem' ? refusal.error : 'the server wants authorization');
    this.refusal = refusal;
  }
}

const longestScope = 4_000;
/** RFC 6749 section 3.3, without what separates scopes more than once. */
const scopePattern = /^[\x21\x23-\x5B\x5D-\x7E]+( [\x21\x23-\x5B\x5D-\x7E]+)*$/;

export function challengeOf(response: Response): Challenge | undefined {
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
