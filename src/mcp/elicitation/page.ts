// A page that a server asks a person to visit (MCP 2025-11-25, "Elicitation", URL mode): for what must not pass through
// the client, such as a sign-in. It is shown and opened, never fetched.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { shownText } from '../../base/text/plainText.ts';

const longestUrl = 4_096;
const longestId = 1_000;
const mostPages = 5;

export interface Page {
  /** By which the server later tells that it is done. */
  readonly id: string;
  /** `http:` or `https:`, normalised, without credentials. */
  readonly url: string;
  /** As it is on the wire: other scripts than Latin in their ASCII form. */
  readonly host: string;
  /** Why the server asks. */
  readonly message: string;
}

/** `problem`: what is wrong with the request, one clause. */
type ReadPage = { readonly ok: true; readonly page: Page } | { readonly ok: false; readonly problem: string };

export function readPage({ message, elicitationId, url }: JsonObject): ReadPage {
  if (typeof message !== 'string') return { ok: false, problem: 'it has no message' };
  if (typeof elicitationId !== 'string' || elicitationId.length > longestId) return { ok: false, problem: 'it has no elicitationId' };
  const parsed = typeof url === 'string' && url.length <= longestUrl ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return { ok: false, problem: 'its url is not http or https' };
  // `https://example.com@evil.test` reads as another host than it is.
  if (parsed.username !== '' || parsed.password !== '') return { ok: false, problem: 'its url has a user name' };
  return { ok: true, page: { id: elicitationId, url: parsed.href, host: parsed.host, message: shownText(message) } };
}

/** The pages that an error of a call (-32042, `URLElicitationRequiredError`) names; undefined if any cannot be shown. */
export function pagesOfError(data: unknown): readonly Page[] | undefined {
  const listed: unknown = isJsonObject(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostPages) return undefined;
  const pages = listed
    .map((item: unknown) => (isJsonObject(item) ? readPage(item) : undefined))
    .flatMap((read) => (read?.ok ? [read.page] : []));
  return pages.length === listed.length ? pages : undefined;
}
