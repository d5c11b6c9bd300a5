// What every page asks of a value, answered: a page of its members, and where a text is in it.
import { whyNoValue, type ValueAnswer, type ValueQuery } from '../../runs/valueQueries.ts';
import { pageSize, type ValuePath } from '../../webview/base/valueMessages.ts';

type Question =
  | { readonly type: 'members'; readonly request: number; readonly path: ValuePath; readonly from: number }
  | { readonly type: 'search'; readonly request: number; readonly query: string };

export async function valueReply(question: Question, ask: (query: ValueQuery) => Promise<ValueAnswer>) {
  const { type, request } = question;
  if (type === 'members') {
    const answer = await ask({ kind: type, path: question.path, from: question.from, count: pageSize });
    if (answer.kind !== type) return noValue(request, answer);
    return { type, request, self: answer.self, total: answer.total, nodes: answer.nodes } as const;
  }
  const answer = await ask({ kind: type, query: question.query });
  return answer.kind === 'found' ? ({ type: 'found', request, paths: answer.paths, more: answer.more } as const) : noValue(request, answer);
}

export function noValue(request: number, answer: ValueAnswer) {
  return { type: 'noValue', request, why: whyNoValue(answer) } as const;
}
