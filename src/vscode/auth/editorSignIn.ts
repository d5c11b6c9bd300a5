// Lets the user sign in to an MCP server from the editor: it asks for permission, opens the sign-in page in the browser
// and receives the answer through a Uri handler of this extension. The editor forwards that address in remote windows
// and on the web.
import * as vscode from 'vscode';
import type {
  RedirectListener,
  ListenOutcome,
  NamedClient,
  SignIn,
  SignInAnswer,
  SignInPage,
} from '../../mcp/auth/index.ts';
import type { Mutex } from '../../mcp/elicitation/index.ts';
import { untilAborted } from '../../base/withTimeout.ts';
import { callbackParameters } from './callbackParameters.ts';
import { untilCancelled, whileCancellable } from '../cancellation.ts';
import { plainLabel } from '../labelText.ts';

const path = '/sign-in';

export class EditorSignIn implements SignIn {
  readonly canAsk = true;
  readonly #extensionId: string;
  readonly #questions: Mutex;
  /** The sign-ins that await an answer, keyed by their OAuth `state`. */
  readonly #awaited = new Map<string, (parameters: URLSearchParams) => void>();
  /** The editor allows one Uri handler per extension. It is registered while at least one sign-in is under way. */
  #handler: vscode.Disposable | undefined;
  #landings = 0;

  constructor(extensionId: string, questions: Mutex) {
    this.#extensionId = extensionId;
    this.#questions = questions;
  }

  async listen(): Promise<ListenOutcome> {
    const own = vscode.Uri.parse(`${vscode.env.uriScheme}://${this.#extensionId}${path}`);
    // `toString(true)` skips the encoding, because encoding the address a second time would destroy its query.
    const redirectUrl = (await vscode.env.asExternalUri(own)).toString(true);
    this.#landings += 1;
    this.#handler ??= vscode.window.registerUriHandler({ handleUri: (uri) => this.#take(uri) });
    const visit: RedirectListener['visit'] = (page, signal) => this.#visit(page, signal);
    return { ok: true, listener: { redirectUrl, visit, [Symbol.asyncDispose]: () => this.#leave() } };
  }

  clientSecret({ server, clientId, host }: NamedClient, signal: AbortSignal): Promise<string | undefined> {
    const options: vscode.InputBoxOptions = {
      title: vscode.l10n.t('MCP server "{0}" signs you in as client {1}', server, clientId),
      prompt: vscode.l10n.t("Enter this client's secret, sent to {0}. Leave empty if it has none.", host),
      password: true,
      ignoreFocusOut: true,
    };
    return this.#questions.run(() =>
      untilCancelled(signal, (token) => vscode.window.showInputBox(options, token)),
    );
  }

  advice(server: string): string {
    return `Run "Code Mode: Sign In to MCP Server…", or allow it when a script names ${server}.`;
  }

  /** Passes the parameters to the sign-in with the same `state`, and ignores a Uri whose `state` no sign-in awaits. */
  #take(uri: vscode.Uri): void {
    const parameters = callbackParameters(uri.query, vscode.env.uiKind === vscode.UIKind.Desktop);
    if (uri.path === path) this.#awaited.get(parameters.get('state') ?? '')?.(parameters);
  }

  #leave(): Promise<void> {
    this.#landings -= 1;
    if (this.#landings === 0) {
      this.#handler?.dispose();
      this.#handler = undefined;
    }
    return Promise.resolve();
  }

  async #visit(page: SignInPage, signal: AbortSignal): Promise<SignInAnswer> {
    if (!(await this.#questions.run(() => askToOpen(page, signal))))
      return { ok: false, error: 'You declined to sign in.' };
    const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
    this.#awaited.set(page.state, resolve);
    try {
      // The address is passed as text and stays unchanged. `vscode.Uri` would decode an encoded `&` and so split the
      // query parameter.
      if (!(await vscode.env.openExternal(page.url.href as unknown as vscode.Uri)))
        return { ok: false, error: 'Page not opened.' };
      const title = plainLabel(vscode.l10n.t('Signing in to {0} in the browser', page.server));
      const parameters = await whileCancellable(title, (cancelled) =>
        untilAborted(promise, AbortSignal.any([signal, cancelled])),
      );
      return parameters ? { ok: true, parameters } : { ok: false, error: 'Not signed in.' };
    } finally {
      this.#awaited.delete(page.state);
    }
  }
}

/** A dialog cannot be closed by code, so an aborted signal stops waiting and leaves the dialog open. */
async function askToOpen({ server, url }: SignInPage, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return false;
  const detail = vscode.l10n.t(
    'Code Mode opens {0} in your browser. What you allow there, scripts can do at this server.',
    url.host,
  );
  const question = vscode.l10n.t('The MCP server "{0}" wants you to sign in.', server);
  const allow = vscode.l10n.t('Allow');
  const asked = vscode.window.showInformationMessage(question, { modal: true, detail }, allow);
  return (await untilAborted(Promise.resolve(asked), signal)) === allow;
}
