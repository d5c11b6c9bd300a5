// The SDK's client, without what is ours to look at: the answer to `initialize`, and answers to calls.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { AnySchema, SchemaOutput } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  InitializeResultSchema,
  ResultSchema,
  type ClientCapabilities,
  type ClientRequest,
  type Implementation,
  type Request,
} from '@modelcontextprotocol/sdk/types.js';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { commonVersion, readInitialize } from './readInitialize.ts';

/**
 * Answers are guarded one by one: the SDK's `listTools` refuses a whole list for one malformed tool, and its `callTool` a
 * whole answer for one field that does not fit. Neither is used, so the validator that the SDK would build is not needed.
 */
const noValidator = {
  getValidator(): never {
    throw new Error('The SDK does not validate.');
  },
};

export class McpClient extends Client {
  constructor(info: Implementation, capabilities: ClientCapabilities) {
    super(info, { capabilities, jsonSchemaValidator: noValidator });
  }

  override async request<T extends AnySchema>(
    request: ClientRequest | Request,
    schema: T,
    options?: RequestOptions,
  ): Promise<SchemaOutput<T>> {
    if (request.method !== 'initialize') {
      const answer = await super.request(request, schema, options);
      if (!isTaskCall(request)) this.forgetTask(answer);
      return answer;
    }
    const answer = (await this.#initialize(request, options)) as JsonObject; // it came as JSON
    return InitializeResultSchema.parse(readInitialize(answer)) as SchemaOutput<T>; // the schema that goes with the method
  }

  /** A server that refuses our latest version, and names one that we know, is asked once more. */
  async #initialize(request: ClientRequest | Request, options?: RequestOptions): Promise<unknown> {
    const params: Readonly<Record<string, unknown>> = request.params ?? {};
    try {
      return await super.request(request, ResultSchema, options);
    } catch (error) {
      const protocolVersion = commonVersion(error, params['protocolVersion']);
      if (protocolVersion === undefined) throw error;
      return await super.request({ ...request, params: { ...params, protocolVersion } }, ResultSchema, options);
    }
  }

  /**
   * Of a task that is over. The SDK (1.32) keeps the progress of every task that an answer speaks of until the session ends:
   * only its servers tell it that one is over. So it gets the name that it has for it.
   */
  forgetTask(answer: unknown): void {
    const task = isJsonObject(answer) ? answer['task'] : undefined;
    const forget: unknown = this['_cleanupTaskProgressHandler'];
    if (isJsonObject(task) && typeof forget === 'function') Reflect.apply(forget, this, [task['taskId']]);
  }
}

/** Whoever calls a tool as a task waits for it. */
function isTaskCall({ method, params }: ClientRequest | Request): boolean {
  return method === 'tools/call' && params?.['task'] !== undefined;
}
