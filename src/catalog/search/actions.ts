// Compares the action of a request with the action of a tool: a tool that creates does not serve a request to delete,
// nor does a tool that unlocks serve a request to lock, however well the other words match.
import type { CatalogTool } from '../catalogSnapshot.ts';
import { splitWords } from '../names.ts';
import { isPlural, stemOf } from './searchTerms.ts';

/** Groups of verbs with the same meaning, by kind. A question asks to read. A verb may be in several groups. */
const VERBS = {
  read: [
    'get read fetch retrieve view show see display load look describe explain inspect check details info return give tell what who when where how why is are does did print know open receive',
    'list enumerate browse show which what all get every',
    'search find query lookup look discover locate seek filter grep google select',
    'count number total calculate compute measure aggregate stats statistics sum',
    'compare diff difference',
    'monitor watch trace track analyze audit verify validate lint check test review diagnose inspect',
    'download export pull save dump fetch',
  ],
  create: [
    'create bill invoice new make generate draw build start open file raise register init initialize draft compose prepare declare define setup schedule book reserve plan report submit propose insert provision fork',
    'add append insert attach put link comment reply respond answer note include tag label invite assign connect associate upload import leave',
    'write save put store set record remember log upload insert commit',
    'copy duplicate clone fork',
  ],
  change: [
    'update edit change set modify alter patch adjust configure correct fix replace rewrite overwrite upgrade customize append reschedule postpone mark increase decrease',
    'rename move transfer relocate put reorder',
    'convert transform translate format parse encode decode resize rotate crop compress',
    'merge join combine split divide merge',
    'resolve close complete finish done mark finalize',
    'exchange swap replace',
  ],
  remove: [
    'delete remove drop erase clear destroy discard forget purge uninstall clean rid unset unassign detach kick ban trash',
    'cancel stop abort kill terminate end halt quit disable close revoke pause deactivate turnoff shut',
  ],
  act: [
    'cancel stop abort kill terminate end halt quit pause turnoff close',
    'send post tell notify reply answer respond message email mail forward share publish broadcast announce invite text say deliver write comment',
    'run execute exec start trigger invoke launch call perform apply play resume restart rerun retry deploy activate enable turnon push release publish process',
    'click press tap hit type enter fill select choose pick scroll hover drag drop upload submit',
    'navigate go visit open goto switch checkout back',
    'approve accept confirm reject decline deny allow grant respond promote review',
    'archive unarchive mute unmute pin unpin lock unlock star unstar block unblock subscribe unsubscribe follow unfollow stash reset',
    'wait handle think emulate simulate connect disconnect crawl scrape extract',
  ],
};

/** Verbs that are used as nouns just as often. */
export const THINGS = new Set(
  (
    'email mail message text comment share record file book report plan schedule log index type note link tag label branch fork merge review check test build release ' +
    'process trigger call count copy store star filter search order point back trace index filter query start end total number sum change difference details info'
  )
    .split(' ')
    .map(stemOf),
);
const QUESTIONS = new Set(
  'what which who when where how why is are does did all every know open'.split(' ').map(stemOf),
);

/** Pairs of verbs that undo each other. Verbs with un-, de- and dis- are recognized by their form. */
const OPPOSITES =
  'open close;start stop;start pause;start cancel;add remove;add delete;create delete;create remove;attach detach;grant revoke;allow deny;allow block;accept decline;accept reject;' +
  'approve reject;approve decline;import export;upload download;push pull;send receive;show hide;encrypt decrypt;compress extract;enable disable;login logout;' +
  'increase decrease;next previous;forward back;undo redo;lock unlock;encode decode;promote demote;merge split;merge unmerge;pause resume;play pause;play stop;turnon turnoff;' +
  'insert delete;get set;read write;hold release;ban invite;join leave;mount unmount;backup restore;install uninstall;buy sell;staged unstaged;expand collapse;begin end;resume stop;archive restore';

/** Maximum number of characters at the beginning of a description in which its verb is searched. */
const LONGEST_VERB = 64;

/** Groups and kinds of verbs as bit masks, one bit for each group and each kind. */
export interface Action {
  readonly groups: number;
  readonly kinds: number;
}

const NO_ACTION: Action = { groups: 0, kinds: 0 };

export class Actions {
  readonly #verbs = new Map<string, Action>();
  readonly #opposites = new Map<string, Set<string>>();

