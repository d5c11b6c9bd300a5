// Saved scripts as a source of tools, `tools.scripts`: each file of the folders is a tool whose types its own text says. The engine runs them;
// this source reads them, again for each snapshot, so that an edit counts from the next run on.
import { Listeners } from '../base/listeners.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { rejectOnAbort } from '../base/withTimeout.ts';
import type {
  CallOptions,
  CallOutcome,
  ListOptions,
  ServerInfo,
  ServerListing,
  ToolDefinition,
  ToolSource,
} from '../catalog/toolSource.ts';
import type { SignatureReader, SignatureReading } from '../checker/scriptSignature.ts';
import { scriptApproval, type ScriptApproval } from './scriptApproval.ts';
import { SCRIPTS_SERVER } from './scriptsServer.ts';
import { readScriptFolder, type ScriptFile, type ScriptFolder } from './scriptFiles.ts';

interface ScriptToolOptions {
  /** Read at each look; none where the workspace is not trusted. Of two scripts with one name the first counts. */
  readonly folders: () => readonly ScriptFolder[];
  /** Of the checker's thread, which is not started before there is a script. */
  readonly signatures: () => SignatureReader;
  /** The scripts of workspaces that their user has approved, asked for at each look. */
  readonly trust: () => Promise<ScriptTrust>;
  /** Called after each look with the scripts that wait for their user's approval. */
  readonly onUnapproved?: (scripts: readonly ScriptApproval[]) => void;
}

export interface ScriptTrust {
  isApproved(script: ScriptApproval): boolean;
  /** One sentence with a full stop: how the user approves scripts. */
  readonly scriptAdvice: string;
}

const instructions =
  'Saved scripts: each does in one call what takes several otherwise. Call them as tools; what they write is asked for as if your script wrote it.';

/** In all folders together. */
const mostScripts = 200;

/** Names of scripts in one warning. */
const mostNamed = 10;

/** How often a script is read that took the reader with it. */
export const mostReadings = 3;

interface ReadScript {
  readonly reading: SignatureReading;
  readonly definition?: ToolDefinition;
}

interface KnownScript {
  readonly code: string;
  /** How often it was read, as it is. */
  readonly readings: number;
  /** Rejects only when the source is disposed of. */
  readonly script: Promise<ReadScript>;
  /** It was not read for a reason that may have passed. */
  isLost: boolean;
}

export class ScriptToolSource implements ToolSource {
  readonly #options: ScriptToolOptions;
  readonly #listeners = new Listeners();
  readonly #closed = new AbortController();
  /** By path. */
  readonly #known = new Map<string, KnownScript>();
  #listed: readonly ToolDefinition[] = [];
  #warnings: readonly string[] = [];
  #reading: Promise<readonly ScriptFile[]> | undefined;

  /** Reads nothing. */
  constructor(options: ScriptToolOptions) {
    this.#options = options;
  }

  /** None where there is no script. */
  async servers(): Promise<readonly ServerInfo[]> {
    const files = await this.#files();
    const [folder] = this.#options.folders();
    if (files.length === 0 || !folder) return [];
    return [{ name: SCRIPTS_SERVER, state: 'running', origin: folder.path, toolCount: files.length }];
  }

  warnings(): readonly string[] {
    return this.#warnings;
  }

