/** Items of the customer, with weight and customs data. Oldest first, so that new ones come last. */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach, saidBy } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, readList } from './client.ts';
import { connectionOf, ID, type Connection } from './connection.ts';
import { readSystemTime, systemText } from './system-time.ts';

/** Extensiv's most. */
const PAGE = 100;

const isMeasure = (value: number | undefined): value is number => value !== undefined && value > 0 && value < 1e6;

type Size = Pick<StoreProduct, 'unitGrams' | 'dimensions'>;

/** Of one unit: a package of several says its own weight, and nothing of the size of what is in it. */
function readSize(item: ObjectReader): Size {
  const options = item.maybe('options', (n) => item.object(n));
  const unit = options?.maybe('packageUnit', (n) => options.object(n));
  const imperial = unit?.maybe('imperial', (n) => unit.object(n));
  const measure = (name: string): number | undefined => imperial?.maybe(name, (n) => imperial.number(n));
  const inside = unit?.maybe('inventoryUnitsPerUnit', (n) => unit.number(n)) ?? 1;
  const [weight, length, width, height] = ['weight', 'length', 'width', 'height'].map(measure);
  return {
    unitGrams: isMeasure(weight) && isMeasure(inside) ? toGrams(weight / inside, 'lb') : undefined,
    dimensions:
      inside === 1 && isMeasure(length) && isMeasure(width) && isMeasure(height)
        ? {
            lengthMm: toMillimetres(length, 'in'),
            widthMm: toMillimetres(width, 'in'),
            heightMm: toMillimetres(height, 'in'),
          }
        : undefined,
  };
}

export function readProduct(item: ObjectReader, { currency, zone }: Connection): StoreProduct {
  const fixed = item.object('readOnly');
  const text = (name: string): string | undefined => item.maybe(name, (n) => item.string(n));
  return {
    externalId: fixed.id('itemId', ID),
    sku: item.string('sku'),
    title: item.string('description'),
    barcode: text('upc'),
    ...readSize(item),
    hsCode: text('harmonizedCode'),
    originCountry: item.maybe('countryOfManufacture', (n) => item.string(n, /^[A-Z]{2}$/)),
    price: item.maybe('price', (n) => item.rounded(n, currency)),
    updatedAt: readSystemTime(fixed, 'lastModifiedDate', zone),
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const connection = connectionOf(env);
  const cursor = input.cursor && readObject(input.cursor);
  const page = cursor?.integer('page', 1) ?? 1;
  const since = cursor ? (cursor.has('since') ? new Date(cursor.instant('since')) : undefined) : input.since;
  const answer = await ask(env, {
    name: 'items',
    path: `/customers/${connection.customerId}/items`,
    query: {
      pgsiz: PAGE,
      pgnum: page,
      sort: 'readonly.creationdate,readonly.itemid',
      rql: since && `readonly.lastmodifieddate=ge=${systemText(since, connection.zone)}`,
    },
  });
  const list = readList(answer, 'customers/item', 'items');
  const from = since === undefined ? 0 : Math.floor(since.getTime() / 1_000) * 1_000;
  const read = readEach(
    list.items,
    (item) => item.object('readOnly').id('itemId', ID),
    (item) => {
      const product = readProduct(item, connection);
      return Date.parse(product.updatedAt) >= from ? product : undefined;
    },
  );
  return {
    items: read.items,
    problems: [...saidBy(list), ...read.problems],
    next:
      list.total > page * PAGE && list.items.length > 0
        ? { page: page + 1, ...(since && { since: since.toISOString() }) }
        : undefined,
    total: cursor ? undefined : list.total,
  };
}
