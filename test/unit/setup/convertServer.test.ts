import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import type { ClientDialect } from '../../../src/setup/clients.ts';
import { convertServer } from '../../../src/setup/convertServer.ts';

describe('a server of a client, for the file of Code Mode', () => {
  const converts: readonly (readonly [string, ClientDialect, object, object])[] = [
    [
      'of VS Code keeps the variables that the terminal knows',
      'vscode',
      {
        command: 'a',
        args: ['${workspaceFolder}', '${userHome}${/}x'],
        env: { K: '${env:K}' },
        envFile: null,
      },
      {
        command: 'a',
        args: ['${workspaceFolder}', '${userHome}${/}x'],
        env: { K: '${env:K}' },
        envFile: null,
      },
    ],
    [
      'of Copilot CLI loses its type, its list of all tools and when they are loaded',
      'copilot',
      { type: 'local', command: 'a', tools: ['*'], deferTools: 'never' },
      { command: 'a' },
    ],
    [
      'of Claude Code loses when its tools are loaded',
      'claudeCode',
      { command: 'a', alwaysLoad: true },
      { command: 'a' },
    ],
    [
      'of Gemini CLI has its address and its variables',
      'gemini',
      { httpUrl: 'https://a.example/$V', trust: true },
      { type: 'http', url: 'https://a.example/${V}' },
    ],
    [
      'of OpenCode has its command apart, and its variables',
      'openCode',
      { type: 'local', command: ['npx', 'a'], environment: { K: '{env:V}' } },
      { command: 'npx', args: ['a'], env: { K: '${V}' } },
    ],
    [
      'of OpenCode 2 keeps its folder, and loses how its tools are called',
      'openCode2',
      { type: 'local', command: ['a'], cwd: resolve('/b'), codemode: false },
      { command: 'a', args: [], cwd: resolve('/b') },
    ],
    [
      'of Codex gets the variables that it hands on',
      'codex',
      { command: 'a', args: ['b'], env: { A: 'b' }, env_vars: ['C'], startup_timeout_sec: 3 },
      { command: 'a', args: ['b'], env: { C: '${C:-}', A: 'b' } },
    ],
    [
      'of Codex on the web gets its token as a header',
      'codex',
      {
        url: 'https://a.example',
        bearer_token_env_var: 'T',
        http_headers: { X: 'y' },
        env_http_headers: { Z: 'V' },
      },
      {
        type: 'http',
        url: 'https://a.example',
        headers: { X: 'y', Z: '${V}', Authorization: 'Bearer ${T}' },
      },
    ],
  ];
  for (const [what, dialect, value, server] of converts) {
    it(what, () => assert.deepEqual(convertServer(dialect, value), { ok: true, server }));
  }

  const stays: readonly (readonly [string, ClientDialect, unknown])[] = [
    ['is disabled', 'mcpServers', { command: 'a', disabled: true }],
    ['is not enabled', 'codex', { command: 'a', enabled: false }],
    ['may use some of its tools only', 'copilot', { command: 'a', tools: ['read'] }],
    ['is kept from some of its tools', 'gemini', { command: 'a', excludeTools: ['write'] }],
    ['asks for an input', 'vscode', { command: 'a', env: { K: '${input:k}' } }],
    ['asks for a setting', 'vscode', { command: 'a', args: ['${config:a.b}'] }],
    [
      'asks for the value of a command',
      'vscode',
      { url: 'https://a.example', headers: { '${command:a.b}': 'x' } },
    ],
    ['asks for the active file', 'vscode', { command: 'a', cwd: '${fileDirname}' }],
    ['asks for a folder by its name', 'vscode', { command: 'a', cwd: '${workspaceFolder:web}' }],
    ['asks for the program of the editor', 'vscode', { command: '${execPath}' }],
    ['asks for the sandbox of VS Code', 'vscode', { command: 'a', sandboxEnabled: true }],
    ['has a text that would become a variable', 'claudeDesktop', { command: 'a', args: ['${HOME}'] }],
    [
      'is disabled in the words of OpenCode 2',
      'openCode2',
      { type: 'local', command: ['a'], disabled: true },
    ],
    ['runs in a folder of the project', 'openCode', { type: 'local', command: ['a'], cwd: '.' }],
    ['reads a file', 'openCode', { type: 'local', command: ['a'], environment: { K: '{file:~/k}' } }],
    [
      'signs in by settings of its own',
      'openCode',
      { type: 'remote', url: 'https://a.example', oauth: { clientId: 'x' } },
    ],
    ['cannot be started', 'mcpServers', {}],
    ['is no object', 'mcpServers', 'a'],
  ];
  for (const [what, dialect, value] of stays) {
    it(`stays where it is when it ${what}`, () => assert.equal(convertServer(dialect, value).ok, false));
  }

  it('says how an input of one that stays is given', () => {
    const { why } = { why: '', ...convertServer('vscode', { command: 'a', env: { K: '${input:k}' } }) };
    assert.match(why, /^it has "\$\{input:k\}", .* --input$/);
  });
});
