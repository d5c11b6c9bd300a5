// The name of saved scripts among servers: `tools.scripts`.
export const SCRIPTS_SERVER = 'scripts';
