import assert from 'node:assert/strict';
import { sep } from 'node:path';
import { substituteInputs, substituteVariables, type VariableContext } from '../../../src/mcp/variables.ts';

const vscode: VariableContext = {
  folder: '/w/app',
  folders: [
    { name: 'app', path: '/w/app' },
    { name: 'The Docs', path: '/w/docs' },
  ],
  home: '/home/ada',
  cwd: '/start',
  env: { KEY: 'k', EMPTY: '' },
  dialect: 'vscode',
};
const mcpServers: VariableContext = { ...vscode, dialect: 'mcpServers' };
const valueOf = (text: string, context = vscode) => substituteVariables(text, context).value;

describe('substituteVariables', () => {
  const known: readonly (readonly [string, string])[] = [
    ['${workspaceFolder}/x', '/w/app/x'],
    ['${workspaceFolderBasename}', 'app'],
    ['${workspaceFolder:The Docs}/x', '/w/docs/x'],
    ['${userHome}', '/home/ada'],
    ['${cwd}', '/start'],
    ['a${pathSeparator}b${/}c', `a${sep}b${sep}c`],
    ['${env:KEY}-${env:KEY}', 'k-k'],
    ['[${env:MISSING}]', '[]'],
  ];
  for (const [written, value] of known) it(`puts a value in for ${written}`, () => assert.equal(valueOf(written), value));

  it('reaches every string of a value, keys included', () => {
    const written = { args: ['${cwd}'], env: { 'X_${env:KEY}': '${userHome}' }, level: 2, off: null };
    assert.deepEqual(substituteVariables(written, vscode).value, { args: ['/start'], env: { X_k: '/home/ada' }, level: 2, off: null });
  });

  it('does not look for variables in what a variable gave', () => {
    assert.equal(valueOf('${env:KEY}', { ...vscode, env: { KEY: '${cwd}' } }), '${cwd}');
  });

  it('leaves an unknown name as written, and reports it once', () => {
    assert.deepEqual(substituteVariables(['${nope}', '${nope}'], vscode), {
      value: ['${nope}', '${nope}'],
      unknown: ['${nope}'],
      inputs: [],
    });
  });

  it('takes the first folder where a definition belongs to none', () => {
    assert.equal(valueOf('${workspaceFolder}', { ...vscode, folder: undefined }), '/w/app');
  });

  it('leaves a folder that is not there as written', () => {
    assert.equal(valueOf('${workspaceFolder:none}'), '${workspaceFolder:none}');
  });

  it('reports inputs by their id, and leaves them as written', () => {
    assert.deepEqual(substituteVariables('${input:key}', vscode), { value: '${input:key}', unknown: [], inputs: ['key'] });
  });

  it('knows ${VAR} and ${VAR:-default} in .mcp.json', () => {
    assert.equal(valueOf('${KEY}, ${MISSING:-https://x.test:80}, ${KEY:-unused}, ${MISSING:-}', mcpServers), 'k, https://x.test:80, k, ');
  });

  it('leaves ${VAR} as written in VS Code’s file', () => {
    assert.equal(valueOf('${KEY}'), '${KEY}');
  });

  it('leaves ${VAR} as written, and reports it, when it is not set and has no default', () => {
    assert.deepEqual(substituteVariables('${MISSING}', mcpServers), { value: '${MISSING}', unknown: ['${MISSING}'], inputs: [] });
  });
});

describe('substituteInputs', () => {
  it('puts answers in, and nothing else', () => {
    const written = { '${input:key}': ['${input:key}', '${input:other}', '${env:KEY}'] };
    assert.deepEqual(substituteInputs(written, new Map([['key', '${input:other}']])), {
      '${input:other}': ['${input:other}', '${input:other}', '${env:KEY}'],
    });
  });
});
