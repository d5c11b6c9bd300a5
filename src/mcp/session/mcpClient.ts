// The SDK's client without the SDK's validation of the response to `initialize` and of other responses, which this
// project checks itself.
/* eslint-disable @typescript-eslint/no-deprecated --
   MCP 2026-07-28 deprecates logging and roots; the servers that have them do not */
import {
  Client,
  LOG_LEVEL_META_KEY,
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SUPPORTED_PROTOCOL_VERSIONS,
  type LoggingLevel,
  type RequestOptions,
  type VersionNegotiationOptions,
} from '@modelcontextprotocol/client';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { anyValue, noValidator } from '../../base/unchecked.ts';
import { capabilitiesOf } from '../elicitation/index.ts';
import { errorLine } from '../protocol/errorLine.ts';
import type { SessionOptions } from './session.ts';
import { isModern, readInitialize } from './protocolVersions.ts';

/** Longest possible timeout, in milliseconds. The caller of a request limits its time through a signal. */
export const noTimeoutMs = 2 ** 31 - 1;
/**
 * Time in milliseconds that a process has to answer `server/discover` before `initialize` is sent too. Some servers
 * answer nothing before `initialize`; a server that starts slowly answers both in order.
 */
const probeMs = 3_000;
/** Maximum number of rounds in which one request asks for input (MCP 2026-07-28, "Multi Round-Trip Requests"). */
const mostRounds = 10;

export class McpClient extends Client {
  /** Minimum log level for a server of MCP 2026-07-28, sent with each request. */
  logLevel: LoggingLevel | undefined;

  /** `version` is the MCP version to offer; if undefined, `server/discover` asks for the server's versions. */
  constructor(options: SessionOptions, version: string | undefined, isProcess: boolean) {
    const { clientInfo, roots, userInteraction } = options;
    super(clientInfo, {
      capabilities: {
        ...(roots && { roots: { listChanged: true } }),
        ...capabilitiesOf(userInteraction),
      },
      // Results are checked separately, because the SDK would refuse a whole list for one malformed tool and a whole
      // result for one field.
      jsonSchemaValidator: noValidator,
      versionNegotiation: negotiation(version, isProcess),
      supportedProtocolVersions: [
        ...new Set([...(version === undefined ? [] : [version]), ...SUPPORTED_PROTOCOL_VERSIONS]),
      ],
      inputRequired: { maxRounds: mostRounds },
    });
    this.#takeAnswersAsTheyAre();
    this.#markLaterRounds();
  }

  /**
   * Sends a request and resolves to its unchecked result. On the web, MCP 2026-07-28 repeats arguments of a call in
   * headers if the tool's input schema demands it (`x-mcp-header`).
   */
  ask(
    method: string,
    params: JsonObject,
    options: RequestOptions,
    inputSchema?: JsonObject,
  ): Promise<unknown> {
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

  /** Checks that the server responds. MCP 2026-07-28 has no `ping`, so `server/discover` replaces it. */
  override async ping(options?: RequestOptions): ReturnType<Client['ping']> {
    return this.isModern ? this.discover(options).then(() => ({})) : super.ping(options);
  }

  protected override _outboundMetaEnvelope(): ReturnType<Client['_outboundMetaEnvelope']> {
    const envelope = super._outboundMetaEnvelope();
    return envelope && this.logLevel ? { ...envelope, [LOG_LEVEL_META_KEY]: this.logLevel } : envelope;
  }

  /** MCP 2026-07-28 puts questions to the user into results. They go to the handler of questions in requests. */
  protected override _getRequestHandler(method: string): ReturnType<Client['_getRequestHandler']> {
    return super._getRequestHandler(method) ?? this.fallbackRequestHandler;
  }

  /**
   * Turns off the validation of results, for which the SDK (2.4) has no option. The SDK's codecs would refuse a whole
   * result for one invalid field.
   */
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

  /** Marks errors after a result that asks for input, because the server has received the request by then. */
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

/** The part of the SDK's codec for one MCP version that this module replaces. */
interface Codec {
  decodeResult(method: string, raw: unknown): unknown;
  validateResult(method: string, raw: unknown): unknown;
}

function lenientCodec(codec: Codec): Codec {
  return {
    ...codec,
    decodeResult: (_method, raw) =>
      codec.decodeResult('', isJsonObject(raw) ? { resultType: 'complete', ...raw } : raw),
    validateResult: (method, raw) => {
      if (method === 'tools/call') return { ok: true, value: raw };
      return codec.validateResult(
        method,
        method === 'initialize' && isJsonObject(raw) ? readInitialize(raw) : raw,
      );
    },
  };
}

function negotiation(version: string | undefined, isProcess: boolean): VersionNegotiationOptions {
  if (version !== undefined)
    return isModern(version)
      ? { mode: { pin: version }, probe: { timeoutMs: noTimeoutMs } }
      : { mode: 'legacy' };
  return { mode: 'auto', probe: { timeoutMs: isProcess ? probeMs : noTimeoutMs } };
}
