// Tests that SIGINT and SIGTERM end the command within two seconds, in every state of the command and its servers, and
// leave nothing behind. `npm test` tries a few situations without the times, `npm run test:full` all situations with
// the times.
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { faultServer } from '../fakes/faultServer.ts';
import { built } from '../fakes/testEngine.ts';
import { everyTest } from '../fakes/everyTest.ts';
import { eventually } from '../sandbox/sandboxProcesses.ts';
import { config, TestFolder } from './codeMode.ts';

const withinMs = 2_000;
/** Maximum time until a server has started on a busy machine, in milliseconds. */
const startMs = 100_000;
/** Maximum time until a command without calls ends, in milliseconds. */
const atOnceMs = 600;
const signals = ['SIGINT', 'SIGTERM'] as const;

/** Returns the processes in the group of these processes and their children, without zombies. */
async function livingOf(folder: string): Promise<readonly string[]> {
  const living: string[] = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (cwd.includes(`HOME=${folder}\0`))
      living.push((await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' '));
  }
  return living;
}

/** Resolves when the process has written the text; rejects if it ends before. */
const saying = (text: string) => async (child: ChildProcess) => {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (more: Buffer | string) => {
      said += String(more);
      if (said.includes(text)) resolve(undefined);
    });
  }
  child.once('close', () => reject(new Error(`It ended before it said ${text}: ${said}`)));
  await promise;
};

interface Situation {
  readonly behaviour?: string;
  readonly args?: readonly string[];
  /** The script on standard input. Without a script, standard input stays open. */
  readonly script?: string;
  /** Resolves when the command is in the state in which it is to be interrupted. */
  readonly ready: (child: ChildProcess, folder: string) => Promise<unknown>;
}

const serverRuns = (_child: ChildProcess, folder: string) =>
  eventually(
    () => livingOf(folder),
    (living) => living.some((line) => line.includes('faultServer')),
    startMs,
  );

const situations: Readonly<Record<string, Situation>> & { readonly 'it starts': Situation } = {
  'it starts': { ready: (child) => once(child, 'spawn') },
  'it waits for its script': {
    args: ['run', '-', '--config', 'pipe'],
    ready: (_child, folder) => writeFile(join(folder, 'pipe'), '{}'),
  },
  'it reads a file that gives nothing': {
    args: ['run', 'pipe', ...config],
    // The pipe opens as soon as a process reads from it.
    ready: async (child, folder) => {
      const pipe = await open(join(folder, 'pipe'), 'w');
      child.once('close', () => void pipe.close());
    },
  },
  'a server starts': { behaviour: 'silent', script: 'return tools.s.echo({ text: "a" })', ready: serverRuns },
  'a server lists its tools': {
    behaviour: 'list-silent',
    script: 'return tools.s.echo({ text: "a" })',
    ready: serverRuns,
  },
  'another command waits for a server': {
    behaviour: 'list-silent',
    args: ['types', ...config],
    ready: serverRuns,
  },
  'a script computes': { script: 'console.log("begun"); for (;;);', ready: saying('begun') },
  'an argument is checked': {
    script: 'console.log("begun"); return tools.s.checked({ text: "a".repeat(60) + "b" })',
    ready: saying('begun'),
  },
  'a server does not answer': { script: 'return tools.s.hang({})', ready: saying('hanging') },
  'a server that heeds nothing does not answer': {
    behaviour: 'stubborn',
    script: 'return tools.s.hang({})',
    ready: saying('hanging'),
  },
  'a server does not end': {
    behaviour: 'stubborn',
    script: 'return tools.s.echo({ text: "done" })',
    ready: saying('done'),
  },
};

/**
 * Situations that are also tried with SIGTERM; the two signals differ only in the exit status. With
 * CODE_MODE_EVERY_TEST both signals are sent in every situation, and every command waits for every server.
 */
const withSigterm = ['it starts', 'a server does not answer', 'a server does not end'];

const codeOf = (code: number | null, signal: NodeJS.Signals | null) =>
  code ?? 128 + constants.signals[signal ?? 'SIGKILL'];

