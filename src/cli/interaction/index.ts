// The public names of this room. Other rooms import them from here alone.
export { ClientElicitation } from './clientElicitation.ts';
export { TerminalApprover } from './terminalApprover.ts';
export { TerminalElicitation } from './terminalElicitation.ts';
export { TerminalInputs } from './terminalInputs.ts';
export { TerminalQuestions } from './terminalQuestions.ts';
export { TerminalSignIn } from './terminalSignIn.ts';
export { TerminalTrust, askTrust, trustName, trustText } from './terminalTrust.ts';
