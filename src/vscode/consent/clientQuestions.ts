// Asks in the client's own chat whether a script may write. A yes counts for this run; another answer opens a second
// form, which names the tools and asks how long they stay allowed, as the editor's question does.
import * as l10n from '@vscode/l10n';
import type {
  Approval,
  CallInFlight,
  CallToApprove,
  ScriptToApprove,
  RuledTool,
} from '../../engine/index.ts';
import { codeSpan, effectText, ElicitationApprover, type Ask } from '../../serve/index.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import { visibleName } from '../../base/text/visibleText.ts';
import type { ApprovalAnswer, ApprovalQuestions, AskOptions } from './consentApprover.ts';
import type { ConsentScope } from './consents.ts';

const always = l10n.t('Always allow…');
/** The first answer of the second form: closing a form selects that, so closing this one leads back to the first. */
const back = l10n.t('Back');
const scopeAnswers: Readonly<Record<ConsentScope, string>> = {
  chat: l10n.t('Always allow in this chat, until the window closes'),
  window: l10n.t('Always allow for all chats and scripts, until the window closes'),
  file: l10n.t('Always allow for this file'),
  workspace: l10n.t('Always allow in this workspace'),
  always: l10n.t('Always allow everywhere, in every workspace with this server'),
};

export class ClientQuestions implements ApprovalQuestions {
  readonly #ask: Ask | undefined;

  /** Without `ask` the client cannot ask its user, so nothing is allowed. */
  constructor(ask: Ask | undefined) {
    this.#ask = ask;
  }

  askRun(script: ScriptToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    const message = alwaysText(l10n.t('Run this script, and always allow these tools?'), script.asked);
    return this.#decide((approver) => approver.approveRun(script, options.signal), message, options);
  }

  askCall(call: CallToApprove, options: AskOptions): Promise<ApprovalAnswer | undefined> {
    const message = alwaysText(l10n.t('Allow this call, and always allow this tool?'), [call]);
    return this.#decide((approver) => approver.approveCall(call, options.signal), message, options);
  }

  async askInFlight(call: CallInFlight, { signal }: AskOptions): Promise<ApprovalAnswer | undefined> {
    const asking = new ElicitationApprover(this.#ask).askInFlight(call, signal);
    const answer = await untilAborted(asking, signal);
    if (answer?.kind !== 'stop') return answer;
    return answer.why === 'refused' ? { kind: 'refuse' } : undefined;
  }

  /** `message`: text of the second form, which asks how long the tools stay allowed. */
  async #decide(
    approve: (approver: ElicitationApprover) => Promise<Approval>,
    message: string,
    { scopes, signal, onActivity }: AskOptions,
  ): Promise<ApprovalAnswer | undefined> {
    let scope: 'run' | ConsentScope = 'run';
    const ask = this.#ask;
    // VS Code shows the second form in the place of the first one, with the last answer under the pointer, and a click
    // answers at once. The widest scope comes first so that the second click of a double click cannot choose it.
    const widestFirst = scopes.toReversed();
    const askForLonger: Ask | undefined =
      ask &&
      (async (question, answers, options) => {
        for (;;) {
          const answer = await ask(question, [...answers, always], options);
          if (answer !== always) return answer;
          onActivity();
          const chosen = await ask(message, [back, ...widestFirst.map((known) => scopeAnswers[known])], {
            signal,
          });
          if (chosen === undefined) return undefined;
          onActivity();
          const lasting = scopes.find((known) => scopeAnswers[known] === chosen);
          if (lasting === undefined) continue;
          scope = lasting;
          return answers[1];
        }
      });
    const asking = approve(new ElicitationApprover(scopes.length > 0 ? askForLonger : ask));
    const approval = await untilAborted(asking, signal);
    if (approval?.granted) return { kind: 'allow', scope };
    if (approval?.why === 'dryRun') return { kind: 'dryRun' };
    return approval?.why === 'refused' ? { kind: 'refuse' } : undefined;
  }
}

/** Lists the tools that each scope covers, one per line, then the tools that a rule asks for in each run. */
function alwaysText(title: string, asked: readonly RuledTool[]): string {
  const isEachRun = ({ ruling }: RuledTool) => ruling.action === 'askEachRun';
  const linesOf = (tools: readonly RuledTool[]) =>
    tools.map((one) => `- ${effectText(codeSpan(visibleName(one.tool.path)), one)}`);
  const eachRun = asked.filter(isEachRun);
  return [
    title,
    linesOf(asked.filter((one) => !isEachRun(one))).join('\n'),
    ...(eachRun.length > 0 ? [l10n.t('Allowed once:'), linesOf(eachRun).join('\n')] : []),
  ].join('\n\n');
}
