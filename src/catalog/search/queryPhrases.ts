// Rewrites phrases of people to the words that tools use, where several words together have one meaning. The rules
// apply only to requests; texts of servers are read word by word.

const ADDRESSES: readonly (readonly [phrase: RegExp, words: string])[] = [
  // The parts of an address tell nothing about the tool that opens it.
  [/\bhttps?:\/\/\S+/gi, ' url '],
  [/\b[\w-]{1,64}\.(?:com|org|net|io|dev)\b/gi, ' url '],
  [/\b[\w.+-]{1,64}@[\w-]{1,64}\.\w{2,8}\b/gi, ' email '],
  [/([\w-]{1,64})\.(json|md|ts|js|py|txt|csv|ya?ml|toml|html|pdf|xlsx?|docx?|pptx?)\b/gi, ' $1 $2 file '],
];

/** Verbs with a separate particle; up to seven words may stand between the two: `turn the kitchen lights on`. */
const PARTED: readonly (readonly [verb: string, particle: string, words: string])[] = [
  ['turn|switch|put|power', 'on', 'turnon'],
  ['turn|switch|power', 'off', 'turnoff'],
  ['call', 'off', 'cancel'],
  ['put|push', 'off', 'postpone update'],
  ['take', 'off|down', 'remove'],
  ['bring|get', 'back', 'restore unarchive'],
  ['take|pull', 'back', 'revoke undo'],
  ['send', 'back', 'return'],
  ['pass', 'on', 'forward'],
  ['hand', 'over', 'transfer'],
  ['throw|toss', 'out|away', 'remove delete'],
  ['kick', 'out', 'ban remove'],
  ['tick|check|cross|mark', 'off|done', 'complete done'],
  ['shut|bring', 'down', 'stop'],
  ['bring|start|spin|boot', 'up', 'start up'],
  ['wake', 'up', 'restore resume start'],
  ['put', 'aside|away', 'stash archive'],
  ['fill', 'in|out', 'fill'],
  ['give', 'back', 'return refund'],
  ['split|take', 'apart', 'split unmerge'],
  ['join|put|stitch', 'together', 'merge'],
  ['cut', 'out', 'remove crop'],
  ['sign', 'up', 'register'],
  ['look|search|find', 'up', 'search'],
  ['hang', 'up', 'end terminate stop'],
  ['turn', 'down', 'reject decline'],
  ['take', 'offline', 'unpublish stop'],
  ['put', 'through', 'connect redirect'],
  ['back', 'up', 'backup export'],
  ['write|jot', 'down', 'add create'],
  ['clean|tidy', 'up', 'clean delete'],
];

