// The SDK's client, without what is ours to look at: the answer to `initialize`, and answers to requests.
/* eslint-disable @typescript-eslint/no-deprecated -- MCP 2026-07-28 deprecates logging and roots; the servers that have them do not */
import {
  Client,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type ClientCapabilities,
  type Implementation,
  type LoggingLevel,
  type RequestOptions,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { anyValue, noValidator } from '../../base/unchecked.ts';
import { errorLine } from '../protocol/errorLine.ts';
import { isModern, readInitialize } from './protocolVersions.ts';

/** The longest time a timer can have: who asks owns the clock, through its signal. */
export const noTimeoutMs = 2 ** 31 - 1;
/**
 * How long a process may take to answer `server/discover` before `initialize` is sent as well. Servers exist that answer nothing before
 * `initialize`; one that is slow to start answers both in their order.
 */
const probeMs = 3_000;
/** Rounds of questions that one request may be answered with (MCP 2026-07-28, "Multi Round-Trip Requests"). */
const mostRounds = 10;

interface McpClientOptions {
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
  /** The version to offer; undefined: `server/discover` finds out which the server speaks. */
  readonly version: string | undefined;
  readonly isProcess: boolean;
}

export class McpClient extends Client {
  /** From which level on a server of MCP 2026-07-28 is to log; each request says so. */
  logLevel: LoggingLevel | undefined;

  constructor({ info, capabilities, version, isProcess }: McpClientOptions) {
    super(info, {
      capabilities,
      // Answers are guarded one by one: the SDK would refuse a whole list for one malformed tool, and a whole answer for one field.
      jsonSchemaValidator: noValidator,
      versionNegotiation: negotiation(version, isProcess),
      supportedProtocolVersions: [...new Set([...(version === undefined ? [] : [version]), ...SUPPORTED_PROTOCOL_VERSIONS])],
      inputRequired: { maxRounds: mostRounds },
    });
    this.#takeAnswersAsTheyAre();
    this.#markLaterRounds();
  }

  /**
   * Sends a request; settles with its result, unguarded. On the web, MCP 2026-07-28 has arguments of a call in headers as well, where the
   * input schema of its tool says so (`x-mcp-header`).
   */
  ask(method: string, params: JsonObject, options: RequestOptions, inputSchema?: JsonObject): Promise<unknown> {
    const { name, arguments: input } = params;
    if (!inputSchema || !this.isModern || typeof name !== 'string' || !isJsonObject(input)) {
      return this.request({ method, params }, anyValue, options);
    }
    const toolDefinition = { name, inputSchema: { ...inputSchema, type: 'object' as const } };
    return this.callTool({ ...params, name, arguments: input }, { ...options, toolDefinition });
  }

  get isModern(): boolean {
    return this.getProtocolEra() === 'modern';
  }

  /** Shows that the server answers at all. MCP 2026-07-28 has no `ping`, so that `server/discover` stands in. */
  override async ping(options?: RequestOptions): ReturnType<Client['ping']> {
    return this.isModern ? this.discover(options).then(() => ({})) : super.ping(options);
  }

  protected override _outboundMetaEnvelope(): ReturnType<Client['_outboundMetaEnvelope']> {
    const envelope = super._outboundMetaEnvelope();
    return envelope && this.logLevel ? { ...envelope, [LOG_LEVEL_META_KEY]: this.logLevel } : envelope;
  }

  /** The questions of MCP 2026-07-28 come in an answer, and go to the same handler as those that are requests. */
  protected override _getRequestHandler(method: string): ReturnType<Client['_getRequestHandler']> {
    return super._getRequestHandler(method) ?? this.fallbackRequestHandler;
  }

  /** The SDK (2.4) has no option for it: of an answer its codecs would check all, where one field that does not fit loses the whole. */
  #takeAnswersAsTheyAre(): void {
    const codecOf = (this['_resolveOutboundCodec'] as (method: string) => Codec).bind(this);
    const lenient = new Map<Codec, Codec>();
    this['_resolveOutboundCodec'] = (asked: string): Codec => {
      const codec = codecOf(asked);
      const known = lenient.get(codec) ?? lenientCodec(codec);
      lenient.set(codec, known);
      return known;
    };
  }

  /** Whatever fails after an answer that asks for input, the server had the request. */
  #markLaterRounds(): void {
    this._resolveNonCompleteResult = async (decoded, flow) => {
      try {
        return await super._resolveNonCompleteResult(decoded, flow);
      } catch (error) {
        if (error instanceof SdkError && error.code === SdkErrorCode.InputRequiredRoundsExceeded) {
          throw new SdkError(error.code, `it still wanted input after ${mostRounds} rounds`);
        }
        if (error instanceof ProtocolError || error instanceof SdkError) throw error;
        throw new SdkError(SdkErrorCode.SendFailed, errorLine(error), undefined, { cause: error });
      }
    };
  }
}

/** The reading of answers in one version of MCP, as far as it is changed here. */
interface Codec {
  decodeResult(method: string, raw: unknown): unknown;
  validateResult(method: string, raw: unknown): unknown;
}

function lenientCodec(codec: Codec): Codec {
  return {
    ...codec,
    decodeResult: (_method, raw) => codec.decodeResult('', isJsonObject(raw) ? { resultType: 'complete', ...raw } : raw),
    validateResult: (method, raw) => {
      if (method === 'tools/call') return { ok: true, value: raw };
      return codec.validateResult(method, method === 'initialize' && isJsonObject(raw) ? readInitialize(raw) : raw);
    },
  };
}

function negotiation(version: string | undefined, isProcess: boolean): VersionNegotiationOptions {
  if (version !== undefined) return isModern(version) ? { mode: { pin: version }, probe: { timeoutMs: noTimeoutMs } } : { mode: 'legacy' };
  return { mode: 'auto', probe: { timeoutMs: isProcess ? probeMs : noTimeoutMs } };
}
