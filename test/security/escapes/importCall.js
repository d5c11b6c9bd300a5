// import() of a module of the runtime.
// Source: dynamic import in every phase.
return (await import("node:process")).default.version
