/** Inventory items, all or those that changed. Weights, measures and prices are not taken (README). */
import { readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { readEach } from '@scanship/connector-kit/answers/read-each';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { askAccount, NIL, resultList, timeText } from './client.ts';

/** Items a page, as the service's known clients ask for. */
const PAGE = 100;

type Page = PullPage<StoreProduct>;

interface Place {
  readonly page: number;
  /** ISO instant; absent: everything. */
  readonly since: string | undefined;
}

function placeOf({ cursor, since }: PullInput): Place {
  if (cursor === undefined) return { page: 1, since: since?.toISOString() };
  const at = readObject(cursor);
  return { page: at.integer('page', 1), since: at.has('since') ? at.instant('since') : undefined };
}

const textOf = (item: ObjectReader, name: string): string | undefined => item.maybe(name, (n) => item.string(n));

/** @throws FieldProblem when the item cannot be understood */
const readItem = (item: ObjectReader, updatedAt: string): StoreProduct => ({
  externalId: item.string('Sku'),
  sku: item.string('Sku'),
  title: item.string('Title'),
  barcode: textOf(item, 'UPC') ?? textOf(item, 'EAN'),
  hsCode: textOf(item, 'HarmonizedCode'),
  updatedAt,
});

export async function products(input: PullInput, env: StoreEnv): Promise<Page> {
  const { page, since } = placeOf(input);
  const result = await askAccount(env, {
    service: 'InventoryService',
    operation: 'GetFilteredInventoryItemList',
    name: 'products',
    // Members in the order of the contract; those that must be there are nil where nothing is meant.
    body: {
      'web:itemCriteria': {
        'web:DateRangeField': since === undefined ? undefined : 'LastUpdateDate',
        'web:DateRangeStartGMT': since === undefined ? NIL : timeText(since),
        'web:DateRangeEndGMT': NIL,
        'web:QuantityCheckValue': NIL,
        'web:PageNumber': page,
        'web:PageSize': PAGE,
      },
      'web:detailLevel': {
        'web:IncludeQuantityInfo': false,
        'web:IncludePriceInfo': false,
        'web:IncludeClassificationInfo': false,
      },
    },
    readOnly: true,
  });
  const { nodes, problems: listed } = resultList(result, 'InventoryItemResponse');
  // An item does not say when it changed.
  const updatedAt = env.now().toISOString();
  const read = readEach(
    nodes,
    (item) => textOf(item, 'Sku'),
    (item) => readItem(item, updatedAt),
  );
  const next = nodes.length < PAGE ? undefined : { page: page + 1, ...(since !== undefined && { since }) };
  return { items: read.items, problems: [...listed, ...read.problems], next };
}
