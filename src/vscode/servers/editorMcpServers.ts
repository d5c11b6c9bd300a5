// Connects the MCP servers of this window with their definitions, with the questions that they ask the user, and with
// the channels that show their logs.
import * as vscode from 'vscode';
import {
  chooseServers,
  readDefinitions,
  isOnTheWeb,
  type LastRead,
  type ShadowedServer,
} from '../../mcp/definitions/index.ts';
import { McpToolSource } from '../../mcp/index.ts';
import { Mutex } from '../../mcp/elicitation/index.ts';
import { signedInServers, tokenKey } from '../../mcp/auth/index.ts';
import { plainText } from '../../base/text/plainText.ts';
import { CacheFolder } from '../../base/files/cacheFolder.ts';
import { configureServer } from './configureServer.ts';
import { definitionPlaces, launchHost } from './editorDefinitions.ts';
import { EditorInputs } from './editorInputs.ts';
import { EditorSignIn } from '../auth/editorSignIn.ts';
import { SecretTokenStore } from '../auth/secretTokenStore.ts';
import { editorElicitation } from '../elicitation/editorElicitation.ts';
import { EditorSampling } from '../elicitation/editorSampling.ts';
import { ServerLogs } from './serverLogs.ts';
import { slowStarts } from './slowStarts.ts';
import { EditorTrust } from './editorTrust.ts';
import { clientMetadataUrl, discoveryRules, serverChoices } from '../settings.ts';
import { LaunchVariables } from './launchVariables.ts';
import { plainLabel } from '../labelText.ts';
import { manifestOf } from '../manifest.ts';
import { tellNoServer } from '../messages.ts';
import { setPaletteKey } from '../paletteKeys.ts';

export class EditorMcpServers {
  readonly source: McpToolSource;
  /** Mutex that all questions to the user in this window share. */
  readonly questions = new Mutex();
  readonly logs = new ServerLogs((server) => this.source.logLevelChanged(server));
  readonly inputs: EditorInputs;
  readonly sampling: EditorSampling;
  readonly trust: EditorTrust;
  /** The settings that definitions use as variables. */
  readonly usedSettings = new Set<string>();
  readonly #tokens: SecretTokenStore;
  readonly #globalStorage: vscode.Uri;
  readonly #listings: CacheFolder;
  #shadowed: readonly ShadowedServer[] = [];

