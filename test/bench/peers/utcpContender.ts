// `@utcp/code-mode` as its users run it: a client with one registered manual, and `callToolChain` for each script. Its
// sandbox is an isolate of isolated-vm for each run. The tool is a communication protocol within the process.
import { requirePeer } from './provisionPeers.ts';
import { memoryLimitMb, timeLimitMs, type Answer, type Contender } from './contender.ts';

/** The part of the packages' public API that is used here. */
interface UtcpSdk {
  readonly CommunicationProtocol: { readonly communicationProtocols: Record<string, unknown> };
  readonly CallTemplateSerializer: { registerCallTemplate(type: string, serializer: unknown): boolean };
}
interface UtcpCodeMode {
  readonly CodeModeUtcpClient: { create(root: string, config: null): Promise<UtcpClient> };
}
interface UtcpClient {
  registerManual(template: object): Promise<{ success: boolean; errors: readonly string[] }>;
  callToolChain(
    code: string,
    timeoutMs: number,
    memoryMb: number,
  ): Promise<{ result: unknown; logs: readonly string[] }>;
}

const { CommunicationProtocol, CallTemplateSerializer } = requirePeer('@utcp/sdk') as UtcpSdk;
const { CodeModeUtcpClient } = requirePeer('@utcp/code-mode') as UtcpCodeMode;

const template = { name: 'bench', call_template_type: 'in_process' };
const anyObject = { type: 'object', properties: {} };
const tool = {
  name: 'call',
  description: 'Answers.',
  inputs: anyObject,
  outputs: anyObject,
  tags: [],
  tool_call_template: template,
};
const manual = { utcp_version: '1.0.0', manual_version: '1.0.0', tools: [tool] };
const itself = (value: unknown) => value;

export async function makeContender(): Promise<Contender> {
  // It prints a line for each call; the time that a terminal takes for these lines does not belong to the sandbox.
  console.log = () => undefined;
  let answer: Answer = () => null;
  CallTemplateSerializer.registerCallTemplate('in_process', { toDict: itself, validateDict: itself });
  CommunicationProtocol.communicationProtocols['in_process'] = {
    registerManual: () =>
      Promise.resolve({ manualCallTemplate: template, manual, success: true, errors: [] }),
    callTool: async (_client: unknown, _name: string, input: Parameters<Answer>[0]) => answer(input),
  };
  const client = await CodeModeUtcpClient.create(process.cwd(), null);
  const registered = await client.registerManual({ ...template });
  if (!registered.success) throw new Error(registered.errors.join(' '));
  return {
    tool: 'bench.call',
    async run(body, next) {
      answer = next;
      const { result, logs } = await client.callToolChain(body, timeLimitMs, memoryLimitMb);
      const failed = logs.find((line) => line.startsWith('[ERROR]'));
      if (failed !== undefined) throw new Error(failed);
      return result;
    },
    outsideBytes: () => Promise.resolve(0),
    close: () => Promise.resolve(),
  };
}
