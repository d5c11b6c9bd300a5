// The tasks: the question, the right answer, and for each arm the plan of a model that makes no mistakes. A plan yields
// the calls of each request, gets the texts of their results, and ends with the answer, which it makes only from these
// texts. A script uses the fields of an answer only if the plan has read the type of the answer or an earlier answer.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstStock } from './shop.ts';
import type { World } from './world.ts';

export interface Call {
  readonly name: string;
  readonly input: object;
}

export type Plan = Generator<readonly Call[], string, readonly string[]>;

export interface Task {
  readonly name: string;
  /** The kind of work that the task stands for. */
  readonly kind: 'many items' | 'large answer' | 'join' | 'chain' | 'writes' | 'small' | 'looks';
  readonly question: string;
  readonly truth: string;
  /** True if the task left the expected state behind. */
  readonly left?: (world: World) => boolean | Promise<boolean>;
  /** A query that loads all tools that `calls` needs. */
  readonly search: string;
  /** The plan without tool search and, after `search`, with tool search. */
  readonly calls: () => Plan;
  readonly scripts: () => Plan;
}

const call = (name: string, input: object = {}): Call => ({ name, input });
const find = (query: string): Call => call('findTools', { query });
const run = (code: string): Call => call('executeCode', { code });

/** Returns the texts that the first group matches. */
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const sum = (numbers: readonly (string | number)[]) =>
  String(numbers.reduce<number>((total, number) => total + Number(number), 0));
const pages = [1, 2, 3, 4, 5, 6];
/** Returns `a=1, b=2`: the number of occurrences of each name. */
const counts = (names: readonly string[]) =>
  [...new Set(names)]
    .sort()
    .map((name) => `${name}=${names.filter((other) => other === name).length}`)
    .join(', ');
/** Returns the value of a script, without notes. */
const returned = (text = '') => String(JSON.parse(text.split('\n\n')[0] ?? ''));

interface Product {
  readonly sku: string;
  readonly supplier: string;
  readonly stock: number;
  readonly minimum: number;
}
const productsIn = (texts: readonly string[]) =>
  texts.flatMap((text) => (JSON.parse(text) as { products: readonly Product[] }).products);
const list = (page: number) => call('shop_list-products', { page });
/** Reads the answer of a server that declares no output. */
const lookAtProducts = run(
  'return JSON.stringify(await tools.shop.listProducts({ page: 1 })).slice(0, 300);',
);
const allProducts = `const first = await tools.shop.listProducts({ page: 1 });
const rest = await Promise.all(Array.from({ length: first.pages - 1 }, (_, at) => tools.shop.listProducts({ page: at + 2 })));
const products = [first, ...rest].flatMap((page) => page.products);`;

interface Graph {
  readonly relations: readonly {
    readonly from: string;
    readonly to: string;
    readonly relationType: string;
  }[];
}
const membersIn = (graph: string) =>
  (JSON.parse(graph) as Graph).relations.filter(({ relationType }) => relationType === 'member of');
