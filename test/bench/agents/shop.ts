// The small REST API of the tasks, on 127.0.0.1: products in pages, their stock, orders and customers.
// `@ivotoby/openapi-mcp-server` makes tools of its description.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { hangUp, listen } from '../../fakes/listen.ts';

export interface Product {
  readonly sku: string;
  readonly name: string;
  readonly supplier: string;
  readonly minimum: number;
  stock: number;
}

/** Returns the initial stock of the product at this position. */
export const firstStock = (at: number): number => 8 + ((at * 17) % 60);

const suppliers = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Larch', 'Maple'];

export class Shop implements AsyncDisposable {
  readonly products: readonly Product[] = Array.from({ length: 120 }, (_, at) => ({
    sku: `PRD-${String(at + 1).padStart(3, '0')}`,
    name: `${['Lamp', 'Desk', 'Chair', 'Shelf', 'Rug'][at % 5]} ${at + 1}`,
    supplier: suppliers[(at * 3 + Math.floor(at / 9)) % 8] ?? '',
    minimum: 10,
    stock: firstStock(at),
  }));
  readonly #server: Server;
  #url = '';

  private constructor() {
    this.#server = createServer((request, response) => {
      const send = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      this.#answer(request).then(
        (body) => send(body === undefined ? 404 : 200, body ?? { error: 'not found' }),
        (error: unknown) => send(400, { error: String(error) }),
      );
    });
  }

  static async open(): Promise<Shop> {
    const shop = new Shop();
    shop.#url = `http://127.0.0.1:${await listen(shop.#server)}`;
    return shop;
  }

  get url(): string {
    return this.#url;
  }

  async #answer(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.#url);
    const [, kind, id = '', part] = pathname.split('/');
    if (request.method === 'PATCH' && kind === 'products' && part === 'stock') {
      const product = this.products.find(({ sku }) => sku === id);
      const { stock } = (await json(request)) as { stock: number }; // by the description
      if (product) product.stock = stock;
      return product;
    }
    if (kind === 'orders') return { id: Number(id), customer: `c${Number(id) % 9}`, total: 100 + Number(id) };
    if (kind === 'customers')
      return { id, name: `Customer ${id}`, contact: ['Ada', 'Ben', 'Cleo', 'Dan'][Number(id.slice(1)) % 4] };
    if (kind !== 'products' || id !== '') return undefined;
    const page = Number(searchParams.get('page') ?? 1);
    return { products: this.products.slice((page - 1) * 20, page * 20), page, pages: 6 };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return hangUp(this.#server);
  }
}

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const responses = { 200: { description: 'Done.' } };
const stock = { type: 'object', properties: { stock: { type: 'integer', minimum: 0 } }, required: ['stock'] };

export const shopDescription = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0.0' },
  paths: {
    '/products': {
      get: {
        operationId: 'listProducts',
        summary: 'List products with stock and supplier, 20 a page',
        parameters: [
          {
            name: 'page',
            in: 'query',
            description: 'From 1 on.',
            schema: { type: 'integer', minimum: 1, default: 1 },
          },
        ],
        responses,
      },
    },
    '/products/{sku}/stock': {
      patch: {
        operationId: 'setStock',
        summary: 'Set how many of a product are in stock',
        parameters: [inPath('sku')],
        requestBody: { required: true, content: { 'application/json': { schema: stock } } },
        responses,
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        summary: 'Get an order by its number',
        parameters: [inPath('id')],
        responses,
      },
    },
    '/customers/{id}': {
      get: {
        operationId: 'getCustomer',
        summary: 'Get a customer by id',
        parameters: [inPath('id')],
        responses,
      },
    },
  },
};
