// Names of the Code Mode agent and of VS Code's setting for it, a first question for users, and how the agent's scripts
// are recognized.

/** Name of the agent, as in `agents/code-mode.agent.md`. */
export const agentName = 'Code Mode';
/** Maximum number of tokens of the agent's instructions; a test counts them. */
export const agentInstructionTokens = 230;
/** VS Code's own setting for the agent in which new chats start. */
export const defaultAgentSetting = 'chat.newSession.defaultMode';
/** A model answers this question with one search, and one script that only reads. */
export const firstQuestion =
  'Which of my MCP tools only read? Call one of them in a script and show me the result.';
/** Scope of the default agent: the chats of this workspace, or all chats. */
export type AgentScope = 'workspace' | 'user';

/** True if the script begins with the line of the Code Mode agent: VS Code does not tell which agent calls. */
export function isOfAgent(code: unknown): boolean {
  return (
    typeof code === 'string' &&
    /^\s{0,20}(?:```\w{0,20}\s{1,20})?\/\/ {0,2}Code Mode\b/i.test(code.slice(0, 100))
  );
}
