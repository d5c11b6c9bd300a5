// Requests in the words of people: several words that together mean one which tools use. They hold for requests only;
// what servers write is taken word by word.

const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  // What an address is made of says nothing of the tool that opens it.
  [/\bhttps?:\/\/\S+/gi, 'url'],
  [/\b[\w-]+\.(?:json|md|ts|js|py|txt|csv|ya?ml|toml|html)\b/gi, 'file'],
  [/\blook(?:ing|s)? (?:for|up|into)|\bfind out|\bsearch for/gi, 'search'],
  [/\blook(?:ing)? at|\bhave a look/gi, 'show'],
  [/\bgo(?:ing)? to\b/gi, 'navigate'],
  [/\b(?:get|getting) rid of|\bthrow away/gi, 'delete'],
  [/\b(?:keep|bear) in mind|\b(?:note|write) down|\bmake a note/gi, 'remember add'],
  [/\bset up\b/gi, 'create'],
  [/\bhow (?:many|often)/gi, 'count'],
  [/\bhow (?:big|large)/gi, 'size'],
  [/\bhow far/gi, 'distance'],
  [/\bhow high/gi, 'elevation'],
  [/\bhow (?:do|can|should) (?:i|we|you) use|\bhow to use|\bhow does (?:it|one) use/gi, 'documentation'],
  [/\bwent wrong|\bgoes wrong|\bis wrong/gi, 'error'],
  [/\bsays? about/gi, 'read content'],
  [/\bup to date/gi, 'update latest'],
  [/\btake out\b/gi, 'remove'],
  [/\bput (?:in|into|on|under)\b/gi, 'add'],
];

/** The request with such phrases replaced; blind to letter case. */
export function withPhrases(request: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, ` ${words} `), request);
}
