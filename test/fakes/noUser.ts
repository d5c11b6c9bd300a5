// The answers to questions if there is no user.
import type { SignIn } from '../../src/mcp/auth/signIn.ts';
import type { Inputs } from '../../src/mcp/definitions/resolveInputs.ts';
import { MemoryTokenStore } from './memoryTokenStore.ts';

const noInputs: Inputs = {
  answer: () => Promise.resolve({ ok: false, error: 'Nobody can be asked here.' }),
};

const noSignIn: SignIn = {
  canAsk: false,
  listen: () => Promise.resolve({ ok: false, error: 'Nobody can be asked to sign in here.' }),
  clientSecret: () => Promise.resolve(undefined),
  advice: () => 'Add an "Authorization" header under "headers" in its definition.',
};

export const noUser = () => ({
  inputs: noInputs,
  authorization: { signIn: noSignIn, tokens: new MemoryTokenStore() },
});
