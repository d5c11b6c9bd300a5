// A small debugger for tests: Chrome's protocol over the socket of a process that waits for a debugger.
import assert from 'node:assert/strict';
import { once } from 'node:events';

interface Frame {
  readonly callFrameId: string;
  /** Counts from 0, in the evaluated text. */
  readonly location: { readonly lineNumber: number; readonly columnNumber: number };
}

/** The parameters of the events that the client reads. */
interface Params {
  readonly callFrames: readonly Frame[];
  readonly url: string;
  readonly sourceMapURL: string;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A pause of the script. */
export interface Pause {
  readonly top: Frame;
  /** Returns the value of an expression at the paused position. */
  evaluate(expression: string): Promise<unknown>;
  resume(): Promise<unknown>;
}

export class DebuggerClient {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #sent = 0;
  /** Source map URL of the script, once the script was evaluated; empty if it has none. */
  sourceMapUrl = '';

  private constructor(socket: WebSocket, onPause: (pause: Pause) => void) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Answer & { id?: number; method?: string; params?: Params };
      if (message.id !== undefined) this.#answers.get(message.id)?.(message);
      if (message.method === 'Debugger.scriptParsed' && message.params?.url === 'script')
        this.sourceMapUrl = message.params.sourceMapURL;
      const top = message.method === 'Debugger.paused' ? message.params?.callFrames[0] : undefined;
      if (top) onPause(this.#pauseAt(top));
    });
  }

  /**
   * Attaches and, if `line` is given, sets a breakpoint in that line of the script's body, from 1; then the process
   * goes on.
   */
  static async attach(
    address: string,
    onPause: (pause: Pause) => void,
    line?: number,
  ): Promise<DebuggerClient> {
    const socket = new WebSocket(address);
    await once(socket, 'open');
    // The process is killed while the socket is open.
    socket.addEventListener('error', () => undefined);
    const client = new DebuggerClient(socket, onPause);
    await client.#send('Debugger.enable');
    if (line !== undefined)
      await client.#send('Debugger.setBreakpointByUrl', { url: 'script', lineNumber: line });
    await client.#send('Runtime.runIfWaitingForDebugger');
    return client;
  }

  #pauseAt(top: Frame): Pause {
    return {
      top,
      evaluate: async (expression) => {
        const answer = await this.#send('Debugger.evaluateOnCallFrame', {
          callFrameId: top.callFrameId,
          expression,
          returnByValue: true,
        });
        return (answer as { result: { value: unknown } }).result.value;
      },
      resume: () => this.#send('Debugger.resume'),
    };
  }

  #send(method: string, params: object = {}): Promise<unknown> {
    this.#sent += 1;
    const id = this.#sent;
    this.#socket.send(JSON.stringify({ id, method, params }));
    return new Promise((resolve) => {
      this.#answers.set(id, ({ result, error }) => {
        assert.equal(error?.message, undefined);
        resolve(result);
      });
    });
  }
}
