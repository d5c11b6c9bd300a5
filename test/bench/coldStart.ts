// Takes one sample of a cold start in a process of its own. Prints the milliseconds to the first outcome, from before
// the engine's code is loaded (`ready`) and from after (`first`).
const startedAt = performance.now();
const { TestEngine } = await import('../fakes/testEngine.ts');
await using engine = new TestEngine([], { realSandbox: true });
const loadedAt = performance.now();
await engine.run('return 1');
const firstAt = performance.now();
console.log(JSON.stringify({ first: firstAt - loadedAt, ready: firstAt - startedAt }));
export {};
