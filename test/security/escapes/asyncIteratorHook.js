// An iterator of the script is read by code outside.
// Source: the well-known way through constructors.
const iterator = { [Symbol.asyncIterator]() { return { next: async () => ({ done: true, value: (() => {}).constructor }) } } };
for await (const x of iterator);
return (await iterator[Symbol.asyncIterator]().next()).value("return process.version")()
