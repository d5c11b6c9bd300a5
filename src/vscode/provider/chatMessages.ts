// Converts messages of VS Code's chats to chat completions and back. A part that Code Mode need not understand stays in
// `given` and is referenced by its number: `{ type: 'given', at }`, with the text of a text part and the type of a
// picture.
import * as vscode from 'vscode';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../base/json.ts';
import { partsText, readArguments } from '../../models/index.ts';
import { saysFailure } from './toolFailure.ts';
import { stringifyExact } from '../../base/exactJson.ts';

/** The parts of one request, referenced by index. */
export type GivenParts = readonly unknown[];

/** MIME types of parts that belong to the server of one model. The underlying model would take them for its own. */
const foreign = ['stateful_marker', 'usage'];
/** VS Code's role for system messages. Only a proposed API declares it. */
const systemRole = 3;

export function readChatMessages(sent: readonly vscode.LanguageModelChatRequestMessage[]) {
  const given: unknown[] = [];
  const give = (part: unknown): JsonObject => {
    const at = given.push(part) - 1;
    if (part instanceof vscode.LanguageModelTextPart) return { type: 'given', at, text: part.value };
    const isPicture = part instanceof vscode.LanguageModelDataPart && part.mimeType.startsWith('image/');
    return { type: 'given', at, ...(isPicture && { picture: part.mimeType }) };
  };
  const messages = sent.flatMap(({ role, content }): readonly JsonObject[] => {
    const parts = content.filter(
      (part) => !(part instanceof vscode.LanguageModelDataPart && foreign.includes(part.mimeType)),
    );
    const results = parts.filter((part) => part instanceof vscode.LanguageModelToolResultPart);
    const calls = parts.filter((part) => part instanceof vscode.LanguageModelToolCallPart);
    const others = parts
      .filter((part) => !results.includes(part as never) && !calls.includes(part as never))
      .map(give);
    const name =
      role === vscode.LanguageModelChatMessageRole.Assistant
        ? 'assistant'
        : (role as number) === systemRole
          ? 'system'
          : 'user';
    const said =
      others.length === 0 && (results.length > 0 || parts.length === 0)
        ? []
        : [{ role: name, content: others }];
    const made =
      calls.length === 0 ? said : [{ role: 'assistant', content: others, tool_calls: calls.map(callOf) }];
    return [...results.map((result) => answerOf(result, give)), ...made];
  });
  return { messages, given };
}

/** VS Code offers extensions no system role for requests, so the system message begins the first user message. */
export function writeMessages(
  messages: readonly JsonObject[],
  given: GivenParts,
): readonly vscode.LanguageModelChatMessage[] {
  const written: { role: vscode.LanguageModelChatMessageRole; content: vscode.LanguageModelInputPart[] }[] =
    [];
  let before: JsonValue | undefined;
  for (const message of messages) {
    const kind = message['role'];
    const role =
      kind === 'assistant'
        ? vscode.LanguageModelChatMessageRole.Assistant
        : vscode.LanguageModelChatMessageRole.User;
    const parts = partsOf(message['content'], given);
    const said =
      kind === 'tool'
        ? [new vscode.LanguageModelToolResultPart(textOr(message['tool_call_id']), parts)]
        : parts;
    const content = [...said, ...callsOf(message['tool_calls'])];
    // The results for the calls of one message form one message, as in VS Code's own requests.
    const joins =
      (kind === 'tool' && before === 'tool') ||
      (before === 'system' && role === vscode.LanguageModelChatMessageRole.User);
    const last = joins ? written.at(-1) : undefined;
    if (last) last.content.push(...content);
    else written.push({ role, content });
    before = kind;
  }
  // The constructor's type wants the parts of one role; VS Code itself chose the parts of each message.
  return written.map(
    ({ role, content }) =>
      new vscode.LanguageModelChatMessage(role, content as vscode.LanguageModelTextPart[]),
  );
}

/**
 * Returns the prompt of the last user message, without the context that Copilot Chat attaches around its tags;
 * undefined if the message has no such tags.
 */
export function lastPrompt(messages: readonly JsonObject[]): string | undefined {
  const text = partsText(messages.findLast(({ role }) => role === 'user')?.['content']);
  const open = /<(userRequest|user_query|prompt)>/.exec(text);
  const end = open ? text.indexOf(`</${open[1]}>`, open.index) : -1;
  return open && end !== -1 ? text.slice(open.index + open[0].length, end).trim() : undefined;
}

/** Returns the last prompt or, without tags, the whole text of the last user message; undefined if it is blank. */
export function lastWords(messages: readonly JsonObject[]): string | undefined {
  const said =
    lastPrompt(messages) ?? partsText(messages.findLast(({ role }) => role === 'user')?.['content']);
  return said.trim() === '' ? undefined : said;
}

function callOf({ callId: id, name, input }: vscode.LanguageModelToolCallPart): JsonObject {
  return { id, type: 'function', function: { name, arguments: stringifyExact(input) } };
}

function answerOf(
  { callId, content }: vscode.LanguageModelToolResultPart,
  give: (part: unknown) => JsonObject,
): JsonObject {
  const parts = content.map((part) =>
    part instanceof vscode.LanguageModelTextPart ? { type: 'text', text: part.value } : give(part),
  );
  const text = content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('\n');
  return { role: 'tool', tool_call_id: callId, content: parts, ...(saysFailure(text) && { is_error: true }) };
}

function partsOf(content: JsonValue | undefined, given: GivenParts): vscode.LanguageModelInputPart[] {
  if (typeof content === 'string') return content === '' ? [] : [new vscode.LanguageModelTextPart(content)];
  if (!isJsonArray(content)) return [];
  return content.flatMap((part) => {
    if (!isJsonObject(part)) return [];
    // A reference stands for the part that VS Code sent, unchanged.
    if (part['type'] === 'given') return given[Number(part['at'])] as vscode.LanguageModelInputPart;
    return typeof part['text'] === 'string' ? new vscode.LanguageModelTextPart(part['text']) : [];
  });
}

function callsOf(calls: JsonValue | undefined): vscode.LanguageModelToolCallPart[] {
  if (!isJsonArray(calls)) return [];
  return calls.flatMap((call) => {
    if (!isJsonObject(call) || !isJsonObject(call['function'])) return [];
    const { name, arguments: text } = call['function'];
    // Arguments that are no JSON object go back to the model unchanged, in the property `text`.
    const input = readArguments(textOr(text)) ?? { text: text ?? '' };
    return new vscode.LanguageModelToolCallPart(textOr(call['id']), textOr(name), input);
  });
}

function textOr(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
