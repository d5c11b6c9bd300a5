// Runs what the chat sends to this window's own MCP server as what its language-model tool gets: with the same record of consents, seen in
// the same places. Who must be asked is asked in the chat.
import { bothObservers } from '../../engine/bothObservers.ts';
import type { RanScript, ScriptCall } from '../../serve/codeModeServer.ts';
import type { EditorApprovals } from '../consent/editorApprovals.ts';
import type { EditorEngine } from '../editorEngine.ts';
import type { RunTracker } from '../runs/runTracker.ts';
import { allChats, chatSessionOfMeta } from './chatSessionOf.ts';

interface ScriptRunnerParts {
  readonly editor: EditorEngine;
  readonly approvals: EditorApprovals;
  readonly runs: RunTracker;
}

export function scriptRunnerOf({ editor, approvals, runs }: ScriptRunnerParts): (call: ScriptCall) => Promise<RanScript> {
  return async ({ input, meta, ask, observer, signal }) => {
    const session = chatSessionOfMeta(meta);
    const approver = approvals.forClient(session === allChats ? undefined : session, ask);
    const run = runs.start({ from: 'chat', approver, signal });
    const request = {
      ...input,
      origin: { door: 'chat', traceparent: meta['traceparent'] } as const,
      session,
      ...run.request,
      observer: bothObservers(run.request.observer, observer),
    };
    return { outcome: await run.settled(editor.runs.past.executeOrResume(editor.engine, request, session !== allChats)), session };
  };
}
