// Declares finished spans and converts them to the JSON of OTLP (OpenTelemetry Protocol 1.x, "JSON Protobuf Encoding").
import type { JsonValue } from '../../base/json.ts';

type AttributeValue = string | number | boolean;
export type Attributes = Readonly<Record<string, AttributeValue | undefined>>;

export interface OtlpSpan {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** Milliseconds since 1970, with fractions. */
  readonly from: number;
  readonly to: number;
  readonly attributes: Attributes;
  /** The reason of the failure in one word; absent if the span succeeded. */
  readonly error?: string;
}

/** The sender of the spans. */
export interface Resource {
  readonly attributes: Attributes;
  readonly scope: { readonly name: string; readonly version: string };
}

const kinds = { internal: 1, server: 2, client: 3 } as const;
const statusError = 2;
/** Maximum length of a text attribute, in characters; attributes are for people who look at a span. */
export const longestText = 16_384;

export function otlpRequest(spans: readonly OtlpSpan[], { attributes, scope }: Resource): JsonValue {
  const scopeSpans = [{ scope: { ...scope }, spans: spans.map(otlpSpan) }];
  return { resourceSpans: [{ resource: { attributes: otlpAttributes(attributes) }, scopeSpans }] };
}

function otlpSpan(span: OtlpSpan): JsonValue {
  const { traceId, spanId, parentSpanId, name, kind, from, to, attributes, error } = span;
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(from),
    endTimeUnixNano: nanoseconds(Math.max(from, to)),
    attributes: otlpAttributes({ ...attributes, 'error.type': error }),
    status: error === undefined ? {} : { code: statusError },
  };
}

function otlpAttributes(attributes: Attributes): readonly JsonValue[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  );
}

function otlpValue(value: AttributeValue): JsonValue {
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number')
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  // Collectors may refuse all spans of a request for half a surrogate pair, which JSON writes as `\ud83d`.
  const text = value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  return { stringValue: text.toWellFormed() };
}

/** Returns nanoseconds as text, since a number cannot hold 64 bits exactly. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}
