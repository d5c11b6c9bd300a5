// Error.captureStackTrace shows frames and paths of the host.
// Source: the well-known way through constructors.
const target = {};
Error.captureStackTrace(target);
return /node:|guest|file:/.test(String(target.stack)) ? "OUT" : "nothing"
