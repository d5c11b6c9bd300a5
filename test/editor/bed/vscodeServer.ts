// One VS Code server with its own port, profile, extensions and home. The person's own editor is neither read nor
// written, and a stopped server leaves nothing behind.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { runsFolder } from '../../../src/base/files/statePaths.ts';
import { stateHome } from './trusting.ts';
import { ProcessGroup } from './processGroup.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

/** Time in milliseconds for the server to answer. */
const startMs = 60_000;
const keptMs = 30_000;

export interface ServerOptions {
  /** code-server's entry script (`EditorParts.codeServer`). */
  readonly codeServer: string;
  /** The Node that runs the server. Default: the Node of this process. */
  readonly node?: string | undefined;
  /** True if windows are like a user's: they show toasts, and load no test driver. */
  readonly likeUsers?: boolean | undefined;
  /** A folder of installed extensions, of which the server gets a copy. */
  readonly extensions: string;
  /** Settings of all windows, added to the defaults of the test bed. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further files of `User/`, name -> JSON content: `chatLanguageModels.json`, `mcp.json`. */
  readonly userFiles?: Readonly<Record<string, unknown>>;
  /** Variables that are added to the environment, which the extension host inherits. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Options that differ from one window to the next. */
export interface Configuration {
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** True if workspaces are untrusted until the person trusts them; otherwise all are trusted. */
  readonly workspaceTrust?: boolean | undefined;
}

/**
 * Settings with which no window opens, asks or contacts other hosts by itself, and nothing is animated, since there is
 * no graphics card.
 */
export const quietSettings = {
  // Results appear in the output channel except in tests of the panel.
  'codeMode.scripts.results': 'output',
  'security.workspace.trust.startupPrompt': 'never',
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  'git.enabled': false,
  // The tests have no extension that runs in the page.
  'extensions.webWorker': false,
  // To find ports, VS Code searches all processes of the machine every two seconds.
  'remote.autoForwardPorts': false,
  // One process for TypeScript in place of two, and none that looks for types on npm.
  'js/ts.tsserver.useSyntaxServer': 'never',
  'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
};

export class VscodeServer {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly #group: ProcessGroup;
  readonly #home: TemporaryFolder;
  readonly #settings: ServerOptions['settings'];

  private constructor(
    origin: string,
    group: ProcessGroup,
    home: TemporaryFolder,
    settings: ServerOptions['settings'],
  ) {
    this.origin = origin;
    this.#group = group;
    this.#home = home;
    this.#settings = settings;
  }

  /** Resolves when the server answers. If starting fails, all started parts are stopped and removed. */
  static async start(options: ServerOptions): Promise<VscodeServer> {
    const home = new TemporaryFolder('code-mode-editor-');
    try {
      const userData = join(home.path, 'user-data');
      writeUserFiles(userFolder(home), options.userFiles ?? {});
      const extensions = join(home.path, 'extensions');
      await cp(options.extensions, extensions, { recursive: true });
      const folders = ['--user-data-dir', userData, '--extensions-dir', extensions];
      const env = { ...isolatedEnvironment(home.path), ...options.env };
      const flags = [...serverFlags, ...(options.likeUsers ? [] : testFlags)];
      const group = new ProcessGroup(
        options.node ?? process.execPath,
        [options.codeServer, ...folders, ...flags],
        { cwd: home.path, env },
      );
      return new VscodeServer(await answeringOrigin(group), group, home, options.settings);
    } catch (error) {
      home[Symbol.dispose]();
      throw error;
    }
  }

  /** Id of the first process. */
  get pid(): number | undefined {
    return this.#group.child.pid;
  }

  /** The folder in which the extension keeps the records of runs of that workspace folder. */
  runsFolder(workspaceFolder: string): string {
    return runsFolder(workspaceFolder);
  }

