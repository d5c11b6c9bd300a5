// The server name of saved scripts: `tools.scripts`.
export const SCRIPTS_SERVER = 'scripts';
