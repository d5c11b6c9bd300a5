// What a script put out, as a result panel shows it: pure. Texts of servers and scripts are made safe to show.
import { isJsonObject, type JsonValue } from '../../catalog/json.ts';
import type { RecordedOutput } from '../../runs/runRecord.ts';
import { mediaOf } from '../../runs/valueShape.ts';
import { shownLine } from '../../text/plainText.ts';
import { visibleName, visibleText } from '../../text/visibleText.ts';
import type { ConsoleEntry, Display } from '../../webview/result/resultMessages.ts';

/** Of a text that is displayed. */
const longestDisplay = 20_000;

/** A block of `codemode.display`. */
export function displayOf(block: JsonValue): Display {
  const media = mediaOf(block);
  if (media) return { kind: 'media', label: media.mimeType };
  const text = textOf(block);
  if (text === undefined)
    return { kind: 'value', label: isJsonObject(block) && typeof block['type'] === 'string' ? shownLine(block['type'], 60) : 'value' };
  const more = text.length - longestDisplay;
  const shown = visibleText(text.slice(0, longestDisplay).toWellFormed());
  return { kind: 'markdown', label: 'text', text: more > 0 ? `${shown}\n\n… ${more.toLocaleString('en-US')} more characters` : shown };
}

function textOf(block: JsonValue): string | undefined {
  if (!isJsonObject(block)) return undefined;
  const { type, text, resource } = block;
  if (type === 'text' && typeof text === 'string') return text;
  if (type === 'resource' && resource !== undefined && isJsonObject(resource) && typeof resource['text'] === 'string')
    return resource['text'];
  return undefined;
}

type Line = Exclude<RecordedOutput, { readonly kind: 'display' }>;

/** Of a record, as while the run was on. */
export function recordedEntry(output: Line): ConsoleEntry {
  const { at } = output;
  if (output.kind === 'progress') {
    const part = output.fraction === undefined ? '' : ` (${Math.round(output.fraction * 100)}%)`;
    return { at, kind: 'progress', text: `${shownLine(output.message, 200)}${part}`, opens: false };
  }
  const kind = output.kind === 'log' ? output.level : 'forUser';
  const from = output.kind === 'forUser' ? `${visibleName(output.path)}: ` : '';
  const { text } = output;
  if (!('v' in text)) return { at, kind, text: 'file' in text ? `${from}A long text` : 'Not recorded', opens: 'file' in text };
  return {
    at,
    kind,
    text: `${from}${visibleText((typeof text.v === 'string' ? text.v : JSON.stringify(text.v)).toWellFormed())}`,
    opens: false,
  };
}
