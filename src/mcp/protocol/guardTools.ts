// Checks each tool of a server's list separately: a malformed tool is omitted, the others stay. The size of the list is
// bounded, and the work yields to the event loop after each time slice.
import {
  limitTool,
  schemaSize,
  listLimits,
  quoteName,
  type ToolAnnotations,
  type ToolDefinition,
  type ToolIcon,
} from '../../catalog/index.ts';
import { isBoolean, namedFields } from '../../base/guards.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { TimeSlice } from '../../base/timeSlice.ts';

/** Functions that change or reject the tools of a list. */
interface ToolListRules {
  /** Makes the last change to a text before the text may be truncated. */
  readonly shown: (text: string) => string;
  /** Makes the last change to a tool that is within the size limits. */
  readonly finish: (tool: ToolDefinition) => ToolDefinition;
  /** Returns a clause that says why a tool cannot be used; undefined if the tool can be used. */
  readonly objection: (tool: ToolDefinition) => string | undefined;
}

const asListed: ToolListRules = { shown: (text) => text, finish: (tool) => tool, objection: () => undefined };

/** Collects the tools of a list page by page. */
export class ToolList {
  /** Tools in the server's order, including duplicates. */
  readonly tools: ToolDefinition[] = [];
  readonly #warnings: string[] = [];
  readonly #rules: ToolListRules;
  readonly #slice = new TimeSlice();
  #seen = 0;
  #characters = 0;
  #leftOut = 0;

  constructor(rules: Partial<ToolListRules> = {}) {
    this.#rules = { ...asListed, ...rules };
  }

  /** Returns one line for each problem, up to a maximum number of lines. */
  get warnings(): readonly string[] {
    const { length } = this.#warnings;
    const more =
      length > listLimits.warnings ? [`${length - listLimits.warnings} more tools omitted or truncated`] : [];
    const bounds = `the limit is ${listLimits.tools} tools and ${listLimits.characters} characters`;
    const tooMany = this.#leftOut > 0 ? [`${this.#leftOut} tools omitted: ${bounds}`] : [];
    return [...this.#warnings.slice(0, listLimits.warnings), ...more, ...tooMany];
  }

  /** Adds a page. Resolves to false if further pages are not needed. */
  async take(items: readonly unknown[]): Promise<boolean> {
    for (const [index, item] of items.entries()) {
      if (this.#isFull) {
        this.#leftOut += items.length - index;
        break;
      }
      this.add(item);
      if (this.#slice.isOver) await this.#slice.yieldIfOver();
    }
    return this.#leftOut === 0;
  }

  add(item: unknown): void {
    this.#seen += 1;
    const { shown, finish, objection } = this.#rules;
    const tool = guardTool(item, shown);
    const bound = typeof tool === 'string' ? undefined : limitTool(tool, (line) => this.#warnings.push(line));
    const refused = typeof tool === 'string' ? tool : bound?.ok === false ? bound.reason : undefined;
    const reason = refused ?? (bound?.ok ? objection(bound.tool) : undefined);
    if (reason !== undefined) this.#warnings.push(`tool ${this.#seen} omitted: ${reason}`);
    if (!bound?.ok || reason !== undefined) return;
    this.#characters += bound.characters;
    if (this.#isFull) this.#leftOut += 1;
    else this.tools.push(finish(bound.tool));
  }

  get #isFull(): boolean {
    return this.tools.length >= listLimits.tools || this.#characters > listLimits.characters;
  }
}

function guardTool(item: unknown, shown: (text: string) => string): ToolDefinition | string {
  if (!isJsonObject(item)) return 'it is not an object';
  const { name, inputSchema, outputSchema } = item;
  if (typeof name !== 'string' || name === '') return 'it has no name';
  if (!isJsonObject(inputSchema)) return `${quoteName(name)} has no inputSchema`;
  const title = titleOf(item);
  const icons = guardIcons(item['icons']);
  return {
    name,
    description: typeof item['description'] === 'string' ? shown(item['description']) : '',
    inputSchema,
    annotations: guardAnnotations(item['annotations']),
    ...(title !== undefined && { title: shown(title) }),
    ...(icons && { icons }),
    ...(isJsonObject(outputSchema) && { outputSchema }),
    ...guardExecution(item['execution']),
    ...(isAppOnly(item) && { appOnly: true }),
    ...(hasAppView(item) && { appView: true }),
    ...guardMeta(item),
  };
}

/** Maximum size of the `_meta` of a tool, in characters. A larger `_meta` is omitted. */
const longestMeta = 4_000;

function guardMeta({ _meta }: JsonObject): Pick<ToolDefinition, '_meta'> {
  if (!isJsonObject(_meta)) return {};
  const size = schemaSize(_meta);
  const isKept = size.ok && size.characters <= longestMeta && Object.keys(_meta).length > 0;
  return isKept ? { _meta } : {};
}

function guardExecution(value: unknown): Pick<ToolDefinition, 'execution'> {
  const taskSupport = isJsonObject(value) ? value['taskSupport'] : undefined;
  return taskSupport === 'required' || taskSupport === 'optional' ? { execution: { taskSupport } } : {};
}

/**
 * True if a host must not offer the tool to a model: its `_meta.ui.visibility` exists and does not include the model
 * (MCP Apps 2026-01-26, "Visibility"). A cached list has the field `appOnly`.
 */
function isAppOnly(tool: JsonObject): boolean {
  const visibility = uiMember(tool, 'visibility');
  return tool['appOnly'] === true || (Array.isArray(visibility) && !visibility.includes('model'));
}

/** True if the tool names a view: `_meta.ui.resourceUri` (MCP Apps 2026-01-26). A cached list has `appView`. */
function hasAppView(tool: JsonObject): boolean {
  return tool['appView'] === true || typeof uiMember(tool, 'resourceUri') === 'string';
}

/** Returns a member of `_meta.ui`, which some servers still write as `_meta["ui/…"]`. */
function uiMember({ _meta }: JsonObject, name: string): JsonValue | undefined {
  const meta = isJsonObject(_meta) ? _meta : {};
  return (isJsonObject(meta['ui']) ? meta['ui'][name] : undefined) ?? meta[`ui/${name}`];
}

/** MCP 2025-11-25: `title` has precedence over the older `annotations.title`. */
function titleOf({ title, annotations }: JsonObject): string | undefined {
  const older = isJsonObject(annotations) ? annotations['title'] : undefined;
  return [title, older].filter((text) => typeof text === 'string').find((text) => text !== '');
}

function guardAnnotations(value: unknown): ToolAnnotations {
  return isJsonObject(value)
    ? namedFields(value, isBoolean, 'readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint')
    : {};
}

// Icons of a tool (MCP 2025-11-25, "Icons"), for the views of the editor. A server wrote the addresses, so only short
// addresses that a view can load without asking are kept.
const { icons: mostIcons, iconAddress: longestAddress } = listLimits;
/** Maximum number of listed icons that are examined. */
const mostSeen = 16;

/** Returns the usable icons in the server's order; undefined if there are none. */
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
