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

  const read: readonly (readonly [what: string, line: string, options: object])[] = [
    ['leaves the choice of an engine to the sandbox unless told otherwise', 'run -', { engine: 'auto' }],
    ['takes - as standard input', 'run -', { file: '-' }],
    ['checks types unless told', 'run -', { typeCheck: 'error' }],
    ['reads code from the command line', "run --eval 'return 1'", { file: '[eval]', code: 'return 1' }],
    ['reads code after -e', "run -e 'return 1' --json", { file: '[eval]', code: 'return 1' }],
    [
      'takes several paths to describe',
      'describe tools.geo.getCity tools.geo',
      { paths: ['tools.geo.getCity', 'tools.geo'] },
    ],
    [
      'reads the servers of a command line in their order, without the saved scripts of the folder',
      `tools --http-url https://a.test/mcp --as=web --stdio 'b "c d"'`,
      {
        commandLineServers: [
          { name: 'web', entry: { url: 'https://a.test/mcp' } },
          { name: 'b', entry: { command: 'b', args: ['c d'], env: {}, cwd: '${cwd}' } },
        ],
        workspaceScripts: false,
        waitMs: 3_000,
        firstWaitMs: 25_000,
      },
    ],
    ['joins the words of a search', 'search read a file', { query: 'read a file' }],
    ['reads how many tools a search may show', 'search read --limit 3', { limit: 3 }],
    ['reads what daemon does', 'daemon status --json', { command: 'daemon', action: 'status', json: true }],
    ['reads which server daemon stops', 'daemon stop geo', { action: 'stop', json: false, server: 'geo' }],
    ['serves a port where told', 'serve --http', { port: 7_332 }],
    ['serves any free port where told', 'serve --http --port 0', { port: 0 }],
    ['reads the shell to complete for', 'completion fish', { command: 'completion', shell: 'fish' }],
    [
      'reads the server to sign in to',
      'login github --config x.json',
      { command: 'login', server: 'github' },
    ],
    ['reads the server to sign out of', 'logout github', { command: 'logout', server: 'github' }],
  ];
  for (const [what, line, options] of read)
    it(what, () => assert.partialDeepStrictEqual(parse(line), options));

  it('reads the password of --state from the environment', () => {
    process.env['STATE_PASSWORD'] = 'a/b#%41@${c}';
    const options = parse('serve --http --state redis://:${STATE_PASSWORD}@h/0');
    delete process.env['STATE_PASSWORD'];
    assert.partialDeepStrictEqual(options, { state: 'redis://:a%2Fb%23%2541%40%24%7Bc%7D@h/0' });
  });

  it('serves standard input and output without a port', () => assert.ok(!('port' in parse('serve'))));

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

  for (const line of ['', 'help', '--help', '-h', 'help help']) {
    it(`shows the help for "${line}"`, () => assert.deepEqual(parse(line), { command: 'help' }));
  }

  for (const line of ['help run', 'run --help', 'run a.ts -h --json', '--help run']) {
    it(`shows the page of run for "${line}"`, () =>
      assert.deepEqual(parse(line), { command: 'help', page: 'run' }));
  }

  const wrong: readonly (readonly [line: string, says: RegExp])[] = [
    ['rum', /no command "rum"; did you mean run\?/],
    ['help serach', /no command "serach"; did you mean search\?/],
    ['frobnicate', /no command "frobnicate"; the commands are run, /],
    ['--config x.json tools', /options stand after the command: .*--config/],
    ['serve --port 80', /--port is for --http/],
    ['serve --state redis://h/0', /--state is for --http/],
    ['serve --http --state http://:hunter2@h/0', /^UsageError: --state takes redis:(?!.*hunter2)/],
    [
      'serve --http --state redis://:${NO_SUCH_PASSWORD}@h/0',
      /--state: the variable NO_SUCH_PASSWORD is not set/,
    ],
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
    ...['daemon', 'daemon start', 'daemon status geo', 'daemon stop a b'].map(
      (line) => [line, /^UsageError: daemon takes status or stop \[<server>\]/] as const,
    ),
    ['completion tcsh', /completion takes <bash\|zsh\|fish\|pwsh>/],
    ['run a.ts --timeout soon', /--timeout takes an integer from 1 to 600000, not "soon"/],
    [`serve --http --token-file t --host ''`, /--host takes <address>/],
    [`run a.ts --session ${'x'.repeat(101)}`, /--session takes a name of at most 100 characters/],
    ['run a.ts --as-model --json', /--as-model prints text; omit it or --json/],
    ['run a.ts --arg novalue', /--arg takes key=value, not "novalue"/],
    ['tools --wait long', /--wait takes up to 600 seconds, not "long"/],
    ['tools --input key', /--input takes id=value/],
    ['run a.ts --nonsense', /run has no option --nonsense \(see code-mode help run\)/],
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
