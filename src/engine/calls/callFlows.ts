// What the guard of the flow of data hears of the answers of calls, of this run and of an earlier one.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import { featureCalls, memberOf } from '../../catalog/serverFeatures.ts';
import type { CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import type { FlowEnd, FlowGuard } from '../flow/flowGuard.ts';
import { isScriptTool } from '../preflight/savedScripts.ts';
import { rawCallValue } from './callValue.ts';

/** What tools said of a failure was answered, too: the script gets the blocks, of which the message has but a part. */
export function rememberReply(flows: FlowGuard, from: FlowEnd, reply: CallReply): Promise<void> | undefined {
  if (reply.ok) return flows.answered(from, reply.value);
  const { code, message, content, data = null } = reply.error;
  if (code !== 'tool_failed' && code !== 'protocol_error') return undefined;
  return flows.answered(from, [message, rawCallValue({ content, isError: true }), data]);
}

/** The script has an answer of an earlier run: rules about the flow of data hold for it, too. */
export async function rememberRepeated(
  flows: FlowGuard,
  snapshot: CatalogSnapshot,
  call: Exclude<GuestCall, { target: 'codemode' }>,
  reply: CallReply,
): Promise<void> {
  const { server } = call;
  const name = call.target === 'tool' ? call.tool : memberOf(featureCalls[call.method].feature);
  const lookup = snapshot.find(server, name);
  const path = `tools.${server}.${name}`;
  const tool = lookup.kind === 'tool' ? lookup.tool : { server, namespace: server, name, method: name, path };
  // What a saved script read then, it does not read again. A tool that is gone may have been one.
  const isAnyTool = lookup.kind === 'tool' ? isScriptTool(lookup.tool) : call.target === 'tool';
  await rememberReply(flows, isAnyTool ? { ...flowEnd(tool), path: `${tool.path} (in an earlier run)`, isAnyTool } : tool, reply);
}

function flowEnd({ server, namespace, name, method, path }: FlowEnd): FlowEnd {
  return { server, namespace, name, method, path };
}
