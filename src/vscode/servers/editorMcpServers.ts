// The MCP servers of this window: where they are defined, who is asked on their behalf, and where what they log is shown.
import * as vscode from 'vscode';
import { chooseServers } from '../../mcp/definitions/chooseServers.ts';
import { readDefinitions, type LastRead } from '../../mcp/definitions/readDefinitions.ts';
import type { DefinitionProblem } from '../../mcp/definitions/serverDefinition.ts';
import { McpToolSource } from '../../mcp/source/mcpToolSource.ts';
import { Mutex } from '../../mcp/elicitation/mutex.ts';
import { plainText } from '../../text/plainText.ts';
import { CacheFolder } from '../../storage/cacheFolder.ts';
import { configureServer } from './configureServer.ts';
import { definitionPlaces, launchHost } from './editorDefinitions.ts';
import { EditorInputs } from './editorInputs.ts';
import { EditorSignIn } from '../auth/editorSignIn.ts';
import { SecretTokenStore } from '../auth/secretTokenStore.ts';
import { signIn, signOut } from '../auth/signInCommands.ts';
import { EditorElicitation } from '../elicitation/editorElicitation.ts';
import { EditorSampling } from '../elicitation/editorSampling.ts';
import { SamplingConsents } from '../elicitation/samplingConsents.ts';
import { ServerLogs } from './serverLogs.ts';
import { clientMetadataUrl, discoveryRules, serverChoices } from '../settings.ts';
import { LaunchVariables } from './launchVariables.ts';

/** What the extension's context tells of a window. */
export type EditorContext = Pick<vscode.ExtensionContext, 'extension' | 'storageUri' | 'globalStorageUri' | 'secrets' | 'workspaceState'>;

export class EditorMcpServers {
  readonly source: McpToolSource;
  /** Whoever asks the user something in this window takes turns here. */
  readonly questions = new Mutex();
  readonly logs = new ServerLogs((server) => this.source.logLevelChanged(server));
  readonly inputs: EditorInputs;
  readonly samplingConsents: SamplingConsents;
  readonly #tokens: SecretTokenStore;
  readonly #globalStorage: vscode.Uri;
  readonly #listings: CacheFolder;
  readonly #log: vscode.LogOutputChannel;
  readonly #lastRead: LastRead = new Map();
  /** What was wrong with the definitions when they were last read: what still is, is not logged again. */
  #problems: ReadonlySet<string> = new Set();

  constructor(context: EditorContext, log: vscode.LogOutputChannel) {
    const { extension, storageUri, globalStorageUri, secrets, workspaceState } = context;
    this.#log = log;
    this.#listings = new CacheFolder({
      folder: storageUri && vscode.Uri.joinPath(storageUri, 'tools').fsPath,
      what: 'The tools of servers',
      log: (line) => log.warn(plainText(line)),
    });
    const { questions } = this;
    this.inputs = new EditorInputs(secrets, questions);
    this.samplingConsents = new SamplingConsents(workspaceState);
    this.#tokens = new SecretTokenStore(secrets);
    this.#globalStorage = globalStorageUri;
    this.source = new McpToolSource({
      readDefinitions: async () => {
        const found = await readDefinitions(definitionPlaces(globalStorageUri), launchHost(), this.#lastRead);
        const definitions = chooseServers(found, serverChoices(), 'codeMode.servers');
        this.#logProblems(definitions.problems);
        return definitions;
      },
      inputs: this.inputs,
      authorization: { signIn: new EditorSignIn(extension.id, questions), tokens: this.#tokens, clientMetadataUrl },
      userInteraction: {
        elicitation: new EditorElicitation(questions),
        sampling: new EditorSampling(this.samplingConsents, questions),
      },
      variables: new LaunchVariables(),
      discovery: discoveryRules,
      listings: this.#listings,
      logLevel: (server) => this.logs.levelOf(server),
      clientInfo: { name: 'code-mode', version: versionOf(extension) },
      roots: rootFolders,
      log: (server, line, level) => this.logs.write(server, line, level),
    });
    // How servers start, end and fail.
    this.source.onDidChange(() => void this.source.servers().then((servers) => this.logs.follow(servers)));
  }

  /** Starts all servers and lists their tools, without asking the user anything. */
  discoverAll(): Promise<void> {
    return this.source.discoverAll(new AbortController().signal);
  }

  /** Restarts the servers that were started; the others start when they are needed. */
  async restartAll(): Promise<void> {
    const progress = { location: vscode.ProgressLocation.Window, title: 'Restarting MCP servers' };
    await vscode.window.withProgress(progress, async () => {
      const started = (await this.source.servers()).filter(({ state }) => state !== 'stopped');
      await Promise.all(started.map(({ name }) => this.source.restartServer(name)));
      if (started.length === 0)
        void vscode.window.showInformationMessage('No MCP server has been started yet. Each starts when it is first needed.');
    });
  }

  /** Opens the definition of `server`, or of one that the user chooses. */
  async configure(server?: string): Promise<void> {
    await configureServer(await this.source.definitions(), this.#globalStorage, server);
  }

  /** To `server`, or to one that the user chooses. */
  signIn(server?: string): Promise<void> {
    return signIn(this.source, server);
  }

  /** Of `server`, or of one that the user chooses. */
  signOut(server?: string): Promise<void> {
    return signOut(this.#tokens, server);
  }

  #logProblems(problems: readonly DefinitionProblem[]): void {
    for (const { severity, message } of problems) {
      if (!this.#problems.has(message)) this.#log[severity === 'error' ? 'error' : 'warn'](plainText(message));
    }
    this.#problems = new Set(problems.map(({ message }) => message));
  }

  async dispose(): Promise<void> {
    await Promise.allSettled([this.source.dispose(), this.#listings.dispose()]);
    this.logs.dispose();
  }
}

/** Of the folders those on disk, which a server beside them can open. */
function rootFolders(): readonly string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
}

function versionOf({ packageJSON: manifest }: { readonly packageJSON: unknown }): string {
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest ? String(manifest.version) : 'development';
}
