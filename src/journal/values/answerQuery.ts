// Answers one question about a recorded value that is already in memory.
import { printableJson } from '../../base/text/visibleText.ts';
import { tableText } from './tableText.ts';
import type { ValuePieces } from './valuePieces.ts';
import { mediaData, summaryOfBlock, valueShapeOf } from './valueShape.ts';
import type { ValueAnswer, ValueQuery } from './valueQueries.ts';
import { stringifyExact } from '../../base/exactJson.ts';

const none: ValueAnswer = { kind: 'none', why: 'missing' };

export function answerQuery(pieces: ValuePieces, query: ValueQuery): ValueAnswer {
  switch (query.kind) {
    case 'members': {
      const members = pieces.members(query.path, query.from, query.count);
      return members ? { kind: 'members', ...members } : none;
    }
    case 'search':
      return { kind: 'found', ...pieces.search(query.query) };
    case 'text': {
      const value = pieces.at(query.path);
      if (value === undefined) return none;
      const text = typeof value === 'string' ? value : stringifyExact(value, 2);
      return { kind: 'text', text: text.slice(0, query.most) };
    }
    case 'json':
      return { kind: 'text', text: printableJson(stringifyExact(pieces.value, 2)) };
    case 'path':
      return { kind: 'text', text: pieces.pathText(query.root, query.path) };
    case 'shape':
      return { kind: 'shape', ...valueShapeOf(pieces.value) };
    case 'table': {
      const table = pieces.table(query.path);
      return table ? { kind: 'table', ...table.page(query, query.from, query.count) } : none;
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
