// Decides if and where spans are sent: by a setting in the editor, by the variables of OpenTelemetry on the terminal.
// The rest of telemetry is loaded only if there is a target.
import { HIDDEN } from '../../base/text/hidden.ts';
import { percentDecoded } from '../../base/text/percentDecoded.ts';

export interface TelemetryTarget {
  /** The whole address for traces. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Resource attributes of the sender, in addition to those that Code Mode sets itself. */
  readonly resource: Readonly<Record<string, string>>;
  /** True if spans carry code, arguments and results, without secrets. */
  readonly includeValues: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

const defaultTimeoutMs = 10_000;

/**
 * `endpoint` is the base address for all signals, as in `OTEL_EXPORTER_OTLP_ENDPOINT`. Undefined if it is not an http
 * address.
 */
export function targetOf(endpoint: unknown, includeValues: boolean): TelemetryTarget | undefined {
  const url = typeof endpoint === 'string' ? tracesUrl(endpoint) : undefined;
  return url && { ...addressOf(url), timeoutMs: defaultTimeoutMs, resource: {}, includeValues };
}

/**
 * Reads the variables of the OpenTelemetry specification 1.x ("General SDK Configuration", "OpenTelemetry Protocol
 * Exporter"): `OTEL_SDK_DISABLED`, `OTEL_TRACES_EXPORTER`, `OTEL_EXPORTER_OTLP_[TRACES_]ENDPOINT`, `…HEADERS`,
 * `…TIMEOUT`, `…PROTOCOL`, `OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES`. `problem` is one line if the variables ask
 * for something that is not supported.
 */
export function targetOfEnvironment(env: Variables): {
  readonly target?: TelemetryTarget;
  readonly problem?: string;
} {
  const read = (name: string) =>
    env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`] || undefined;
  const endpoint = read('ENDPOINT');
  const exporters = (env['OTEL_TRACES_EXPORTER'] || 'otlp').split(',').map((name) => name.trim());
  const isOff = env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || !exporters.includes('otlp');
  if (endpoint === undefined || isOff) return {};
  const protocol = read('PROTOCOL');
  if (protocol === 'grpc')
    return {
      problem: 'no telemetry is sent: OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not supported; set http/json',
    };
  const ofTraces = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const url = ofTraces ? httpUrl(ofTraces) : tracesUrl(endpoint);
  if (!url) {
    const shown = endpoint.replace(/^.*@/s, `${HIDDEN}@`);
    return { problem: `no telemetry is sent: the OTLP endpoint "${shown}" is no http address` };
  }
  const address = addressOf(url);
  const timeout = Number(read('TIMEOUT') ?? defaultTimeoutMs);
  const name = env['OTEL_SERVICE_NAME'];
  return {
    target: {
      url: address.url,
      headers: { ...address.headers, ...pairs(read('HEADERS')) },
      timeoutMs: timeout > 0 && timeout < 2 ** 31 ? timeout : defaultTimeoutMs,
      resource: { ...pairs(env['OTEL_RESOURCE_ATTRIBUTES']), ...(name && { 'service.name': name }) },
      includeValues: env['CODE_MODE_TELEMETRY_VALUES'] === '1',
    },
  };
}

function tracesUrl(endpoint: string): URL | undefined {
  const url = httpUrl(endpoint);
  if (url) url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url;
}

/** Moves the user and the password of an address into a header, since `fetch` refuses an address that has them. */
function addressOf(url: URL): Pick<TelemetryTarget, 'url' | 'headers'> {
  const user = percentDecoded(`${url.username}:${url.password}`);
  [url.username, url.password] = ['', ''];
  const headers = user === ':' ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` };
  return { url: url.href, headers };
}

function httpUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** Reads `key=value` pairs that are separated by commas and percent-encoded (W3C Baggage). */
function pairs(text = ''): Readonly<Record<string, string>> {
  const entries = text.split(',').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    const value = percentDecoded(rest.join('=').trim());
    return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), value] as const];
  });
  return Object.fromEntries(entries);
}
