// A `code-mode serve --http` that is one of the servers that it reads would wait for its own tools, and run scripts within scripts. On
// standard input a variable tells it (`startedByUs`).
import { problemAt } from '../mcp/definitions/definitionFile.ts';
import type { Definitions, ServerDefinition } from '../mcp/definitions/serverDefinition.ts';
import { ownHosts } from '../serve/requestGuard.ts';

/** What is wrong with it, and what to do; a clause and a sentence. */
export const servesItself = 'would serve its own tools. Remove code-mode from the servers that it uses';

/** `port`: where this process serves; undefined where it does not. */
export function withoutOurselves(found: Definitions, port: number | undefined): Definitions {
  if (port === undefined) return found;
  const hosts = ownHosts(port);
  const ourselves = found.definitions.filter((definition) => hosts.includes(hostOf(definition)));
  const problems = ourselves.map(({ name, origin, place }) =>
    problemAt(origin, 'warning', `server "${name}" is left out: it is this Code Mode, which ${servesItself}`, place, name),
  );
  return {
    ...found,
    definitions: found.definitions.filter((definition) => !ourselves.includes(definition)),
    problems: [...found.problems, ...problems],
  };
}

/** Also where headers wait for an input. */
function hostOf({ launch }: ServerDefinition): string {
  const url = launch.type === 'http' ? launch.url : launch.type === 'unresolved' ? launch.fields['url'] : undefined;
  return typeof url === 'string' ? (URL.parse(url)?.host ?? '') : '';
}
