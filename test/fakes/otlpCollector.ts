// An OpenTelemetry collector on this machine. It receives OTLP over HTTP as JSON and returns the received spans.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { hangUp, listen } from './listen.ts';

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
}

interface Collected {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & {
        readonly attributes: readonly Attribute[];
      })[];
    }[];
  }[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

export class OtlpCollector implements AsyncDisposable {
  readonly spans: CollectedSpan[] = [];
  readonly requests: IncomingMessage[] = [];
  resource: Readonly<Record<string, unknown>> = {};
  /** Answers to the next requests; status 200 if none is left. */
  readonly answers: ((response: ServerResponse) => void)[] = [];
  readonly #server: Server;
  #port = 0;
  #came = Promise.withResolvers<undefined>();

  static async open(): Promise<OtlpCollector> {
    const collector = new OtlpCollector();
    collector.#port = await listen(collector.#server);
    return collector;
  }

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Resolves when `count` requests have arrived. */
  async requested(count: number): Promise<void> {
    while (this.requests.length < count) await this.#came.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await hangUp(this.#server);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as Collected; // the body is the subject of the tests
    this.requests.push(request);
    const answer = this.answers.shift();
    if (answer) answer(response);
    else {
      for (const { resource, scopeSpans } of body.resourceSpans) {
        this.resource = plain(resource.attributes);
        for (const { spans } of scopeSpans)
          this.spans.push(...spans.map((span) => ({ ...span, attributes: plain(span.attributes) })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    }
    this.#came.resolve(undefined);
    this.#came = Promise.withResolvers();
  }
}

function plain(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'intValue' in value ? Number(value['intValue']) : Object.values(value)[0],
    ]),
  );
}
