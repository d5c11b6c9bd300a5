// `code-mode login` and `code-mode logout`: sign the user in to servers with a URL, and out of them.
import { signedInServers, tokenKey } from '../../mcp/auth/index.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { LoginOptions, LogoutOptions } from '../commandOptions.ts';
import type { CommandContext } from '../commandContext.ts';
import { FileTokenStore, signInFolder } from '../fileTokenStore.ts';
import { say, type Io } from '../terminal.ts';

export async function login(context: CommandContext, { server }: LoginOptions): Promise<ExitCode> {
  const outcome = await context.source.signIn(server, context.signal);
  say(
    context.io,
    outcome.ok ? `code-mode: signed in to ${server}` : `code-mode: ${server}: ${outcome.error}`,
  );
  if (context.signal.aborted) return ExitCode.limitOrCancelled;
  return outcome.ok ? ExitCode.done : ExitCode.scriptFailed;
}

/** Deletes the tokens for every URL that the server has had. */
export async function logout({ server }: LogoutOptions, io: Io): Promise<ExitCode> {
  const tokens = new FileTokenStore(signInFolder());
  const all = await signedInServers(tokens);
  const found = all.filter(({ name }) => name === server);
  if (found.length === 0) {
    const others = all.map(({ name }) => name).join(', ');
    throw new UsageError(`not signed in to "${server}"${others ? `; signed in to ${others}` : ''}`);
  }
  for (const known of found) await tokens.delete(tokenKey(known));
  say(io, `code-mode: signed out of ${server}`);
  return ExitCode.done;
}
