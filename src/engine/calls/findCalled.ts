// Finds the called tool or feature in the snapshot of the run, and refuses a call whose name cannot be called.
import { setImmediate } from 'node:timers/promises';
import { featureCalls, featureMember, type CatalogSnapshot } from '../../catalog/index.ts';
import type { Declarations } from '../../declarations/index.ts';
import type { CallReply, GuestCall } from '../../sandbox/index.ts';
import { explainLookup } from '../find/index.ts';
import type { CallNotes } from './callNotes.ts';
import { calledTool } from './callRecords.ts';
import {
  failedReply,
  type CallStep,
  type FoundCall,
  type GuestServerCall,
  type MadeCall,
  type OpenedCall,
  type ServerCall,
} from './callStep.ts';

export function findCalled(
  snapshot: CatalogSnapshot,
  notes: CallNotes,
): CallStep<MadeCall<GuestServerCall>, FoundCall> {
  return ({ guest, context }, next) => {
    const made = { sequence: guest.sequence, passed: guest.input, context };
    if (guest.target === 'tool') {
      const { server, tool: name, form } = guest;
      const names = { server, tool: name };
      const lookup = snapshot.find(server, name);
      if (lookup.kind !== 'tool') {
        const called = { ...names, path: `tools.${server}.${name}`, writes: false };
        return next({ ...made, kind: 'unknown', names, called, lookup });
      }
      const { tool } = lookup;
      notes.names(names, tool);
      return next({ ...made, kind: 'tool', names, called: calledTool(tool), tool, form, end: tool });
    }
    const { method } = guest;
    const { feature } = featureCalls[method];
    const lookup = snapshot.findFeature(guest.server, feature);
    const server = 'server' in lookup ? lookup.server : { name: guest.server, namespace: guest.server };
    const path = `tools.${server.namespace}.${method}`;
    const called = { server: server.name, tool: method, path, writes: false };
    if (lookup.kind !== 'feature') return next({ ...made, kind: 'unknown', names: called, called, lookup });
    const { requestFeature } = lookup;
    const member = featureMember(feature);
    const { name, namespace } = server;
    const end = { server: name, namespace, name: member, method: member, path };
    return next({ ...made, kind: 'feature', names: called, called, method, requestFeature, end });
  };
}

/** Returns a call of a tool with the names that scripts have for the tool, and any other call as it is. */
export function withOwnNames(snapshot: CatalogSnapshot, call: GuestCall): GuestCall {
  const lookup = call.target === 'tool' ? snapshot.find(call.server, call.tool) : undefined;
  if (call.target !== 'tool' || lookup?.kind !== 'tool') return call;
  return { ...call, server: lookup.tool.namespace, tool: lookup.tool.method };
}

/** True for a call of a tool that is not marked read-only. */
export function canWrite(snapshot: CatalogSnapshot, call: GuestCall): boolean {
  const lookup = call.target === 'tool' ? snapshot.find(call.server, call.tool) : undefined;
  return lookup?.kind === 'tool' && !lookup.tool.readOnly;
}

/**
 * Creates the step that refuses unknown names with advice. The advice compares a name with all others, and a script may
 * make a thousand such calls at once, so the step handles one call at a time and yields to the event loop between them.
 */
export function refuseUnknown(
  snapshot: CatalogSnapshot,
  declarations: Declarations,
): CallStep<OpenedCall, ServerCall> {
  let last: Promise<unknown> = Promise.resolve();
  return (call, next) => {
    if (call.kind !== 'unknown') return next(call);
    const { lookup, names, context } = call;
    const refused = last.then(async (): Promise<CallReply> => {
      await setImmediate();
      if (context.signal.aborted) return failedReply(names, 'cancelled', 'The run has ended.');
      const refusal = await explainLookup(lookup, names.server, names.tool, snapshot, declarations);
      const code = refusal.problem === 'excluded_tool' ? 'excluded' : refusal.problem;
      return failedReply(names, code, refusal.message, refusal.hint);
    });
    last = refused.catch(() => undefined);
    return refused;
  };
}
