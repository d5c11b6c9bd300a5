// Tells the guard of the flow of data which tools have answered, in this run and in the run that this one goes on with.
import type { CatalogSnapshot } from '../../catalog/catalogSnapshot.ts';
import { featureCalls, memberOf } from '../../catalog/serverFeatures.ts';
import type { CallReply, GuestCall } from '../../sandbox/host/sandboxPort.ts';
import type { ValueOrigin } from '../../storage/valueOrigins.ts';
import type { FlowGuard } from '../flow/flowGuard.ts';
import { isScriptTool } from '../preflight/savedScripts.ts';

type ServerCall = Exclude<GuestCall, { target: 'codemode' }>;

/** Notes the reply of a tool before the script gets it. `script`: the path of the saved script that made the call. */
export function noteReply(flows: FlowGuard, tool: ValueOrigin, reply: CallReply, { sequence }: ServerCall, script?: string): void {
  // Other failures have nothing in them that the tool said.
  const isAnswer = reply.ok || reply.error.code === 'tool_failed' || reply.error.code === 'protocol_error';
  if (!isAnswer) return;
  flows.answered(
    tool,
    script === undefined ? `has answered in this run (call ${sequence})` : `has answered in ${script} (call ${sequence})`,
  );
}

/** Notes a reply that the script gets from the record of an earlier run. */
export function noteRepeated(flows: FlowGuard, snapshot: CatalogSnapshot, call: ServerCall, reply: CallReply): void {
  const { server } = call;
  const name = call.target === 'tool' ? call.tool : memberOf(featureCalls[call.method].feature);
  const lookup = snapshot.find(server, name);
  const path = `tools.${server}.${name}`;
  const tool = lookup.kind === 'tool' ? lookup.tool : { server, namespace: server, name, method: name, path };
  // The calls of a saved script are not repeated, so the tools that answered it are not known. A tool that is gone may have been a saved script.
  const isAnyTool = lookup.kind === 'tool' ? isScriptTool(lookup.tool) : call.target === 'tool';
  noteReply(flows, isAnyTool ? { ...tool, path: `${tool.path} (in an earlier run)`, isAnyTool } : tool, reply, call);
}
