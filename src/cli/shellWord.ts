// Quotes a word of a command that a message advises. Names and paths may come from a cloned folder, and people paste
// the command into their shell.

export function shellWord(text: string, platform = process.platform): string {
  if (/^[\w./-]+$/.test(text)) return text;
  if (platform !== 'win32') return `'${text.replaceAll("'", `'\\''`)}'`;
  // cmd.exe knows double quotes alone, in which PowerShell expands variables and commands.
  return /["$`]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`;
}
