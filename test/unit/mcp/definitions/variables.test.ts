import assert from 'node:assert/strict';
import { sep } from 'node:path';
import {
  substituteLateValues,
  substituteVariables,
  type VariableContext,
} from '../../../../src/mcp/definitions/variables.ts';

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
/** Asserts that all variables stay as written, and that they are reported as `reported` says. */
const stays = (
  written: string | readonly string[],
  reported: Partial<Record<'unknown' | 'inputs' | 'editor', readonly string[]>>,
  context = vscode,
) =>
  assert.deepEqual(substituteVariables(written, context), {
    value: written,
    ...{ isTooLong: false, unknown: [], inputs: [], editor: [] },
    ...reported,
  });

describe('substituteVariables', () => {
  const known: readonly (readonly [string, string])[] = [
    ['${workspaceFolder}/x', '/w/app/x'],
    ['${workspaceFolderBasename}', 'app'],
    ['${workspaceFolder:The Docs}/x', '/w/docs/x'],
    ['${userHome}', '/home/ada'],
    ['${workspaceFolderBasename:The Docs}', 'docs'],
    ['${workspaceRoot}, ${workspaceRootFolderName}', '/w/app, app'],
    ['${cwd}', '/w/app'],
    ['${cwd:The Docs}', '/w/docs'],
    ['a${pathSeparator}b${/}c', `a${sep}b${sep}c`],
    ['${env:KEY}-${env:KEY}', 'k-k'],
    ['[${env:MISSING}]', '[]'],
    ['[${env:constructor}]', '[]'],
  ];
  for (const [written, value] of known)
    it(`puts a value in for ${written}`, () => assert.equal(valueOf(written), value));

  it('reaches every string of a value, keys included', () => {
    const written = {
      args: ['${workspaceFolder}'],
      env: { 'X_${env:KEY}': '${userHome}' },
      level: 2,
      off: null,
    };
    assert.deepEqual(substituteVariables(written, vscode).value, {
      args: ['/w/app'],
      env: { X_k: '/home/ada' },
      level: 2,
      off: null,
    });
  });

  it('does not look for variables in what a variable gave', () => {
    assert.equal(valueOf('${env:KEY}', { ...vscode, env: { KEY: '${cwd}' } }), '${cwd}');
  });

  it('leaves an unknown name as written, and reports it once', () => {
    stays(['${nope}', '${nope}'], { unknown: ['${nope}'] });
  });

  it('takes the current folder of this process where a definition belongs to no folder', () => {
    assert.equal(valueOf('${cwd}', { ...vscode, folder: undefined }), '/start');
  });

  it('takes the first folder where a definition belongs to none', () => {
    assert.equal(valueOf('${workspaceFolder}', { ...vscode, folder: undefined }), '/w/app');
  });

  it('leaves a folder that is not there as written', () => {
    assert.equal(valueOf('${workspaceFolder:none}'), '${workspaceFolder:none}');
  });

  it('ends where settings contain one another many times', () => {
    const setting = (name: string) => `\${config:${name}x}`.repeat(2);
    assert.equal(substituteVariables('${config:a}', { ...vscode, setting }).isTooLong, false);
  });

  it('says where the values would become longer than anybody wants', () => {
    const context = { ...vscode, env: { KEY: 'k'.repeat(100_000) } };
    const { value, isTooLong } = substituteVariables('${env:KEY}'.repeat(1_000), context);
    assert.ok(isTooLong && value.length < 1_200_000);
  });

  it('reports inputs by their id, and leaves them as written', () => {
    stays('${input:key}', { inputs: ['key'] });
  });

  const ofEditor = [
    'config:a.b',
    'command:pick',
    'extensionInstallFolder:a.b',
    'execInstallFolder',
    'lineNumber',
    'columnNumber',
    'selectedText',
  ];
  const ofFile = [
    'file',
    'fileBasename',
    'fileBasenameNoExtension',
    'fileDirname',
    'fileDirnameBasename',
    'fileExtname',
  ];
  const ofItsFolder = [
    'fileWorkspaceFolder',
    'fileWorkspaceFolderBasename',
    'relativeFile',
    'relativeFileDirname',
  ];
  for (const name of [...ofEditor, ...ofFile, ...ofItsFolder]) {
    it(`leaves \${${name}} to the editor`, () => stays(`\${${name}}`, { editor: [name] }));
  }

  it('leaves what no editor tells an extension as written, and reports it', () => {
    const unknown = ['${defaultBuildTask}', '${execPath}', '${config:}', '${filename}'];
    stays(unknown, { unknown });
  });

  it('knows no variables of the editor in .mcp.json', () => {
    stays('${config:a.b}', { unknown: ['${config:a.b}'] }, mcpServers);
  });

  it('knows ${VAR} and ${VAR:-default} in .mcp.json', () => {
    assert.equal(
      valueOf('${KEY}, ${MISSING:-https://x.test:80}, ${KEY:-unused}, ${MISSING:-}', mcpServers),
      'k, https://x.test:80, k, ',
    );
  });

  it('leaves ${VAR} as written in VS Code’s file', () => {
    assert.equal(valueOf('${KEY}'), '${KEY}');
  });

  it('leaves ${VAR} as written, and reports it, when it is not set and has no default', () => {
    for (const written of ['${MISSING}', '${constructor}'])
      stays(written, { unknown: [written] }, mcpServers);
  });
});

describe('substituteLateValues', () => {
  const late = { inputs: new Map([['key', '${input:other}']]), editor: new Map([['config:a', '${file}']]) };

  it('puts answers and the editor’s values in, and nothing else', () => {
    const written = {
      '${input:key}': ['${input:key}', '${input:other}', '${env:KEY}', '${config:a}', '${file}'],
    };
    assert.deepEqual(substituteLateValues(written, late), {
      '${input:other}': ['${input:other}', '${input:other}', '${env:KEY}', '${file}', '${file}'],
    });
  });
});
