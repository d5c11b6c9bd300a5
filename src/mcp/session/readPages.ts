// Lists come in pages. A server that sends pages without end, or the same one again, is not followed.
import type { RequestOutcome } from './requestOutcome.ts';
import type { TakePage } from './session.ts';
import type { SessionRequests } from './sessionRequests.ts';
import type { RequestOptions } from './throttledProgress.ts';

const maxPages = 1_000;

/** Hands over the pages of a list, unguarded. */
export async function readPages(
  requests: SessionRequests,
  method: string,
  field: string,
  options: RequestOptions,
  take: TakePage,
): Promise<RequestOutcome<undefined>> {
  const cursors = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const page = await requests.request(method, cursor === undefined ? {} : { cursor }, options);
    if (page.kind !== 'done') return page;
    const { [field]: items, nextCursor } = page.value;
    if (!Array.isArray(items)) return { kind: 'refused', message: `its answer to "${method}" lacks ${field}` };
    // An empty one is how some say that there is none.
    const isLast = typeof nextCursor !== 'string' || nextCursor === '';
    if (!isLast && cursors.has(nextCursor)) return { kind: 'refused', message: `its ${field} repeat a page endlessly` };
    if (!isLast && cursors.size >= maxPages) return { kind: 'refused', message: `its ${field} have over ${maxPages} pages` };
    if (!(await take(items)) || isLast) return { kind: 'done', value: undefined };
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
}
