// Decides which tools a glob over `server.tool` names, in settings and options. Names may contain dots, so one full
// name can belong to tools of several servers. A pattern that takes tools away applies to each tool that it may name; a
// pattern that allows tools applies only to those that it certainly names.
import { literalStart } from './globSyntax.ts';
import { plainGlobs, globMatcher } from './nameMatcher.ts';
import { errorMessage } from '../errorMessage.ts';

/** A tool under its raw and its script names; a pattern can use either. */
export interface ToolIdentity {
  /** Name of the server in the configuration. */
  readonly server: string;
  /** Name of the server in scripts: `tools.<namespace>`. */
  readonly namespace: string;
  /** MCP name of the tool, which also works in scripts as `tools.<namespace>["<name>"]`. */
  readonly name: string;
  /** Name of the tool in scripts: `tools.<namespace>.<method>`. */
  readonly method: string;
}

type ToolTest = (tool: ToolIdentity) => boolean;

interface Readings {
  /**
   * True if the pattern may name the tool, by its raw or its script names. Used by rules that deny, ask or take away.
   */
  readonly mayName: ToolTest;
  /** True if the pattern certainly names the tool. Used by rules that allow. */
  readonly names: ToolTest;
}

/** `!github.*` names the tools that `github.*` does not. */
export interface ToolPattern extends Readings {
  /**
   * The reason why the pattern is not a glob. The pattern then may name every tool that begins with its literal start,
   * so that it covers at least the tools that its author meant.
   */
  readonly problem?: { readonly reason: string; readonly start: string };
}

export function toolPattern(pattern: string): ToolPattern {
  try {
    const negated = /^!(?!\()/.test(pattern);
    const read = plainGlobs(negated ? pattern.slice(1) : pattern).map(readingsOf);
    const mayName: ToolTest = (tool) => read.some((each) => each.mayName(tool));
    const names: ToolTest = (tool) => read.some((each) => each.names(tool));
    return negated
      ? { mayName: (tool) => !names(tool), names: (tool) => !mayName(tool) }
      : { mayName, names };
  } catch (error) {
    const reason = errorMessage(error);
    const start = pattern.startsWith('!') ? '' : literalStart(pattern).toLowerCase();
    const mayName: ToolTest = (tool) =>
      pattern !== '' && fullNames(tool).some((name) => name.startsWith(start));
    return { mayName, names: () => false, problem: { reason, start } };
  }
}

/** Reads a glob without alternatives over the full name, and over server and tool, split at the dot between them. */
function readingsOf(plain: string): Readings {
  const matches = globMatcher(plain);
  const whole: ToolTest = (tool) => fullNames(tool).some(matches);
  const dot = dotBetween(plain);
  if (!dot)
    return { mayName: whole, names: isNegating(plain) ? (tool) => fullNames(tool).every(matches) : whole };
  const [ofServer, ofTool] = [
    partTest(plain.slice(0, dot.index)),
    partTest(plain.slice(dot.index + dot[0].length)),
  ];
  const cut: ToolTest = ({ server, namespace, name, method }) =>
    ofServer(server, namespace) && ofTool(name, method);
  return { mayName: (tool) => whole(tool) || cut(tool), names: (tool) => whole(tool) && cut(tool) };
}

/** Returns the last dot, as names of tools rarely have one; an escaped dot, or `[.]`, only if there is no other. */
function dotBetween(plain: string): RegExpExecArray | undefined {
  const parts = [...plain.matchAll(/\\.|\[.[^\]]*\]|\{[^{}]*\}|\([^()]*\)|\./gs)];
  return (
    parts.findLast(([part]) => part === '.') ?? parts.findLast(([part]) => part === '\\.' || part === '[.]')
  );
}

/** The test accepts either name of a server or tool; a pattern with `!(…)` must match both names. */
function partTest(part: string): (...names: readonly string[]) => boolean {
  const matches = globMatcher(part);
  const test = (name: string) => matches(name.toLowerCase());
  return (...names) => (isNegating(part) ? names.every(test) : names.some(test));
}

function isNegating(plain: string): boolean {
  return plain.includes('!(');
}

/** The full names of the tool, in lower case. */
function fullNames({ server, namespace, name, method }: ToolIdentity): readonly string[] {
  const full = [server, namespace].flatMap((first) => [`${first}.${name}`, `${first}.${method}`]);
  return full.map((each) => each.toLowerCase());
}
