// Servers must not outlive a host that is killed. A server's stdin closes with its host, but not every server heeds
// that. So a shell beside the host (about 1 MB) waits for the host's end, and then ends the groups that are left.
import { spawn, type ChildProcess } from 'node:child_process';

export interface StopTimes {
  /** How long a server may take to end by itself once its stdin is closed, in milliseconds. */
  readonly stdinGraceMs: number;
  /** How long it may take after SIGTERM before it gets SIGKILL, in milliseconds. */
  readonly termGraceMs: number;
}

/** Lines are `+ group` and `- group`; the end of input is the end of the host. Built-ins and `sleep` only. */
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

/** On Windows it does nothing: the system ends our children with us (docs/decisions/0008-stdio-transport.md). */
export class OrphanGuard {
  readonly #times: StopTimes;
  readonly #groups = new Set<number>();
  #shell: ChildProcess | undefined;

  constructor(times: StopTimes) {
    this.#times = times;
  }

  /** `group` is the id of a process that leads its group. */
  add(group: number): void {
    if (process.platform === 'win32') return;
    this.#groups.add(group);
    if (this.#shell) this.#tell(`+ ${group}`);
    else this.#start();
  }

  /** No process of the group is left. */
  remove(group: number): void {
    if (this.#groups.delete(group)) this.#tell(`- ${group}`);
  }

  /** To all that is guarded; a group without processes is ignored. */
  signal(signal: NodeJS.Signals): void {
    for (const group of this.#groups) {
      try {
        process.kill(-group, signal);
      } catch {
        // ESRCH
      }
    }
  }

  /** What is still guarded is ended after the waits. */
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
      // What ends the host's group, as Ctrl-C in a terminal does, must not end the guard.
      detached: true,
    });
    this.#shell = shell;
    const gone = () => {
      if (this.#shell === shell) this.#shell = undefined;
    };
    // Without a shell there is no guard until the next server is started: no reason to have no server.
    shell.on('error', gone).on('exit', gone).unref();
    shell.stdin.on('error', gone);
    for (const group of this.#groups) this.#tell(`+ ${group}`);
  }

  #tell(line: string): void {
    if (this.#shell?.stdin?.writable) this.#shell.stdin.write(`${line}\n`);
  }
}
