// One block of 50 MB.
// Expect: script_error
codemode.display("x".repeat(5e7));
