// A sleep that is longer than the script may take.
// Expect: timeout
// Limits: {"wallMs": 300}
await new Promise((resolve) => setTimeout(resolve, 60_000));
