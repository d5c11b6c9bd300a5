#!/usr/bin/env node
// The first file of the command. It imports nothing statically and is written for Node 12, the first version with
// dynamic import, so that a Node version that is too old for the rest can print a message. The build lowers the syntax
// (esbuild.mjs).
declare const CODE_MODE_OLDEST_NODE: string;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const [oldestMajor = 0, oldestMinor = 0] = CODE_MODE_OLDEST_NODE.split('.').map(Number);

if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
  // Node's code for a top-level `await` that never settles. The command sets its own code when it has finished.
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