  /**
   * Waits until a chat with the text is on disk: VS Code writes a chat with a delay, and a reload does not wait for the
   * write.
   */
  async keepsChat(text: string): Promise<void> {
    const chats = join(userFolder(this.#home), 'workspaceStorage', '*', 'chatSessions', '*');
    for (const end = Date.now() + keptMs; Date.now() < end;) {
      for await (const file of glob(chats)) if ((await readFile(file, 'utf8')).includes(text)) return;
      await delay(100);
    }
    throw new Error(`VS Code did not store a chat with ${text}.`);
  }

  /** Returns the address of a local path in the workbench. */
  uri(path: string): string {
    return `vscode-remote://${new URL(this.origin).host}${path}`;
  }

  /** The settings apply to windows that are opened from now on. */
  configure({ settings, workspaceTrust = false }: Configuration): void {
    const trust = { 'security.workspace.trust.enabled': workspaceTrust };
    const all = Object.entries({ ...quietSettings, ...trust, ...this.#settings, ...settings });
    const isOfMachine = ([name]: readonly [string, unknown]) => machineSettings.has(name);
    writeUserFiles(userFolder(this.#home), {
      'settings.json': Object.fromEntries(all.filter((entry) => !isOfMachine(entry))),
    });
    writeUserFiles(machineFolder(this.#home), {
      'settings.json': Object.fromEntries(all.filter(isOfMachine)),
    });
  }

  async stop(): Promise<void> {
    await this.#group.stop();
    this.#home[Symbol.dispose]();
  }
}

/** Arguments with which the workbench uses the `payload` of its address; the workbench then shows no toasts. */
const testFlags = ['--vscode-option', 'enable-smoke-test-driver'];

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly scope?: string }>>;
    }[];
  };
};

const serverFlags = [
  ...['--auth', 'none', '--bind-addr', '127.0.0.1:0'],
  ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
  // A server whose runner was killed ends by itself.
  ...['--idle-timeout-seconds', '300'],
];

/**
 * HOME, XDG_* and TMPDIR of the server are in its own folder: it finds nothing of the person's there, and leaves
 * nothing.
 */
function isolatedEnvironment(home: string): NodeJS.ProcessEnv {
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  return {
    ...process.env,
    TMPDIR: temporary,
    HOME: join(home, 'home'),
    XDG_CONFIG_HOME: join(home, 'home', '.config'),
    XDG_DATA_HOME: join(home, 'home', '.local', 'share'),
    XDG_CACHE_HOME: join(home, 'home', '.cache'),
    XDG_STATE_HOME: stateHome,
  };
}

const userFolder = (home: TemporaryFolder) => join(home.path, 'user-data', 'User');
const machineFolder = (home: TemporaryFolder) => join(home.path, 'user-data', 'Machine');

/**
 * Code Mode's settings of scope `machine`. A window with a server keeps them in the settings of that machine. VS Code
 * drops them from the user's own settings when it reads these settings after it knows their scope.
 */
const machineSettings = new Set(
  manifest.contributes.configuration
    .flatMap(({ properties }) => Object.entries(properties))
    .filter(([, { scope }]) => scope === 'machine')
    .map(([name]) => name),
);

function writeUserFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(folder, name), JSON.stringify(content, undefined, 2));
}

/** Stops the server when it does not answer in time. */
async function answeringOrigin(group: ProcessGroup): Promise<string> {
  try {
    const origin = await listeningOrigin(group);
    await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(startMs) });
    return origin;
  } catch (error) {
    await group.stop();
    throw error;
  }
}

/** code-server chooses a free port itself and prints it, so that no other program can take the port in between. */
async function listeningOrigin(group: ProcessGroup): Promise<string> {
  const { stdout, stderr } = group.child;
  if (stdout === null || stderr === null) throw new Error('code-server was started without pipes.');
  const said: string[] = [];
  const lines = createInterface({ input: stdout });
  const listening = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      const origin = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1];
      if (origin !== undefined) resolve(origin);
      if (said.length < 50) said.push(line);
    });
  });
  stderr.on('data', (chunk: Buffer) => {
    if (said.length < 50) said.push(chunk.toString());
  });
  const failed = once(group.child, 'exit', { signal: AbortSignal.timeout(startMs) });
  const origin = await Promise.race([listening, failed.catch(() => undefined)]);
  if (typeof origin === 'string') return origin;
  throw new Error(
    `code-server did not start to listen within ${startMs / 1000} s. It said:\n${said.join('\n')}`,
  );
}
