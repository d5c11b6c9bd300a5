/** A count with its noun: `1 call`, `12,345 calls`. `what` is the noun in the singular. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}
