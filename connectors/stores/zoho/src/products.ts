/** Items by their last change. The list has prices and codes; weight and size come from the details, many items a call. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { movingCursor, movingPlace } from '@scanship/connector-kit/store/moving-list';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask } from './client.ts';
import { FIRST_PAGE, hasMore, rowOf, turned } from './newest-first.ts';
import { currencyOf } from './organization.ts';
import { ID, readHsCode, readMeasures, readMoment, type Measures } from './reading.ts';

export const PAGE = 50;
/** EAN and UPC are digits; an ISBN may end in X. */
const BARCODE = /^[\d-]{7,17}[\dXx]$/;

function readItem(item: ObjectReader, currency: string, measures: ReadonlyMap<string, Measures>): StoreProduct {
  const code = (name: string): string | undefined => item.maybe(name, (n) => item.id(n, BARCODE));
  const externalId = item.id('item_id', ID);
  return {
    externalId,
    sku: item.maybe('sku', (n) => item.string(n)),
    title: item.string('name'),
    barcode: code('ean') ?? code('upc') ?? code('isbn'),
    ...measures.get(externalId),
    hsCode: readHsCode(item),
    price: item.maybe('rate', (n) => item.rounded(n, currency)),
    updatedAt: readMoment(item, 'last_modified_time'),
  };
}

/** Weight and size by item, of those that have any. */
async function measuresOf(
  ids: readonly string[],
  env: StoreEnv,
): Promise<{ readonly measures: ReadonlyMap<string, Measures>; readonly problems: readonly string[] }> {
  if (ids.length === 0) return { measures: new Map(), problems: [] };
  const answer = await ask(env, { name: 'item details', path: '/itemdetails', query: { item_ids: ids.join(',') } });
  const read = answer.list('items', (item) => {
    const id = item.id('item_id', ID);
    const details = item.maybe('package_details', (n) => item.object(n));
    return [id, details === undefined ? {} : readMeasures(details)] as const;
  });
  return { measures: new Map(read), problems: answer.problems };
}

export async function products(input: PullInput, env: StoreEnv): Promise<PullPage<StoreProduct>> {
  const place = movingPlace(input, env.now(), FIRST_PAGE);
  const currency = await currencyOf(env);
  const answer = await ask(env, {
    name: 'items',
    path: '/items',
    query: {
      page: place.at,
      per_page: PAGE,
      filter_by: 'Status.All',
      sort_column: 'last_modified_time',
      sort_order: 'D',
    },
  });
  const more = hasMore(answer);
  const rows = answer.list('items', (node) => rowOf(node, 'item_id'));
  const { fresh, next } = turned(place, rows, more);
  const details = await measuresOf(
    fresh.flatMap(({ id }) => id ?? []),
    env,
  );
  const read = answer.list('items', (item) => {
    const wanted = fresh.some(({ node }) => node.path === item.path);
    return wanted ? [readItem(item, currency, details.measures)] : [];
  });
  return {
    items: read.flat(),
    problems: [...new Set([...answer.problems, ...details.problems])].map((message) => ({ message })),
    next: next && movingCursor(next),
  };
}
