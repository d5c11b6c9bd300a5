// Whether a tool of the chat failed. VS Code's messages have no field for it: chats write a sentence in place of the answer. A file may begin with
// the same word, so it is the sentences that count.

/** Those with capitals are Copilot Chat's. */
const beginnings =
  /^\s*(?:ERROR while calling tool:|ERROR: Your input to the tool|ERROR: The tool "|Error:|The user chose to skip the tool call|The user cancelled|Tool call was cancelled)/;

export function saysFailure(text: string): boolean {
  return beginnings.test(text);
}
