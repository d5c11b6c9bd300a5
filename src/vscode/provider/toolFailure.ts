// Recognizes the failure of a chat's tool. VS Code's messages have no field for a failure; chats write a sentence in
// place of the result. The pattern contains whole sentences because a file may begin with the same word.

/** Beginnings of failure texts. The ones with capitals come from Copilot Chat. */
const beginnings =
  /^\s*(?:ERROR while calling tool:|ERROR: Your input to the tool|ERROR: The tool "|Error:|The user chose to skip the tool call|The user cancelled|Tool call was cancelled)/;

export function saysFailure(text: string): boolean {
  return beginnings.test(text);
}
