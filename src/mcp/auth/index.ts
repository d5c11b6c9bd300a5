// The public names of this room. Other rooms import them from here alone.
export { UnauthorizedRequest, type AuthFailure } from './authChallenge.ts';
export { AuthRetry } from './authRetry.ts';
export { ServerAuthorization, type AuthorizationParts } from './serverAuthorization.ts';
export type {
  ListenOutcome,
  NamedClient,
  RedirectListener,
  SignIn,
  SignInAnswer,
  SignInOutcome,
  SignInPage,
} from './signIn.ts';
export { signedInServers, tokenKey, type StoredText, type TokenStore } from './tokenStore.ts';
