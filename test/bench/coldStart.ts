// Takes one sample of a cold start in a process of its own. Prints the milliseconds from before the engine's code is
// loaded to the first outcome, and to the second.
const startedAt = performance.now();
const { TestEngine } = await import('../fakes/testEngine.ts');
await using engine = new TestEngine([], { realSandbox: true });
const loadedAt = performance.now();
await engine.run('return 1');
const firstAt = performance.now();
await engine.run('return 1');
console.log(
  JSON.stringify({
    load: loadedAt - startedAt,
    first: firstAt - loadedAt,
    ready: firstAt - startedAt,
    second: performance.now() - firstAt,
  }),
);
export {};
