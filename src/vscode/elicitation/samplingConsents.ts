// Stores the user's consent to answer a server's sampling requests with language models. The consents belong to the
// workspace and are keyed by the server's name and the file that defines it.
import * as vscode from 'vscode';
import type { QuestionContext } from '../../mcp/elicitation/index.ts';

const key = 'codeMode.samplingConsents';

export type LastingConsent = 'session' | 'always' | 'never';

export class SamplingConsents {
  readonly #kept: vscode.Memento;

  constructor(kept: vscode.Memento) {
    this.#kept = kept;
  }

  /** Returns the present consent; undefined if the user must be asked. */
  of(asking: QuestionContext): 'allow' | 'never' | undefined {
    const consent = this.#all()[keyOf(asking)];
    if (consent === 'never') return 'never';
    return consent === 'always' || consent === thisSession() ? 'allow' : undefined;
  }

  async keep(asking: QuestionContext, consent: LastingConsent): Promise<void> {
    await this.#kept.update(key, {
      ...this.#all(),
      [keyOf(asking)]: consent === 'session' ? thisSession() : consent,
    });
  }

  /** Forgets all consents, so that later requests ask the user again. */
  async forgetAll(): Promise<void> {
    await this.#kept.update(key, undefined);
    void vscode.window.showInformationMessage(
      vscode.l10n.t(
        'Access to language models was reset. Code Mode asks again before an MCP server uses one.',
      ),
    );
  }

  #all(): Readonly<Record<string, unknown>> {
    return this.#kept.get<Readonly<Record<string, unknown>>>(key, {});
  }
}

function keyOf({ origin, server }: QuestionContext): string {
  return JSON.stringify([origin, server]);
}

/** Returns the marker of this window, which changes when the window closes or reloads. */
function thisSession(): string {
  return `session ${vscode.env.sessionId}`;
}
