// The page's end of the channel to the extension. Messages are guarded; each request has one reply, which carries the
// number of the request.
import { whyNoValue, type PageAnswer, type PageQuery } from '../../../journal/values/valueView.ts';
import { isToPage, type FromPage, type SelectedCall, type Source, type ToPage } from './runMessages.ts';

/** Returns the API that VS Code gives a webview; a webview may request it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

type Reply = Extract<ToPage, { readonly request: number }>;
type Kind = PageQuery['kind'];
type AnswerOf<K extends Kind> = Extract<PageAnswer, { readonly kind: K }>;

export class Channel {
  readonly #api = acquireVsCodeApi();
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #requests = 0;

  /** Replies go to those who asked, all other messages to `heard`. Data that is no message is dropped. */
  constructor(heard: (message: ToPage) => void) {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isToPage(data)) return;
      if ('request' in data) {
        this.#waiting.get(data.request)?.(data);
        this.#waiting.delete(data.request);
      } else heard(data);
    });
  }

  post(message: FromPage): void {
    this.#api.postMessage(message);
  }

  /** Resolves with the answer, or with a sentence that says why there is no value. */
  async ask<K extends Kind>(
    source: Source,
    query: PageQuery & { readonly kind: K },
  ): Promise<AnswerOf<K> | { readonly why: string }> {
    const answer = await new Promise<PageAnswer>((resolve) => {
      const request = this.#expect((reply) => {
        if (reply.type === 'value') resolve(reply.answer);
      });
      this.post({ type: 'value', request, source, query });
    });
    return isOfKind<K>(answer, query.kind) ? answer : { why: whyNoValue(answer) };
  }

  /** Resolves with the details of the call. */
  askCall(call: number): Promise<SelectedCall> {
    return new Promise((resolve) => {
      const request = this.#expect((reply) => {
        if (reply.type === 'call') resolve(reply);
      });
      this.post({ type: 'call', request, call });
    });
  }

  /**
   * Returns the number of a new request, whose reply goes to `heard`. The extension answers each request; if it does
   * not, only the caller waits.
   */
  #expect(heard: (reply: Reply) => void): number {
    const request = (this.#requests += 1);
    this.#waiting.set(request, heard);
    return request;
  }

  /** State that survives a reload of the window. */
  get state(): unknown {
    return this.#api.getState();
  }

  set state(state: unknown) {
    this.#api.setState(state);
  }
}

function isOfKind<K extends Kind>(answer: PageAnswer, kind: K): answer is AnswerOf<K> {
  return answer.kind === kind;
}
