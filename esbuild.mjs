// Builds all bundles into dist/. Only the bundle of the extension leaves `vscode` external: an import of `vscode` in
// any other room breaks the build, and not the terminal of a user.
import { build, context } from 'esbuild';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { joinedChunks } from './scripts/joinedChunks.mjs';
import { writeTypeLibrary } from './scripts/typeLibrary.ts';
import { roomImports } from './scripts/roomImports.ts';
import { typescriptModule } from './scripts/typescriptModule.mjs';

const { version, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
const watch = process.argv.includes('--watch');

const typescriptPlugin = 'node_modules/code-mode-scratch';

/** CommonJS dependencies in an ES module bundle still load the modules of Node with `require`. */
const requireForCommonJs = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

/**
 * Leaves out two dependencies of json-schema-to-typescript: prettier, 5 MB, for an option that Code Mode never uses,
 * and a YAML parser, a quarter of the rest, for schemas in files.
 */
const withoutUnused = {
  name: 'without-unused',
  setup(b) {
    b.onResolve({ filter: /^(prettier|js-yaml)($|\/)/ }, ({ path }) => ({ path, namespace: 'absent' }));
    b.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({
      contents:
        'export const format = (text) => text, load = (text) => JSON.parse(text); ' +
        'export const JSON_SCHEMA = undefined, CORE_SCHEMA = { withTags: () => undefined };',
    }));
  },
};

/**
 * Returns a hash of everything that determines the results of the code in `folders`, with other `files`. A cache entry
 * of another version is not used.
 */
function versionOf(folders, ...files) {
  const hash = createHash('sha256');
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  );
  for (const file of [...sources.sort(), ...files]) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Resolves the import of `source` at run time to `file`, beside the bundle. */
