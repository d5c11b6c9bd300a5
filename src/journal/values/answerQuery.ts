// Answers one question about a recorded value that is already in memory.
import type { JsonValue } from '../../base/json.ts';
import { printableJson, visibleText } from '../../base/text/visibleText.ts';
import { tableText } from './tableText.ts';
import type { ValuePieces } from './valuePieces.ts';
import { mediaData, summaryOfBlock, valueShapeOf } from './valueShape.ts';
import type { ValueAnswer, ValueQuery } from './valueQueries.ts';
import { pageSize } from './valueView.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** Maximum length of a text that a page shows, in characters. */
const longestText = 200_000;

const none: ValueAnswer = { kind: 'none', why: 'missing' };

export function answerQuery(pieces: ValuePieces, query: ValueQuery): ValueAnswer {
  switch (query.kind) {
    case 'members': {
      const members = pieces.members(query.path, query.from, pageSize);
      return members ? { kind: 'members', ...members } : none;
    }
    case 'search':
      return { kind: 'search', ...pieces.search(query.query) };
    case 'text': {
      const value = pieces.at(query.path);
      return value === undefined ? none : { kind: 'text', text: textOf(value).slice(0, query.most) };
    }
    case 'shownText': {
      const text = textOf(pieces.value);
      const shown = visibleText(text.slice(0, longestText).toWellFormed());
      return { kind: 'shownText', text: shown, isWhole: text.length <= longestText };
    }
    case 'json':
      return { kind: 'text', text: printableJson(stringifyExact(pieces.value, 2)) };
    case 'path':
      return { kind: 'text', text: pieces.pathText(query.root, query.path) };
    case 'shape':
      return { kind: 'shape', ...valueShapeOf(pieces.value) };
    case 'table': {
      const table = pieces.table(query.path);
      return table ? { kind: 'table', ...table.page(query, query.from, pageSize) } : none;
    }
    case 'tableText': {
      const table = pieces.table(query.path);
      return table ? { kind: 'text', text: tableText(table, query, query.format) } : none;
    }
    case 'media': {
      const data = mediaData(pieces.at(query.path) ?? null);
      return data ? { kind: 'media', ...data } : none;
    }
    case 'block':
      return { kind: 'block', ...summaryOfBlock(pieces.value, query.most) };
  }
}

/** Returns a string unchanged, any other value as JSON. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyExact(value, 2);
}
