// One block of 20 MB.
// Expect: script_error
codemode.display("x".repeat(2e7));
