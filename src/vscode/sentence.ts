// Reasons are worded to follow a server's name and a colon; alone they are sentences.

export function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
