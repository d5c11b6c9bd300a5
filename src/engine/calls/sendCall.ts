// The last step of a call: sends the call to its server.
import type { CallOptions } from '../../catalog/index.ts';
import { plainText } from '../../base/text/plainText.ts';
import type { CallReply } from '../../sandbox/index.ts';
import type { RunRecorder } from '../runJournal.ts';
import { toolsBeside } from './callFailures.ts';
import type { CallingRun } from './callingRun.ts';
import type { CallNotes } from './callNotes.ts';
import type { RunObserver } from '../runObserver.ts';
import type { CallHandler, ReadyCall } from './callStep.ts';
import { callValue, failureContent, rawCallValue, textForUser } from './callValue.ts';
import { failureMessage } from '../formatting/index.ts';

export function sendCall(run: CallingRun, notes: CallNotes): CallHandler<ReadyCall> {
  const { snapshot, observer, recorder, parts, request } = run;
  const { invocationToken } = request;
  return async (call): Promise<CallReply> => {
    const { signal, pauseClockWhile } = call.context;
    const options = { signal, pauseClockWhile, ...callbacksOf(call, observer, recorder) };
    if (call.kind === 'feature') return call.requestFeature(call.request, options);
    const { tool, names, sequence, input } = call;
    const { server, name, definition: expectedTool } = tool;
    const more = { sequence, invocationToken, expectedTool };
    const outcome = await tool.source.callTool(server, name, input, { ...options, ...more });
    if (!outcome.ok) return { ok: false, error: outcome.error };
    const { result } = outcome;
    const { content } = result;
    if (result.isError) {
      const said = failureContent(result);
      const message = failureMessage(tool.path, said);
      return {
        ok: false,
        error: { ...names, code: 'tool_failed', message, retryable: false, content: said },
      };
    }
    notes.snapshot(tool, content, toolsBeside(tool, snapshot));
    parts.media?.observe(server, name, content);
    const forUser = plainText(textForUser(result));
    if (forUser !== '') observer.onForUser?.(tool.path, forUser);
    return { ok: true, value: call.form === 'raw' ? rawCallValue(result) : callValue(result) };
  };
}

/** Marks the call as sent, and returns the callbacks for the source that takes it. */
export function callbacksOf(
  { open, sequence }: ReadyCall,
  observer: RunObserver,
  recorder: RunRecorder | undefined,
): Pick<CallOptions, 'onSent' | 'trace'> & Required<Pick<CallOptions, 'onProgress'>> {
  open.isSent = true;
  const trace = recorder?.trace?.(sequence);
  return {
    ...(trace && { trace }),
    onSent: (sent) => (open.isSent = sent),
    onProgress: (words, fraction) => {
      const message = plainText(words);
      open.progress = { message, ...(fraction !== undefined && { fraction }) };
      recorder?.progress(message, fraction, sequence);
      observer.onProgress?.(`${open.path}: ${message}`, fraction, sequence);
    },
  };
}
