// Leaves out a definition that leads back to this `code-mode serve --http` process, which would wait for its own tools
// and run scripts within scripts. On standard input, the variable `startedByUs` detects the same problem.
import { problemAt, type Definitions, type ServerDefinition } from '../mcp/definitions/index.ts';
import { ownHosts } from '../serve/index.ts';

/** The problem and its solution: the end of a sentence, and a further sentence. */
export const servesItself = 'would serve its own tools. Remove code-mode from the servers that it uses';

/** Leaves out this process. `port` is the port at which this process serves; undefined if it serves at none. */
export function withoutOurselves(found: Definitions, port: number | undefined): Definitions {
  if (port === undefined) return found;
  const hosts = ownHosts(port);
  const ourselves = found.definitions.filter((definition) => hosts.includes(hostOf(definition)));
  const problems = ourselves.map(({ name, origin, place }) =>
    problemAt(
      origin,
      'warning',
      `server "${name}" is left out: it is this Code Mode, which ${servesItself}`,
      place,
      name,
    ),
  );
  return {
    ...found,
    definitions: found.definitions.filter((definition) => !ourselves.includes(definition)),
    problems: [...found.problems, ...problems],
  };
}

/** Returns the host of a definition's URL, also while its headers still need an input. */
function hostOf({ launch }: ServerDefinition): string {
  const url =
    launch.type === 'http' ? launch.url : launch.type === 'unresolved' ? launch.fields['url'] : undefined;
  return typeof url === 'string' ? (URL.parse(url)?.host ?? '') : '';
}
