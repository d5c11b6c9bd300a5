// The service of openapi.json: what a small shop has in stock, over HTTP on 127.0.0.1. What is set is kept in
// stock.json, beside products.json; without that file all begins anew.
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const start = new URL('products.json', import.meta.url);
const kept = new URL('stock.json', import.meta.url);

/** Resolves with the URL of the service. */
export async function startShop() {
  const products = JSON.parse(await readFile(existsSync(kept) ? kept : start, 'utf8'));
  const server = createServer((request, response) => {
    answer(products, request).then(
      (body) => send(response, body === undefined ? 404 : 200, body ?? { error: 'not found' }),
      (error) => send(response, 400, { error: String(error) }),
    );
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

async function answer(products, request) {
  const { pathname, searchParams } = new URL(request.url, 'http://127.0.0.1');
  if (request.method === 'GET' && pathname === '/products') {
    const size = Number(searchParams.get('pageSize') ?? 20);
    const first = (Number(searchParams.get('page') ?? 1) - 1) * size;
    return { products: products.slice(first, first + size), pages: Math.ceil(products.length / size) };
  }
  const [, sku] = /^\/products\/([^/]+)\/stock$/.exec(pathname) ?? [];
  const product = products.find((one) => one.sku === sku);
  if (request.method !== 'PATCH' || !product) return undefined;
  const { stock } = await json(request);
  product.stock = stock;
  await writeFile(kept, `${JSON.stringify(products, undefined, 1)}\n`);
  return product;
}

function send(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
