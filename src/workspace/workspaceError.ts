// The one error that is meant for the author of a script: it ends a tool's work and becomes its answer.

/** `message` says what was refused and what to do instead. */
export class WorkspaceError extends Error {}
