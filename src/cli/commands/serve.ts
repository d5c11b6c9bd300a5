// `code-mode serve`: an MCP server on standard input and output, until its client leaves, or over HTTP on this machine.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { once } from 'node:events';
import { finished, Readable, Writable } from 'node:stream';
import { startedByUs } from '../../mcp/transport/stdio/processTransport.ts';
import { CodeModeServer, type CodeModeServerOptions } from '../../serve/codeModeServer.ts';
import { Metrics } from '../../serve/metrics.ts';
import { SharedPassthrough } from '../../serve/sharedPassthrough.ts';
import { ToolSignatures } from '../../serve/toolSignatures.ts';
import type { CommandContext } from '../commandContext.ts';
import { ExitCode, UsageError } from '../exitCode.ts';
import type { ServeOptions } from '../parseCommandLine.ts';
import { serveToken } from '../serveToken.ts';
import type { Io } from '../terminal.ts';
import type { TerminalOutput } from '../terminalOutput.ts';
import { countTokens } from '../tokens.ts';
import { version } from '../version.ts';

/** A script, with its arguments. The transport's time grows with the square of a message's length. */
const longestMessage = 16 * 1024 * 1024;

export async function serve(context: CommandContext, options: ServeOptions, signal: AbortSignal): Promise<ExitCode> {
  if (process.env[startedByUs] !== undefined) {
    throw new UsageError(
      'Code Mode started this server itself, and would serve its own tools. Remove code-mode from the servers that it uses.',
    );
  }
  const { io, terminal, engine, catalog, declarations, results } = context;
  for (const problem of context.problems) terminal.say(`code-mode: ${problem}`);
  const log = (line: string) => terminal.say(`code-mode: ${line}`);
  using signatures = new ToolSignatures({ engine, catalog, declarations, tokens: options.descriptionTokens, countTokens, log });
  using passthrough = new SharedPassthrough(catalog, log);
  const shared = { engine, signatures, passthrough, results, version, allowWrites: options.allowWrites, log };
  if (options.port === undefined) await serveStdio(io, new CodeModeServer({ ...shared, session: 'stdio' }), terminal, signal);
  else await serveHttp(options.port, shared, terminal, signal);
  return signal.aborted ? ExitCode.limitOrCancelled : ExitCode.done;
}

/** Until the client closes standard input. */
async function serveStdio({ stdin, stdout }: Io, server: CodeModeServer, terminal: TerminalOutput, signal: AbortSignal): Promise<void> {
  if (stdin.isTTY) terminal.say('Serving MCP on standard input and output. Let an MCP client start this command; Ctrl+C ends it.');
  if (!(stdin instanceof Readable) || !(stdout instanceof Writable)) throw new TypeError('serve needs streams of Node.');
  const left = new AbortController();
  finished(stdin, { writable: false }, () => left.abort());
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: longestMessage });
  await server.serve(transport, AbortSignal.any([signal, left.signal]));
}

/** Until the command is interrupted. */
async function serveHttp(
  port: number,
  shared: Omit<CodeModeServerOptions, 'session' | 'metrics'>,
  terminal: TerminalOutput,
  signal: AbortSignal,
): Promise<void> {
  const { HttpDoor } = await import('../../serve/httpDoor.ts');
  const { file, token } = await serveToken();
  const metrics = new Metrics();
  const newServer = (session: string) => new CodeModeServer({ ...shared, session, metrics });
  const door = await HttpDoor.listen({ port, token, newServer, metrics, log: shared.log }).catch((error: unknown) => {
    throw new UsageError(`the port ${port} cannot be used: ${String(error)}`);
  });
  terminal.say(`Serving MCP at ${door.url}. Clients send "Authorization: Bearer <token>"; the token is in ${file}.`);
  if (!signal.aborted) await once(signal, 'abort');
  await door.close();
}
