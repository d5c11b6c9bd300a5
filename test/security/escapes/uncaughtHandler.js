// The error of a promise that nobody awaits reaches the host as an object.
// Source: the well-known way through constructors.
// Canary: none, since the host outside prints the error and ends.
Promise.reject({ get message() { return (() => {}).constructor("return process.version")() } });
await new Promise((resolve) => setTimeout(resolve, 20));
return "nothing"
