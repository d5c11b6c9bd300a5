// Runs a script in plain Node, without any confinement, with stand-ins for the globals that Code Mode gives to scripts.
// It shows that an attempt to escape can succeed. The script comes on standard input, since Windows limits the length
// of a command line; the result is printed.
import { text } from 'node:stream/consumers';

class ToolError extends Error {}
const getCity = async () => ({ a: 1 });
const fail = async () => {
  throw new ToolError('It broke.');
};
const codemode = {
  args: {},
  search: async () => [],
  progress: (message) => void String(message),
  display: () => {
    throw new TypeError('codemode.display takes a block');
  },
};
const others = {
  $resources: { list: getCity, read: getCity, complete: getCity, updated: getCity },
  $prompts: { list: getCity, get: getCity, complete: getCity },
};
const AsyncFunction = (async () => {}).constructor;
const body = new AsyncFunction(
  'tools',
  'codemode',
  'ToolError',
  `'use strict';\n${await text(process.stdin)}`,
);
process.on('unhandledRejection', (error) => console.log(String(error?.message)));
console.log(
  JSON.stringify(await body({ geo: { getCity, fail, hostile: getCity, ...others } }, codemode, ToolError)),
);
