// A proxy between our tools and their use sees what our code asks.
// Source: the well-known way through constructors.
let seen;
const spy = new Proxy(tools, { get: (target, key, receiver) => { seen = Reflect.get(target, key); return seen } });
spy.geo;
return seen.getCity.constructor("return process.version")()
