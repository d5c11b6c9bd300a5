// One question about a value that has been read.
import type { ValuePieces } from './valuePieces.ts';
import type { ValueAnswer, ValueQuery } from './valueQueries.ts';

const none: ValueAnswer = { kind: 'none', why: 'missing' };

export function answerQuery(pieces: ValuePieces, query: ValueQuery): ValueAnswer {
  switch (query.kind) {
    case 'members': {
      const members = pieces.members(query.path, query.from, query.count);
      return members ? { kind: 'members', ...members } : none;
    }
    case 'search':
      return { kind: 'found', ...pieces.search(query.query) };
    case 'text':
    case 'json': {
      const value = pieces.at(query.path);
      if (value === undefined) return none;
      return { kind: 'text', text: typeof value === 'string' && query.kind === 'text' ? value : JSON.stringify(value, undefined, 2) };
    }
    case 'path':
      return { kind: 'text', text: pieces.pathText(query.root, query.path) };
  }
}
