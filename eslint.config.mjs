// The rules of the house: types are strict, promises have owners, and a room imports only the rooms below it.
import tseslint from 'typescript-eslint';
import { createNodeResolver, importX } from 'eslint-plugin-import-x';

const rooms = [
  'extension',
  'vscode',
  'cli',
  'diagnose',
  'engine',
  'catalog',
  'declarations',
  'checker',
  'mcp',
  'workspace',
  'storage',
  'threads',
  'text',
  'system',
  'sandbox/host',
  'sandbox/supervisor',
  'sandbox/guest',
  'sandbox/protocol',
];

/** Which rooms each room may import (docs/architecture.md shows the same map). */
const mayImport = {
  vscode: ['diagnose', 'engine', 'catalog', 'mcp', 'workspace', 'storage', 'declarations', 'checker', 'text', 'sandbox/host'],
  cli: ['diagnose', 'engine', 'catalog', 'mcp', 'workspace', 'storage', 'declarations', 'checker', 'text', 'sandbox/host', 'system'],
  diagnose: ['catalog', 'mcp', 'text', 'sandbox/host'],
  engine: ['catalog', 'declarations', 'checker', 'sandbox/host', 'storage', 'text', 'threads'],
  catalog: ['text'],
  declarations: ['text', 'threads'],
  checker: ['threads'],
  mcp: ['catalog', 'text', 'threads', 'system'],
  workspace: ['catalog', 'threads'],
  storage: ['catalog', 'declarations'],
  'sandbox/host': ['sandbox/protocol', 'catalog'],
  'sandbox/supervisor': ['sandbox/protocol', 'system'],
  'sandbox/guest': ['sandbox/protocol'],
};

/** A pattern that matches an import of `room` from any depth: `../room/file.ts`, `../../sandbox/host/file.ts`; from beside it `../host/file.ts`. */
const importsOf = (room, from) => {
  if (room === 'extension') return '^(\\.\\./)+extension\\.ts$';
  const [first, second] = room.split('/');
  if (!second) return `^(\\.\\./)+${first}/`;
  return from.startsWith(`${first}/`) ? `^\\.{1,2}/(\\.\\./)*(${first}/)?${second}/` : `^(\\.\\./)+${first}/${second}/`;
};

/** The floors of a room, top to bottom: a folder may import what stands below it. */
const floors = {
  mcp: ['source', 'connection', 'session', 'transport', 'auth', 'elicitation', 'definitions', 'protocol'],
};

const zone = (room, folder = room, above = []) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        paths: room === 'vscode' ? [] : [{ name: 'vscode', message: 'Only src/vscode and src/extension.ts may name vscode.' }],
        patterns: [
          ...rooms
            .filter((other) => other !== room && !(mayImport[room] ?? []).includes(other))
            .map((other) => ({
              regex: importsOf(other, room),
              message: `src/${room} may not import src/${other} (docs/architecture.md).`,
            })),
          ...above.map((floor) => ({
            regex: `^(\\.\\./)+${floor}/`,
            message: `${floor} stands above this folder (docs/architecture.md): move what both need further down.`,
          })),
          { regex: '(^|/)test/', message: 'src never imports test.' },
        ],
      },
    ],
  },
});

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', '.vscode-test/', 'examples/', 'test/fixtures/', 'test/sandbox/*/*.js'] },
  ...tseslint.configs.strictTypeChecked,
  {
    files: ['**/*.ts'],
    plugins: { 'import-x': importX },
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    settings: { 'import-x/resolver-next': [createNodeResolver({ extensions: ['.ts', '.js', '.mjs', '.json'] })] },
    rules: {
      'import-x/no-cycle': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-console': 'error',
    },
  },
  ...rooms.map((room) => zone(room)),
  ...Object.entries(floors).flatMap(([room, all]) => all.map((floor, index) => zone(room, `${room}/${floor}`, all.slice(0, index)))),
  { files: ['src/vscode/**/*.ts', 'src/extension.ts'], rules: { 'no-restricted-syntax': ['error'] } },
  { files: ['src/cli/**/*.ts', 'test/**/*.ts'], rules: { 'no-console': 'off' } },
  {
    // mocha's `describe` and `it` take callbacks whose promises mocha owns.
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-floating-promises': ['error', { allowForKnownSafeCalls: [] }] },
  },
  { files: ['**/*.mjs'], ...tseslint.configs.disableTypeChecked },
);
