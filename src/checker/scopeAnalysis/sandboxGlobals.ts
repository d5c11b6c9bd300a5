// The globals of the sandbox, and advice for names that scripts expect there but that do not exist. The guest of the
// sandbox provides exactly the globals of the first list: the shared globals of SES and the ones that the guest adds.

const ecmaScript = `
  globalThis undefined NaN Infinity isFinite isNaN parseFloat parseInt
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape
  Object Boolean Symbol Number BigInt Math Date String RegExp JSON Reflect Proxy Promise Iterator Intl
  Array Map Set WeakMap WeakSet ArrayBuffer DataView
  Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array
  BigInt64Array BigUint64Array Float32Array Float64Array
  Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError`;

const ours = 'tools codemode ToolError';

const web = `
  console URL URLSearchParams TextEncoder TextDecoder structuredClone atob btoa
  setTimeout clearTimeout setInterval clearInterval queueMicrotask
  AbortController AbortSignal crypto performance`;

export const sandboxGlobals: ReadonlySet<string> = new Set(
  `${ecmaScript} ${ours} ${web}`.trim().split(/\s+/),
);

const aTool = 'Use a tool: `tools.<server>.<tool>(input)`; `await codemode.search("...")` finds one.';
const noModules =
  'There are no modules: use standard JavaScript and tools; `await codemode.search("...")` finds one.';
const noDom =
  'There is no page: reach a browser through a tool; `await codemode.search("browser")` finds one.';
const noSharing = 'Scripts have one thread: use `ArrayBuffer`, and `Promise.all` for parallel calls.';
const noSystem = 'Read settings and inputs from `codemode.args`, everything else through tools.';
const noEvents = 'Use plain callbacks and promises; to stop work, `AbortController`.';
const noStreams = 'Use arrays, or an async generator with `for await`.';

/** Advice on what to use instead, by the missing name. */
export const absentGlobals: ReadonlyMap<string, string> = new Map([
  ...hint(
    aTool,
    'fetch XMLHttpRequest WebSocket EventSource Request Response Headers FormData navigator axios got superagent http https net dns',
  ),
  ...hint(
    aTool,
    'fs path os child_process spawn exec execSync readFile readFileSync writeFile writeFileSync Deno Bun Blob File FileReader',
  ),
  ...hint(
    noModules,
    'require importScripts __dirname __filename util assert lodash _ z moment dayjs cheerio uuid',
  ),
  ...hint('Write `export default`, or `return` the value.', 'module exports'),
  ...hint(noSystem, 'process global'),
  ...hint('Use `Uint8Array` with `TextEncoder` and `TextDecoder`; `btoa` and `atob` for base64.', 'Buffer'),
  ...hint('Text cannot become code: write the function itself.', 'eval Function'),
  ...hint('Use plain JavaScript.', 'WebAssembly'),
  ...hint(noSharing, 'SharedArrayBuffer Atomics Worker MessageChannel MessagePort BroadcastChannel'),
  ...hint(
    noDom,
    'window document self parent top localStorage sessionStorage location history alert confirm prompt HTMLElement',
  ),
  ...hint(noEvents, 'Event EventTarget CustomEvent EventEmitter'),
  ...hint(
    noStreams,
    'ReadableStream WritableStream TransformStream CompressionStream DecompressionStream TextDecoderStream TextEncoderStream',
  ),
  ...hint('Ask for the name instead: `error.name === "AbortError"`.', 'DOMException'),
  ...hint('Use `try { ... } finally { ... }`.', 'DisposableStack AsyncDisposableStack SuppressedError'),
  ...hint('Use `Float32Array`.', 'Float16Array'),
  ...hint('Use `Date` and `Intl.DateTimeFormat`.', 'Temporal'),
  ...hint('Use `WeakMap` or `Map`.', 'WeakRef FinalizationRegistry'),
  ...hint(
    'Use `setTimeout(f, 0)` or `queueMicrotask(f)`.',
    'setImmediate clearImmediate requestAnimationFrame',
  ),
  ...hint('`codemode.args` holds what was passed to the script.', 'arguments args argv input'),
  ...hint('Use `console.log(...)`, and `return` for the result.', 'print'),
  ...hint('Write `null` or `undefined`: this is TypeScript.', 'None nil'),
  ...hint('Write `true`: this is TypeScript.', 'True'),
  ...hint('Write `false`: this is TypeScript.', 'False'),
  ...hint('`codemode.results.<handle>` holds results of earlier runs.', 'results'),
  ...hint('It is a property: `codemode.search("...")`.', 'search'),
  ...hint('It is a property: `codemode.describe("tools.<server>.<tool>")`.', 'describe'),
  ...hint('It is a property: `codemode.store`.', 'store'),
  ...hint('It is a property: `codemode.progress("...")`.', 'progress'),
  ...hint('It is a property: `codemode.display(block)`.', 'display'),
]);

function hint(text: string, names: string): [string, string][] {
  return names.split(' ').map((name) => [name, text]);
}
