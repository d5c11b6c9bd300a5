// Tests the memory limit that is written into a WebAssembly module.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withMemoryLimit } from '../../../src/sandbox/supervisor/wasmEngine.ts';

interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The part of WebAssembly that the tests use; Node's types do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: { readonly memory: Memory } };
};

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** A module with one exported memory of one page, and a section before and after the memory. */
const module = Uint8Array.from([
  ...[...header, 0, 2, 1, 0x78],
  ...[5, 3, 1, 0, 1],
  ...[7, 10, 1, 6, ...new TextEncoder().encode('memory'), 2, 0],
]);

function memoryOf(bytes: Uint8Array): Memory {
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports.memory;
}

describe('withMemoryLimit', () => {
  it('lets memory grow to the bound and no further', () => {
    const memory = memoryOf(withMemoryLimit(module, 300 * 65_536));
    memory.grow(299);
    assert.equal(memory.buffer.byteLength, 300 * 65_536);
    assert.throws(() => memory.grow(1), RangeError);
  });

  it('leaves a module the memory that it starts with', () => {
    assert.equal(memoryOf(withMemoryLimit(module, 1)).buffer.byteLength, 65_536);
  });

  it('changes nothing but the section of memories', () => {
    const engine = readFileSync(fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm')));
    const bounded = withMemoryLimit(engine, 64 * 1_048_576);
    assert.equal(bounded.length - engine.length, 2);
  });

  it('refuses what has no memory', () => {
    assert.throws(() => withMemoryLimit(Uint8Array.from(header), 1), /defines no memory/);
  });

  it('refuses what ends in the middle', () => {
    assert.throws(() => withMemoryLimit(Uint8Array.from([...header, 5, 0x80]), 1), /middle of a number/);
  });
});
