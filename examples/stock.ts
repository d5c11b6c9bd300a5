// Brings a shop's stock in line with what was counted: the counts are files of a folder, the shop is a service with an OpenAPI
// description. Only what differs is set; a second run finds nothing to do.
interface Product {
  sku: string;
  name: string;
  stock: number;
}
interface Page {
  products: Product[];
  pages: number;
}

const [products, counted] = await Promise.all([allProducts(), allCounts()]);
const known = new Set(products.map(({ sku }) => sku));
const wrong = products.filter(({ sku, stock }) => counted.has(sku) && counted.get(sku) !== stock);

for (const [done, { sku, stock, name }] of wrong.entries()) {
  codemode.progress(`${name}: ${stock} becomes ${counted.get(sku)}`, done / wrong.length);
  await tools.shop.setStock({ sku, stock: counted.get(sku) ?? stock, reason: 'count' });
}
return {
  changed: wrong.map(({ sku, stock }) => ({ sku, from: stock, to: counted.get(sku) })),
  notCounted: products.filter(({ sku }) => !counted.has(sku)).map(({ sku }) => sku),
  unknown: [...counted.keys()].filter((sku) => !known.has(sku)),
};

async function allProducts(): Promise<Product[]> {
  const first: Page = await tools.shop.listProducts({ pageSize: 10 });
  const numbers = Array.from({ length: first.pages - 1 }, (_, index) => index + 2);
  const others: Page[] = await Promise.all(
    numbers.map((page) => tools.shop.listProducts({ page, pageSize: 10 })),
  );
  return [first, ...others].flatMap((page) => page.products);
}

/** A product may lie in several places: its counts add up. */
async function allCounts(): Promise<Map<string, number>> {
  const { content: allowed } = await tools.files.listAllowedDirectories();
  const folder = `${allowed.split('\n').at(-1)}/files/counts`;
  const { content: listing } = await tools.files.listDirectory({ path: folder });
  const names = [...listing.matchAll(/\[FILE\] (\S+\.csv)/g)].map(([, name]) => name);
  const files = await Promise.all(
    names.map((name) => tools.files.readTextFile({ path: `${folder}/${name}` })),
  );
  const counts = new Map<string, number>();
  for (const [, sku = '', count] of files.flatMap(({ content }) => [
    ...content.matchAll(/^(\w+-\d+),(\d+)$/gm),
  ])) {
    counts.set(sku, (counts.get(sku) ?? 0) + Number(count));
  }
  return counts;
}
