// The paths that docs/architecture.md lists as numbered files, as data: for `npm run structure` and for the test that compares them
// with the imports.

export interface ListedPath {
  readonly title: string;
  /** Top to bottom; names are paths from the project's root. */
  readonly files: readonly { readonly name: string; readonly through: string | undefined }[];
}

/** `1. \`vscode/chat/executeCodeTool\`: what it does`, or `2. \`engine/executeScript\` through \`vscode/editorEngine\`: …`. */
const step = /^\d+\. `([^`]+)`(?: through `([^`]+)`)?:/gm;
const headingEnd = ', as files';

/** The lists below the headings that end in "as files". */
export function readPaths(text: string): readonly ListedPath[] {
  return text.split(/^## /m).flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'));
    if (!heading.endsWith(headingEnd)) return [];
    const steps = [...section.matchAll(step)];
    const files = steps.map(([, name = '', through]) => ({
      name: fileOf(name),
      through: through === undefined ? undefined : fileOf(through),
    }));
    return [{ title: heading.slice(0, -headingEnd.length), files }];
  });
}

function fileOf(name: string): string {
  return `src/${name}.ts`;
}
