// Tests Code Mode on this machine and makes a report that a user can paste into an issue. Each part of the test has its
// own timeout, so a part that hangs becomes a line of the report.
import { arch, cpus, release, totalmem } from 'node:os';
import { rejectOnAbort } from '../../base/withTimeout.ts';
import type { Catalog, CatalogServer } from '../../catalog/index.ts';
import type { SandboxStatus } from '../../sandbox/index.ts';
import { measureTimes, type Times } from './times.ts';
import { checkConfinement, type ConfinementChecks } from './confinementChecks.ts';
import type { TrialSandbox } from './trialSandbox.ts';
import { Secrets } from '../../mcp/index.ts';
import { withoutSecretParts } from '../../base/text/secrets.ts';

/** Values by name, in the order in which they are shown. */
type Facts = Readonly<Record<string, string | number>>;

export interface DiagnosedServer {
  readonly name: string;
  readonly state: string;
  readonly tools: number;
  readonly error?: string;
}

export interface Diagnosis {
  readonly versions: Facts;
  readonly sandbox?: SandboxStatus;
  readonly walls?: ConfinementChecks;
  readonly times?: Times;
  readonly servers?: readonly DiagnosedServer[];
  /** Problems of the files that define servers. */
  readonly problems: readonly string[];
  /** Settings that differ from their defaults. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Parts that have no answer, each with the reason. */
  readonly unanswered: readonly string[];
}

export interface DiagnosisParts {
  /** Versions that this module cannot find out: those of Code Mode, of the editor, and of a remote connection. */
  readonly versions: Facts;
  readonly settings: Readonly<Record<string, unknown>>;
  /**
   * Creates a sandbox according to the settings. With `guest`, a file of the build replaces the program in the sandbox.
   */
  readonly sandbox: (guest?: 'selfCheck') => TrialSandbox;
  readonly catalog: Pick<Catalog, 'knownServers' | 'snapshot'>;
  /** Returns the problems of the files that define servers; called after the servers have answered. */
  readonly problems: () => readonly string[];
  /**
   * The environment variables of this process. A value that its name marks as secret is hidden everywhere in the
   * report.
   */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns the keys and tokens of servers; called after the servers have answered. */
  readonly secrets?: () => readonly string[];
  readonly home: string;
  /** Maximum time of each part, in milliseconds. Default: 20,000. */
  readonly partMs?: number;
}

/** Ends within a few times `partMs` even if every part hangs, and as soon as `signal` aborts. Never rejects. */
export async function diagnose(parts: DiagnosisParts, signal: AbortSignal): Promise<Diagnosis> {
  const { partMs = 20_000 } = parts;
  const unanswered: string[] = [];
  const part = async <T>(what: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> => {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(partMs)]);
    try {
      inTime.throwIfAborted();
      return await rejectOnAbort(work(inTime), inTime);
    } catch (error) {
      const late = signal.aborted ? 'cancelled' : `no answer within ${partMs / 1_000} s`;
      unanswered.push(`${what}: ${inTime.aborted ? late : String(error)}`);
      return undefined;
    }
  };
  const trial = parts.sandbox();
  const times = await part('times', (inTime) => measureTimes(trial, inTime));
  // The status is read after the trial, which determines the engine.
  const sandbox = await part('status', () => trial.status());
  void trial.dispose();
  const walls = await part('walls', (inTime) => checkConfinement(parts.sandbox, inTime));
  // The catalog names a server that hangs, so its timeout is shorter than that of this part.
  const servers = await part('servers', (inTime) => askServers(parts.catalog, partMs * 0.75, inTime));
  const diagnosis: Diagnosis = {
    versions: { ...parts.versions, ...runtimeFacts() },
    ...(sandbox && { sandbox }),
    ...(times && { times }),
    ...(walls && { walls }),
    ...(servers && { servers: servers.map((server) => diagnosed(server, partMs * 0.75)) }),
    problems: parts.problems(),
    settings: parts.settings,
    unanswered,
  };
  return redact(diagnosis, parts);
}

/**
 * Asks each server for its tools, even if they are cached. A server that does not answer before the deadline counts as
 * still starting. The user is never asked.
 */
async function askServers(
  catalog: DiagnosisParts['catalog'],
  timeoutMs: number,
  signal: AbortSignal,
): Promise<readonly CatalogServer[]> {
  const names = (await catalog.knownServers()).map(({ name }) => name);
  return (await catalog.snapshot({ servers: 'all', fresh: names, timeoutMs, signal })).servers;
}

function diagnosed({ name, state, tools, error, listed }: CatalogServer, timeoutMs: number): DiagnosedServer {
  const hangs = listed && state === 'starting' ? `no answer within ${timeoutMs / 1_000} s` : undefined;
  const said = error ?? hangs;
  return { name, state, tools: tools.length, ...(said !== undefined && { error: said }) };
}

function runtimeFacts(): Facts {
  const { node, v8, electron } = process.versions;
  return {
    ...(electron !== undefined && { electron }),
    node,
    v8,
    platform: `${process.platform} ${release()}`,
    arch: arch(),
    processors: cpus().length,
    memoryMb: Math.round(totalmem() / 2 ** 20),
  };
}

/**
 * Removes secrets and personal data from a diagnosis, since it goes into public issues. Returns `value` as plain JSON
 * data without the secrets of variables and servers and without texts at places where secrets usually stand. Addresses
 * keep only scheme, host and port, and the home folder becomes `~`. Names of fields stay.
 */
export function redact<T>(
  value: T,
  { env, home, secrets: ofServers }: Pick<DiagnosisParts, 'env' | 'home' | 'secrets'>,
): T {
  const secrets = new Secrets(env, ofServers?.());
  const shown = (text: string) => withPlainAddresses(withoutHome(secrets.hide(text), home));
  return JSON.parse(
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === 'string' ? withoutSecretParts(shown(inner)) : inner,
    ),
  ) as T; // only texts differ
}

/** Shortens addresses, since a key may stand in the path as well as in the query. */
function withPlainAddresses(text: string): string {
  return text.replace(
    /\b([a-z][a-z\d+.-]*:\/\/)([^\s/?#\\]*)(\S*)/gi,
    (_all, scheme: string, authority: string, rest: string) => {
      // The `@` may end an unencoded name and password or belong to the path, so the rest is hidden.
      if (rest.includes('@')) return `${scheme}…`;
      const host = authority.slice(authority.lastIndexOf('@') + 1);
      return scheme + host + (/[^/"'`)\]}>.,;:]/.test(rest) ? '/…' : rest);
    },
  );
}

/**
 * Replaces the home folder in every form in which programs write it: in another case, with doubled or other slashes, or
 * as an address.
 */
function withoutHome(text: string, home: string): string {
  if (home.length < 2) return text;
  const parts = home
    .split(/[\\/]+/)
    .map((part) => part.replace(/[.*+?^${}()|[\]]/g, String.raw`\$&`).replaceAll(' ', '(?: |%20)'));
  const written = parts.join(String.raw`[\\/]+`).replace(/^([a-z]):/i, '$1(?::|%3A)');
  return text.replace(new RegExp(String.raw`(?:file:[\\/]*?)?${written}`, 'gi'), '~');
}