const PHRASES: readonly (readonly [phrase: RegExp, words: string])[] = [
  [
    /\b(?:go|going|went|switch|return|revert|roll) back to ((?:\w{1,32} ){0,3})(?:version|release|revision|deployment|build|commit|state)\b/gi,
    'rollback restore $1',
  ],
  // A word at the beginning that can be a verb is a noun in such phrases: `email and title of a colleague`.
  [
    /^(\s*)(?:the )?(email|message|text|comment|share|record|file|book|report|plan|schedule|note|link|tag|label|order|list|count|log|call)(?= (?:and|or|of|for) )/gi,
    'get $2',
  ],
  [/\b(?:without|except|excluding) (?:a |an |any |the )?[\w-]{1,40}/gi, ''],
  [
    /\bhow (?:do|can|would|should) (?:i|we|you) (?:get|come|go) (?:from|to)\b|\bway (?:from|to)\b/gi,
    'direction route',
  ],
  [/\bwho(?:'s| is| are) (?:in|on|part of|a member of)\b(?! call)/gi, 'list member participant'],
  [/\b(?:is|are) trading(?: at)?\b|\btrading at\b/gi, 'price'],
  [/\b(?:came|comes|come|sent) with\b/gi, 'attachment'],
  [/\b(?:video|zoom|conference|phone) calls?\b/gi, 'call meeting'],
  [/\broll(?:ing|ed)? back\b/gi, 'rollback restore'],
  [/\bnot (?:working|paid|done|finished)\b|\bunpaid\b/gi, 'open status'],
  [/\bsource code\b/gi, 'code'],
  [/\bfor good\b/gi, 'delete'],
  [/\bkick(?:ed|ing)? off\b/gi, 'trigger start'],
  [/\btext message/gi, 'sms message'],
  [/\bput (?:\w+ )?(?:\w+ )?online\b/gi, 'deploy publish'],
  [/\bgo(?:es|ing)? live\b/gi, 'deploy publish'],
  [/\bgo over\b|\bgo through\b|\bcheck for\b/gi, 'scan check'],
  [/\bend of\b|\bat the (?:end|bottom)\b/gi, 'append'],
  [/\b(?:tell|notify|alert|inform|warn) me (?:when|as soon as|once|if)\b/gi, 'monitor watch notify create'],
  [/\btell me (?=which|what|who|where|how|whether)|\bshow me (?=which|what|who|when|where|how)/gi, ''],
  [/\bto[- ]dos?\b/gi, 'todo'],
  [/\be-mail/gi, 'email'],
  [/\blook(?:ing|s)? (?:for|up|into)|\bfind out|\bsearch for/gi, 'search'],
  [/\blook(?:ing)? at|\bhave a look/gi, 'show'],
  [/\b(?:go|going|come|went) back\b/gi, 'navigateback back'],
  [/\bgo(?:ing)? to\b/gi, 'navigate'],
  [/\b(?:get|getting) rid of|\bthrow away/gi, 'delete'],
  [/\bin one go|\bat once|\bin bulk|\ba (?:lot|bunch) of|\ba number of/gi, 'several'],
  [
    /\bwho (?:can|may|could|is allowed to) (?:open|see|view|edit|read|access|use|change)\b/gi,
    'list permission access',
  ],
  [
    /\blet (?:my |our |the )?(?!me\b|us\b)\w{2,32} (?:see|view|edit|read|open|access|use)\b/gi,
    'share permission access',
  ],
  [
    /\b(?:text|sms) (?=(?:a|an|the|my|our|him|her|them|someone|somebody|everyone|everybody)\b)/gi,
    'send sms message ',
  ],
  [
    /(?<=^\s*|\b(?:to|please|and|then) )(?:phone|ring) (?=(?:a|the|my|our|him|her|them|up|someone|somebody|everyone)\b)/gi,
    'call ',
  ],
  [
    /\b(?:e?mail) (?=(?:a|an|the|my|our|him|her|them|it|this|someone|somebody|everyone|everybody)\b)/gi,
    'send email ',
  ],
  [
    /\bwho (?!(?:is|are|am|was|were|can|could|has|have|will|should|may|might|does|do)\b)\w{2,32}(?:ed|id|ade|ote|ook)\b/gi,
    'audit history activity author',
  ],
  [/\b(?:code|coding) (?:style|smells?)\b|\bstyle (?:problem|issue|error|violation)s?\b/gi, 'lint code'],
  [/\b(?:give|giving|gave) up\b/gi, 'release delete'],
  // Products are not in the synonyms, since a server may have such a name.
  [/\b(?:sqlite|mysql|mariadb|mssql)\b/gi, '$& sql database'],
  [/\b(?:openapi|swagger)\b/gi, '$& spec'],
  [/\bclient librar(?:y|ies)\b/gi, 'sdk client library'],
  [
    /\b(?:as|when|whenever|as soon as) (?:it|they|new (?:one|message|mail|email)s?) (?:comes?|arrives?)(?: in)?\b/gi,
    'rule automatic incoming',
  ],
  [/\b(?:answer|reply to|respond to|write back to) (?:everybody|everyone|all)\b/gi, 'replyall reply all'],
  [
    /\b(?:is|are) (?:\w+ ){1,3}(?:away|out of office|on holiday|on vacation|on leave)\b/gi,
    'availability automatic reply',
  ],
  [/\b(?:keep|bear) in mind|\b(?:note|write) down|\bmake a note/gi, 'remember add'],
  [/\bset up\b/gi, 'create'],
  [/\bhow (?:many|often)/gi, 'count'],
  [/\bhow much (?:money|do i have|do we have)/gi, 'balance'],
  [/\bhow (?:big|large)/gi, 'size'],
  [/\bhow far/gi, 'distance'],
  [/\bhow high/gi, 'elevation'],
  [/\bhow long/gi, 'duration'],
  [/\bwhat(?:'s| is) the time|\bwhat time/gi, 'current time'],
  [/\bhow (?:do|can|should) (?:i|we|you) use|\bhow to use|\bhow does (?:it|one) use/gi, 'documentation'],
  [/\bwent wrong|\bgoes wrong|\bis wrong/gi, 'error'],
  [/\bsays? about/gi, 'read content'],
  [/\bup to date/gi, 'update latest'],
  [/\btake out\b/gi, 'remove'],
  [/\b(?:take|grab|make) (?=a (?:screen|snap|picture|photo|copy))/gi, ''],
  [/\bput (?:in|into|on|under)\b/gi, 'add'],
  [/\b(?:sign|log)(?:ging|ged|ing|ed)? in(?= (?:to|with|as)\b|\s*$)/gi, 'login'],
  [/\b(?:sign|log)(?:ging|ged|ing|ed)? out(?= of\b|\s*$)/gi, 'logout'],
  [/\bon[- ]call\b/gi, 'oncall'],
  [/\bread (?=\S+ (?:text |\S+ )?(?:aloud|out loud))/gi, 'speech '],
  [/\brun(?:s|ning)? out\b/gi, 'expire'],
  [
    /\bstop (?:listening|following|watching|receiving)(?: to)?\b/gi,
    'stop delete unsubscribe unfollow unwatch watch',
  ],
  [/\blisten(?:ing)? to\b/gi, 'subscribe listen'],
  [/\bmoney back\b/gi, 'refund'],
  [/\bsay (?:no|yes) to\b/gi, 'respond'],
  [/\bstep by step\b/gi, 'sequential'],
  [/\bwho am i\b/gi, 'whoami current user'],
  [/\bfull text\b/gi, 'search'],
];

/** Returns the request with such phrases replaced, independent of letter case. */
export function rewritePhrases(request: string): string {
  return [...ADDRESSES, ...PARTED_PHRASES, ...PHRASES].reduce(
    (text, [phrase, words]) => text.replace(phrase, ` ${words} `),
    request,
  );
}

const PARTED_PHRASES = PARTED.map(([verb, particle, words]): readonly [RegExp, string] => [
  new RegExp(String.raw`\b(?:${verb})(?:ing|ed|s)?((?: [\w'-]{1,32}){0,7}) (?:${particle})\b`, 'gi'),
  `${words}$1`,
]);
