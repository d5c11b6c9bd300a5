// Advice on the next step, for two readers. A model reads when to stop and what to ask; a user who reads the same
// failure decides for themselves, and is not mentioned in the text.

export type Reader = 'model' | 'user';

interface Advice {
  readonly model: string;
  /** The advice that a user reads instead; empty if there is none, absent if a user reads the same. */
  readonly user?: string;
}

const orCatch = 'or catch the ToolError (`e.code`, `e.message`).';

export const advice = {
  runAgainIfWanted: { model: 'Rerun only if the user asks.', user: '' },
  notAgain: { model: 'Do not retry in any way unless the user asks.', user: '' },
  notTheScript: { model: 'Do not rerun unless the user asks.', user: '' },
  tellWhatWaits: { model: 'Tell the user what waits for them; retry only when they ask.', user: '' },
  tellHowToAllow: { model: 'Tell the user how to allow it; do not retry before.', user: '' },
  askInEditor: { model: 'Ask the user before retrying.', user: '' },
  refused: { model: 'The user refused to ', user: 'You declined to ' },
  unanswered: { model: 'The user did not answer whether to ', user: 'You did not answer whether to ' },
  flow: { model: 'Tell the user; do not try it in another way.', user: 'Change the rule if that is right.' },
  endOfDryRun: {
    model: 'The dry run ends here: only a real run has that result.',
    user: 'Only a real run has that result.',
  },
  callAsks: { model: 'a call asks the user for what it needs', user: 'a call asks you for what it needs' },
  excluded: {
    model: 'Use another tool, or ask the user to change the setting.',
    user: 'Use another tool, or change the setting.',
  },
  otherServers: {
    model: 'Other servers work; go on without it or tell the user.',
    user: 'Other servers work.',
  },
  signature: { model: 'Signature: ' },
  correct: { model: `Correct the call, ${orCatch}` },
  lookUp: {
    model: `Look up what exists, then correct the call, ${orCatch}`,
    user: 'Look up what exists, then correct the call.',
  },
  readIt: {
    model: `If that is about the input, correct the call; else go on without it, ${orCatch}`,
    user: 'If that is about the input, correct the call.',
  },
  access: {
    model: 'Stay within what the tool may do, or tell the user; do not work around it.',
    user: "The tool may not do this: check its server's permissions and sign-in.",
  },
  unreachable: {
    model: 'Something the tool needs did not answer: retry once later, or tell the user.',
    user: 'Something the tool needs did not answer: try again later.',
  },
  program: {
    model: "The server's machine lacks a program: name another, or tell the user.",
    user: "The server's machine lacks a program: install it, or name another.",
  },
  busy: {
    model: 'Make fewer calls, in sequence, with pauses.',
    user: 'Make fewer calls, with pauses.',
  },
  serversFault: {
    model: 'The input may be right: go on without this call, or tell the user what the server said.',
    user: "The input may be right: see the server's log.",
  },
  withoutServer: { model: 'Go on without this server, or tell the user.', user: '' },
  checkFirst: {
    model: 'Read what it did before calling it again.',
    user: 'Check what it did before calling it again.',
  },
  readAgain: { model: 'It only reads: retry is safe.' },
  sameScript: { model: 'The call had no effect; rerun the script.' },
  goOn: {
    model: 'The call had no effect; go on from it in another script, without the finished writes.',
    user: "The call had no effect; a rerun would repeat the script's other writes.",
  },
} as const satisfies Record<string, Advice>;

const table: readonly Advice[] = Object.values(advice);

/** Rewrites a text that was written for a model, for `reader`. */
export function forReader(text: string, reader: Reader): string {
  if (reader === 'model') return text;
  const shown = table.reduce((rest, { model, user = model }) => {
    return user === ''
      ? rest.replaceAll(` ${model}`, '').replaceAll(model, '')
      : rest.replaceAll(model, user);
  }, text);
  return shown.trim();
}