  constructor() {
    const byKind = Object.values(VERBS).flatMap((groups, kind) => groups.map((verbs) => ({ verbs, kind })));
    for (const [group, { verbs, kind }] of byKind.entries()) {
      const doing = { groups: 1 << group, kinds: 1 << kind };
      for (const verb of verbs.split(' ')) this.#verbs.set(stemOf(verb), both(this.#of(verb), doing));
    }
    for (const [one = '', other = ''] of OPPOSITES.split(';').map((pair) => pair.split(' ').map(stemOf))) {
      this.#oppose(one, other);
      this.#oppose(other, one);
    }
  }

  /** Returns the action of a request's first verb: to read if it begins with a thing, and unknown without a verb. */
  requested(request: string): Action {
    if (NAMES_A_THING.test(request)) return READING;
    // Later words in -ed and -ing describe a thing (issues assigned to me, a running pod); a word in -s is a noun.
    const verbs = splitWords(request).filter(
      (word, index) => (index === 0 || !/(?:ed|ing)$/i.test(word)) && !isPlural(word),
    );
    return verbs.map((word) => this.#of(word)).find(({ groups }) => groups !== 0) ?? NO_ACTION;
  }

  /**
   * Returns the action of a tool: by the first word of the name, otherwise by other words of the name, otherwise by the
   * beginning of the description.
   */
  performedBy(
    { name, description, readOnly }: Pick<CatalogTool, 'name' | 'description' | 'readOnly'>,
    ownWords: readonly string[],
  ): Action {
    const words = ownWords.length > 0 ? ownWords : splitWords(name);
    const first = this.#of(words[0] ?? '');
    if (first.groups !== 0)
      return words[1] === 'or' || words[1] === 'and' ? both(first, this.#of(words[2] ?? '')) : first;
    const byName = words.map((word) => this.#of(word)).reduce(both, NO_ACTION);
    const byText = this.#of(/^\p{L}+/u.exec(description.slice(0, LONGEST_VERB))?.[0] ?? '');
    if (byName.groups !== 0) return both(byName, byText);
    return byText.groups === 0 && readOnly ? READING : byText;
  }

  /** True if the word is a verb and rarely a noun. */
  isUnambiguousVerb(word: string): boolean {
    const term = stemOf(word);
    return this.#verbs.has(term) && !THINGS.has(term) && !QUESTIONS.has(term);
  }

  isVerb(term: string): boolean {
    return this.#verbs.has(term);
  }

  /** Returns terms that undo the term or are undone by it. */
  oppositesOf(term: string): readonly string[] {
    const undone = /^(?:un|dis|de)(?=...)/.exec(term)?.[0];
    return [
      ...(this.#opposites.get(term) ?? []),
      ...PREFIXES.map((prefix) => prefix + term),
      ...(undone === undefined ? [] : [term.slice(undone.length)]),
    ];
  }

  #oppose(one: string, other: string): void {
    this.#opposites.set(one, (this.#opposites.get(one) ?? new Set()).add(other));
  }

  #of(word: string): Action {
    return this.#verbs.get(stemOf(word.toLowerCase())) ?? NO_ACTION;
  }
}

/** Matches a request that begins with a thing instead of an action. */
const NAMES_A_THING =
  /^\s*(?:my|our|the|current|recent|recently|latest|newest|last|available|existing|open|pending|running|active|unread|unpaid|upcoming|\p{L}{2,20}(?:ed|able))\s(?!(?:a|an|the|up|to)\b)/iu;
/** No verb, but the first kind of `VERBS`. */
const READING: Action = { groups: 0, kinds: 1 };
const PREFIXES = ['un', 'dis', 'de'];

function both(one: Action, other: Action): Action {
  return { groups: one.groups | other.groups, kinds: one.kinds | other.kinds };
}

/** Returns how well two actions match, best first: the same group, the same kind, an unknown action, another kind. */
export function actionMatch(wanted: Action, done: Action): number {
  if ((wanted.groups & done.groups) !== 0) return MATCH.same;
  if (wanted.kinds === 0 || done.kinds === 0) return MATCH.unknown;
  return (wanted.kinds & done.kinds) === 0 ? MATCH.clash : MATCH.kind;
}

const MATCH = { same: 1, kind: 0.88, unknown: 0.82, clash: 0.68 };