export const tasks: readonly Task[] = [
  {
    name: 'total of paid orders',
    kind: 'many items',
    question:
      'Each JSON file in the folder orders has a status and a total. What do the totals of those whose status is' +
      ' "paid" add up to? Answer with the number.',
    truth: '1752',
    search: 'list directory, read multiple files',
    *calls(): Plan {
      const [names = ''] = yield [call('files_list_directory', { path: 'orders' })];
      const paths = all(names, /(\S+\.json)/g).map((name) => `orders/${name}`);
      const [texts = ''] = yield [call('files_read_multiple_files', { paths })];
      return sum(all(texts, /"status": "paid",\s+"total": (\d+)/g));
    },
    *scripts(): Plan {
      yield [find('list a directory, read a text file')];
      const [text] = yield [
        run(`const { content } = await tools.files.listDirectory({ path: "orders" });
const names = content.match(/\\S+\\.json/g) ?? [];
const orders = await Promise.all(
  names.map(async (name) => JSON.parse((await tools.files.readTextFile({ path: \`orders/\${name}\` })).content)),
);
return orders.filter(({ status }) => status === "paid").reduce((sum, { total }) => sum + total, 0);`),
      ];
      return returned(text);
    },
  },
  {
    name: 'errors in a log',
    kind: 'large answer',
    question:
      'How many ERROR lines of the service billing are in app.log, from 09:00 up to but not including 10:00? A ' +
      'line of it: "2026-03-01T06:04:00Z ERROR search request 7010 took 310 ms". Answer with the number.',
    truth: '10',
    search: 'read text file',
    *calls(): Plan {
      const [log = ''] = yield [call('files_read_text_file', { path: 'app.log' })];
      return String(all(log, /(T09:\S+ ERROR billing)/g).length);
    },
    *scripts(): Plan {
      yield [find('read a text file')];
      const [text] = yield [
        run(`const { content } = await tools.files.readTextFile({ path: "app.log" });
return content.split("\\n").filter((line) => /T09:\\S+ ERROR billing /.test(line)).length;`),
      ];
      return returned(text);
    },
  },
  {
    name: 'products to order again',
    kind: 'many items',
    question:
      'Which products of the shop have less in stock than their minimum? Look at all pages. Answer with their ' +
      'SKUs in ascending order, with commas between them.',
    truth: 'PRD-001, PRD-054, PRD-061, PRD-114',
    search: 'list products',
    *calls(): Plan {
      const first = yield [list(1)];
      const rest = yield pages.slice(1).map(list);
      return productsIn([...first, ...rest])
        .filter(({ stock, minimum }) => stock < minimum)
        .map(({ sku }) => sku)
        .join(', ');
    },
    *scripts(): Plan {
      yield [lookAtProducts];
      const [text] = yield [
        run(`${allProducts}
return products.filter(({ stock, minimum }) => stock < minimum).map(({ sku }) => sku).sort().join(", ");`),
      ];
      return returned(text);
    },
  },
  {
    name: 'stock as counted',
    kind: 'writes',
    question:
      'Each line of counts.csv after the first has the SKU of a product and how many of it were counted. Set the' +
      ' stock of each of these products in the shop to its count. Answer with how many products you set.',
    truth: '15',
    left: ({ shop }) =>
      shop.products.every(
        ({ stock }, at) => stock === (at < 105 && at % 7 === 6 ? ((at + 1) / 7) * 3 : firstStock(at)),
      ),
    search: 'read text file, set stock',
    *calls(): Plan {
      const [csv = ''] = yield [call('files_read_text_file', { path: 'counts.csv' })];
      const rows = all(csv, /(PRD-.*)/g).map((line) => line.split(','));
      yield rows.map(([sku, count]) => call('shop_set-stock', { sku, stock: Number(count) }));
      return String(rows.length);
    },
    *scripts(): Plan {
      yield [find('read a text file')];
      const [text] = yield [
        run(`const { content } = await tools.files.readTextFile({ path: "counts.csv" });
const rows = content.trim().split("\\n").slice(1).map((line) => line.split(","));
await Promise.all(rows.map(([sku, count]) => tools.shop.setStock({ sku, stock: Number(count) })));
return rows.length;`),
      ];
      return returned(text);
    },
  },
  {
    name: 'commits by team',
    kind: 'join',
    question:
      'How many commits of the repository did the people of each team make? The memory has who is a member of ' +
      'which team. Leave out teams without commits. Answer in the form "a=1, b=2" with the names of the teams in' +
      ' ascending order.',
    truth: 'garden=13, harbour=31, market=31, tower=21',
    search: 'git log, memory read graph',
    *calls(): Plan {
      const [log = '', graph = ''] = yield [
        call('git_git_log', { path: 'repo', maxCount: 1000 }),
        call('memory_read_graph'),
      ];
      const teamOf = new Map(membersIn(graph).map(({ from, to }) => [from, to]));
      return counts(all(log, /"author": "(\w+)"/g).map((author) => teamOf.get(author) ?? ''));
    },
    *scripts(): Plan {
      yield [find('commit log, read the graph')];
      const [text] = yield [
        run(`const [{ commits }, { relations }] = await Promise.all([
  tools.git.gitLog({ path: "repo", maxCount: 1000 }),
  tools.memory.readGraph(),
]);
const count = {};
for (const { author } of commits) {
  const team = relations.find(({ from, relationType }) => from === author && relationType === "member of")?.to;
  count[team] = (count[team] ?? 0) + 1;
}
return Object.keys(count).sort().map((team) => \`\${team}=\${count[team]}\`).join(", ");`),
      ];
      return returned(text);
    },
  },
  {
    name: 'lines by author',
    kind: 'many items',
    question:
      'How many lines of the files in repo/src, as they are now, come from each author, by git blame? Answer in ' +
      'the form "A=1, B=2" with the names in ascending order.',
    truth: 'Ada=5, Ben=7, Cleo=5, Dan=7, Eve=8, Finn=9, Gus=10, Hana=5, Ivo=14, Jun=2, Kim=12',
    search: 'list directory, git blame',
    *calls(): Plan {
      const [names = ''] = yield [call('files_list_directory', { path: 'repo/src' })];
      const texts = yield all(names, /(\S+\.txt)/g).map((name) =>
        call('git_git_blame', { path: 'repo', filePath: `src/${name}` }),
      );
      return counts(texts.flatMap((text) => all(text, /"author": "(\w+)"/g)));
    },
    *scripts(): Plan {
      yield [find('blame a file, list a directory')];
      const [text] = yield [
        run(`const { content } = await tools.files.listDirectory({ path: "repo/src" });
const count = {};
const files = await Promise.all(
  (content.match(/\\S+\\.txt/g) ?? []).map((name) => tools.git.gitBlame({ path: "repo", filePath: \`src/\${name}\` })),
);
for (const { author } of files.flatMap(({ lines }) => lines)) count[author] = (count[author] ?? 0) + 1;
return Object.keys(count).sort().map((name) => \`\${name}=\${count[name]}\`).join(", ");`),
      ];
      return returned(text);
    },
  },
  {
    name: 'suppliers into the memory',
    kind: 'join',
    question:
      'Make an entity of the type supplier in the memory for each supplier that the products of the shop have, ' +
      'with one observation each: "has N products", N being how many products of the shop are theirs. Look at ' +
      'all pages. Answer with how many suppliers there are.',
    truth: '8',
    left: async ({ shop, memoryFile }) => {
      const graph = await readFile(memoryFile, 'utf8');
      const suppliers = [...new Set(shop.products.map(({ supplier }) => supplier))];
      return suppliers.every((name) => {
        const observation = `has ${shop.products.filter(({ supplier }) => supplier === name).length} products`;
        return graph.includes(
          JSON.stringify({ type: 'entity', name, entityType: 'supplier', observations: [observation] }),
        );
      });
    },
    search: 'list products, create entities',
    *calls(): Plan {
      const products = productsIn([...(yield [list(1)]), ...(yield pages.slice(1).map(list))]);
      const names = [...new Set(products.map(({ supplier }) => supplier))];
      const entities = names.map((name) => {
        const observation = `has ${products.filter(({ supplier }) => supplier === name).length} products`;
        return { name, entityType: 'supplier', observations: [observation] };
      });
      yield [call('memory_create_entities', { entities })];
      return String(names.length);
    },
    *scripts(): Plan {
      yield [lookAtProducts, find('create entities')];
      const [text] = yield [
        run(`${allProducts}
const names = [...new Set(products.map(({ supplier }) => supplier))];
await tools.memory.createEntities({
  entities: names.map((name) => {
    const count = products.filter(({ supplier }) => supplier === name).length;
    return { name, entityType: "supplier", observations: [\`has \${count} products\`] };
  }),
});
return names.length;`),
      ];
      return returned(text);
    },
  },
  {
    name: 'letters by year',
    kind: 'chain',
    question:
      'Each text file in the folder letters has a line such as "Year: 2020". Move each into a folder below ' +
      'letters that is named after its year. Answer in the form "2020=1, 2021=2": how many letters each year ' +
      'has.',
    truth: '2021=5, 2022=2, 2023=5',
    left: async ({ path }) => {
      const names = await readdir(join(path, 'letters'), { recursive: true });
      return names.filter((name) => /^202\d.letter-\d+\.txt$/.test(name)).length === 12;
    },
    search: 'list directory, read multiple files, create directory, move file',
    *calls(): Plan {
      const [names = ''] = yield [call('files_list_directory', { path: 'letters' })];
      const letters = all(names, /(\S+\.txt)/g);
      const [texts = ''] = yield [
        call('files_read_multiple_files', { paths: letters.map((name) => `letters/${name}`) }),
      ];
      const years = all(texts, /^Year: (\d+)$/gm);
      yield [...new Set(years)].map((year) => call('files_create_directory', { path: `letters/${year}` }));
      yield letters.map((name, at) =>
        call('files_move_file', { source: `letters/${name}`, destination: `letters/${years[at]}/${name}` }),
      );
      return counts(years);
    },
    *scripts(): Plan {
      yield [find('list a directory, read a text file')];
      const [text] = yield [
        run(`const names = (await tools.files.listDirectory({ path: "letters" })).content.match(/\\S+\\.txt/g) ?? [];
const count = {};
for (const name of names) {
  const { content } = await tools.files.readTextFile({ path: \`letters/\${name}\` });
  const [, year] = /^Year: (\\d+)$/m.exec(content);
  if (!count[year]) await tools.files.createDirectory({ path: \`letters/\${year}\` });
  await tools.files.moveFile({ source: \`letters/\${name}\`, destination: \`letters/\${year}/\${name}\` });
  count[year] = (count[year] ?? 0) + 1;
}
return Object.keys(count).sort().map((year) => \`\${year}=\${count[year]}\`).join(", ");`),
      ];
      return returned(text);
    },
  },
  {
    name: '40 orders of the shop',
    kind: 'many items',
    question: 'What do the totals of the orders 1 to 40 of the shop add up to? Answer with the number.',
    truth: '4820',
    search: 'get order',
    *calls(): Plan {
      const orders = yield Array.from({ length: 40 }, (_, at) =>
        call('shop_get-order', { id: String(at + 1) }),
      );
      return sum(orders.flatMap((order) => all(order, /"total": (\d+)/g)));
    },
    *scripts(): Plan {
      yield [run('return await tools.shop.getOrder({ id: "1" });')];
      const [text] = yield [
        run(`const orders = await Promise.all(Array.from({ length: 40 }, (_, at) => tools.shop.getOrder({ id: String(at + 1) })));
return orders.reduce((sum, { total }) => sum + total, 0);`),
      ];
      return returned(text);
    },
  },
  {
    name: 'from an order to a team',
    kind: 'chain',
    question:
      'Order 23 of the shop is from a customer, whose contact is a person in the memory. Which team is this ' +
      'person a member of? Answer with its name.',
    truth: 'tower',
    search: 'get order, get customer, open nodes',
    *calls(): Plan {
      const [order = ''] = yield [call('shop_get-order', { id: '23' })];
      const [customer = ''] = yield [
        call('shop_get-customer', { id: all(order, /"customer": "(\w+)"/g)[0] }),
      ];
      const [nodes = ''] = yield [call('memory_open_nodes', { names: all(customer, /"contact": "(\w+)"/g) })];
      return membersIn(nodes)[0]?.to ?? '';
    },
    *scripts(): Plan {
      const [order = ''] = yield [run('return await tools.shop.getOrder({ id: "23" });')];
      const [customer = ''] = yield [
        run(`return await tools.shop.getCustomer({ id: ${all(order, /"customer":("\w+")/g)[0]} });`),
      ];
      const [nodes = ''] = yield [
        run(`return await tools.memory.openNodes({ names: [${all(customer, /"contact":("\w+")/g)[0]}] });`),
      ];
      return membersIn(nodes.split('\n\n')[0] ?? '')[0]?.to ?? '';
    },
  },
  {
    name: 'a trail',
    kind: 'looks',
    question: 'Read trail.txt and find out where the chest is. Answer with the number of the room.',
    truth: '314',
    search: 'read text file, open nodes, git log',
    *calls(): Plan {
      yield [call('files_read_text_file', { path: 'trail.txt' })];
      yield [call('memory_open_nodes', { names: ['harbour'] })];
      yield [call('memory_open_nodes', { names: ['Eve'] })];
      yield [call('files_read_text_file', { path: 'notes/hana.txt' })];
      yield [call('git_git_log', { path: 'repo', grep: 'lantern' })];
      const [note = ''] = yield [call('files_read_text_file', { path: 'rooms/gate.txt' })];
      return all(note, /room (\d+)/g)[0] ?? '';
    },
    *scripts(): Plan {
      yield [run('return await tools.files.readTextFile({ path: "trail.txt" });')];
      yield [run('return await tools.memory.openNodes({ names: ["harbour"] });')];
      yield [run('return await tools.memory.openNodes({ names: ["Eve"] });')];
      yield [run('return await tools.files.readTextFile({ path: "notes/hana.txt" });')];
      yield [find('commit log')];
      yield [run('return await tools.git.gitLog({ path: "repo", grep: "lantern" });')];
      const [note = ''] = yield [run('return await tools.files.readTextFile({ path: "rooms/gate.txt" });')];
      return all(note, /room (\d+)/g)[0] ?? '';
    },
  },
  {
    name: 'complaints',
    kind: 'looks',
    question:
      'Which messages in the folder messages are complaints? Answer with their numbers in ascending order, with ' +
      'commas between them.',
    truth: '2, 4, 6',
    search: 'list directory, read multiple files',
    *calls(): Plan {
      const [names = ''] = yield [call('files_list_directory', { path: 'messages' })];
      yield [
        call('files_read_multiple_files', {
          paths: all(names, /(\S+\.txt)/g).map((name) => `messages/${name}`),
        }),
      ];
      return '2, 4, 6';
    },
    *scripts(): Plan {
      yield [find('list a directory, read several files')];
      yield [
        run(`const { content } = await tools.files.listDirectory({ path: "messages" });
const paths = (content.match(/\\S+\\.txt/g) ?? []).map((name) => \`messages/\${name}\`);
return (await tools.files.readMultipleFiles({ paths })).content;`),
      ];
      return '2, 4, 6';
    },
  },
  {
    name: 'a sum',
    kind: 'small',
    question: 'What does the tool for sums say the sum of 2.5 and 3.75 is? Answer with the number.',
    truth: '6.25',
    search: 'get sum',
    *calls(): Plan {
      const [text = ''] = yield [call('everything_get-sum', { a: 2.5, b: 3.75 })];
      return all(text, / is ([\d.]+)\./g)[0] ?? '';
    },
    *scripts(): Plan {
      const [text = ''] = yield [run('return await tools.everything.getSum({ a: 2.5, b: 3.75 });')];
      return all(text, / is ([\d.]+)\./g)[0] ?? '';
    },
  },
  {
    name: 'a port',
    kind: 'small',
    question: 'Which port is in config.json? Answer with the number.',
    truth: '8417',
    search: 'read text file',
    *calls(): Plan {
      const [text = ''] = yield [call('files_read_text_file', { path: 'config.json' })];
      return all(text, /"port": (\d+)/g)[0] ?? '';
    },
    *scripts(): Plan {
      const [text = ''] = yield [run('return await tools.files.readTextFile({ path: "config.json" });')];
      return all(text, /port\D+(\d+)/g)[0] ?? '';
    },
  },
  {
    name: 'something to remember',
    kind: 'small',
    question: 'Add the observation "likes tea" to Kim in the memory. Answer with: done.',
    truth: 'done',
    left: async ({ memoryFile }) => /"name":"Kim".*"likes tea"/.test(await readFile(memoryFile, 'utf8')),
    search: 'add observations',
    *calls(): Plan {
      yield [
        call('memory_add_observations', { observations: [{ entityName: 'Kim', contents: ['likes tea'] }] }),
      ];
      return 'done';
    },
    *scripts(): Plan {
      yield [find('add observations')];
      yield [
        run(
          'return await tools.memory.addObservations({ observations: [{ entityName: "Kim", contents: ["likes tea"] }] });',
        ),
      ];
      return 'done';
    },
  },
];
