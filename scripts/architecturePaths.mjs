// The paths that docs/architecture.md lists as numbered files, as data: for `npm run structure` and for the test that compares them
// with the imports.

/** A numbered line: `1. \`vscode/chat/executeCodeTool\`: what it does`; an arrow before the name says how it is reached, if not by import. */
const step = /^\d+\. (?:(posts to|starts) )?`([^`]+)`/;

/**
 * The paths below the headings that end in "as files", from top to bottom.
 * @param {string} text
 * @returns {{ title: string, files: { name: string, by: 'import' | 'posts to' | 'starts' }[] }[]}
 */
export function readPaths(text) {
  const paths = [];
  for (const line of text.split('\n')) {
    const heading = /^#+ (.*), as files$/.exec(line);
    const found = step.exec(line);
    if (heading) paths.push({ title: heading[1], files: [], open: true });
    else if (line.startsWith('#')) paths.forEach((path) => (path.open = false));
    else if (found && paths.at(-1)?.open) paths.at(-1).files.push({ name: `src/${found[2]}.ts`, by: found[1] ?? 'import' });
  }
  return paths.map(({ title, files }) => ({ title, files }));
}
