// The port through which servers reach the person, in the middle of a call. Each front door has its own way to ask, and
// leaves out what it cannot do: that is not announced to servers.
import type { FormContent, Form } from './form.ts';
import type { Page } from './page.ts';
import type { SamplingRequest } from './samplingRequest.ts';

/** Who asks, and for how long. */
export interface QuestionContext {
  /** The server's name in the configuration, and the file that defines it. */
  readonly server: string;
  readonly origin: string;
  /** Aborted when the answer is no longer needed: whatever is shown goes away. */
  readonly signal: AbortSignal;
}

/**
 * `decline`: the person said no. `cancel`: they closed the question, or it was taken back. `mute`: they said no, to this and to
 * all that this server asks until the run ends.
 */
export type Declined = { readonly action: 'decline' | 'cancel' | 'mute' };
export type FormAnswer = { readonly action: 'accept'; readonly content: FormContent } | Declined;
/** `accept`: the person agreed, and the page is open. */
export type PageAnswer = { readonly action: 'accept' } | Declined;

/** One question at a time: who asks while another is shown waits. None of these rejects. */
export interface Elicitation {
  /** Shows all fields with their defaults; what is accepted fits the form. */
  fillIn(form: Form, context: QuestionContext): Promise<FormAnswer>;
  /** Shows the address and its host, asks, and opens the page in the browser. */
  visit(page: Page, context: QuestionContext): Promise<PageAnswer>;
  /** Settles when the person says that they are done there, or gave up. Aborting `signal` says that the server knows. */
  visited(page: Page, context: QuestionContext): Promise<PageAnswer>;
}

/** `problem`: why there is no answer, one clause. */
export type SamplingAnswer =
  | { readonly ok: true; readonly model: string; readonly text: string; readonly stopReason: 'endTurn' | 'maxTokens' }
  | { readonly ok: false; readonly problem: string };

/** Answers from the person's language model (MCP 2025-11-25, "Sampling"). */
export interface Sampling {
  /** What the person said before counts; else shows them what would be sent, and asks. Never rejects. */
  allow(request: SamplingRequest, context: QuestionContext): Promise<{ readonly action: 'accept' } | Declined>;
  /** Sends what was allowed to a language model. Never rejects. */
  sample(request: SamplingRequest, context: QuestionContext): Promise<SamplingAnswer>;
}

/** Who answers servers while they run. What is absent is not announced to them. */
export interface UserInteraction {
  readonly elicitation?: Elicitation | undefined;
  readonly sampling?: Sampling | undefined;
}

/** For use without a user. */
export const noInteraction: UserInteraction = {};

/** As announced in `initialize`. */
export function capabilitiesOf({ elicitation, sampling }: UserInteraction) {
  return { ...(elicitation && { elicitation: { form: {}, url: {} } }), ...(sampling && { sampling: {} }) };
}
