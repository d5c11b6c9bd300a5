// Questions that servers ask a person in tests: a form, and a visit to a page.
import type { JsonObject } from '../../src/base/json.ts';

export const form = {
  method: 'elicitation/create',
  params: {
    message: 'Who are you?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
} satisfies JsonObject;

export const page = {
  mode: 'url',
  message: 'Sign in',
  elicitationId: 'e1',
  url: 'https://example.com/sign-in',
} satisfies JsonObject;
