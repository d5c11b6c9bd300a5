// What VS Code knows our agent by, and what a person can ask it first.

/** As in `agents/code-mode.agent.md`. */
export const agentName = 'Code Mode';
/** At most; a test counts. */
export const agentInstructionTokens = 230;
/** VS Code's own: the agent in which new chats start. */
export const defaultAgentSetting = 'chat.newSession.defaultMode';
/** Answered by one search, and one script that only reads. */
export const firstQuestion = 'Which of my MCP tools only read? Call one of them in a script and show me the result.';
/** For the chats of this workspace, or of all. */
export type AgentScope = 'workspace' | 'user';
