// The tools that search all files by path and by text, with bounds on entries, matches and time.
import type { JsonObject } from '../base/json.ts';
import { isAtOrBelow, matchesGlob, parseGlob } from './glob.ts';
import { inputText, inputTexts } from './inputText.ts';
import { splitLines, type LineMatch, plainTextMatcher, type TextMatcher } from './textMatcher.ts';
import type { PathGuard } from './pathGuard.ts';
import { RegExpMatcher } from './regExpMatcher.ts';
import { textOfSmall } from './fileText.ts';
import { Walk } from './walk.ts';
import { WorkspaceError, type WorkspaceFiles } from './workspaceFiles.ts';

/** Maximum size of a searched file, in bytes; people hardly write larger files by hand. */
const LARGEST_SEARCHED = 1024 * 1024;
const LONGEST_LINE = 300;
/** Number of characters of a long line that are shown before the match. */
const SHOWN_BEFORE = 100;

export class SearchTools {
  readonly #files: WorkspaceFiles;
  readonly #guard: PathGuard;
  readonly #threadFile: string;

  /** `threadFile`: path of the built `searchThread.ts`. */
  constructor(files: WorkspaceFiles, guard: PathGuard, threadFile: string) {
    this.#files = files;
    this.#guard = guard;
    this.#threadFile = threadFile;
  }

  async findFiles(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { limit = 500 } = input;
    const pattern = parseGlob(inputText(input['pattern']));
    const walk = this.#walk(input, (path) => matchesGlob(pattern, path), signal);
    const paths: string[] = [];
    for await (const { path } of walk.files()) {
      if (paths.length === limit) return { paths, truncated: true };
      paths.push(path);
    }
    return { paths, truncated: walk.cutShort };
  }

  async searchText(input: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    const { limit = 200, contextLines = 0 } = input;
    const include = inputTexts(input['include']).map(parseGlob);
    const walk = this.#walk(input, (path) => include.length === 0 || isAtOrBelow(include, path), signal);
    await using matcher = this.#matcher(input, signal);
    const matches: JsonObject[] = [];
    for await (const { location, path } of walk.files()) {
      const text = await textOfSmall(this.#files, location, LARGEST_SEARCHED);
      if (text === undefined) continue;
      const room = Number(limit) - matches.length;
      const found = await matcher.find(text, room + 1, path);
      if (found.length > 0) {
        const lines = splitLines(text);
        matches.push(
          ...found.slice(0, room).map((match) => ({ path, ...shown(match, lines, Number(contextLines)) })),
        );
      }
      if (found.length > room) return { matches, truncated: true };
    }
    return { matches, truncated: walk.cutShort };
  }

  #walk(
    { exclude, includeIgnored }: JsonObject,
    isWanted: (path: string) => boolean,
    signal: AbortSignal,
  ): Walk {
    const excluded = inputTexts(exclude).map(parseGlob);
    const isUnwanted = (path: string) => isAtOrBelow(excluded, path);
    const options = { isWanted, isUnwanted, includeIgnored: includeIgnored === true };
    return new Walk(this.#files, this.#guard, options, signal);
  }

  #matcher({ query, regex, ignoreCase }: JsonObject, signal: AbortSignal): TextMatcher {
    const sought = inputText(query);
    if (regex === true) return new RegExpMatcher(this.#threadFile, sought, ignoreCase === true, signal);
    // A regular expression may match a line although it names a line break, as `[^\n]` does.
    if (sought.includes('\n'))
      throw new WorkspaceError(
        'The query has a line break, but each line is searched alone. Search one line.',
      );
    return plainTextMatcher(sought, ignoreCase === true);
  }
}

function shown({ line, column }: LineMatch, lines: readonly string[], context: number): JsonObject {
  const whole = lines[line] ?? '';
  const from = column < LONGEST_LINE ? 0 : column - SHOWN_BEFORE;
  const cut = (texts: readonly string[]) => texts.map((text) => text.slice(0, LONGEST_LINE));
  return {
    line: line + 1,
    column: column + 1,
    text: whole.slice(from, from + LONGEST_LINE),
    ...(context > 0 && {
      before: cut(lines.slice(Math.max(0, line - context), line)),
      after: cut(lines.slice(line + 1, line + 1 + context)),
    }),
  };
}
