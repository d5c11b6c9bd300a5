// Checks the imports between folders as docs/architecture.md describes them. A room (a folder of `src`) imports only
// the rooms that are listed here, a floor (a folder inside a room) imports only the floors below it, and no two files
// import each other in a circle, type imports included. `npm run lint` runs these rules.

/** The rooms that both the editor's code (`vscode`) and the terminal's code (`cli`) may import. */
const belowDoors = [
  'workbench',
  'serve',
  'runs',
  'diagnose',
  'engine',
  'catalog',
  'mcp',
  'workspace',
  'scripts',
  'storage',
  'declarations',
  'checker',
  'routing',
  'sandbox/host',
];

/** The rooms that each room may import in addition to `base`. */
const mayImport = {
  vscode: [...belowDoors, 'stateless', 'staged', 'webview', 'typescriptPlugin'],
  cli: [...belowDoors, 'stateless', 'setup'],
  setup: ['catalog', 'mcp', 'storage'],
  serve: ['runs', 'engine', 'catalog', 'declarations', 'storage', 'routing'],
  stateless: ['serve', 'staged', 'engine', 'catalog', 'routing', 'declarations', 'storage', 'sandbox/host'],
  staged: ['engine', 'catalog'],
  workbench: ['runs', 'engine', 'catalog', 'storage', 'routing'],
  runs: ['engine', 'catalog', 'storage', 'sandbox/host'],
  webview: ['runs'],
  diagnose: ['catalog', 'mcp', 'sandbox/host'],
  engine: ['catalog', 'declarations', 'checker', 'sandbox/host', 'storage', 'routing'],
  catalog: ['declarations', 'routing'],
  routing: [],
  declarations: [],
  checker: [],
  mcp: ['catalog', 'storage'],
  workspace: ['catalog'],
  scripts: ['catalog', 'checker'],
  storage: ['catalog', 'declarations', 'routing'],
  typescriptPlugin: ['scripts'],
  'sandbox/host': ['sandbox/protocol', 'catalog'],
  'sandbox/supervisor': ['sandbox/protocol'],
  'sandbox/guest': ['sandbox/protocol'],
  'sandbox/protocol': [],
  base: [],
};

/** The floors of a room, from top to bottom. */
const floors = {
  mcp: ['source', 'connection', 'session', 'transport', 'auth', 'elicitation', 'definitions', 'protocol'],
  engine: ['calls', 'consent', 'flow', 'preflight', 'find', 'input', 'usage', 'debug', 'formatting'],
  vscode: [
    'participant',
    'scratch',
    'recorded',
    'setup',
    'chat',
    'provider',
    'views',
    'patternSettings',
    'scripts',
    'usage',
    'consent',
    'runPages',
    'servers',
    'audit',
    'auth',
    'elicitation',
    'runs',
    'workspace',
    'editorTools',
  ],
};

const roomRules = Object.entries(mayImport).map(([room, others]) => ({
  name: `room-${room.replace('/', '-')}`,
  comment: `src/${room} may import ${['base', ...others].join(', ')} (docs/architecture.md).`,
  severity: 'error',
  from: { path: `^src/${room}/` },
  to: { path: '^(src|test)/', pathNot: `^src/(${[room, 'base', ...others].join('|')})/` },
}));

const floorRules = Object.entries(floors).flatMap(([room, all]) =>
  all.slice(1).map((floor, index) => ({
    name: `floor-${room}-${floor}`,
    comment: `${floor} stands below ${all.slice(0, index + 1).join(', ')}: move what both need further down.`,
    severity: 'error',
    from: { path: `^src/${room}/${floor}/` },
    to: { path: `^src/${room}/(${all.slice(0, index + 1).join('|')})/` },
  })),
);

export default {
  forbidden: [
    ...roomRules,
    ...floorRules,
    {
      name: 'webview-pure-runs',
      comment: 'A webview takes of src/runs what needs neither Node nor files.',
      severity: 'error',
      from: { path: '^src/webview/' },
      to: { path: '^src/runs/', pathNot: '^src/runs/(timeAxis|runWords|runView)\\.ts$' },
    },
    {
      name: 'a-known-room',
      comment: 'Each folder of src is a room of this map.',
      severity: 'error',
      from: { path: '^src/', pathNot: `^src/(extension\\.ts$|(${Object.keys(mayImport).join('|')})/)` },
      to: {},
    },
    {
      name: 'vscode-only-in-vscode',
      comment: 'Only src/vscode and src/extension.ts name vscode.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(vscode/|extension\\.ts$)' },
      to: { path: '^(vscode$|node_modules/@types/vscode/)' },
    },
    {
      name: 'no-circle',
      comment:
        'Two files that import each other, if only for types, are one file or need a third below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
};
