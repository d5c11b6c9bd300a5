// Applies the rules about the flow of data to the calls of a run. The module notes which tools answered, in this run
// and in the run that it resumes, and before a call that a rule covers, asks the user or denies the call.
import { featureCalls, featureMember, type CatalogSnapshot } from '../../catalog/index.ts';
import type { CallReply } from '../../sandbox/index.ts';
import type { ValueOrigin } from '../stores/index.ts';
import { adviceAfter, type Approval } from '../consent/approval.ts';
import { flowSentence, type Flow, type FlowGuard } from '../flow/flowGuard.ts';
import { isScriptTool } from '../preflight/savedScripts.ts';
import { decisionBy, type CallQuestions } from './callApprovals.ts';
import type { CallingRun } from './callingRun.ts';
import {
  notCalled,
  type CallStep,
  type FlowingCall,
  type GuestServerCall,
  type ReadyCall,
  type ServerCall,
} from './callStep.ts';

/** Creates the step that notes answers. `script` is the path of the saved script that makes the calls, if any. */
export function noteAnswers(flows: FlowGuard, script: string | undefined): CallStep<ServerCall, FlowingCall> {
  return async (call, next) => {
    // Only tools that answered before the script made this call count.
    const reply = await next({ ...call, flows: flows.check(call.end) });
    noteReply(flows, call.end, reply, call.sequence, script);
    return reply;
  };
}

/** Asks once about each rule that covers a call of a tool, and stops at the first refusal. */
export function askAboutFlows(
  questions: CallQuestions,
  { answers, recorder }: CallingRun,
): CallStep<ReadyCall> {
  return async (call, next) => {
    const flows = await call.flows;
    const [strictest] = flows;
    if (!strictest) return next(call);
    const approval = await approvalOf(call, flows, strictest);
    if (approval.granted) return next({ ...call, allowedFlow: approval });
    const { open, sequence, called } = call;
    open.flowed = true;
    recorder?.decided(sequence, called, decisionBy(approval, called));
    return notCalled(call, approval.reason, adviceAfter[approval.why]);
  };

  async function approvalOf(call: ReadyCall, flows: readonly Flow[], strictest: Flow): Promise<Approval> {
    // The user is never asked about resources and prompts of a server; a rule denies them.
    if (call.kind === 'feature' || strictest.rule.action === 'deny') {
      return { granted: false, why: 'flow', reason: flowSentence(strictest) };
    }
    const keyOf = ({ rule, to }: Flow) => `${rule.pattern} in ${rule.setting}: ${to}`;
    // If one rule was refused already, the call cannot pass, so no further question is asked.
    const refusal = answers.refusalOf(flows.map(keyOf));
    if (refusal) return refusal;
    let approval: Approval = { granted: true, by: 'rule' };
    for (const flow of flows) {
      approval = await questions.ask(keyOf(flow), call, { action: 'askEachRun', rule: flow.rule }, flow);
      if (!approval.granted) break;
    }
    return approval;
  }
}

/** Notes a reply that the script gets from the record of an earlier run. */
export function noteRepeated(
  flows: FlowGuard,
  snapshot: CatalogSnapshot,
  call: GuestServerCall,
  reply: CallReply,
): void {
  const { server } = call;
  const name = call.target === 'tool' ? call.tool : featureMember(featureCalls[call.method].feature);
  const lookup = snapshot.find(server, name);
  const path = `tools.${server}.${name}`;
  const tool = lookup.kind === 'tool' ? lookup.tool : { server, namespace: server, name, method: name, path };
  // The calls inside a saved script are not repeated, so the tools that answered it are unknown. A tool that no longer
  // exists may have been a saved script.
  const isAnyTool = lookup.kind === 'tool' ? isScriptTool(lookup.tool) : call.target === 'tool';
  noteReply(
    flows,
    isAnyTool ? { ...tool, path: `${tool.path} (in an earlier run)`, isAnyTool } : tool,
    reply,
    call.sequence,
  );
}

/** Notes the reply of a tool before the script gets it. */
function noteReply(
  flows: FlowGuard,
  tool: ValueOrigin,
  reply: CallReply,
  sequence: number,
  script?: string,
): void {
  // Failures with other codes contain no text of the tool.
  const isAnswer = reply.ok || reply.error.code === 'tool_failed' || reply.error.code === 'protocol_error';
  if (isAnswer) flows.answered(tool, `has answered in ${script ?? 'this run'} (call ${sequence})`);
}
