import assert from 'node:assert/strict';
import { ProcessOutput } from '../../../../../src/mcp/transport/stdio/processOutput.ts';
import { Secrets } from '../../../../../src/mcp/protocol/secrets.ts';

const outputOf = (...lines: string[]) => {
  const logged: string[] = [];
  const output = new ProcessOutput(new Secrets({ API_KEY: 'sk-0123456789' }), (line) => logged.push(line));
  for (const line of lines) output.addStderr(line);
  return { output, logged };
};

describe('ProcessOutput', () => {
  it('keeps the last 100 lines', () => {
    const { output, logged } = outputOf(...Array.from({ length: 110 }, (_, index) => `line ${index + 1}`));
    assert.deepEqual([output.stderr.length, output.stderr[0], logged.length], [100, 'line 11', 110]);
  });

  it('quotes the last line', () => {
    assert.equal(outputOf('first', 'last').output.quote(), ' (stderr: "last")');
  });

  it('quotes the line with the error rather than what Node writes after it', () => {
    const { output } = outputOf(
      'Error: Cannot find module "x"',
      '    at load (loader.js:1)',
      'Node.js v24.21.0',
    );
    assert.equal(output.quote(), ' (stderr: "Error: Cannot find module \\"x\\"")');
  });

  it('quotes the line with the error although Node lists where it looked for a module after it', () => {
    const looked = Array.from(
      { length: 60 },
      (_, index) => `'/node_modules/sqlite3/${index}/node_sqlite3.node',`,
    );
    const { output } = outputOf('Error: Could not locate the bindings file', ...looked, 'Node.js v24.21.0');
    assert.equal(output.quote(), ' (stderr: "Error: Could not locate the bindings file")');
  });

  const ends: readonly (readonly [of: string, lines: readonly string[], quotes: string])[] = [
    [
      'a Go panic, not the frame',
      [
        'panic: open /etc/x.json: no such file or directory',
        '',
        'goroutine 1 [running]:',
        'github.com/acme/server/internal/errors.Must(...)',
        '\t/src/internal/errors/errors.go:12',
        'main.main()',
        '\t/src/main.go:25 +0x1d',
        'exit status 2',
      ],
      'panic: open /etc/x.json: no such file or directory',
    ],
    [
      'a fatal error of Go, with what it wraps',
      [
        'panic: runtime error: index out of range [recovered]',
        '\tpanic: bad key',
        'goroutine 1 [running]:',
        'main.go:3 +0x1d',
      ],
      'panic: bad key',
    ],
    [
      'a Python traceback',
      [
        'Traceback (most recent call last):',
        '  File "/srv/errors.py", line 3, in <module>',
        '    raise KeyError("TOKEN")',
        "KeyError: 'TOKEN'",
      ],
      "KeyError: 'TOKEN'",
    ],
    [
      'a Rust panic, whose message is on a line of its own',
      [
        "thread 'main' panicked at src/main.rs:4:10:",
        'no config: NotFound',
        'note: run with `RUST_BACKTRACE=1` environment variable',
      ],
      "thread 'main' panicked at src/main.rs:4:10: no config: NotFound",
    ],
    [
      'an exception of Java',
      [
        'Exception in thread "main" java.lang.IllegalStateException: no key',
        '\tat com.acme.Errors.fail(Errors.java:3)',
        '\t... 12 more',
      ],
      'Exception in thread "main" java.lang.IllegalStateException: no key',
    ],
    [
      'no frame where there is nothing else',
      ['    at error (x.js:1:1)', 'Node.js v24.21.0'],
      'Node.js v24.21.0',
    ],
    [
      'a usage after an error',
      ['Error: flag -x is not known', 'Usage of server:', '  -h  help on errors'],
      'Error: flag -x is not known',
    ],
  ];
  for (const [of, lines, quotes] of ends) {
    it(`quotes the message of ${of}`, () =>
      assert.equal(outputOf(...lines).output.quote(), ` (stderr: ${JSON.stringify(quotes)})`));
  }

  it('neither logs nor quotes a secret that the server was given', () => {
    const { output, logged } = outputOf('Error: the key sk-0123456789 is not valid');
    assert.deepEqual(
      [output.quote(), logged],
      [' (stderr: "Error: the key ••• is not valid")', ['Error: the key ••• is not valid']],
    );
  });

  it('quotes nothing when nothing was said', () => {
    assert.equal(outputOf('', '  ').output.quote(), '');
  });

  it('drops terminal colours and cuts long lines', () => {
    const { output } = outputOf(`\u001b[31m${'x'.repeat(1_000)}\u001b[0m`);
    assert.equal(output.stderr[0], `${'x'.repeat(300)}…`);
  });

  for (const [what, lines, quotes] of [
    [
      'npm, not its advice',
      [
        'npm error code E404',
        'npm error 404 Not Found - GET https://registry.npmjs.org/no-such - Not found',
        'npm error 404',
        "npm error 404  'no-such@*' is not in this registry.",
        'npm error A complete log of this run can be found in: /home/ada/.npm/_logs/1-debug-0.log',
      ],
      [
        'npm error 404 Not Found - GET https://registry.npmjs.org/no-such - Not found',
        "npm error 404  'no-such@*' is not in this registry.",
      ],
    ],
    [
      'Docker, not its help',
      [
        'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
        "See 'docker run --help'.",
      ],
      [
        'docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?',
      ],
    ],
    [
      'uvx, with the cause and without the hint',
      [
        'Resolved in 3ms',
        '× No solution found when resolving tool dependencies:',
        '╰─▶ Because no-such was not found in the package registry, your requirements are unsatisfiable.',
        'hint: Try another index.',
      ],
      [
        '× No solution found when resolving tool dependencies:',
        '╰─▶ Because no-such was not found in the package registry, your requirements are unsatisfiable.',
      ],
    ],
  ] as const) {
    it(`quotes the reason of ${what}`, () => {
      assert.equal(
        outputOf(...lines).output.quote(),
        ` (stderr: ${quotes.map((line) => JSON.stringify(line)).join('; ')})`,
      );
    });
  }
});
