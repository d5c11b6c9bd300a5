// The commands that hovers and chats link to.
export const cancelRun = 'codeMode.cancelRun';
export const showRunOutput = 'codeMode.showRunOutput';
