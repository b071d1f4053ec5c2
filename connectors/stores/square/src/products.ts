/** The catalogue: every variation of every item. Square keeps no weights, sizes or customs codes. */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { ID, readMoney } from './reading.ts';

const PAGE = 100;

function readVariation(variation: ObjectReader, itemName: string, itemUpdated: string): StoreProduct {
  const data = variation.object('item_variation_data');
  const name = data.maybe('name', (n) => data.string(n));
  const plain = name === undefined || name === 'Regular' || name === itemName;
  return {
    externalId: variation.string('id', ID),
    sku: data.maybe('sku', (n) => data.string(n)),
    title: plain ? itemName : `${itemName} (${name})`,
    barcode: data.maybe('upc', (n) => data.string(n)),
    price: data.maybe('price_money', (n) => readMoney(data, n)),
    updatedAt: variation.maybe('updated_at', (n) => variation.instant(n)) ?? itemUpdated,
  };
}

function readItem(item: ObjectReader): StoreProduct[] {
  const data = item.object('item_data');
  const name = data.string('name');
  const updated = item.instant('updated_at');
  return data.list('variations', (variation) => readVariation(variation, name, updated));
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const { cursor } = input;
  const at = typeof cursor?.cursor === 'string' ? cursor.cursor : undefined;
  const since = cursor === undefined ? input.since?.toISOString() : cursor.since;
  const answer = await ask(env, {
    name: 'search catalog',
    method: 'POST',
    readOnly: true,
    path: '/v2/catalog/search',
    body: {
      object_types: ['ITEM'],
      limit: PAGE,
      cursor: at,
      // The beginning itself is not counted in.
      ...(typeof since === 'string' && { begin_time: new Date(Date.parse(since) - 1).toISOString() }),
    },
  });
  const next = answer.has('cursor') ? answer.string('cursor', /^\S+$/) : undefined;
  const items = answer.list('objects', readItem, { optional: true }).flat();
  return {
    items,
    problems: saidBy(answer),
    next: next === undefined ? undefined : { cursor: next, ...(typeof since === 'string' && { since }) },
  };
}
