// Sends spans to a collector over HTTP in the background: in batches, from a bounded queue, and again after a failure.
// At the end, sending takes at most one second.
import { setTimeout as delay } from 'node:timers/promises';
import { isJsonObject, parseJson } from '../../base/json.ts';
import { HIDDEN } from '../../base/text/hidden.ts';
import { otlpRequest, type Resource, type OtlpSpan } from './otlpSpan.ts';
import type { TelemetryTarget } from './telemetryTarget.ts';

export interface ExporterOptions {
  readonly target: Pick<TelemetryTarget, 'url' | 'headers' | 'timeoutMs'>;
  readonly resource: Resource;
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Called with the reason why spans were not sent, once until sending works again. */
  readonly warn: (line: string) => void;
  readonly times?: Partial<typeof defaultTimes>;
}

/** The defaults of OpenTelemetry's batch processor (OTEL_BSP_*). */
const mostWaiting = 2_048;
const mostInBatch = 512;
const defaultTimes = { everyMs: 5_000, firstRetryMs: 1_000, mostRetryMs: 30_000, atEndMs: 1_000 };
const mostTries = 5;
/** The codes that OTLP/HTTP lists under "Retryable Response Codes". */
const retryable = [429, 502, 503, 504];

/** Maximum length in bytes of an answer that is read. */
const longestAnswer = 10_000;

type Sent = 'ok' | 'dropped' | { readonly retryMs: number | undefined };

export class OtlpExporter {
  readonly #options: ExporterOptions;
  readonly #times: typeof defaultTimes;
  readonly #closing = new AbortController();
  readonly #waiting: OtlpSpan[] = [];
  #sending: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #hasFailed = false;
  /** Ends the wait before another try. */
  #hurry = new AbortController();

  constructor(options: ExporterOptions) {
    this.#options = options;
    this.#times = { ...defaultTimes, ...options.times };
  }

  /** Adds a span. The span is dropped if too many spans wait. */
  add(span: OtlpSpan): void {
    if (this.#waiting.length >= mostWaiting) return;
    this.#waiting.push(span);
    if (this.#waiting.length >= mostInBatch) this.#send();
    else this.#timer ??= setTimeout(() => this.#send(), this.#times.everyMs).unref();
  }

  /** Sends the waiting spans, for at most one second. */
  async dispose(): Promise<void> {
    this.#hurry.abort();
    const late = setTimeout(() => this.#closing.abort(), this.#times.atEndMs);
    this.#send();
    await this.#sending;
    clearTimeout(late);
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined));
  }

  async #sendAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closing.signal.aborted)
      await this.#sendBatch(this.#waiting.splice(0, mostInBatch));
  }

  async #sendBatch(batch: readonly OtlpSpan[]): Promise<void> {
    const body = JSON.stringify(otlpRequest(batch, this.#options.resource));
    for (let tries = 1; ; tries += 1) {
      const sent = await this.#post(body);
      if (sent === 'ok') this.#hasFailed = false;
      if (typeof sent === 'string' || tries === mostTries || this.#closing.signal.aborted) return;
      const { firstRetryMs, mostRetryMs } = this.#times;
      const wait = Math.min(
        mostRetryMs,
        sent.retryMs ?? firstRetryMs * 2 ** (tries - 1) * (0.5 + Math.random()),
      );
      // The process ends, so there is no further wait.
      if (this.#hurry.signal.aborted && tries > 1) return;
      await delay(wait, undefined, { signal: this.#hurry.signal, ref: false }).catch(() => undefined);
    }
  }

  async #post(body: string): Promise<Sent> {
    const { target, fetch } = this.#options;
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(target.timeoutMs)]);
      const headers = { ...target.headers, 'content-type': 'application/json' };
      const response = await fetch(target.url, { method: 'POST', headers, body, signal, redirect: 'error' });
      const why = response.ok ? await rejectionIn(response) : `HTTP ${response.status}`;
      if (!response.bodyUsed) await response.body?.cancel();
      if (why === undefined) return 'ok';
      this.#failed(why);
      if (!retryable.includes(response.status)) return 'dropped';
      const after = Number(response.headers.get('retry-after') ?? Number.NaN);
      return { retryMs: Number.isFinite(after) && after >= 0 ? after * 1_000 : undefined };
    } catch (error) {
      this.#failed(
        error instanceof Error
          ? ((error.cause as Error | undefined)?.message ?? error.message)
          : String(error),
      );
      return { retryMs: undefined };
    }
  }

  #failed(why: string): void {
    if (this.#hasFailed || this.#closing.signal.aborted) return;
    this.#hasFailed = true;
    const { url, headers } = this.#options.target;
    // `fetch` quotes a header that it refuses.
    const secrets = Object.values(headers).filter((value) => value !== '');
    const shown = secrets.reduce((text, secret) => text.replaceAll(secret, HIDDEN), why);
    this.#options.warn(`Telemetry did not reach ${new URL(url).origin}: ${shown}`);
  }
}

/** Returns what a collector says of spans that it rejected (OTLP/HTTP, "Partial Success"); undefined if it took all. */
async function rejectionIn(response: Response): Promise<string | undefined> {
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  // The status says that the collector has the spans, so a connection that breaks after it is no reason to send again.
  const text = length <= longestAnswer ? await response.text().catch(() => '') : '';
  const answer = parseJson(text);
  const partial = isJsonObject(answer) ? answer['partialSuccess'] : undefined;
  if (!isJsonObject(partial) || !(Number(partial['rejectedSpans']) > 0)) return undefined;
  return `it rejected spans: ${JSON.stringify(partial['errorMessage'] ?? '')}`;
}
