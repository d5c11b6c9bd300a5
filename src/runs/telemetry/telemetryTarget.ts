// Where spans go, if anywhere: a setting of the editor, or the standard's variables on the terminal. The rest of telemetry is loaded only
// where there is such a place.

export interface TelemetryTarget {
  /** Of traces: the whole address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Of whom spans are, beside what we say ourselves. */
  readonly resource: Readonly<Record<string, string>>;
  /** Whether code, arguments and results go along, without secrets. */
  readonly includeValues: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

const defaultTimeoutMs = 10_000;

/** `endpoint`: of all signals, as in `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined where it is no http address. */
export function targetOf(endpoint: unknown, includeValues: boolean): TelemetryTarget | undefined {
  const url = typeof endpoint === 'string' ? tracesUrl(endpoint) : undefined;
  return url === undefined ? undefined : { url, headers: {}, timeoutMs: defaultTimeoutMs, resource: {}, includeValues };
}

/**
 * By the variables of the OpenTelemetry specification 1.x ("General SDK Configuration", "OpenTelemetry Protocol Exporter"):
 * `OTEL_SDK_DISABLED`, `OTEL_TRACES_EXPORTER`, `OTEL_EXPORTER_OTLP_[TRACES_]ENDPOINT`, `…HEADERS`, `…TIMEOUT`, `…PROTOCOL`, `OTEL_SERVICE_NAME`,
 * `OTEL_RESOURCE_ATTRIBUTES`. `problem`: one line, where they ask for what we cannot do.
 */
export function targetOfEnvironment(env: Variables): { readonly target?: TelemetryTarget; readonly problem?: string } {
  const read = (name: string) => env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`] || undefined;
  const endpoint = read('ENDPOINT');
  const exporter = env['OTEL_TRACES_EXPORTER'] || 'otlp';
  if (endpoint === undefined || env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter !== 'otlp') return {};
  const protocol = read('PROTOCOL');
  if (protocol === 'grpc') return { problem: 'no telemetry is sent: OTEL_EXPORTER_OTLP_PROTOCOL=grpc is not supported; set http/json' };
  const ofTraces = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  const url = ofTraces ? httpUrl(ofTraces)?.href : tracesUrl(endpoint);
  if (url === undefined) return { problem: `no telemetry is sent: the OTLP endpoint "${endpoint}" is no http address` };
  const timeout = Number(read('TIMEOUT') ?? defaultTimeoutMs);
  const name = env['OTEL_SERVICE_NAME'];
  return {
    target: {
      url,
      headers: pairs(read('HEADERS')),
      timeoutMs: timeout > 0 && timeout < 2 ** 31 ? timeout : defaultTimeoutMs,
      resource: { ...pairs(env['OTEL_RESOURCE_ATTRIBUTES']), ...(name && { 'service.name': name }) },
      includeValues: env['CODE_MODE_TELEMETRY_VALUES'] === '1',
    },
  };
}

function tracesUrl(endpoint: string): string | undefined {
  const url = httpUrl(endpoint);
  if (!url) return undefined;
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  return url.href;
}

function httpUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : undefined;
}

/** `key=value` by commas, percent-encoded (W3C Baggage). */
function pairs(text = ''): Readonly<Record<string, string>> {
  const entries = text.split(',').flatMap((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), decoded(rest.join('=').trim())] as const];
  });
  return Object.fromEntries(entries);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
