import assert from 'node:assert/strict';
import { parseCommandLine } from '../../../src/cli/parseCommandLine.ts';
import { shellWords } from '../../fakes/shellWords.ts';

const parse = (line: string) => parseCommandLine(shellWords(line));

describe('parseCommandLine', () => {
  it('reads everything that run takes', () => {
    assert.deepEqual(
      parse(`
        run a.ts --config x.json --config y.json --arg n=3 --arg who=Ann=e --timeout 500
        --json --allow-writes --approve a.*=deny --exclude a.* --trace t.jsonl --engine wasm --sandbox-os auto
        --type-check warn --record metadata --limit cpuMs=2000 --limit calls=5
        --server geo --server !web --other-tools --input key=a=b --read-paths ** --write-paths out/**
        --fresh --wait 1.5 --root a --root b --trust git* --trust-workspace --keep
      `),
      {
        command: 'run',
        file: 'a.ts',
        configs: ['x.json', 'y.json'],
        exclude: ['a.*'],
        servers: ['geo', '!web'],
        keep: true,
        trust: ['git*'],
        trustWorkspace: true,
        commandLineServers: [],
        workspaceScripts: false,
        otherTools: true,
        inputs: new Map([['key', 'a=b']]),
        scriptFolders: [],
        readPaths: ['**'],
        writePaths: ['out/**'],
        json: true,
        learn: true,
        args: { n: 3, who: 'Ann=e' },
        timeoutMs: 500,
        limits: { cpuMs: 2000, calls: 5 },
        dataFlow: [],
        dryRun: false,
        allowWrites: true,
        approve: [{ pattern: 'a.*', action: 'deny', setting: '--approve' }],
        asModel: false,
        audit: false,
        withInputs: false,
        record: 'metadata',
        redact: { fields: [], paths: [], texts: [], problems: [] },
        typeCheck: 'warn',
        engine: 'wasm',
        trace: 't.jsonl',
        sandboxOs: 'auto',
        discovery: { pattern: 'hybrid', ttlMs: 86_400_000 },
        fresh: true,
        waitMs: 1500,
        firstWaitMs: 1500,
        roots: ['a', 'b'],
      },
    );
  });

  it('leaves the choice of an engine to the sandbox unless told otherwise', () => {
    const line = parse('run -');
    assert.equal(line.command === 'run' && line.engine, 'auto');
  });

  it('takes - as standard input', () => {
    const line = parse('run -');
    assert.equal(line.command === 'run' && line.file, '-');
  });

  it('takes several paths to describe', () => {
    const line = parse('describe tools.geo.getCity tools.geo');
    assert.deepEqual(line.command === 'describe' && line.paths, ['tools.geo.getCity', 'tools.geo']);
  });

  it('checks types unless told', () => {
    const line = parse('run -');
    assert.equal(line.command === 'run' && line.typeCheck, 'error');
  });

  it('reads the servers of a command line in their order, without the saved scripts of the folder', () => {
    const line = parse(`tools --http-url https://a.test/mcp --as=web --stdio 'b "c d"'`);
    assert.deepEqual(
      line.command === 'tools' && [
        line.commandLineServers,
        line.workspaceScripts,
        line.waitMs,
        line.firstWaitMs,
      ],
      [
        [
          { name: 'web', entry: { url: 'https://a.test/mcp' } },
          { name: 'b', entry: { command: 'b', args: ['c d'], env: {}, cwd: '${cwd}' } },
        ],
        false,
        3_000,
        25_000,
      ],
    );
  });

  it('joins the words of a search', () => {
    const line = parse('search read a file');
    assert.equal(line.command === 'search' && line.query, 'read a file');
  });

  it('reads code from the command line', () => {
    for (const given of ["run --eval 'return 1'", "run -e 'return 1' --json"]) {
      const line = parse(given);
      assert.deepEqual(line.command === 'run' && [line.file, line.code], ['[eval]', 'return 1']);
    }
  });

  it('reads what daemon does, and to which server', () => {
    assert.deepEqual(parse('daemon status --json'), { command: 'daemon', action: 'status', json: true });
    assert.deepEqual(parse('daemon stop geo'), {
      command: 'daemon',
      action: 'stop',
      json: false,
      server: 'geo',
    });
    for (const line of ['daemon', 'daemon start', 'daemon status geo', 'daemon stop a b'])
      assert.throws(() => parse(line), /^UsageError: daemon takes status or stop \[<server>\]/);
  });

  it('reads how many tools a search may show', () => {
    const line = parse('search read --limit 3');
    assert.equal(line.command === 'search' && line.limit, 3);
  });

  it('reads everything that proxy takes', () => {
    assert.deepEqual(
      parse(`
        proxy --upstream https://models.test/v1 --port 0 --store --description-tokens 9 --exclude ask_*
        --limit calls=5 --type-check off --engine wasm
      `),
      {
        command: 'proxy',
        upstream: 'https://models.test/v1',
        port: 0,
        store: true,
        descriptionTokens: 9,
        exclude: ['ask_*'],
        limits: { calls: 5 },
        typeCheck: 'off',
        engine: 'wasm',
      },
    );
  });

  it('serves standard input and output, or a port where told', () => {
    const lines = ['serve', 'serve --http', 'serve --http --port 0'].map(parse);
    assert.deepEqual(
      lines.map((line) => line.command === 'serve' && line.port),
      [undefined, 7_332, 0],
    );
  });

  it('reads the shell to complete for', () => {
    assert.deepEqual(parse('completion fish'), { command: 'completion', shell: 'fish' });
  });

  for (const line of ['', 'help', '--help', '-h']) {
    it(`shows the help for "${line}"`, () => assert.deepEqual(parse(line), { command: 'help' }));
  }

  for (const line of ['help run', 'run --help', 'run a.ts -h --json', '--help run']) {
    it(`shows the page of run for "${line}"`, () =>
      assert.deepEqual(parse(line), { command: 'help', page: 'run' }));
  }

  it('reads the server to sign in to, and to sign out of', () => {
    const line = parse('login github --config x.json');
    assert.deepEqual([line.command, line.command === 'login' && line.server], ['login', 'github']);
    assert.deepEqual(parse('logout github'), { command: 'logout', server: 'github' });
  });

  const wrong: readonly (readonly [line: string, says: RegExp])[] = [
    ['rum', /no command "rum"; did you mean run\?/],
    ['help serach', /no command "serach"; did you mean search\?/],
    ['frobnicate', /no command "frobnicate"; the commands are run, /],
    ['--config x.json tools', /options stand after the command: .*--config/],
    ['serve --port 80', /--port is for --http/],
    ['serve --state redis://h/0', /--state is for --http/],
    ['serve --http --state http://:hunter2@h/0', /^UsageError: --state takes redis:(?!.*hunter2)/],
    ['setup --yes', /--yes needs --client/],
    ['run', /run takes <file>, - or --eval <code>/],
    ['run a.ts b.ts', /run takes <file>, - or --eval <code>/],
    ["run a.ts -e 'return 1'", /run takes <file>, - or --eval <code>/],
    ['tools --conifg x.json', /tools has no option --conifg; did you mean --config\?/],
    ['run a.ts --http https://a.test', /run has no option --http; serve has; did you mean --http-url\?/],
    ['tools --timeout 3', /tools has no option --timeout; run, runs, scripts have/],
    ['tools -x', /tools has no option -x \(see code-mode help tools\)/],
    ['tools --config', /--config takes <mcp\.json>/],
    [`tools --stdio "npx 'a"`, /^UsageError: --stdio: the quotation mark at character 5 has no end$/],
    ['runs list --stdio a', /runs list has no option --stdio; runs replay, runs resume, runs test have/],
    ['tools --json=yes', /--json takes no value/],
    ['tools --config --json', /--config takes <mcp\.json>; .*--config=-/],
    ['tools --discovery never', /--discovery takes startup, onDemand, hybrid, not "never"/],
    ['tools --discovery-ttl soon', /--discovery-ttl takes hours, not "soon"/],
    ['search x --limit 0', /--limit takes an integer from 1 to 50, not "0"/],
    ['completion tcsh', /completion takes <bash\|zsh\|fish\|pwsh>/],
    ['run a.ts --timeout soon', /--timeout takes whole milliseconds, not "soon"/],
    [`run a.ts --session ''`, /--session takes a name of at most 100 characters/],
    ['run a.ts --as-model --json', /--as-model prints text; omit it or --json/],
    ['run a.ts --arg novalue', /--arg takes key=value, not "novalue"/],
    ['tools --wait long', /--wait takes up to 600 seconds, not "long"/],
    ['tools --input key', /--input takes id=value/],
    ['run a.ts --sandbox-os on', /--sandbox-os takes off, auto, required, not "on"/],
    ['run a.ts --nonsense', /run has no option --nonsense \(see code-mode help run\)/],
    ['run a.ts --engine v8', /--engine takes auto, process, wasm, not "v8"/],
    ['run a.ts --limit speed=1', /--limit takes limit=number, not "speed=1"; limits: cpuMs, wallMs, /],
    ['run a.ts --limit cpuMs', /--limit cpuMs takes an integer from 100 to 600000, not ""/],
    ['run a.ts --limit cpuMs=99', /--limit cpuMs takes an integer from 100 to 600000, not "99"/],
    ['run a.ts --limit calls=1.5', /--limit calls takes an integer from 1 to 100000, not "1.5"/],
    ['run a.ts --limit toString=1', /limits: /],
    ['proxy', /proxy needs --upstream <url>/],
    ['proxy --upstream models.test', /--upstream takes a base URL/],
    ['proxy --upstream file:///etc', /--upstream takes a base URL/],
    ['proxy --upstream https://me:secret@models.test/v1', /--upstream takes no password/],
    ['tools extra', /tools takes no "extra"/],
    ['search', /search takes <words>/],
    ['describe', /describe takes <path>/],
    ['login', /login takes <server>/],
    ['logout a b', /logout takes <server>/],
  ];
  for (const [line, says] of wrong) {
    it(`refuses "${line}"`, () => assert.throws(() => parse(line), says));
  }
});
