// A function that calls itself.
// Expect: script_error
const deep = () => deep() + 1;
return deep();