  async listTools(_server: string, { signal }: Pick<ListOptions, 'signal'>): Promise<ServerListing> {
    const files = await this.#files();
    const scripts = new Map<string, ReadScript>();
    const warnings: string[] = [];
    for (const file of files) {
      const script = await rejectOnAbort(this.#script(file), signal);
      scripts.set(file.path, script);
      if (!script.reading.ok) warnings.push(`${file.name}.ts is no tool: ${script.reading.problem}`);
    }
    for (const path of this.#known.keys()) if (!scripts.has(path)) this.#known.delete(path);
    const tools = [...scripts.values()].flatMap(({ definition }) => definition ?? []);
    const isSame = tools.length === this.#listed.length && tools.every((tool, index) => tool === this.#listed[index]);
    // What is derived from a list is kept while that list is the same array.
    if (!isSame) this.#listed = tools;
    return { ok: true, tools: this.#listed, instructions, ...(warnings.length > 0 && { warnings }) };
  }

  /** Only the engine runs scripts, for a caller whose rights it knows. */
  callTool(server: string, tool: string, _input: JsonObject, _options: CallOptions): Promise<CallOutcome> {
    const message = `${tool} is a saved script: call it from a script, as tools.${SCRIPTS_SERVER}.`;
    return Promise.resolve({ ok: false, error: { code: 'unknown_tool', server, tool, message, retryable: false, content: [] } });
  }

  onDidChange(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  /** Call when files or folders have changed, for those who show them. */
  changed(): void {
    this.#listeners.fire();
  }

  dispose(): Promise<void> {
    this.#closed.abort();
    return Promise.resolve();
  }

  /** What is asked at the same time is read once. */
  #files(): Promise<readonly ScriptFile[]> {
    return (this.#reading ??= this.#readFolders().finally(() => (this.#reading = undefined)));
  }

  async #readFolders(): Promise<readonly ScriptFile[]> {
    const files = new Map<string, ScriptFile>();
    const unapproved: ScriptApproval[] = [];
    const warnings: string[] = [];
    const trust = await this.#options.trust();
    for (const folder of this.#options.folders()) {
      const read = await readScriptFolder(folder);
      warnings.push(...read.warnings);
      for (const file of read.files) {
        const approval = folder.within === undefined ? undefined : scriptApproval(file, folder.within);
        const first = files.get(file.name);
        if (approval && !trust.isApproved(approval)) unapproved.push(approval);
        else if (first) warnings.push(`Two scripts are named ${file.name}: ${first.path} (used) and ${file.path} (not used).`);
        else if (files.size < mostScripts) files.set(file.name, file);
      }
    }
    if (unapproved.length > 0) warnings.push(unapprovedText(unapproved, trust));
    this.#options.onUnapproved?.(unapproved);
    this.#warnings = warnings;
    return [...files.values()];
  }

  /** Read to its end, whoever has gone meanwhile. */
  #script(file: ScriptFile): Promise<ReadScript> {
    const { path, code } = file;
    const before = this.#known.get(path);
    const isSame = before?.code === code;
    if (isSame && !(before.isLost && before.readings < mostReadings)) return before.script;
    const known: KnownScript = { code, readings: isSame ? before.readings + 1 : 1, script: this.#read(file), isLost: false };
    this.#known.set(path, known);
    known.script.then(
      ({ reading }) => (known.isLost = !reading.ok && reading.mayPass === true),
      () => (known.isLost = true),
    );
    return known.script;
  }

  async #read(file: ScriptFile): Promise<ReadScript> {
    const reading = await this.#options.signatures().signature(file.code, this.#closed.signal);
    return reading.ok ? { reading, definition: definitionOf(file, reading.signature) } : { reading };
  }
}

function unapprovedText(scripts: readonly ScriptApproval[], { scriptAdvice }: ScriptTrust): string {
  const names = scripts.slice(0, mostNamed).map(({ name }) => name);
  const more = scripts.length > names.length ? ` and ${scripts.length - names.length} more` : '';
  return `The user has not trusted these saved scripts as they are now: ${names.join(', ')}${more}. ${scriptAdvice}`;
}

function definitionOf({ name, path, code }: ScriptFile, signature: Extract<SignatureReading, { ok: true }>['signature']): ToolDefinition {
  const { title, description, input, output } = signature;
  return {
    name,
    ...(title !== undefined && { title }),
    description: `${description || title || `Runs ${name}.ts.`} (saved script)`,
    inputSchema: asJson(input),
    ...(output && { outputSchema: asJson(output) }),
    // What it writes is asked for by the tools that it calls.
    annotations: {},
    script: { code, file: path },
  };
}

/** Of literals and texts alone. */
function asJson(schema: Readonly<Record<string, unknown>>): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  return isJsonObject(copy) ? copy : {};
}
