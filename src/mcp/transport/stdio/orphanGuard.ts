// Ends the processes of servers after their host was killed. A server's stdin closes with its host, but not every
// server exits then. A shell beside the host (about 1 MB) waits for the end of the host and then ends the remaining
// process groups.
import { spawn, type ChildProcess } from 'node:child_process';

export interface StopTimes {
  /** Time in milliseconds that a server has to exit after its stdin is closed. */
  readonly stdinGraceMs: number;
  /** Time in milliseconds between SIGTERM and SIGKILL. */
  readonly termGraceMs: number;
}

/**
 * Input lines are `+ group` and `- group`; the end of input is the end of the host. The script uses only shell
 * built-ins and `sleep`.
 */
const script = `
groups=" "
while read -r mark group; do
  case $mark in
    +) groups="$groups$group " ;;
    -) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
[ "$groups" = " " ] && exit
sleep "$1"
for group in $groups; do kill -s TERM -- "-$group"; done
sleep "$2"
for group in $groups; do kill -s KILL -- "-$group"; done
`;

/** Sends a signal to a process group. A group without processes is ignored. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // ESRCH: the group is empty.
  }
}

/** Does nothing on Windows, which ends child processes with their parent (docs/decisions/0008-stdio-transport.md). */
export class OrphanGuard {
  readonly #times: StopTimes;
  readonly #groups = new Set<number>();
  #shell: ChildProcess | undefined;

  constructor(times: StopTimes) {
    this.#times = times;
  }

  /** `group` is the ID of a process that leads its group. */
  add(group: number): void {
    if (process.platform === 'win32') return;
    this.#groups.add(group);
    if (this.#shell) this.#tell(`+ ${group}`);
    else this.#start();
  }

  /** Must be called when no process of the group is left. */
  remove(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`- ${group}`);
  }

  /** Sends a signal to all guarded groups. */
  signal(signal: NodeJS.Signals): void {
    for (const group of this.#groups) signalGroup(group, signal);
  }

  /** Stops guarding. The shell ends the remaining groups after the delays. */
  dispose(): void {
    this.#shell?.stdin?.end();
    this.#shell = undefined;
  }

  #start(): void {
    const seconds = [this.#times.stdinGraceMs, this.#times.termGraceMs].map((ms) => String(ms / 1000));
    const shell = spawn('/bin/sh', ['-c', script, 'code-mode-orphan-guard', ...seconds], {
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
      // A signal to the host's group, such as Ctrl-C in a terminal, must not end the guard.
      detached: true,
    });
    this.#shell = shell;
    const gone = () => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    // If the shell fails, there is no guard until the next server starts, but servers still run.
    shell.on('error', gone).on('exit', gone).unref();
    shell.stdin.on('error', gone);
    for (const group of this.#groups) this.#tell(`+ ${group}`);
  }

  #tell(line: string): void {
    if (this.#shell?.stdin?.writable) this.#shell.stdin.write(`${line}\n`);
  }
}
