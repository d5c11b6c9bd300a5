// Offers saved scripts as tools, `tools.scripts`: each file of the folders is a tool, and its text declares its types.
// The engine runs the scripts; this source reads them again for each snapshot, so an edit takes effect with the next
// run.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { listed } from '../../base/text/counted.ts';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import {
  OwnToolSource,
  type CallOptions,
  type CallOutcome,
  type ListOptions,
  type ServerInfo,
  type ServerListing,
  type ToolDefinition,
  type ToolSource,
} from '../../catalog/index.ts';
import type { SignatureReader, SignatureReading } from '../../checker/index.ts';
import { scriptApproval, type ScriptApproval } from './scriptApproval.ts';
import { readScriptFolder, type ScriptFile, type ScriptFolder } from './scriptFiles.ts';
import { SCRIPTS_SERVER } from './scriptNames.ts';

interface ScriptToolOptions {
  /**
   * Returns the folders of scripts; empty if the workspace is not trusted. Called for each snapshot. If two scripts
   * have the same name, the first one counts.
   */
  readonly folders: () => readonly ScriptFolder[];
  /** Returns the reader of signatures in the checker's thread; the thread is not started before there is a script. */
  readonly signatures: () => SignatureReader;
  /** Returns the approvals of the user for scripts of workspaces; called for each snapshot. */
  readonly trust: () => Promise<ScriptTrust>;
  /** Called after each snapshot with the scripts that wait for an approval of the user. */
  readonly onUnapproved?: (scripts: readonly ScriptApproval[]) => void;
}

export interface ScriptTrust {
  isApproved(script: ScriptApproval): boolean;
  /** One sentence with a full stop that says how the user approves scripts. */
  readonly scriptAdvice: string;
}

const instructions =
  'Saved scripts: each does in one call what takes several otherwise. Call them as tools; what they write is asked for as if your script wrote it.';

/** Maximum number of scripts in all folders together. */
const mostScripts = 200;

/** Maximum number of script names in one warning. */
const mostNamed = 10;

/** Maximum number of times that a script is read if the reader dies while reading it. */
export const mostReadings = 3;

interface ReadScript {
  readonly reading: SignatureReading;
  readonly definition?: ToolDefinition;
}

interface KnownScript {
  readonly code: string;
  /** Number of times that this version of the script was read. */
  readonly readings: number;
  /** Rejects only when the source is disposed of. */
  readonly script: Promise<ReadScript>;
  /** True if the script could not be read for a reason that may be temporary. */
  isLost: boolean;
}

export class ScriptToolSource extends OwnToolSource implements ToolSource {
  readonly #options: ScriptToolOptions;
  readonly #known = new Map<string, KnownScript>();
  #listed: readonly ToolDefinition[] = [];
  #warnings: readonly string[] = [];
  #reading: Promise<readonly ScriptFile[]> | undefined;

  /** Creates the source without reading any file. */
  constructor(options: ScriptToolOptions) {
    super();
    this.#options = options;
  }

  /** Returns an empty list if there are no scripts. */
  async servers(): Promise<readonly ServerInfo[]> {
    const files = await this.#files();
    const [folder] = this.#options.folders();
    if (files.length === 0 || !folder) return [];
    return [{ name: SCRIPTS_SERVER, state: 'running', origin: folder.path }];
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
    const isSame =
      tools.length === this.#listed.length && tools.every((tool, index) => tool === this.#listed[index]);
    // Other modules cache data derived from a list as long as the list is the same array.
    if (!isSame) this.#listed = tools;
    return { ok: true, tools: this.#listed, instructions, ...(warnings.length > 0 && { warnings }) };
  }

  /** Refuses the call: only the engine runs scripts, for a caller whose rights it knows. */
  callTool(server: string, tool: string, _input: JsonObject, _options: CallOptions): Promise<CallOutcome> {
    const message = `${tool} is a saved script: call it from a script, as tools.${SCRIPTS_SERVER}.`;
    return Promise.resolve(this.failed(server, tool, 'unknown_tool', message));
  }

  /** Requests at the same time share one reading. */
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
        else if (first)
          warnings.push(
            `Two scripts are named ${file.name}: ${first.path} (used) and ${file.path} (not used).`,
          );
        else if (files.size < mostScripts) files.set(file.name, file);
      }
    }
    if (unapproved.length > 0) warnings.push(unapprovedText(unapproved, trust));
    this.#options.onUnapproved?.(unapproved);
    this.#warnings = warnings;
    return [...files.values()];
  }

  /** Reads a script to its end, even if the caller has stopped waiting. */
  #script(file: ScriptFile): Promise<ReadScript> {
    const { path, code } = file;
    const before = this.#known.get(path);
    const isSame = before?.code === code;
    if (isSame && !(before.isLost && before.readings < mostReadings)) return before.script;
    const known: KnownScript = {
      code,
      readings: isSame ? before.readings + 1 : 1,
      script: this.#read(file),
      isLost: false,
    };
    this.#known.set(path, known);
    known.script.then(
      ({ reading }) => (known.isLost = !reading.ok && reading.mayPass === true),
      () => (known.isLost = true),
    );
    return known.script;
  }

  async #read(file: ScriptFile): Promise<ReadScript> {
    const reading = await this.#options.signatures().signature(file.code, this.closed);
    return reading.ok ? { reading, definition: definitionOf(file, reading.signature) } : { reading };
  }
}

function unapprovedText(scripts: readonly ScriptApproval[], { scriptAdvice }: ScriptTrust): string {
  const names = scripts.map(({ name }) => name);
  return `The user has not trusted these saved scripts as they are now: ${listed(names, mostNamed)}. ${scriptAdvice}`;
}

function definitionOf(
  { name, path, code }: ScriptFile,
  signature: Extract<SignatureReading, { ok: true }>['signature'],
): ToolDefinition {
  const { title, description, input, output } = signature;
  return {
    name,
    ...(title !== undefined && { title }),
    description: `${description || title || `Runs ${name}.ts.`} (saved script)`,
    inputSchema: asJson(input),
    ...(output && { outputSchema: asJson(output) }),
    // The annotations are empty, since the tools that the script calls ask for their own writes.
    annotations: {},
    script: { code, file: path },
  };
}

/** Returns a copy of a schema that consists only of literals and texts. */
function asJson(schema: Readonly<Record<string, unknown>>): JsonObject {
  const copy: unknown = JSON.parse(JSON.stringify(schema));
  return isJsonObject(copy) ? copy : {};
}
