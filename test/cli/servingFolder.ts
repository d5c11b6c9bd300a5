// A folder in which `code-mode serve` runs in this process, with the SDK's client connected to each such command.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolResultSchema,
  ElicitRequestSchema,
  type CallToolResult,
} from '@modelcontextprotocol/sdk/types.js';
import { config, TestFolder } from './testFolder.ts';

type Answer = 'Run it' | 'Do not run it' | 'cancel';

export interface Connected {
  readonly client: Client;
  /** The questions to the user. */
  readonly questions: readonly string[];
}

export class ServingFolder extends TestFolder {
  /** Functions that end the running commands, the first command first. */
  readonly #served: (() => Promise<void>)[] = [];

  /** Writes the servers. From then on their lists are known, however long the servers take to start. */
  async knowServers(servers: Readonly<Record<string, object>>): Promise<void> {
    await this.write('mcp.json', { servers });
    await this.codeMode(['tools', '--wait', '100', ...config]);
  }

  /** Starts a command and connects its client. Without `answer` the client cannot ask. */
  async connect(answer?: Answer, args: readonly string[] = []): Promise<Connected> {
    const questions: string[] = [];
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: answer === undefined ? {} : { elicitation: { form: {} } } },
    );
    if (answer !== undefined) {
      client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
        questions.push(params.message);
        return answer === 'cancel' ? { action: 'cancel' } : { action: 'accept', content: { answer } };
      });
    }
    const command = this.begin(['serve', ...config, ...args]);
    // The SDK's transport over streams is the same at either end.
    await client.connect(new StdioServerTransport(command.stdout, command.stdin));
    this.#served.push(async () => {
      await client.close();
      command.stdin.end();
      await command.ended;
    });
    return { client, questions };
  }

  /** Ends the running commands, the last command first, except the first `left` commands. */
  async endServed(left = 0): Promise<void> {
    for (const end of this.#served.splice(left).reverse()) await end();
  }
}

export async function execute(
  { client }: Connected,
  code:
    | string
    | { readonly code: string; readonly dryRun?: boolean; readonly title?: string }
    | { readonly resume: string; readonly inFlight?: object },
): Promise<CallToolResult> {
  const params = { name: 'executeCode', arguments: typeof code === 'string' ? { code } : code };
  return (await client.callTool(params, CallToolResultSchema)) as CallToolResult; // by the schema
}

export const textOf = ({ content: [first] }: CallToolResult): string =>
  first?.type === 'text' ? first.text : '';
