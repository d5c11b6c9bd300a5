// A webview's end of its channel to the extension: messages are typed and guarded; a request has one reply, found by its number.
import type { Guard } from './guards.ts';

/** What VS Code gives a webview, once. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

interface Numbered {
  readonly request: number;
}

type Without<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never;

export class Channel<To extends { readonly type: string }, From extends { readonly type: string }> {
  readonly #api = acquireVsCodeApi();
  readonly #waiting = new Map<number, (reply: From & Numbered) => void>();
  #requests = 0;

  /** Replies go to who asked, everything else to `heard`. What is no message of `isFrom` is dropped. */
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

  /** Resolves with the reply. The extension gives one to each request; where it does not, nothing else waits. */
  ask(message: Without<Extract<To, Numbered>, 'request'>): Promise<From & Numbered> {
    const request = (this.#requests += 1);
    return new Promise((resolve) => {
      this.#waiting.set(request, resolve);
      this.#api.postMessage({ ...message, request });
    });
  }

  /** Survives a reload of the window. */
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
