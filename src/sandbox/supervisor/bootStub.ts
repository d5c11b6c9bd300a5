// The program with which a sandbox process starts (`node --eval`). It needs no file, so the process needs no permission
// to read any. The stub proves that the permission model is in force, receives the guest as text with V8's code cache
// on descriptor 0, and runs it. The lengths of both precede them, as 32 bits little-endian each.
import { outputDescriptor } from '../protocol/frames.ts';

/** Exit code of a process that could not remove an access which must be removed. */
export const unshutExitCode = 86;

/** Defines `send`, which writes a frame with one message, and `read`, which waits for bytes. */
const exchange = `
  const send = (message, ...values) => {
    const json = Buffer.from([JSON.stringify([message]), ...values].join('\\n'));
    const header = Buffer.alloc(4);
    header.writeUInt32LE(json.length, 0);
    fs.writeSync(${outputDescriptor}, Buffer.concat([header, json]));
  };
  const read = (length) => {
    const bytes = Buffer.alloc(length);
    for (let at = 0; at < length; ) {
      const got = fs.readSync(0, bytes, at, length - at, null);
      if (got === 0) exit(0);
      at += got;
    }
    return bytes;
  };`;

/** Defines `openDoors`, which returns an empty text, or the access that the permission model does not take away. */
const proof = `
  const openDoors = () => {
    const permission = process.permission;
    if (!permission) return 'the runtime was started without --permission';
    for (const scope of ['fs.read', 'fs.write', 'child', 'worker']) {
      if (permission.has(scope)) return 'the permission ' + scope + ' is granted';
    }
    try {
      fs.closeSync(fs.openSync(process.execPath, 'r'));
      return 'a file could be opened';
    } catch (error) {
      return error.code === 'ERR_ACCESS_DENIED' ? '' : 'opening a file gave ' + error.code;
    }
  };`;

/**
 * Defines `shutDoors`, which closes the ways that the permission model leaves open, so that code with access to Node's
 * internals finds no way to a module, a signal or the network.
 */
const shutting = `
  // Members of the process object that Node and the guest use, or that reveal nothing of value. The stub deletes all others:
  // signals, bindings, libraries, and the members that other runtimes add (Electron: crash, hang, heap snapshots).
  const needed = new Set(
    ('_events _eventsCount _maxListeners domain _exiting exitCode exit reallyExit _fatalException _tickCallback nextTick emitWarning _rawDebug ' +
      'stdin cwd platform arch version versions features permission').split(' '),
  );
  const emptyProcess = () => {
    // The runtime reads its time zone there again after a change.
    for (const name of Object.keys(process.env)) if (name !== 'TZ') delete process.env[name];
    for (const name of Object.getOwnPropertyNames(process)) {
      if (needed.has(name)) continue;
      if (!Reflect.deleteProperty(process, name)) process[name] = undefined;
      if (Object(process[name]) === process[name]) throw new Error('process.' + name + ' cannot be taken away.');
    }
    process.env = Object.create(null);
  };
  const shutDoors = () => {
    const lent = {
      'node:buffer': { Buffer },
      'node:fs': { writeSync: fs.writeSync },
      'node:crypto': require('node:crypto'),
      'node:util': { getCallSites: require('node:util').getCallSites },
    };
    const lend = (name) => {
      if (Object.hasOwn(lent, name)) return lent[name];
      throw new Error('There is no module ' + name + ' in the sandbox.');
    };
    const net = require('node:net');
    // In a program given as text, every module is a global of its name as well; these are globals in their own right.
    const modules = require('node:module').builtinModules.filter((name) => !['process', 'console', 'crypto'].includes(name));
    const input = process.stdin;
    const shut = (object, ...names) => names.forEach((name) => (object[name] = undefined));
    emptyProcess();
    shut(net.Socket.prototype, 'connect');
    shut(net.Server.prototype, 'listen');
    if (input._handle) shut(Object.getPrototypeOf(input._handle), 'bind', 'listen', 'connect', 'open', 'fchmod');
    for (const name of ['module', 'exports', '__filename', '__dirname', ...modules]) Reflect.deleteProperty(globalThis, name);
    // Node puts its module loader there when this program has ended.
    Object.defineProperty(globalThis, 'module', { set() {} });
    globalThis.require = lend;
    process.getBuiltinModule = lend;
  };`;

/**
 * The stub as CommonJS. It sends the frame `walls`, the messages of the guest, and `cache` if it received no code
 * cache.
 */
export const bootStub = stub('');

/**
 * The stub for a process with a debugger. Its frame `inspector` contains the address to attach to, and the guest starts
 * once a debugger has attached and set its breakpoints. The stub uses the module and not the flag, because Electron can
 * be built to refuse the flag.
 */
export const debugStub = stub(`const inspector = require('node:inspector');
    inspector.open(0, '127.0.0.1');
    send(['inspector', inspector.url()]);
    inspector.waitForDebugger();`);

function stub(beforeGuest: string): string {
  return `(() => {
  // The guest removes every global of Node's, this one too.
  const { Buffer } = require('node:buffer');
  const fs = require('node:fs');
  const vm = require('node:vm');
  const exit = process.exit;
  ${exchange}
  ${proof}
  ${shutting}
  let failure = 1;
  try {
    const open = openDoors();
    send(['walls', open === '', open]);
    const sizes = read(8);
    const text = read(sizes.readUInt32LE(0)).toString();
    const cache = read(sizes.readUInt32LE(4));
    ${beforeGuest}
    failure = ${unshutExitCode};
    shutDoors();
    failure = 1;
    const script = new vm.Script(text, { filename: 'code-mode-guest', cachedData: cache.length > 0 ? cache : undefined });
    script.runInThisContext();
    if (cache.length === 0 || script.cachedDataRejected) send(['cache', true], script.createCachedData().toString('base64'));
  } catch (error) {
    fs.writeSync(2, String(error && error.stack).slice(0, 2000));
    exit(failure);
  }
})();`;
}
