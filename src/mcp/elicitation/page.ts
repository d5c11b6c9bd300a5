// A page that a server asks the user to visit (MCP 2025-11-25, "Elicitation", URL mode), for data that must not pass
// through the client, such as a sign-in. The page is opened in a browser and never fetched.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { shownText } from '../../base/text/plainText.ts';

const longestUrl = 4_096;
const longestId = 1_000;
const mostPages = 5;

export interface Page {
  /** The ID with which the server later reports that the visit is complete. */
  readonly id: string;
  /** `http:` or `https:`, normalized, without credentials. */
  readonly url: string;
  /** The host as it is sent, with non-ASCII names in their ASCII form. */
  readonly host: string;
  /** The server's reason for the visit. */
  readonly message: string;
}

/** `problem` is a clause that says why the request is invalid. */
type ReadPage = { readonly ok: true; readonly page: Page } | { readonly ok: false; readonly problem: string };

export function readPage({ message, elicitationId, url }: JsonObject): ReadPage {
  if (typeof message !== 'string') return { ok: false, problem: 'it has no message' };
  if (typeof elicitationId !== 'string' || elicitationId.length > longestId)
    return { ok: false, problem: 'it has no elicitationId' };
  const parsed = typeof url === 'string' && url.length <= longestUrl ? URL.parse(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    return { ok: false, problem: 'its url is not http or https' };
  // `https://example.com@evil.test` looks like an address of another host.
  if (parsed.username !== '' || parsed.password !== '')
    return { ok: false, problem: 'its url has a user name' };
  return {
    ok: true,
    page: { id: elicitationId, url: parsed.href, host: parsed.host, message: shownText(message) },
  };
}

/** Returns the pages in an error (-32042, `URLElicitationRequiredError`); undefined unless all can be shown. */
export function pagesOfError(data: unknown): readonly Page[] | undefined {
  const listed: unknown = isJsonObject(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > mostPages) return undefined;
  const pages = listed
    .map((item: unknown) => (isJsonObject(item) ? readPage(item) : undefined))
    .flatMap((read) => (read?.ok ? [read.page] : []));
  return pages.length === listed.length ? pages : undefined;
}
