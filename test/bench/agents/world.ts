// Makes the data of each task: a folder of files with a Git repository, a graph in the memory server, a small shop
// behind a REST API, and the definitions of the five real servers over them. All data follow from counters, so that
// each repetition is the same.
import { getDefaultEnvironment } from '@modelcontextprotocol/sdk/client/stdio.js';
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TestFolder } from '../../cli/testFolder.ts';
import { TemporaryFolder } from '../../fakes/temporaryFolder.ts';
import { realServer } from '../../mcp/realServer.ts';
import { Shop, shopDescription } from './shop.ts';

export const people = [
  'Ada',
  'Ben',
  'Cleo',
  'Dan',
  'Eve',
  'Finn',
  'Gus',
  'Hana',
  'Ivo',
  'Jun',
  'Kim',
  'Leo',
].map((name, at) => {
  return {
    name,
    email: `${name.toLowerCase()}@example.org`,
    team: ['harbour', 'tower', 'market', 'garden'][(at * 5) % 4] ?? '',
  };
});

/** Returns the author of a commit; one of the people made no commit. */
function author(commit: number) {
  const person = people[(commit * commit + Math.floor(commit / 5)) % 11];
  if (!person) throw new Error('There are fewer people than that.');
  return person;
}

export interface ServerDefinition {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export class World implements AsyncDisposable {
  /** The folder in which the servers work. */
  readonly path: string;
  readonly servers: Readonly<Record<string, ServerDefinition>>;
  readonly shop: Shop;
  /** The folder with the caches and settings of `code-mode serve`. */
  readonly home: TestFolder;
  readonly memoryFile: string;
  readonly #folder: TemporaryFolder;

  private constructor(folder: TemporaryFolder, home: TestFolder, shop: Shop) {
    this.#folder = folder;
    this.path = folder.path;
    this.home = home;
    this.shop = shop;
    this.memoryFile = join(home.path, 'memory.jsonl');
    const openApi = fileURLToPath(
      new URL('../../../node_modules/@ivotoby/openapi-mcp-server/bin/mcp-server.js', import.meta.url),
    );
    const shopArguments = [
      '--api-base-url',
      shop.url,
      '--openapi-spec',
      join(home.path, 'shop.json'),
      '--disable-abbreviation',
      'true',
    ];
    this.servers = {
      files: realServer('filesystem', this.path),
      memory: { ...realServer('memory'), env: { MEMORY_FILE_PATH: this.memoryFile } },
      git: {
        ...realServer('git'),
        env: { MCP_TRANSPORT_TYPE: 'stdio', MCP_LOG_LEVEL: 'error', GIT_BASE_DIR: this.path },
      },
      everything: realServer('everything', 'stdio'),
      shop: { command: process.execPath, args: [openApi, ...shopArguments] },
    };
  }

  static async make(): Promise<World> {
    const world = new World(new TemporaryFolder('code-mode-task-'), new TestFolder(), await Shop.open());
    for (const [name, text] of Object.entries(files())) {
      await mkdir(dirname(join(world.path, name)), { recursive: true });
      await writeFile(join(world.path, name), text);
    }
    await writeFile(
      world.memoryFile,
      graph()
        .map((entry) => JSON.stringify(entry))
        .join('\n'),
    );
    await world.home.write('shop.json', shopDescription);
    await world.home.write('mcp.json', { servers: world.servers });
    const repository = join(world.path, 'repo');
    execFileSync('git', ['init', '--quiet', '--initial-branch=main', repository]);
    execFileSync('git', ['-C', repository, 'fast-import', '--quiet'], { input: commits() });
    execFileSync('git', ['-C', repository, 'checkout', '--quiet', 'main']);
    return world;
  }

