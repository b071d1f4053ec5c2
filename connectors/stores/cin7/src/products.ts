/** Products: Core's with weight, size and customs data; Omni's options, whose weights have no unit and stay away. */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toMillimetres } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, askList } from './client.ts';
import { second } from './omni-orders.ts';
import { present, readCountry, readGrams, readMoment } from './reading.ts';
import { GUID, homeCurrency, NUMBER, systemOf } from './system.ts';

const PAGE = 100;
const BACK_MS = 1_000;

const LENGTHS = {
  mm: (value: number): number => toMillimetres(value, 'mm'),
  cm: (value: number): number => toMillimetres(value, 'cm'),
  m: (value: number): number => toMillimetres(value, 'm'),
  in: (value: number): number => toMillimetres(value, 'in'),
  ft: (value: number): number => toMillimetres(value * 12, 'in'),
  yd: (value: number): number => toMillimetres(value * 36, 'in'),
} as const;

function readSize(product: ObjectReader): StoreProduct['dimensions'] {
  const inMm = product.maybe('DimensionsUnits', (n) => product.choice(n, LENGTHS));
  const sides = (['Length', 'Width', 'Height'] as const).map((name) =>
    product.maybe(name, (n) => {
      const side = product.number(n);
      if (side < 0 || side > 1e6) throw new FieldProblem(product.at(n), 'should be a length');
      return side;
    }),
  );
  const [length = 0, width = 0, height = 0] = sides;
  if (inMm === undefined || length === 0 || width === 0 || height === 0) return undefined;
  return { lengthMm: inMm(length), widthMm: inMm(width), heightMm: inMm(height) };
}

export const readCoreProduct = (product: ObjectReader, currency: string | undefined): StoreProduct => ({
  externalId: product.string('ID', GUID).toLowerCase(),
  sku: product.string('SKU'),
  title: product.string('Name'),
  barcode: product.maybe('Barcode', (n) => product.id(n)),
  unitGrams: readGrams(product, 'Weight', 'WeightUnits'),
  dimensions: readSize(product),
  hsCode: product.maybe('HSCode', (n) => product.id(n)),
  originCountry: product.maybe('CountryOfOriginCode', (n) => readCountry(product, n)),
  price: currency === undefined ? undefined : product.maybe('PriceTier1', (n) => product.rounded(n, currency)),
  updatedAt: readMoment(product, 'LastModifiedOn'),
});

/** The options of one product; a product without them has nothing that is sold. */
export function readOmniProduct(product: ObjectReader, currency: string | undefined): StoreProduct[] {
  const name = product.string('name');
  const changed = readMoment(product, 'modifiedDate');
  return product.list('productOptions', (option) => {
    const text = (field: string): string | undefined => option.maybe(field, (n) => option.string(n));
    const options = present([text('option1'), text('option2'), text('option3')], ', ');
    return {
      externalId: option.id('id', NUMBER),
      sku: text('productOptionCode') ?? text('code'),
      title: options === undefined ? name : `${name} (${options})`,
      barcode: text('productOptionBarcode') ?? text('barcode'),
      price: currency === undefined ? undefined : option.maybe('retailPrice', (n) => option.rounded(n, currency)),
      updatedAt: changed,
    };
  });
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const cursor = input.cursor && readObject(input.cursor);
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? cursor.instant('since') : undefined) : input.since?.toISOString();
  const from = since === undefined ? undefined : new Date(Date.parse(since) - BACK_MS).toISOString();
  const currency = homeCurrency(env);
  const core = systemOf(env) === 'core';
  const answer = core
    ? await ask(env, { name: 'products', path: '/product', query: { ModifiedSince: from, Page: page, Limit: PAGE } })
    : await askList(env, 'Products', {
        name: 'products',
        path: '/Products',
        query: {
          where: from === undefined ? undefined : `modifiedDate>='${second(from)}'`,
          order: 'id ASC',
          page,
          rows: PAGE,
        },
      });
  const nodes = answer.list('Products', (one) => one);
  const raw = answer.raw('Products');
  const more = core ? answer.integer('Total', 0) > page * PAGE : Array.isArray(raw) && raw.length >= PAGE;
  const read = readEach(
    nodes,
    (node) => (core ? node.string('ID', GUID).toLowerCase() : node.id('id', NUMBER)),
    (node) => (core ? [readCoreProduct(node, currency)] : readOmniProduct(node, currency)),
  );
  return {
    items: read.items.flat().filter(({ updatedAt }) => updatedAt >= (since ?? '')),
    problems: [...saidBy(answer), ...read.problems],
    next: more && nodes.length > 0 ? { page: page + 1, ...(since !== undefined && { since }) } : undefined,
  };
}
