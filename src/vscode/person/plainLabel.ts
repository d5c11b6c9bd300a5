// Labels and prompts of the editor are not plain text: `$(name)` becomes an icon, and `[text](command:...)` a link that runs a
// command. Text that a server wrote must be neither.

/** Looks the same; the invisible character in between ends both. */
export function plainLabel(text: string): string {
  return text.replaceAll('$(', '$\u200b(').replaceAll('](', ']\u200b(');
}