  /**
   * The environment of every process of an attempt. It has no variables of the person who runs the benchmark, except
   * those that any program needs (`PATH`): a tool of `server-everything` shows its variables to the model.
   */
  get environment(): Record<string, string> {
    const own = Object.entries(this.home.environment()).filter(
      ([name, value]) => value !== undefined && value !== process.env[name],
    );
    return { ...getDefaultEnvironment(), ...(Object.fromEntries(own) as Record<string, string>) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.shop[Symbol.asyncDispose]();
    this.home[Symbol.dispose]();
    this.#folder[Symbol.dispose]();
  }
}

const two = (number: number) => String(number).padStart(2, '0');
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

const messages = [
  'The new lamp is lovely, thank you all!',
  'My order came two weeks late, and nobody told me why.',
  'Could you tell me whether the desk comes in oak?',
  'The chair wobbles. I expected better for that price.',
  'Just to let you know: the parcel is here, all fine.',
  'I was charged twice and have been waiting for the money since May.',
  'Do you deliver to the islands?',
  'Your driver was so kind to carry it upstairs.',
];

/** Returns the texts of the files by path. */
function files(): Record<string, string> {
  const orders = numbers(24).map((n) => {
    const order = {
      id: n,
      customer: `c${n % 9}`,
      status: ['paid', 'open', 'paid', 'cancelled'][n % 4],
      total: 100 + ((n * 37) % 90),
    };
    return [
      `orders/order-${two(n)}.json`,
      JSON.stringify({ ...order, note: `Packed by ${people[n % 12]?.name} at desk ${n % 5}.` }, undefined, 2),
    ];
  });
  const letters = numbers(12).map((n) => [
    `letters/letter-${two(n)}.txt`,
    `To: ${people[n - 1]?.email}\nYear: ${[2021, 2023, 2021, 2022, 2023][n % 5]}\n\nThe usual terms apply.\n`,
  ]);
  return {
    ...(Object.fromEntries([...orders, ...letters]) as Record<string, string>),
    ...Object.fromEntries(messages.map((text, at) => [`messages/message-${at + 1}.txt`, `${text}\n`])),
    'app.log': `${numbers(900).map(logLine).join('\n')}\n`,
    'counts.csv': `sku,count\n${numbers(15)
      .map((n) => `PRD-${String(n * 7).padStart(3, '0')},${n * 3}`)
      .join('\n')}\n`,
    'config.json': `${JSON.stringify({ host: 'example.org', port: 8417, cache: true }, undefined, 2)}\n`,
    'trail.txt':
      'The chest was last moved by whoever leads the team that is named after the place where ships rest. The memory knows more.\n',
    'notes/hana.txt':
      'Eve talks too much. All that I say: look up which commit of the repository has to do with a lantern.\n',
    'rooms/gate.txt': 'The chest stands in room 314.\n',
  };
}

function logLine(n: number): string {
  const level = (n * 7) % 10 < 2 ? 'ERROR' : n % 4 === 0 ? 'WARN' : 'INFO';
  const service = ['billing', 'search', 'mail'][n % 3];
  const minute = Math.floor(n / 2.5);
  return `2026-03-01T${two(6 + Math.floor(minute / 60))}:${two(minute % 60)}:${two((n * 24) % 60)}Z ${level} ${service} request ${7000 + n} took ${(n * 31) % 700} ms`;
}

function graph(): object[] {
  const teams = [...new Set(people.map(({ team }) => team))].map((name) => {
    return { type: 'entity', name, entityType: 'team', observations: [`the ${name} team`] };
  });
  const entities = people.map(({ name, email }) => {
    const knows =
      name === 'Eve' ? ['moved the chest on behalf of Hana, who left word in notes/hana.txt'] : [];
    return { type: 'entity', name, entityType: 'person', observations: [`email ${email}`, ...knows] };
  });
  const members = people.map(({ name, team }) => ({
    type: 'relation',
    from: name,
    to: team,
    relationType: 'member of',
  }));
  const leads = teams.map(({ name: team }) => {
    const members = people.filter((person) => person.team === team);
    return { type: 'relation', from: members[1]?.name, to: team, relationType: 'leads' };
  });
  return [...teams, ...entities, ...members, ...leads];
}

/**
 * Returns input for `git fast-import`: 96 commits of 8 files. Each commit adds a line to one of the files, some in
 * place of its first line. (If a commit has several lines, the Git server's blame returns only the first.)
 */
function commits(): string {
  const texts = new Map<string, string>();
  const one = (n: number) => {
    const file = `src/part-${(n % 8) + 1}.txt`;
    const before = texts.get(file) ?? '';
    const text = `${n % 7 === 0 ? before.replace(/^.*\n/, '') : before}line of change ${n}\n`;
    texts.set(file, text);
    const message =
      n === 41
        ? 'Light the lantern\n\nWhoever seeks the chest should read rooms/gate.txt.\n'
        : `Change ${file} (${n})\n`;
    const { name, email } = author(n);
    const who = `${name} <${email}> ${1767225600 + n * 86_400} +0000`;
    const parent = n > 1 ? `from :${n - 1}\n` : '';
    const head = `commit refs/heads/main\nmark :${n}\nauthor ${who}\ncommitter ${who}\n`;
    return `${head}data ${message.length}\n${message}${parent}M 100644 inline ${file}\ndata ${text.length}\n${text}\n`;
  };
  return numbers(96).map(one).join('');
}