  /** `trustChanged`: see `EditorTrust`. */
  constructor(
    context: vscode.ExtensionContext,
    log: vscode.LogOutputChannel,
    trustChanged: () => Promise<void>,
  ) {
    const { extension, storageUri, globalStorageUri, secrets, workspaceState, globalState } = context;
    this.#listings = new CacheFolder({
      folder: storageUri && vscode.Uri.joinPath(storageUri, 'tools').fsPath,
      what: 'The tools of servers',
      log: (line) => log.warn(plainText(line)),
    });
    const { questions } = this;
    this.inputs = new EditorInputs(secrets, questions);
    this.trust = new EditorTrust({ turns: questions, changed: trustChanged });
    this.sampling = new EditorSampling(workspaceState, questions);
    this.#tokens = new SecretTokenStore(secrets);
    this.#globalStorage = globalStorageUri;
    const lastRead: LastRead = new Map();
    /** The problems of the last reading of the definitions. A problem that stays is not logged again. */
    let known: ReadonlySet<string> = new Set();
    this.source = new McpToolSource({
      readDefinitions: async () => {
        const host = launchHost(await this.trust.loaded(), this.usedSettings);
        const found = await readDefinitions(definitionPlaces(globalStorageUri), host, lastRead);
        const definitions = chooseServers(found, serverChoices(), 'codeMode.servers');
        for (const { severity, message } of definitions.problems)
          if (!known.has(message)) log[severity === 'error' ? 'error' : 'warn'](plainText(message));
        known = new Set(definitions.problems.map(({ message }) => message));
        this.#shadowed = found.shadowed ?? [];
        const waiting = definitions.unapproved ?? [];
        this.trust.serversWait(waiting);
        if (definitions.definitions.length > 0 || waiting.length > 0)
          setPaletteKey(globalState, 'codeMode.hasServers');
        return definitions;
      },
      inputs: this.inputs,
      authorization: {
        signIn: new EditorSignIn(extension.id, questions),
        tokens: this.#tokens,
        clientMetadataUrl,
      },
      userInteraction: { elicitation: editorElicitation(questions), sampling: this.sampling },
      variables: new LaunchVariables(),
      discovery: discoveryRules,
      listings: this.#listings,
      logLevel: (server) => this.logs.levelOf(server),
      clientInfo: { name: 'code-mode', version: manifestOf(extension).version },
      roots: rootFolders,
      log: (server, line, level) => this.logs.write(server, line, level),
    });
    // The logs show how servers start, end and fail.
    const tellOfSlowStarts = slowStarts(this.source, this.logs);
    const follow = async () => {
      const servers = await this.source.servers();
      this.logs.follow(servers);
      tellOfSlowStarts(servers);
    };
    this.source.onDidChange(() => void follow());
  }

  /** Returns the places of other definitions with the server's name, which are not used. */
  shadowedBy(server: string): readonly string[] {
    return this.#shadowed.flatMap(({ name, origin }) => (name === server ? [origin] : []));
  }

  /** Restarts the servers that have started; the others start when they are needed. */
  async restartAll(): Promise<void> {
    const progress = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t('Restarting MCP servers'),
    };
    await vscode.window.withProgress(progress, async () => {
      if ((await this.source.definitions()).length === 0) {
        tellNoServer();
        return;
      }
      const started = (await this.source.servers()).filter(({ state }) => state !== 'stopped');
      await Promise.all(started.map(({ name }) => this.source.restartServer(name)));
      if (started.length === 0)
        void vscode.window.showInformationMessage(
          vscode.l10n.t('No MCP server has started. Each starts when first needed.'),
        );
    });
  }

  /** Opens the definition of `server`, or of the one that the user chooses. */
  async configure(server?: string): Promise<void> {
    await configureServer(await this.source.definitions(), this.#globalStorage, server);
  }

  /** Signs in to `server`, or to the one that the user chooses. */
  async signIn(server?: string): Promise<void> {
    const name = server ?? (await chooseServer(this.source));
    if (name === undefined) return;
    const outcome = await this.source.signIn(name, new AbortController().signal);
    if (outcome.ok)
      void vscode.window.showInformationMessage(plainLabel(vscode.l10n.t('Signed in to {0}.', name)));
    else void vscode.window.showWarningMessage(plainLabel(`${name}: ${outcome.error}`));
  }

  /**
   * Signs out of `server`, or of the one that the user chooses. It uses the token store of the session, so that the
   * session keeps no copy of the token.
   */
  async signOut(server?: string): Promise<void> {
    const signedIn = (await signedInServers(this.#tokens)).filter(
      ({ name }) => server === undefined || name === server,
    );
    if (signedIn.length === 0)
      return void vscode.window.showInformationMessage(
        plainLabel(vscode.l10n.t('Not signed in to {0}.', server ?? vscode.l10n.t('any MCP server'))),
      );
    const items = signedIn.map((known) => ({
      label: plainLabel(known.name),
      description: plainLabel(known.url),
      known,
    }));
    const picked = () =>
      vscode.window.showQuickPick(items, {
        title: vscode.l10n.t('Sign Out of MCP Server'),
        placeHolder: vscode.l10n.t('Which server?'),
      });
    const chosen = (server !== undefined && items.length === 1 ? items[0] : await picked())?.known;
    if (!chosen) return;
    await this.#tokens.delete(tokenKey(chosen));
    void vscode.window.showInformationMessage(plainLabel(vscode.l10n.t('Signed out of {0}.', chosen.name)));
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([this.source.dispose(), this.#listings.dispose()]);
    this.logs.dispose();
    this.trust.dispose();
  }
}

/** Returns the workspace folders on disk, which a server on the same machine can open. */
function rootFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? [])
    .filter(({ uri }) => uri.scheme === 'file')
    .map(({ uri }) => uri.fsPath);
}

async function chooseServer(source: McpToolSource): Promise<string | undefined> {
  const [servers, definitions] = await Promise.all([source.servers(), source.definitions()]);
  if (definitions.length === 0) {
    tellNoServer();
    return undefined;
  }
  const onTheWeb = new Set(definitions.filter(isOnTheWeb).map(({ name }) => name));
  const items = servers
    .filter(({ name }) => onTheWeb.has(name))
    .map(({ name, origin, state }) => ({
      label: plainLabel(name),
      description:
        state === 'needs_sign_in'
          ? vscode.l10n.t('needs sign-in')
          : plainLabel(vscode.workspace.asRelativePath(origin)),
      name,
    }));
  if (items.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('No MCP server has a URL to sign in to.'));
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Sign In to MCP Server'),
    placeHolder: vscode.l10n.t('Which server?'),
  });
  return chosen?.name;
}