/** Defines the tests whose titles are wanted. With `isMeasured`, the command must also end within its time. */
export function testInterruption(
  isWanted: (title: string) => boolean,
  { isMeasured }: { readonly isMeasured: boolean },
): void {
  /** A busy machine may take longer once, but not three times. `measureMs` returns the time that the command took. */
  const endsInTime = (title: string, measureMs: () => Promise<number>, limitMs = withinMs): void => {
    if (!isWanted(title)) return;
    it(title, async () => {
      const seen: number[] = [];
      while (seen.length < 3) {
        const took = await measureMs();
        if (took < limitMs || !isMeasured) return;
        seen.push(took);
      }
      assert.fail(`It took ${seen.join(' ms, then ')} ms.`);
    });
  };

  describe('the command', () => {
    for (const signal of signals) {
      for (const when of signal === 'SIGINT' || everyTest ? Object.keys(situations) : withSigterm) {
        const {
          behaviour = 'ok',
          args = ['run', '-', ...config],
          script,
          ready,
        } = situations[when] ?? situations['it starts'];
        endsInTime(`ends on ${signal} while ${when}`, async () => {
          using folder = await TestFolder.with({ 'mcp.json': { servers: { s: faultServer(behaviour) } } });
          execFileSync('mkfifo', [join(folder.path, 'pipe')]);
          const { child } = folder.start(args);
          if (script !== undefined) child.stdin.end(script);
          await ready(child, folder.path);
          return await endMs(child, folder.path, signal);
        });
      }

      endsInTime(`ends on ${signal} while it asks`, async () => {
        using folder = await TestFolder.with({
          'mcp.json': { servers: { s: faultServer('writing') } },
          'write.ts': 'tools.s.echo({ text: "a" })',
        });
        // The command has a terminal of its own; `script` passes on the typed text and the status of the command.
        const command = `echo pid $$; exec ${process.execPath} ${built('cli/main.js')} run write.ts ${config.join(' ')}`;
        const env = { ...process.env, HOME: folder.path, XDG_CACHE_HOME: folder.path, SHELL: '/bin/sh' };
        const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: folder.path, env });
        let said = '';
        child.stdout.on('data', (text: Buffer) => (said += text.toString()));
        await saying('[y/N')(child);
        const pid = Number(/pid (\d+)/.exec(said)?.[1]);
        const press = () =>
          signal === 'SIGINT' ? void child.stdin.write('\x03') : process.kill(pid, signal);
        return await endMs(child, folder.path, signal, press);
      });
    }

    for (const [when, call] of [
      ['an argument is checked', 'checked({ text: "a".repeat(60) + "b" })'],
      ['a server does not answer', 'hang({})'],
    ] as const) {
      endsInTime(
        `ends a script in time while ${when}`,
        async () => {
          using folder = await TestFolder.with({ 'mcp.json': { servers: { s: faultServer() } } });
          const { child, ended } = folder.start(['run', '-', '--timeout', '600', ...config]);
          child.stdin.end(`console.log("begun"); await tools.s.${call}; await tools.s.hang({})`);
          const over = saying('Failed (timeout)')(child);
          await saying('begun')(child);
          const begun = performance.now();
          await over;
          const took = performance.now() - begun;
          assert.equal((await ended).code, 3);
          return took;
        },
        600 + 500,
      );
    }

    const waiting = [['search', 'echo'], ['tools'], ['types'], ['describe', 'tools.s.echo']] as const;
    for (const behaviour of ['silent', 'list-silent', 'stubborn-silent'] as const) {
      for (const [name, ...more] of behaviour === 'stubborn-silent' || everyTest
        ? waiting
        : waiting.slice(0, 1)) {
        endsInTime(
          `${name} ends at once on SIGINT while it waits for a server that is ${behaviour}`,
          async () => {
            using folder = await TestFolder.with({ 'mcp.json': { servers: { s: faultServer(behaviour) } } });
            const { child } = folder.start([name, ...more, ...config, '--wait', '60']);
            await saying('Waiting for s…')(child);
            return await endMs(child, folder.path, 'SIGINT');
          },
          atOnceMs,
        );
      }
    }

    endsInTime(
      'ends at once on a second SIGINT',
      async () => {
        using folder = await TestFolder.with({ 'mcp.json': { servers: { s: faultServer('stubborn') } } });
        const { child } = folder.start(['run', '-', ...config]);
        child.stdin.end('return tools.s.hang({})');
        await saying('hanging')(child);
        const receipt = saying('Calls:')(child);
        child.kill('SIGINT');
        await receipt;
        const again = performance.now();
        const ended = once(child, 'close');
        child.kill('SIGINT');
        await ended;
        return performance.now() - again;
      },
      500,
    );
  });
}

/** Returns the time until the command ended by the signal, with nothing left behind, in milliseconds. */
async function endMs(
  child: ChildProcess,
  folder: string,
  signal: (typeof signals)[number],
  send = (): void => void child.kill(signal),
): Promise<number> {
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const sent = performance.now();
  send();
  const [code, by] = await ended;
  const took = performance.now() - sent;
  assert.equal(codeOf(code, by), 128 + constants.signals[signal]);
  // The guard of the servers outlives the command by the time that it gives the servers.
  const isGuard = (line: string) =>
    line === '' || line.includes('code-mode-orphan-guard') || line.startsWith('sleep ');
  const left = await eventually(
    async () => (await livingOf(folder)).filter((line) => !isGuard(line)),
    (living) => living.length === 0,
  );
  assert.deepEqual(left, []);
  return took;
}
