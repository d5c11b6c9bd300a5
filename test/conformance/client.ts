// The client for the conformance suite: Code Mode's MCP client connects to the server of a scenario as to any other
// server, lists its tools and calls each of them once. It submits forms with their defaults.
import type { JsonObject } from '../../src/base/json.ts';
import { noUser } from '../fakes/noUser.ts';
import { MemoryTokenStore } from '../fakes/memoryTokenStore.ts';
import { McpToolSource } from '../../src/mcp/source/mcpToolSource.ts';
import { contentOf } from '../../src/mcp/elicitation/form.ts';
import type { Elicitation } from '../../src/mcp/elicitation/userInteraction.ts';
import { FollowingSignIn } from '../fakes/followingSignIn.ts';

const server = 'scenario';
/** Inputs for tools that need arguments. */
const inputs: Readonly<Record<string, JsonObject>> = { add_numbers: { a: 5, b: 3 } };

const elicitation: Elicitation = {
  fillIn: (form) => Promise.resolve({ action: 'accept', content: contentOf(form, (field) => field.default) }),
  visit: () => Promise.resolve({ action: 'decline' }),
  visited: () => Promise.resolve({ action: 'decline' }),
};

/** Data that the suite gives to scenarios with a client that was registered by hand. */
const {
  client_id: clientId,
  client_secret: secret,
  toolCalls = [],
} = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
  readonly client_id?: string;
  readonly client_secret?: string;
  /** Calls that the scenario expects in place of one call of each tool. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
};

const url = process.argv.at(-1) ?? '';
const source = new McpToolSource({
  readDefinitions: () =>
    Promise.resolve({
      definitions: [
        {
          name: server,
          origin: 'the conformance suite',
          launch: { type: 'http', url, headers: {}, ...(clientId !== undefined && { oauth: { clientId } }) },
        },
      ],
      problems: [],
    }),
  inputs: noUser().inputs,
  authorization: {
    signIn: new FollowingSignIn(secret === undefined ? {} : { secret }),
    tokens: new MemoryTokenStore(),
    clientMetadataUrl: () => 'https://conformance-test.local/client-metadata.json',
  },
  clientInfo: { name: 'code-mode', version: '1.0.0' },
  userInteraction: { elicitation },
  log: (_, line) => console.error(line),
});

const { signal } = new AbortController();
const listing = await source.listTools(server, { signal, interactive: true });
if (!listing.ok) fail(listing.error);
const tools = listing.ok ? listing.tools : [];
// A tool that expects the schema of the previous tool says so in its own schema.
const schema = tools[0]?.inputSchema ?? {};
const calls =
  toolCalls.length > 0
    ? toolCalls
    : tools.map(({ name }) => ({ name, arguments: inputs[name] ?? { schema } }));
for (const { name, arguments: input } of calls) {
  const outcome = await source.callTool(server, name, input, { signal });
  if (!outcome.ok) fail(outcome.error.message);
}
await source.dispose();

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}
