// Tests the commands into which the confinement of the operating system turns a command.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '../../../src/sandbox/supervisor/commandLine.ts';
import {
  bubblewrap,
  endingSignal,
  seatbelt,
  type CommandLine,
} from '../../../src/sandbox/supervisor/osConfinement.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';

const line: CommandLine = {
  command: '/opt/node',
  args: ['--eval', '1'],
  env: { TZ: 'Asia/Tokyo' },
  cwd: '/',
};
const libraries = ['/lib/libc.so.6', '/opt/libffmpeg.so'];

describe('bubblewrap', () => {
  const wall = bubblewrap('/usr/bin/bwrap', { executable: '/opt/node', libraries });
  const { command, args, env, detached } = wall.enclose(line);
  const said = args.join(' ');

  it('shares nothing, and ends with whoever started it', () => {
    assert.deepEqual([command, env, detached], ['/usr/bin/bwrap', {}, true]);
    assert.match(said, /^--unshare-all --die-with-parent /);
    assert.doesNotMatch(said, /--share/);
  });

  it('shows the files of the runtime and no others, none to be written', () => {
    const mounted = args.flatMap((arg, at) =>
      /^--(?!setenv|hostname|chdir)/.test(arg) && args[at + 1]?.startsWith('/')
        ? [`${arg} ${args[at + 1]}`]
        : [],
    );
    assert.deepEqual(mounted, [
      '--ro-bind /opt/node',
      '--ro-bind /lib/libc.so.6',
      '--ro-bind /opt/libffmpeg.so',
      '--ro-bind-try /etc/ld.so.cache',
      '--dir /tmp',
      '--remount-ro /',
      '-- /opt/node',
    ]);
  });

  it('passes on the variables it is given, and the arguments as they are', () => {
    assert.match(said, /--clearenv --setenv TZ Asia\/Tokyo .* -- \/opt\/node --eval 1$/);
  });

  it('shows to Electron what lies beside it, and /proc', async () => {
    using folder = new TemporaryFolder('code-mode-electron-');
    await writeFile(join(folder.path, 'icudtl.dat'), '');
    const electron = bubblewrap('/usr/bin/bwrap', { executable: join(folder.path, 'code'), libraries })
      .enclose(line)
      .args.join(' ');
    assert.match(electron, /--proc \/proc/);
    for (const name of ['icudtl.dat', 'snapshot_blob.bin', 'v8_context_snapshot.bin'])
      assert.ok(electron.includes(` ${join(folder.path, name)} `), name);
  });

  it('stands inside the limits of the kernel', () => {
    const { command: first, args: all } = commandLine(
      '/opt/node',
      { heapMb: 64, cpuMs: 1_000, timeZone: 'UTC' },
      { wall },
    );
    assert.match(
      `${first} ${all.join(' ')}`,
      /^\/bin\/sh -c ulimit.* code-mode 11 12 \/usr\/bin\/bwrap --unshare-all /s,
    );
  });
});

describe('the profile of macOS', () => {
  const profileOf = (executable: string) => {
    const { command, args, env } = seatbelt('/usr/bin/sandbox-exec', {
      executable,
      libraries: ['/usr/lib/libSystem.dylib', '/opt/own.dylib'],
    }).enclose(line);
    assert.deepEqual(
      [command, args[0], args.slice(2), env],
      ['/usr/bin/sandbox-exec', '-p', [executable, '--eval', '1'], line.env],
    );
    return args[1] ?? '';
  };

  it('denies what it does not name', () => {
    assert.equal(
      profileOf('/opt/node'),
      [
        '(version 1)',
        '(deny default)',
        '(allow process-exec (literal "/opt/node"))',
        '(allow signal (target self))',
        '(allow sysctl-read)',
        '(allow file-read* file-map-executable (subpath "/usr/lib") (subpath "/System") (literal "/") (literal "/dev/null") (literal "/dev/urandom") (literal "/opt/node") (literal "/opt/own.dylib"))',
      ].join('\n'),
    );
  });

  it('shows to Electron its application', () => {
    assert.match(
      profileOf('/Applications/My "Code".app/Contents/Frameworks/Helper.app/Contents/MacOS/Helper'),
      /\(subpath "\/Applications\/My \\"Code\\"\.app"\)/,
    );
  });
});

describe('the end of a process that another reports', () => {
  it('is the signal that the exit code stands for', () => {
    assert.deepEqual([134, 137, 0, 9, 128, null].map(endingSignal), [
      'SIGABRT',
      'SIGKILL',
      null,
      null,
      null,
      null,
    ]);
  });
});
