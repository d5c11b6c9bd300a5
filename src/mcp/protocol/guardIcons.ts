// The icons of a tool (MCP 2025-11-25, "Icons"), for views. A server wrote the addresses: only what a view may load without asking,
// and a list that kept tools can carry.
import { isJsonObject, type JsonValue } from '../../catalog/json.ts';
import { listLimits } from '../../catalog/listLimits.ts';
import type { ToolIcon } from '../../catalog/toolSource.ts';

const { icons: mostIcons, iconAddress: longestAddress } = listLimits;
/** Of those that a server lists, how many are looked at. */
const mostSeen = 16;

/** Usable icons in the server's order; undefined if there are none. */
export function guardIcons(icons: JsonValue | undefined): readonly ToolIcon[] | undefined {
  const usable = Array.isArray(icons) ? icons.slice(0, mostSeen).flatMap(readIcon).slice(0, mostIcons) : [];
  return usable.length > 0 ? usable : undefined;
}

function readIcon(icon: unknown): ToolIcon[] {
  if (!isJsonObject(icon)) return [];
  const { src, theme } = icon;
  if (typeof src !== 'string' || src.length > longestAddress || !isImageAddress(src)) return [];
  return [{ src, ...((theme === 'light' || theme === 'dark') && { theme }) }];
}

function isImageAddress(src: string): boolean {
  if (/^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/]+=*$/.test(src)) return true;
  const url = URL.parse(src);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
}
