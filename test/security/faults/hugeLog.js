// One console line of 50 MB.
// Expect: ok
console.log("x".repeat(5e7));
