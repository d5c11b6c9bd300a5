// An async function that calls itself before it waits.
// Expect: script_error
const deep = async () => { await deep(); };
await deep();
