// Shows an address in the person's browser, as far as the system has one. The address is an argument, never part of a
// command line that a shell reads.
import { spawn } from 'node:child_process';

/** `url` was checked to be http or https. Where it does not work the person opens the printed address. */
export function openBrowser(url: URL): void {
  const [command, ...args] = commandFor(process.platform);
  const child = spawn(command, [...args, url.href], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}

function commandFor(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
