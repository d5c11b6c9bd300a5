// The minutes of a PDF, a meeting a page, as a graph in the memory server: each meeting with its decisions, and who has what to do.
const { file } = codemode.args;

const [, ...pages] = await tools.pdf.readPdf({ sources: [{ path: file }], include_full_text: true });
const meetings = pages.map(({ text }) => meetingOf(text));

const names = [...new Set(meetings.flatMap(({ actions }) => actions.map(({ who }) => who)))];
await tools.memory.createEntities({
  entities: [
    ...meetings.map(({ name, decisions }) => ({ name, entityType: 'meeting', observations: decisions })),
    ...names.map((name) => ({ name, entityType: 'person', observations: tasksOf(name) })),
  ],
});
await tools.memory.createRelations({
  relations: meetings.flatMap(({ name, actions }) =>
    actions.map(({ who }) => ({ from: who, to: name, relationType: 'has a task from' })),
  ),
});
return meetings.map(({ name, decisions, actions }) => ({
  meeting: name,
  decisions: decisions.length,
  actions: actions.length,
}));

function meetingOf(text: string) {
  const lines = text.split('\n');
  const after = (label: string) =>
    lines.flatMap((line) => (line.startsWith(label) ? [line.slice(label.length).trim()] : []));
  const actions = after('Action:').map((action) => ({ who: action.split(' ')[0] ?? '', action }));
  return { name: `Meeting of ${after('Meeting of')[0]}`, decisions: after('Decision:'), actions };
}

function tasksOf(name: string) {
  return meetings.flatMap(({ actions }) =>
    actions.filter(({ who }) => who === name).map(({ action }) => action),
  );
}
