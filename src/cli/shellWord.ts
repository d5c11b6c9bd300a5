// Quotes a word of a command that a message advises. Names and paths may come from a cloned folder, and people paste
// the command into their shell.

export function shellWord(text: string, platform = process.platform): string {
  if (/^[\w./-]+$/.test(text)) return text;
  if (platform !== 'win32') return `'${text.replaceAll("'", `'\\''`)}'`;
  // cmd.exe knows double quotes alone. Within them PowerShell expands variables and commands, and a typographic quote
  // ends them.
  if (!/["$`\u201c-\u201e]/.test(text)) return `"${text}"`;
  // To cmd.exe single quotes are letters, so a `^` keeps it from running another command. PowerShell then gets a word
  // with the `^`, which names nothing.
  return `'${text.replace(/['\u2018-\u201b]/g, '$&$&').replace(/[\^&|<>]/g, '^$&')}'`;
}
