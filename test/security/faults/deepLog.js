// Something logged is nested too deeply.
// Expect: ok
let value = 1;
for (let i = 0; i < 1e5; i += 1) value = [value];
console.log(value);
