import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/commandLine.ts';

describe('parseCommandLine', () => {
  it('reads everything that run takes', () => {
    assert.deepEqual(
      parseCommandLine([
        ...['run', 'a.ts', '--config', 'x.json', '--config', 'y.json', '--arg', 'n=3', '--arg', 'who=Ann=e', '--timeout', '500'],
        ...['--json', '--allow-writes', '--exclude', 'a.*', '--trace', 't.jsonl', '--engine', 'wasm', '--sandbox-os', 'auto'],
        ...['--type-check', 'warn', '--limit', 'cpuMs=2000', '--limit', 'calls=5'],
        ...['--server', 'geo', '--server', '!web', '--other-tools', '--input', 'key=a=b'],
        ...['--read-paths', '**', '--write-paths', 'out/**'],
      ]),
      {
        command: 'run',
        file: 'a.ts',
        configs: ['x.json', 'y.json'],
        exclude: ['a.*'],
        servers: ['geo', '!web'],
        otherTools: true,
        inputs: new Map([['key', 'a=b']]),
        readPaths: ['**'],
        writePaths: ['out/**'],
        json: true,
        learn: true,
        args: { n: 3, who: 'Ann=e' },
        timeoutMs: 500,
        limits: { cpuMs: 2000, calls: 5 },
        allowWrites: true,
        typeCheck: 'warn',
        engine: 'wasm',
        trace: 't.jsonl',
        sandboxOs: 'auto',
        discovery: { pattern: 'hybrid', ttlMs: 86_400_000 },
      },
    );
  });

  it('runs scripts in processes unless told otherwise', () => {
    const line = parseCommandLine(['run', '-']);
    assert.equal(line.command === 'run' && line.engine, 'process');
  });

  it('takes - as standard input', () => {
    const line = parseCommandLine(['run', '-']);
    assert.equal(line.command === 'run' && line.file, '-');
  });

  it('takes several paths to describe', () => {
    const line = parseCommandLine(['describe', 'tools.geo.getCity', 'tools.geo']);
    assert.deepEqual(line.command === 'describe' && line.paths, ['tools.geo.getCity', 'tools.geo']);
  });

  it('checks types unless told', () => {
    const line = parseCommandLine(['run', '-']);
    assert.equal(line.command === 'run' && line.typeCheck, 'error');
  });

  it('joins the words of a search', () => {
    const line = parseCommandLine(['search', 'read', 'a', 'file']);
    assert.equal(line.command === 'search' && line.query, 'read a file');
  });

  for (const argv of [[], ['help'], ['--help'], ['run', '--help']]) {
    it(`shows the help for ${JSON.stringify(argv)}`, () => {
      assert.deepEqual(parseCommandLine(argv), { command: 'help' });
    });
  }

  it('reads the server to sign in to, and to sign out of', () => {
    const line = parseCommandLine(['login', 'github', '--config', 'x.json']);
    assert.deepEqual([line.command, line.command === 'login' && line.server], ['login', 'github']);
    assert.deepEqual(parseCommandLine(['logout', 'github']), { command: 'logout', server: 'github' });
  });

  const wrong: readonly (readonly [argv: readonly string[], says: RegExp])[] = [
    [['rum'], /no command "rum"; it is one of run, types, tools, search, describe/],
    [['run'], /run takes one file/],
    [['run', 'a.ts', 'b.ts'], /run takes one file/],
    [['run', 'a.ts', '--timeout', 'soon'], /--timeout takes whole milliseconds, not "soon"/],
    [['run', 'a.ts', '--arg', 'novalue'], /--arg takes key=value, not "novalue"/],
    [['tools', '--input', 'key'], /--input takes id=value/],
    [['run', 'a.ts', '--sandbox-os', 'on'], /--sandbox-os takes off, auto, required, not "on"/],
    [['run', 'a.ts', '--nonsense'], /--nonsense/],
    [['run', 'a.ts', '--engine', 'v8'], /--engine is one of process, wasm, not "v8"/],
    [['run', 'a.ts', '--limit', 'speed=1'], /--limit takes limit=number, not "speed=1"; the limits are cpuMs, wallMs, /],
    [['run', 'a.ts', '--limit', 'cpuMs'], /--limit cpuMs takes a whole number from 100 to 600000, not ""/],
    [['run', 'a.ts', '--limit', 'cpuMs=99'], /--limit cpuMs takes a whole number from 100 to 600000, not "99"/],
    [['run', 'a.ts', '--limit', 'calls=1.5'], /--limit calls takes a whole number from 1 to 100000, not "1.5"/],
    [['run', 'a.ts', '--limit', 'toString=1'], /the limits are/],
    [['tools', 'extra'], /tools takes no "extra"/],
    [['search'], /search takes what to look for/],
    [['describe'], /describe takes paths of tools/],
    [['login'], /login takes one server/],
    [['logout', 'a', 'b'], /logout takes one server/],
  ];
  for (const [argv, says] of wrong) {
    it(`refuses ${JSON.stringify(argv)}`, () => {
      assert.throws(() => parseCommandLine(argv), says);
    });
  }
});
