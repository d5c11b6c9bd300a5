// Requests in the words of people: several words that together mean one which tools use. They hold for requests only;
// what servers write is taken word by word.

const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  // What an address is made of says nothing of the tool that opens it.
  [/\bhttps?:\/\/\S+/, 'url'],
  [/\b[\w-]+\.(?:json|md|ts|js|py|txt|csv|ya?ml|toml|html)\b/, 'file'],
  [/\blook(?:ing|s)? (?:for|up|into)|\bfind out|\bsearch for/, 'search'],
  [/\blook(?:ing)? at|\bhave a look/, 'show'],
  [/\bgo(?:ing)? to\b/, 'navigate'],
  [/\b(?:get|getting) rid of|\bthrow away/, 'delete'],
  [/\b(?:keep|bear) in mind|\b(?:note|write) down|\bmake a note/, 'remember add'],
  [/\bset up\b/, 'create'],
  [/\bmerge requests?/, 'pull request'],
  [/\bhow (?:many|often)/, 'count'],
  [/\bhow (?:big|large)|\bmost space/, 'size'],
  [/\bhow far/, 'distance'],
  [/\bhow high/, 'elevation'],
  [/\bhow (?:do|can|should) (?:i|we|you) use|\bhow to use|\bhow does (?:it|one) use/, 'documentation'],
  [/\bwent wrong|\bgoes wrong|\bis wrong/, 'error'],
  [/\bsays? about/, 'read content'],
  [/\bup to date/, 'update latest'],
  [/\btake out\b/, 'remove'],
  [/\bput (?:in|into|on|under)\b/, 'add'],
  [/\bstep by step/, 'sequential step'],
];

/** The request with such phrases replaced; blind to letter case. */
export function withPhrases(request: string): string {
  return PHRASES.reduce((text, [phrase, words]) => text.replace(new RegExp(phrase, 'gi'), ` ${words} `), request);
}
