// The page's end of the channel to the extension. Messages are guarded; each request has one reply, which carries the
// number of the request.
import { isToPage, type FromPage, type ToPage } from './runMessages.ts';

/** Returns the API that VS Code gives a webview; a webview may request it only once. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
};

type Question = Extract<FromPage, { readonly request: number }>;
type Reply = Extract<ToPage, { readonly request: number }>;
type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

export class Channel {
  readonly #api = acquireVsCodeApi();
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #requests = 0;

  /** Replies go to the callers of `ask`, all other messages to `heard`. Data that is no message is dropped. */
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

  /**
   * Resolves with the reply of that type, or with a sentence that says why there is none. The extension answers each
   * request; if it does not, only this call waits.
   */
  async ask<Type extends Reply['type']>(
    question: Without<Question, 'request'>,
    type: Type,
  ): Promise<Extract<Reply, { readonly type: Type }> | { readonly why: string }> {
    const request = (this.#requests += 1);
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(request, resolve);
      this.#api.postMessage({ ...question, request });
    });
    if (isOfType(reply, type)) return reply;
    return { why: 'why' in reply ? reply.why : 'There is no value.' };
  }

  /** State that survives a reload of the window. */
  get state(): unknown {
    return this.#api.getState();
  }

  set state(state: unknown) {
    this.#api.setState(state);
  }
}

function isOfType<Type extends Reply['type']>(
  reply: Reply,
  type: Type,
): reply is Extract<Reply, { readonly type: Type }> {
  return reply.type === type;
}
