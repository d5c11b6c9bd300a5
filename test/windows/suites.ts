// The suites that run under Windows' Node, and their tests that do not, each with its reason. Other suites are the
// same on every system, needs an editor, a browser or HTTP (Wine 8 refuses connections to this machine), or would
// only measure Wine.

export interface LeftOut {
  /** Matches the full title of the test, which includes the titles of its suites. */
  readonly title: RegExp;
  readonly why: string;
}

export interface WindowsSuite {
  readonly name: string;
  /** Globs from the root of the project. */
  readonly files: readonly string[];
  readonly leftOut?: readonly LeftOut[];
}

const noProc = 'it finds processes in /proc';
const noScripts = 'its runtime is a shell script';
const noHttp = 'Wine 8 refuses connections to this machine';
const noDoor = 'a door that Windows, or Wine, does not have';

export const suites: readonly WindowsSuite[] = [
  {
    name: 'what only Windows has',
    files: ['test/windows/host/*.test.ts'],
    leftOut: [
      {
        title: /gets %VAR% as it is written through cmd\.exe/,
        why: 'Wine’s cmd.exe puts variables in twice',
      },
    ],
  },
  {
    name: 'definitions',
    files: [
      'test/unit/mcp/definitions/*.test.ts',
      'test/unit/mcp/transport/stdio/*.test.ts',
      'test/unit/cli/**/*.test.ts',
      'test/unit/setup/*.test.ts',
    ],
    leftOut: [
      { title: /deny every tool where their file has no end/, why: 'it is about /dev/zero' },
      { title: /into a new file behind a link is known again/, why: 'Wine has no junctions' },
      { title: /reads an envFile that is a link to a file/, why: 'Wine makes no links of files' },
    ],
  },
  {
    name: 'frames',
    files: [
      'test/sandbox/protocol.test.ts',
      'test/sandbox/supervisor/{guestMessage,outbox,callQueue,processMeter,zoneOffset}.test.ts',
    ],
    leftOut: [
      { title: /a meter whose program/, why: noScripts },
      { title: /the process meter says on Linux/, why: 'it is about Linux' },
    ],
  },
  { name: 'results', files: ['test/sandbox/{results,language,dates,console,scriptErrors}.test.ts'] },
  { name: 'calls', files: ['test/sandbox/{calls,unreadAnswers}.test.ts'] },
  { name: 'limits', files: ['test/security/limits.test.ts'] },
  {
    name: 'lifecycle',
    files: ['test/sandbox/lifecycle.test.ts'],
    leftOut: [
      { title: /by the death of the sandbox/, why: noProc },
      { title: /lets its spares go when it is idle/, why: noProc },
      { title: /has processes that end with a host that is killed/, why: noProc },
      { title: /a spare is replaced when it is killed/, why: noProc },
      { title: /outlives a time without file descriptors/, why: 'Windows knows no such limit' },
      { title: /does not keep its host from ending/, why: noScripts },
      { title: /a spare is replaced when it did not start/, why: noScripts },
    ],
  },
  {
    name: 'walls',
    files: ['test/security/{walls,wasmWalls}.test.ts', 'test/sandbox/selfCheck.test.ts'],
    leftOut: [
      {
        title:
          /is what keeps (traversalByUrl|monkeyPatchedBuffer|readLinkOfProc|readOtherEnvironment|changeOwnerByDescriptor|spawn|spawnAsync|exec|listen) shut/,
        why: noDoor,
      },
      { title: /has no variables but the time zone/, why: 'Wine adds variables of its own to every process' },
      { title: /in a runtime that has more than Node/, why: noScripts },
    ],
  },
  {
    name: 'stdio servers',
    files: ['test/mcp/{serverLife,startFaults,realServers,toolLists,callFaults,sockets}.test.ts'],
    leftOut: [
      { title: /a real server over Streamable HTTP/, why: noHttp },
      { title: /a list of tools is asked for (once|again when it has run out)/, why: noHttp },
      { title: /because its file may not be executed/, why: 'there is no such permission on Windows' },
      { title: /closes its stdout and lives on/, why: 'libuv never closes descriptors 0 to 2 on Windows' },
    ],
  },
  {
    name: 'terminal',
    files: ['test/cli/{codeMode,discovery,tools,diagnose}.test.ts'],
    leftOut: [
      {
        title: /finds every wall held, by a script and/,
        why: 'Wine may take longer to measure than the 20 s of a part; the suite "walls" has them',
      },
    ],
  },
  {
    name: 'escapes',
    files: ['test/security/escapes.test.ts'],
    leftOut: [{ title: /is held by the compartment alone/, why: noScripts }],
  },
];
