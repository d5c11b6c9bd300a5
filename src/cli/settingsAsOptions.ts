// Replaces the names of settings in messages with the corresponding options of the command line.
import { isLimit } from '../sandbox/index.ts';

export function settingsAsOptions(message: string): string {
  return message
    .replace(/\b([Pp])ass `code`/g, (_all, first: string) => `${first}ass --script <file>`)
    .replace(/codeMode\.limits\.(\w+)/g, (setting, limit: string) =>
      isLimit(limit) ? `--limit ${limit}=` : setting,
    )
    .replaceAll('the setting codeMode.sandbox.engine = "wasm"', '--engine wasm')
    .replace(
      /codeMode\.sandbox\.(?:os|engine)(?: \((--[\w-]+)\)|, (--[\w-]+))/g,
      (_all, inside?: string, beside?: string) => inside ?? beside ?? '',
    );
}
