// Checks the imports between folders as docs/architecture.md describes them. A room (a folder of `src`) imports only
// the rooms that are listed here, and of them the index alone; a floor (a folder inside a room) imports only the floors
// below it; and no two files import each other in a circle, type imports included. `npm run lint` runs these rules.

/** The rooms that both the editor's code (`vscode`) and the terminal's code (`cli`) may import. */
const belowDoors = [
  'workbench',
  'serve',
  'models',
  'telemetry',
  'journal',
  'engine',
  'catalog',
  'mcp',
  'workspace',
  'declarations',
  'checker',
  'sandbox',
];

/** The rooms that each room may import in addition to `base`. */
const mayImport = {
  vscode: belowDoors,
  cli: [...belowDoors, 'setup'],
  setup: ['mcp'],
  workbench: ['telemetry', 'journal', 'engine', 'catalog', 'mcp', 'sandbox'],
  models: ['serve', 'engine', 'catalog', 'declarations', 'sandbox'],
  serve: ['journal', 'engine', 'catalog', 'declarations'],
  telemetry: ['journal', 'engine', 'catalog'],
  journal: ['engine', 'catalog', 'sandbox'],
  engine: ['catalog', 'declarations', 'checker', 'sandbox'],
  workspace: ['catalog'],
  mcp: ['catalog'],
  catalog: ['declarations'],
  declarations: [],
  checker: [],
  sandbox: [],
  base: [],
};

/** Rooms inside a room. Like other rooms they have a README, and an index unless they are a program of their own. */
const innerRooms = [
  'vscode/runPages',
  'vscode/pages',
  'vscode/typescriptPlugin',
  'cli/interaction',
  'cli/daemon',
  'journal/values',
  'engine/savedScripts',
  'engine/find',
  'engine/formatting',
  'engine/stores',
  'mcp/auth',
  'mcp/elicitation',
  'mcp/definitions',
  'sandbox/supervisor',
  'sandbox/guest',
];
const programs = ['vscode/pages', 'vscode/typescriptPlugin', 'sandbox/supervisor', 'sandbox/guest'];

/** The floors of a room, from top to bottom. */
const floors = {
  journal: ['past', 'list', 'trace', 'values', 'record', 'redaction'],
  models: ['stateless', 'staged'],
  mcp: ['source', 'connection', 'session', 'transport', 'auth', 'elicitation', 'definitions', 'protocol'],
  engine: [
    'calls',
    'savedScripts',
    'consent',
    'flow',
    'preflight',
    'find',
    'input',
    'usage',
    'debug',
    'formatting',
    'stores',
  ],
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
    'pages',
    'typescriptPlugin',
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

const withIndex = [...Object.keys(mayImport), ...innerRooms].filter(
  (room) => !['base', 'vscode', ...programs].includes(room),
);

/**
 * Other rooms import the index of a room alone, except for modules that are loaded only when they are needed. A room
 * inside another one may import the files around it.
 */
const indexRules = withIndex.map((room) => ({
  name: `index-${room.replace('/', '-')}`,
  comment: `Other rooms import src/${room}/index.ts alone: add the name there if it has to be public.`,
  severity: 'error',
  from: { path: '^src/', pathNot: `^src/(${room}|vscode/pages)/` },
  to: { path: `^src/${room}/`, pathNot: `^src/(${withIndex.join('|')})/index\\.ts$`, dynamic: false },
}));

export default {
  forbidden: [
    ...roomRules,
    ...floorRules,
    ...indexRules,
    {
      name: 'sandbox-processes',
      comment:
        'The host, the supervisor and the guest know the protocol between them and not each other; it knows none.',
      severity: 'error',
      from: { path: '^src/sandbox/(host|supervisor|guest|protocol)/' },
      to: { path: '^src/sandbox/', pathNot: '^src/sandbox/($1|protocol)/' },
    },
    {
      name: 'pages-run-in-a-browser',
      comment:
        'A page imports its own modules, base, and the modules of src/journal that need neither Node nor files.',
      severity: 'error',
      from: { path: '^src/vscode/pages/' },
      to: {
        path: '^src/',
        pathNot: '^src/(base/|vscode/pages/|journal/(trace/(timeAxis|runView)|values/valueView)\\.ts$)',
      },
    },
    {
      name: 'plugin-of-tsserver',
      comment:
        'The plugin runs in the process of TypeScript: it imports its own modules, base and the engine.',
      severity: 'error',
      from: { path: '^src/vscode/typescriptPlugin/' },
      to: { path: '^src/', pathNot: '^src/(base|vscode/typescriptPlugin|engine)/' },
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
