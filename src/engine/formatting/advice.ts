// What to do next, for two readers. A model is told when to stop and what to ask; a user who reads the same failure decides by
// themselves, and is not told about themselves.

export type Reader = 'model' | 'user';

interface Advice {
  readonly model: string;
  /** What a user reads in its place; empty: nothing. */
  readonly user: string;
}

const orCatch = 'or catch the ToolError (`e.code`, `e.message`) to go on without it.';

export const advice = {
  runAgainIfWanted: { model: 'Run it again only if the user wants it.', user: '' },
  notAgain: { model: 'Do not try it again in any way unless the user asks.', user: '' },
  notTheScript: { model: 'Do not run the script again unless the user asks.', user: '' },
  tellWhatWaits: { model: 'Tell the user what waits for their answer, and try again only when they ask.', user: '' },
  tellHowToAllow: { model: 'Tell the user how to allow it, and do not try again before.', user: '' },
  askInEditor: { model: 'Ask the user before calling it again.', user: '' },
  refused: { model: 'The user refused to ', user: 'You refused to ' },
  unanswered: { model: 'The user did not answer whether to ', user: 'You did not answer whether to ' },
  callAsks: { model: 'a call asks the user for what it needs', user: 'a call asks you for what it needs' },
  excluded: { model: 'Do without this tool, or ask the user to change the setting.', user: 'Do without this tool, or change the setting.' },
  otherServers: { model: 'Other servers work; go on without it or tell the user what is wrong.', user: 'Other servers work.' },
  signature: { model: 'Signature: ', user: 'Signature: ' },
  correct: { model: `Correct the call, ${orCatch}`, user: `Correct the call, ${orCatch}` },
  lookUp: {
    model: `Look up what there is, then correct the call, ${orCatch}`,
    user: 'Look up what there is, and correct the call.',
  },
  readIt: {
    model: `Only if that is about the input, correct the call; else go on without it, ${orCatch}`,
    user: 'If that is about the input, correct the call.',
  },
  access: {
    model: 'Keep to what the tool may do, or tell the user what was denied; do not work around it.',
    user: 'The tool may not do this: see what its server is allowed to reach, and who is signed in.',
  },
  unreachable: {
    model: 'What the tool needs did not answer: try it once more later, or tell the user.',
    user: 'What the tool needs did not answer: try again later.',
  },
  program: {
    model: 'A program is missing where the server runs: name another one, or tell the user.',
    user: 'A program is missing where the server runs: install it there, or name another one.',
  },
  busy: {
    model: 'Make fewer calls, one at a time, with pauses.',
    user: 'Make fewer calls, with a pause between them.',
  },
  serversFault: {
    model: 'Nothing says that the input is wrong: go on without this call, or tell the user what the server said.',
    user: "Nothing says that the input is wrong: see the server's log.",
  },
  withoutServer: { model: 'Go on without this server, or tell the user what is wrong with it.', user: '' },
  checkFirst: {
    model: 'Check what it did, with a tool that reads, before you call it again.',
    user: 'See what it did before you call it again.',
  },
  readAgain: { model: 'It only reads: it can be called again.', user: 'It only reads: it can be called again.' },
  sameScript: {
    model: 'The call had no effect; the same script can be run again.',
    user: 'The call had no effect; the same script can be run again.',
  },
  goOn: {
    model: 'The call had no effect; go on from it in another script, without the writes that are finished.',
    user: 'The call had no effect; other writes of the script did, and would be repeated if it ran again.',
  },
} as const satisfies Record<string, Advice>;

const table: readonly Advice[] = Object.values(advice);

/** Our words for a model, as `reader` is to read them. */
export function forReader(text: string, reader: Reader): string {
  if (reader === 'model') return text;
  const shown = table.reduce((rest, { model, user }) => {
    return user === '' ? rest.replaceAll(` ${model}`, '').replaceAll(model, '') : rest.replaceAll(model, user);
  }, text);
  return shown.trim();
}
