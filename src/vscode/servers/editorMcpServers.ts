// The MCP servers of this window: where they are defined, who is asked on their behalf, and where what they log is shown.
import * as vscode from 'vscode';
import type { TokenStore } from '../../mcp/auth/tokenStore.ts';
import { chooseServers } from '../../mcp/definitions/chooseServers.ts';
import { readDefinitions, type LastRead } from '../../mcp/definitions/readDefinitions.ts';
import type { DefinitionProblem } from '../../mcp/definitions/serverDefinition.ts';
import { McpToolSource } from '../../mcp/source/mcpToolSource.ts';
import { OneAtATime } from '../../mcp/elicitation/mutex.ts';
import { plainText } from '../../text/plainText.ts';
import { CacheFolder } from '../../storage/cacheFolder.ts';
import { definitionPlaces, launchHost } from './editorDefinitions.ts';
import { EditorInputs } from './editorInputs.ts';
import { EditorSignIn } from '../auth/editorSignIn.ts';
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
  readonly questions = new OneAtATime();
  readonly logs = new ServerLogs((server) => this.source.logLevelChanged(server));
  readonly #listings: CacheFolder;
  readonly #log: vscode.LogOutputChannel;
  readonly #lastRead: LastRead = new Map();
  /** What was wrong with the definitions when they were last read: what still is, is not logged again. */
  #problems: ReadonlySet<string> = new Set();

  constructor(context: EditorContext, tokens: TokenStore, log: vscode.LogOutputChannel) {
    const { extension, storageUri, globalStorageUri, secrets, workspaceState } = context;
    this.#log = log;
    this.#listings = new CacheFolder({
      folder: storageUri && vscode.Uri.joinPath(storageUri, 'tools').fsPath,
      what: 'The tools of servers',
      log: (line) => log.warn(plainText(line)),
    });
    const { questions } = this;
    this.source = new McpToolSource({
      readDefinitions: async () => {
        const found = await readDefinitions(definitionPlaces(globalStorageUri), launchHost(), this.#lastRead);
        const definitions = chooseServers(found, serverChoices(), 'codeMode.servers');
        this.#logProblems(definitions.problems);
        return definitions;
      },
      inputs: new EditorInputs(secrets, questions),
      authorization: { signIn: new EditorSignIn(extension.id, questions), tokens, clientMetadataUrl },
      personInCall: {
        elicitation: new EditorElicitation(questions),
        sampling: new EditorSampling(new SamplingConsents(workspaceState), questions),
      },
      variables: new LaunchVariables(),
      discovery: discoveryRules,
      kept: this.#listings,
      logLevel: (server) => this.logs.levelOf(server),
      clientInfo: { name: 'code-mode', version: versionOf(extension) },
      roots: rootFolders,
      log: (server, line, level) => this.logs.write(server, line, level),
    });
    this.source.onDidChange(() => void this.#logStates());
  }

  /** How servers start, end and fail. */
  async #logStates(): Promise<void> {
    this.logs.follow(await this.source.servers());
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
