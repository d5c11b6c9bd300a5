// A string that is doubled until it is too long.
// Expect: script_error
let text = "x";
for (;;) text += text;
