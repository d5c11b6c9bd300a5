// Port through which a server asks the user during a call. The extension and the CLI each have one implementation,
// which leaves out the parts that it does not support; those are not announced to servers.
import type { FormContent, Form } from './form.ts';
import type { Page } from './page.ts';
import type { SamplingRequest } from './samplingRequest.ts';

/** Origin and lifetime of a question. */
export interface QuestionContext {
  /** Name of the server in the configuration, and the file that defines it. */
  readonly server: string;
  readonly origin: string;
  /** Aborted when the answer is no longer needed. The question must then disappear. */
  readonly signal: AbortSignal;
}

/**
 * `decline`: the user said no. `cancel`: the user closed the question, or it was withdrawn. `mute`: the user said no to
 * this and all further questions of this server until the run ends.
 */
export type Declined = { readonly action: 'decline' | 'cancel' | 'mute' };
export type FormAnswer = { readonly action: 'accept'; readonly content: FormContent } | Declined;
/** `accept`: the user agreed, and the page is open. */
export type PageAnswer = { readonly action: 'accept' } | Declined;

/** Questions to the user, one at a time: a question waits while another one is shown. No method rejects. */
export interface Elicitation {
  /** Shows all fields with their defaults. An accepted content fits the form. */
  fillIn(form: Form, context: QuestionContext): Promise<FormAnswer>;
  /** Shows the address and its host, asks, and opens the page in the browser. */
  visit(page: Page, context: QuestionContext): Promise<PageAnswer>;
  /**
   * Resolves when the user reports that the visit is complete, or gives up. `signal` is also aborted when the server
   * reports the end of the visit.
   */
  visited(page: Page, context: QuestionContext): Promise<PageAnswer>;
}

/** `problem` is a clause that says why there is no answer. */
export type SamplingAnswer =
  | {
      readonly ok: true;
      readonly model: string;
      readonly text: string;
      readonly stopReason: 'endTurn' | 'maxTokens';
    }
  | { readonly ok: false; readonly problem: string };

/** Answers from the user's language model (MCP 2025-11-25, "Sampling"). */
export interface Sampling {
  /** Applies the user's earlier decision; otherwise shows the request and asks. Never rejects. */
  allow(
    request: SamplingRequest,
    context: QuestionContext,
  ): Promise<{ readonly action: 'accept' } | Declined>;
  /** Sends the allowed request to a language model. Never rejects. */
  sample(request: SamplingRequest, context: QuestionContext): Promise<SamplingAnswer>;
}

/** Answers to questions of servers during calls. An absent part is not announced to servers. */
export interface UserInteraction {
  readonly elicitation?: Elicitation | undefined;
  readonly sampling?: Sampling | undefined;
}

/** Used if there is no user. */
export const noInteraction: UserInteraction = {};

/** Returns the capabilities to announce in `initialize`. */
export function capabilitiesOf({ elicitation, sampling }: UserInteraction) {
  return { ...(elicitation && { elicitation: { form: {}, url: {} } }), ...(sampling && { sampling: {} }) };
}
