// An AbortController is aborted again and again.
// Expect: ok
const controller = new AbortController();
for (let i = 0; i < 1000; i += 1) controller.abort();
return controller.signal.aborted;
