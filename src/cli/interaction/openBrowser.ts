// Shows an address in the person's browser, as far as the system has one. The address is an argument, never part of a
// command line that a shell reads.
import { spawn } from 'node:child_process';
import { browserOpener } from '../../system/systemPrograms.ts';

/** `url` was checked to be http or https. Where it does not work the person opens the printed address. */
export function openBrowser(url: URL): void {
  const [command, ...args] = browserOpener(process.platform, process.env);
  if (command === undefined) return;
  const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
