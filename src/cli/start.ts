#!/usr/bin/env node
// The file that the command begins with. It imports nothing, so that a Node too old for the rest gets as far as this, and is
// written for Node 12, which is the first to have dynamic import; the build takes care of the syntax (esbuild.mjs).
declare const CODE_MODE_OLDEST_NODE: string;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldestMajor = 0, oldestMinor = 0] = CODE_MODE_OLDEST_NODE.split('.').map(Number);

if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
  // As Node does for an `await` at the top that never ends; the command sets its own when it is done.
  process.exitCode = 13;
  void import('./main.ts').then(({ runProcess }) => runProcess());
} else {
  process.stderr
    .write(`code-mode needs Node.js ${CODE_MODE_OLDEST_NODE} or newer, and this is ${process.versions.node} (${process.execPath}).
Install it from https://nodejs.org, or with a version manager: nvm install 24
Or have npm fetch it for this command alone: npx -p node@24 -- node "${String(process.argv[1])}" …
`);
  process.exitCode = 1;
}
