// A client of MCP 2026-07-28 for `code-mode serve` in this process, over standard input and output or over HTTP.
import {
  Client,
  StreamableHTTPClientTransport,
  type CallToolResult,
  type Transport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { StandardSchemaV1 } from '@modelcontextprotocol/client';
import assert from 'node:assert/strict';
import type { JsonObject } from '../../src/base/json.ts';
import { config, type TestFolder } from './testFolder.ts';
import { serveHttp } from './servedHttp.ts';

export interface ModernDoor {
  /** Without an `answer` the client cannot ask its user. */
  connect(options?: ClientOptions): Promise<ModernClient>;
  end(): Promise<void>;
}

export interface ModernClient {
  readonly client: Client;
  /** The questions to the user. */
  readonly questions: string[];
}

interface ClientOptions {
  /** Name under which the client introduces itself. */
  readonly name?: string;
  /** Returns the user's choice for a question. */
  readonly answer?: (message: string) => string;
}

/** An answer that asks for input. */
interface InputRequired {
  readonly resultType: 'input_required';
  readonly inputRequests: Readonly<Record<string, { readonly method: string; readonly params: JsonObject }>>;
  readonly requestState: string;
}

const pinned = { mode: { pin: '2026-07-28' } } as const;

export async function modernHttp(folder: TestFolder, options: readonly string[] = []): Promise<ModernDoor> {
  const door = await serveHttp(folder, 0, [...config, ...options]);
  const headers = { authorization: `Bearer ${door.token}` };
  return {
    connect: (how) =>
      connected(new StreamableHTTPClientTransport(new URL(door.url), { requestInit: { headers } }), how),
    end: async () => {
      await door.end();
    },
  };
}

export function modernStdio(folder: TestFolder, options: readonly string[] = []): ModernDoor {
  const ending: (() => Promise<unknown>)[] = [];
  return {
    connect: (how) => {
      const command = folder.begin(['serve', ...config, ...options]);
      ending.push(() => {
        command.stdin.end();
        return command.ended;
      });
      // The SDK's transport over streams is the same at either end.
      return connected(new StdioServerTransport(command.stdout, command.stdin), how);
    },
    end: async () => {
      // Each command changes the current folder while it runs, so the last command restores it first.
      for (const end of ending.reverse()) await end();
    },
  };
}

export async function connected(
  transport: Transport,
  { name = 'test', answer }: ClientOptions = {},
): Promise<ModernClient> {
  const capabilities = answer === undefined ? {} : { elicitation: { form: {} } };
  const client = new Client({ name, version: '1' }, { capabilities, versionNegotiation: pinned });
  const questions: string[] = [];
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message);
      return { action: 'accept', content: { answer: answer(params.message) } };
    });
  }
  await client.connect(transport);
  return { client, questions };
}

/** Returns a call of `executeCode`. */
export const script = (code: string, more: object = {}) => ({
  name: 'executeCode',
  arguments: { code, ...more },
});
export const textOf = ({ content: [first] }: CallToolResult) => (first?.type === 'text' ? first.text : '');
export const sessionIn = (text: string) => /^Session: (\S+)$/m.exec(text)?.[1] ?? '';

/** Returns the question with which a call is answered. */
export async function question(client: Client, call: object): Promise<InputRequired> {
  const answer = await exchange(client, call);
  assert.equal(answer.resultType, 'input_required', JSON.stringify(answer));
  return answer as InputRequired;
}

/** Returns the members of the next exchange of a call, with the answer to all questions. */
export function answered({ inputRequests, requestState }: InputRequired, answer: string) {
  const responses = Object.keys(inputRequests).map(
    (key) => [key, { action: 'accept', content: { answer } }] as const,
  );
  return { requestState, inputResponses: Object.fromEntries(responses) };
}

/** Returns the answer to one exchange of a call, which may ask for input. */
export async function exchange(client: Client, params: object): Promise<CallToolResult | InputRequired> {
  const answer = await client.request({ method: 'tools/call', params: { ...params } }, anything, {
    allowInputRequired: true,
  });
  return answer as CallToolResult | InputRequired;
}

const anything: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) },
};
