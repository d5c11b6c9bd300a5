// The end of a webview's channel to the extension. Messages are typed and guarded; each request has one reply, which
// carries the number of the request.
import type { Guard } from '../../../base/guards.ts';

/** The API that VS Code gives a webview; a webview may request it only once. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

interface Numbered {
  readonly request: number;
}

/** `why` is a sentence. */
export interface NoReply {
  readonly why: string;
}

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

export class Channel<To extends { readonly type: string }, From extends { readonly type: string }> {
  readonly #api = acquireVsCodeApi();
  readonly #waiting = new Map<number, (reply: From & Numbered) => void>();
  #requests = 0;

  /**
   * Replies go to the callers of `ask`, all other messages to `heard`. Data that `isFrom` does not accept is dropped.
   */
  constructor(isFrom: Guard<From>, heard: (message: From) => void) {
    window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (!isFrom(data)) return;
      if (!isNumbered(data)) {
        heard(data);
        return;
      }
      const settle = this.#waiting.get(data.request);
      this.#waiting.delete(data.request);
      settle?.(data);
    });
  }

  post(message: To): void {
    this.#api.postMessage(message);
  }

  /**
   * Resolves with the reply of that type, or with a sentence that says why there is none. The extension answers each
   * request; if it does not, only this call waits.
   */
  async ask<Type extends From['type']>(
    message: Without<Extract<To, Numbered>, 'request'>,
    type: Type,
  ): Promise<Extract<From, { readonly type: Type }> | NoReply> {
    const request = (this.#requests += 1);
    const reply = await new Promise<From & Numbered>((resolve) => {
      this.#waiting.set(request, resolve);
      this.#api.postMessage({ ...message, request });
    });
    if (isOfType(reply, type)) return reply;
    return { why: 'why' in reply && typeof reply.why === 'string' ? reply.why : 'There is no value.' };
  }

  /** State that survives a reload of the window. */
  get state(): unknown {
    return this.#api.getState();
  }

  set state(state: unknown) {
    this.#api.setState(state);
  }
}

function isNumbered<Message extends object>(message: Message): message is Message & Numbered {
  return 'request' in message && typeof message.request === 'number';
}

function isOfType<From extends { readonly type: string }, Type extends From['type']>(
  message: From,
  type: Type,
): message is Extract<From, { readonly type: Type }> {
  return message.type === type;
}
