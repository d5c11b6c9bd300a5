// Well-known ways out of a JavaScript sandbox, each of which must end in nothing.
import assert from 'node:assert/strict';
import { RecordingHandlers, run, sharedSandbox, value } from './sandboxBed.ts';

/** Each attempt returns what it got hold of: something of Node's, or "out". Anything else is no escape. */
const attempts: readonly (readonly [how: string, body: string])[] = [
  ['the constructor of a function', 'return (() => {}).constructor("return typeof process")()'],
  ['the constructor of an async function', 'return await (async () => {}).constructor("return typeof process")()'],
  ['the constructor of a generator', 'return [...(function* () {}).constructor("yield typeof process")()][0]'],
  ['the constructor of an async generator', 'return (await (async function* () {}).constructor("yield typeof process")().next()).value'],
  ['the constructor of a constructor', 'return ToolError.constructor.constructor("return typeof process")()'],
  ['the constructor of a host function', 'return setTimeout.constructor("return typeof process")()'],
  ['the constructor of console', 'return console.log.constructor("return typeof process")()'],
  ['the constructor of a tool', 'return tools.geo.getCity.constructor("return typeof process")()'],
  ['the constructor of an answer', 'return (await tools.geo.getCity()).constructor.constructor("return typeof process")()'],
  ['the constructor of a promise of ours', 'return tools.geo.getCity().constructor.constructor("return typeof process")()'],
  [
    'the constructor of an error of ours',
    'try { codemode.display(1) } catch (e) { return e.constructor.constructor("return typeof process")() }',
  ],
  [
    'the constructor of a recursion error',
    'const f = () => f(); try { f() } catch (e) { return e.constructor.constructor("return typeof process")() }',
  ],
  [
    'Error.prepareStackTrace',
    'let got = "nothing"; Error.prepareStackTrace = (e, frames) => { got = "out"; return frames.map((f) => f.getThis()) }; new Error().stack; return got',
  ],
  [
    'Error.captureStackTrace',
    'const o = {}; Error.captureStackTrace(o); return /node:|guest|\\/\\w+\\//.test(String(o.stack)) ? "out" : "nothing"',
  ],
  [
    'Error.stackTraceLimit and frames of ours',
    'Error.stackTraceLimit = 1000; try { await tools.geo.getCity({ f() {} }) } catch (e) { return /node:|guest/.test(e.stack) ? "out" : "nothing" }',
  ],
  ['import()', 'return typeof (await import("node:fs"))'],
  ['import.meta', 'return import.meta.url'],
  ['a direct eval', 'return eval("typeof process")'],
  ['an indirect eval', 'return (0, globalThis.eval)("typeof process")'],
  ['Function by name', 'return new Function("return typeof process")()'],
  ['process by name', 'return process.version'],
  ['require by name', 'return typeof require("fs")'],
  [
    'globalThis',
    'return Object.getOwnPropertyNames(globalThis).find((n) => /^(process|require|module|Buffer|global|fetch|WebSocket|WebAssembly|Compartment|lockdown)$/.test(n)) ?? "nothing"',
  ],
  [
    'the prototype of globalThis',
    'return Object.getOwnPropertyNames(Object.getPrototypeOf(globalThis) ?? {}).includes("process") ? "out" : "nothing"',
  ],
  ['this of a sloppy function', 'return (function () { return typeof this })()  === "object" ? "out" : "nothing"'],
  [
    'this of a callback of ours',
    'return await new Promise((r) => setTimeout(function () { r(this === undefined || this === globalThis ? "nothing" : typeof this) }, 1))',
  ],
  ['the caller of a function', 'function f() { return f.caller } return typeof f() === "function" ? "out" : "nothing"'],
  ['the arguments of the wrapper', 'return typeof arguments[0] === "undefined" ? "nothing" : "out"'],
  ['leaving the wrapper', '}); (function () { globalThis.left = typeof process })(); (async function () { return globalThis.left'],
  ['a polluted Object.prototype', 'Object.prototype.polluted = 1; return "out"'],
  ['a polluted Array.prototype.push', 'Array.prototype.push = () => "out"; return "out"'],
  ['a polluted Promise.prototype.then', 'Promise.prototype.then = () => {}; return "out"'],
  ['a polluted JSON.stringify', 'JSON.stringify = () => "out"; return "out"'],
  [
    '__proto__ in an answer',
    'const a = await tools.geo.getCity(); return [a.hacked, ({}).hacked, Object.assign({}, a).hacked, structuredClone(a).hacked].includes("yes") ? "out" : "nothing"',
  ],
  ['__proto__ of globalThis', 'globalThis.__proto__ = { process: 1 }; return typeof process === "number" ? "nothing" : "out"'],
  ['Symbol.unscopables', 'globalThis[Symbol.unscopables] = { Math: true }; return typeof Math.random === "function" ? "nothing" : "out"'],
  [
    'Symbol.species',
    'class P extends Promise { static get [Symbol.species]() { return function (f) { f((v) => v, (v) => v) } } } await P.resolve(1).then((v) => v).constructor; return "nothing"',
  ],
  ['a proxy over tools', 'return typeof new Proxy(tools, { get: (t, k) => Reflect.get(t, k) }).geo.constructor'],
  ['a thenable result', 'return { then(resolve) { resolve(typeof process) } }'],
  ['WebAssembly', 'return typeof WebAssembly.compile'],
  ['shared memory', 'return typeof SharedArrayBuffer === "function" || typeof Atomics === "object" ? "out" : "nothing"'],
  [
    'the text of our functions',
    'return /require|process|writeSync/.test(String(codemode.search) + String(setTimeout)) ? "out" : "nothing"',
  ],
];

describe('an escape', () => {
  const sandbox = sharedSandbox();

  for (const [how, body] of attempts) {
    it(`by ${how} yields nothing`, async () => {
      const hostile = JSON.parse('{"__proto__": {"hacked": "yes"}, "constructor": 1}') as never;
      const handlers = new RecordingHandlers(() => (how === '__proto__ in an answer' ? value(hostile) : value({ a: 1 })));
      const outcome = await run(sandbox(), body, { handlers, names: { geo: ['getCity'] }, limits: { wallMs: 5_000 } });
      if (outcome.ok)
        assert.ok(['nothing', 'undefined', undefined].includes(outcome.value as string), `got ${JSON.stringify(outcome.value)}`);
      else assert.ok(['script_error', 'pending_forever'].includes(outcome.failure.code), outcome.failure.message);
    });
  }
});