const beside = (source, file) => ({
  name: 'beside',
  setup: (b) =>
    b.onResolve({ filter: /^\.\// }, ({ path }) =>
      path === source ? { path: file, external: true } : undefined,
    ),
});

const common = {
  bundle: true,
  platform: 'node',
  // Prefers the ES module of a package: a bundled UMD module (jsonc-parser) loads its parts at run time.
  mainFields: ['module', 'main'],
  define: {
    CODE_MODE_VERSION: JSON.stringify(version),
    CODE_MODE_DECLARATIONS: JSON.stringify(
      versionOf(['src/declarations', 'src/base'], 'node_modules/json-schema-to-typescript/package.json'),
    ),
    CODE_MODE_CHECKER: JSON.stringify(
      versionOf(['src/checker'], 'scripts/typeLibrary.ts', 'node_modules/typescript/package.json'),
    ),
  },
  target: 'node22',
  format: 'esm',
  minify: !watch,
  keepNames: true,
  sourcemap: watch ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
  banner: requireForCommonJs,
  plugins: [withoutUnused, roomImports],
};

/** CommonJS, since `loadCached` needs this format and TypeScript uses `__filename`. */
const cachedBundle = {
  ...common,
  outdir: 'dist/checker',
  format: 'cjs',
  banner: {},
  keepNames: false,
  outExtension: { '.js': '.cjs' },
};

/** Programs are split into chunks, so that the code of a feature is read when the feature is first used. */
const bundles = [
  {
    ...common,
    entryPoints: { extension: 'src/extension.ts' },
    outdir: 'dist/extension',
    splitting: true,
    external: ['vscode'],
  },
  // Scripts of webviews; a page has neither node nor vscode.
  {
    ...common,
    entryPoints: {
      run: 'src/vscode/pages/run/main.ts',
      runStyle: 'src/vscode/pages/run/run.css',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    target: ['chrome138', 'es2024'],
    format: 'iife',
    keepNames: false,
    banner: {},
  },
  {
    ...common,
    entryPoints: { command: 'src/cli/main.ts' },
    outdir: 'dist/cli',
    splitting: true,
    plugins: [
      joinedChunks({ entry: 'src/cli/main.ts', core: 'src/cli/engineCommand.ts' }),
      ...common.plugins,
    ],
  },
  {
    ...common,
    entryPoints: { main: 'src/cli/start.ts' },
    outdir: 'dist/cli',
    target: 'es2019',
    supported: { 'dynamic-import': true },
    keepNames: false,
    banner: {},
    define: { CODE_MODE_OLDEST_NODE: JSON.stringify(engines.node.replace('>=', '')) },
    // The first file of the command must be readable for a Node that is too old for the rest.
    plugins: [beside('./main.ts', './command.js')],
  },
  // Code that takes long to load in a thread is a file of its own, for which V8's code cache is kept
  // (src/base/threads/cachedCode.ts).
  {
    ...common,
    entryPoints: { thread: 'src/checker/thread.ts' },
    outdir: 'dist/checker',
    plugins: [
      beside('./prepareScript.ts', './prepareScript.cjs'),
      beside('./types/typeAnswers.ts', './typeAnswers.cjs'),
    ],
  },
  { ...cachedBundle, entryPoints: { prepareScript: 'src/checker/prepareScript.ts' } },
  // The bundle with TypeScript; no other bundle contains TypeScript.
  {
    ...cachedBundle,
    entryPoints: { typeAnswers: 'src/checker/types/typeAnswers.ts' },
    plugins: [typescriptModule],
  },
  // The place where tsserver looks for the plugins of an extension.
  {
    ...common,
    entryPoints: { index: 'src/vscode/typescriptPlugin/scratchPlugin.ts' },
    outdir: typescriptPlugin,
    format: 'cjs',
    keepNames: false,
    banner: {},
    footer: { js: 'module.exports = module.exports.default;' },
  },
  { ...common, entryPoints: { thread: 'src/declarations/compiler/thread.ts' }, outdir: 'dist/declarations' },
  { ...common, entryPoints: { inputThread: 'src/engine/input/thread.ts' }, outdir: 'dist/engine' },
  {
    ...common,
    entryPoints: { pagedValuesThread: 'src/journal/values/pagedValuesThread.ts' },
    outdir: 'dist/runs',
  },
  { ...common, entryPoints: { searchThread: 'src/workspace/searchThread.ts' }, outdir: 'dist/workspace' },
  { ...common, entryPoints: { thread: 'src/sandbox/supervisor/main.ts' }, outdir: 'dist/sandbox' },
  // The guest is sent to its process as text and is never read from the disk there, so it is one plain script.
  {
    ...common,
    entryPoints: { guest: 'src/sandbox/guest/main.ts' },
    outdir: 'dist/sandbox',
    format: 'iife',
    // SES refuses to start in sloppy mode, which is the default of a script.
    banner: { js: '"use strict";' },
    outExtension: { '.js': '.cjs' },
  },
  // The program that tests the confinement in place of the guest (Code Mode: Diagnose).
  {
    ...common,
    entryPoints: { selfCheck: 'src/sandbox/guest/selfCheck.ts' },
    outdir: 'dist/sandbox',
    format: 'iife',
    banner: { js: '"use strict";' },
    outExtension: { '.js': '.cjs' },
  },
  // The second engine: the worker of one machine, and the guest as text for it.
  { ...common, entryPoints: { worker: 'src/sandbox/supervisor/wasmWorker.ts' }, outdir: 'dist/sandbox/wasm' },
  {
    ...common,
    entryPoints: { guest: 'src/sandbox/guest/quickjs/main.ts' },
    outdir: 'dist/sandbox/wasm',
    format: 'iife',
    platform: 'neutral',
    banner: { js: '"use strict";' },
    outExtension: { '.js': '.cjs' },
  },
];

/** The files of QuickJS and its extensions in the package. */
const wasmFiles = ['quickjs.wasm', 'url.so', 'encoding.so', 'crypto.so'];

async function copyWasm() {
  await mkdir('dist/sandbox/wasm', { recursive: true });
  const source = (name) => fileURLToPath(import.meta.resolve(`quickjs-wasi/${name}`));
  await Promise.all(wasmFiles.map((name) => copyFile(source(name), `dist/sandbox/wasm/${name}`)));
}

/** Copies the recorded outputs; the engine reads the file when it first shows tools. */
async function copyRecordedOutputs() {
  await mkdir('dist/declarations', { recursive: true });
  await copyFile('src/declarations/recordedOutputs.json', 'dist/declarations/recordedOutputs.json');
}

async function writePluginManifest() {
  await mkdir(typescriptPlugin, { recursive: true });
  await writeFile(
    `${typescriptPlugin}/package.json`,
    `${JSON.stringify({ name: 'code-mode-scratch', version, main: 'index.js' })}\n`,
  );
}

await Promise.all(['dist', typescriptPlugin].map((folder) => rm(folder, { recursive: true, force: true })));
writeTypeLibrary('dist/checker/lib');
await Promise.all([copyWasm(), copyRecordedOutputs(), writePluginManifest()]);
if (watch) {
  for (const bundle of bundles) await (await context(bundle)).watch();
  console.log('watching');
} else {
  await Promise.all(bundles.map((bundle) => build(bundle)));
}
