// A person with a language model: a test says what the person allows and what the model answers.
import type {
  QuestionContext,
  Declined,
  Sampling,
  SamplingAnswer,
} from '../../src/mcp/elicitation/userInteraction.ts';
import type { SamplingRequest } from '../../src/mcp/elicitation/samplingRequest.ts';

export class ScriptedSampling implements Sampling {
  /** The requests that reached the model. */
  readonly sent: SamplingRequest[] = [];
  consent: () => Promise<{ readonly action: 'accept' } | Declined> = () =>
    Promise.resolve({ action: 'accept' });
  model: (asking: QuestionContext) => Promise<SamplingAnswer> = () =>
    Promise.resolve({ ok: true, model: 'parrot', text: 'Hello', stopReason: 'endTurn' });

  allow(): Promise<{ readonly action: 'accept' } | Declined> {
    return this.consent();
  }

  sample(request: SamplingRequest, asking: QuestionContext): Promise<SamplingAnswer> {
    this.sent.push(request);
    return this.model(asking);
  }
}
