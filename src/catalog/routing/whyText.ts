// Words for people that say why a tool has its route. The tree view, the terminal and error messages share them.
import type { MediaKind, Route, Routing, Why } from './routing.ts';

const ofMedia: Readonly<Record<MediaKind, string>> = {
  image: 'answers with images',
  audio: 'answers with audio',
  app: 'shows an app',
};

/** A clause such as `excluded by "github.*" in codeMode.excludedTools`. Empty if no rule applied. */
export function whyText(why: Why): string {
  switch (why.by) {
    case 'blocked':
    case 'excluded':
      return `${why.by} by "${why.pattern}" in ${why.setting}`;
    case 'inCode':
      return `"${why.pattern}" in ${why.setting}`;
    case 'appOnly':
      return "for the server's own app alone";
    case 'mode':
      return `codeMode.mode is ${why.mode}`;
    case 'media':
      return ofMedia[why.media];
    case 'smallServer':
      return `small server: ${why.tools} ${why.tools === 1 ? 'tool' : 'tools'}, about ${why.tokens} tokens`;
    case 'default':
      return '';
  }
}

const ofRoute: Readonly<Record<Route, string>> = { code: 'code', tool: 'direct tool', off: 'off' };

/** A text such as `direct tool: excluded by "github.*" in codeMode.excludedTools`. */
export function routeText({ route, why }: Routing): string {
  const reason = whyText(why);
  return reason === '' ? ofRoute[route] : `${ofRoute[route]}: ${reason}`;
}
