// Reads from the text of a failure what went wrong. MCP has no codes for this: servers answer with a JSON-RPC error of
// any number, or with `isError` and a sentence.

/**
 * `input`: the arguments are wrong. `missing`: a thing that the arguments name does not exist. `access`: the call is
 * not allowed. `unreachable`: a service that the tool needs did not answer. `busy`: calls came too often. `program`:
 * the server's machine lacks a program.
 */
export type FailureKind = 'input' | 'missing' | 'access' | 'unreachable' | 'busy' | 'program';

/** An HTTP status counts only if its words or its position show that the number is a status. */
export const rateLimitWords =
  /(?:^|http|status|code|error|\(|")\W{0,3}(?:code\W{0,3})?429\b|\b429\W{1,3}too many|too many requests|rate.?limit|rate exceeded|throttl/i;
export const timeoutWords =
  /timed[ -]?out|time-?out(?! (?:must|should|is|has|value|parameter|argument))|\bETIMEDOUT\b|deadline exceeded/i;

/** Maximum number of characters that are read of a text. */
export const MOST_READ = 2_000;

/** The first match decides: messages of validators also contain words of the later kinds. */
const kinds: readonly (readonly [FailureKind, RegExp])[] = [
  // JSON-RPC 2.0, "Invalid params"; zod; pydantic; ajv; Go's encoding/json; Python's and serde's calls.
  [
    'input',
    /-32602\b|"code": ?"(?:invalid|unrecognized|too)_|ZodError|validation errors? (?:for|in)\b|input validation/i,
  ],
  [
    'input',
    /(?:properties|inputs|fields) (?:are|is) not (?:allowed|permitted)|must have required property|cannot unmarshal|unexpected keyword argument|missing \d+ required|missing field `|input should be/i,
  ],
  [
    'program',
    /\bspawn \S{1,200} ENOENT\b|sh: (?:line )?(?:\d+: )?\S{1,200}: (?:command )?not found|is not recognized as an internal or external command/,
  ],
  ['busy', rateLimitWords],
  ['busy', /\bquotas?\b|slow down/i],
  [
    'access',
    /access denied|permission|forbidden|not (?:allowed|permitted|authori[sz]ed)|unauthori[sz]ed|outside (?:of )?(?:the )?allowed|not (?:in|on) (?:the )?allow/i,
  ],
  ['access', /chose to skip the tool call|\buser (?:declined|denied|refused|rejected|skipped)\b/i],
  [
    'access',
    /\bEACCES\b|\bEPERM\b|\b40[13]\b|bad credentials|read-?only (?:file system|mode)|authentication|invalid (?:api.?key|token)/i,
  ],
  [
    'unreachable',
    /\bE(?:CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|HOSTUNREACH|AI_AGAIN|PIPE)\b|fetch failed|network|unreachable|\b50[234]\b/i,
  ],
  ['unreachable', timeoutWords],
  [
    'unreachable',
    /connection (?:refused|reset|closed|failed|error)|service unavailable|could not connect|offline/i,
  ],
  [
    'missing',
    /\bENOENT\b|not found|no such|does ?n[o']t exist|unknown (?!error)|\b404\b|cannot find|could not find|-32601\b/i,
  ],
  [
    'input',
    /invalid|required|must (?:be|not|have)|\bexpected|missing|malformed|not (?:a )?valid|bad request|\b4(?:00|22)\b|should be/i,
  ],
  [
    'input',
    /cannot be (?:empty|null|blank)|out of range|unsupported|too (?:long|short|large|small|many)|syntax error|typeerror: .*argument/i,
  ],
];

/** Returns undefined if the text does not say. */
export function failureKind(text: string): FailureKind | undefined {
  const read = text.slice(0, MOST_READ);
  return kinds.find(([, words]) => words.test(read))?.[0];
}
