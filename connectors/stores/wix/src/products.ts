/**
 * Products with their variants. A site has either Catalog V3 or Catalog V1, which have nothing in common. V3 lists products
 * without variants, so each that changed is asked for; V1 lists all of it.
 */
import { saidBy } from '@scanship/connector-kit/answers/read-each';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { PullInput, PullPage } from '@scanship/connector-kit/store/store';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import { ask, find } from './client.ts';
import { ID, imageUrl, productKey, readUnit, readWeight } from './reading.ts';

const V3_PAGE = 20;
const V1_PAGE = 100;
/** A list in a query is the name again and again. */
const V3_FIELDS = 'fields=CURRENCY&fields=WEIGHT_MEASUREMENT_UNIT_INFO&fields=VARIANT_OPTION_CHOICE_NAMES';

type Page = PullPage<StoreProduct>;

function choiceNames(variant: ObjectReader): string {
  if (!variant.has('choices')) return '';
  return variant
    .strictList('choices', (choice) => {
      const names = choice.object('optionChoiceNames');
      return `${names.string('optionName')}: ${names.string('choiceName')}`;
    })
    .join(', ');
}

/** Variants of one product of Catalog V3. */
function readV3(product: ObjectReader): StoreProduct[] {
  const id = product.string('id', ID);
  const name = product.string('name');
  const updatedAt = product.instant('updatedDate');
  const currency = product.currency('currency');
  const physical = product.maybe('physicalProperties', (n) => product.object(n));
  const info = physical?.maybe('weightMeasurementUnitInfo', (n) => physical.object(n));
  const unit = info && readUnit(info, 'weightMeasurementUnit');
  const media = product.maybe('media', (n) => product.object(n));
  const main = media?.maybe('main', (n) => media.object(n));
  const image = main?.maybe('image', (n) => main.object(n));
  return product.object('variantsInfo').list('variants', (variant): StoreProduct => {
    const choices = choiceNames(variant);
    const properties = variant.maybe('physicalProperties', (n) => variant.object(n));
    const price = variant.maybe('price', (n) => variant.object(n));
    return {
      externalId: productKey(id, variant.string('id', ID)),
      sku: variant.maybe('sku', (n) => variant.string(n)),
      title: choices === '' ? name : `${name} (${choices})`,
      barcode: variant.maybe('barcode', (n) => variant.string(n)),
      unitGrams: properties && readWeight(properties, unit),
      price: price?.maybe('actualPrice', (n) => price.object(n).money('amount', currency)),
      imageUrl: image && imageUrl(image),
      updatedAt,
    };
  });
}

async function pageV3(since: string | undefined, cursor: string | undefined, env: StoreEnv): Promise<Page> {
  const answer = await ask(env, {
    name: 'query products',
    method: 'POST',
    readOnly: true,
    path: '/stores/v3/products/query',
    body: {
      query:
        cursor === undefined
          ? {
              ...(since !== undefined && { filter: { updatedDate: { $gte: since } } }),
              sort: [{ fieldName: 'createdDate', order: 'ASC' }],
              cursorPaging: { limit: V3_PAGE },
            }
          : { cursorPaging: { limit: V3_PAGE, cursor } },
    },
  });
  const paging = answer.object('pagingMetadata');
  const next = paging.boolean('hasNext') ? paging.object('cursors').string('next', /^\S+$/) : undefined;
  const ids = answer.list('products', (product) => product.string('id', ID));
  const items: StoreProduct[] = [];
  const problems: { externalId?: string | undefined; message: string }[] = answer.problems.map((message) => ({
    message,
  }));
  for (const id of ids) {
    const found = await find(env, {
      name: 'product',
      path: `/stores/v3/products/${id}?${V3_FIELDS}`,
    });
    // Deleted since the list was made.
    if (!found) continue;
    try {
      items.push(...readV3(found.object('product')));
    } catch (error) {
      if (!(error instanceof FieldProblem)) throw error;
      problems.push({ externalId: id, message: error.message });
    }
    problems.push(...found.problems.map((message) => ({ externalId: id, message })));
  }
  return {
    items,
    problems,
    next: next === undefined ? undefined : { catalog: 'v3', cursor: next, ...(since !== undefined && { since }) },
  };
}

/** Variants of one product of Catalog V1; without managed variants, the product itself. */
function readV1(product: ObjectReader, unit: 'kg' | 'lb' | undefined): StoreProduct[] {
  const id = product.string('id', ID);
  const name = product.string('name');
  const updatedAt = product.instant('lastUpdated');
  const media = product.maybe('media', (n) => product.object(n));
  const main = media?.maybe('mainMedia', (n) => media.object(n));
  const image = main?.maybe('image', (n) => main.object(n));
  const rest = { imageUrl: image && imageUrl(image), updatedAt };
  const priced = (owner: ObjectReader): StoreProduct['price'] => {
    const price = owner.maybe('priceData', (n) => owner.object(n));
    return price?.maybe('price', (n) => price.money(n, price.currency('currency')));
  };
  const managed = product.maybe('manageVariants', (n) => product.boolean(n)) === true;
  if (!managed)
    return [
      {
        ...rest,
        externalId: id,
        sku: product.maybe('sku', (n) => product.string(n)),
        title: name,
        unitGrams: readWeight(product, unit),
        price: priced(product),
      },
    ];
  return product.list('variants', (one): StoreProduct => {
    const variant = one.object('variant');
    const choices = one.maybe('choices', (n) => one.object(n));
    const raw: unknown = one.raw('choices');
    const names = choices && typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
    const chosen = names.map((option) => `${option}: ${choices?.string(option) ?? ''}`).join(', ');
    return {
      ...rest,
      externalId: productKey(id, one.string('id', ID)),
      sku: variant.maybe('sku', (n) => variant.string(n)),
      title: chosen === '' ? name : `${name} (${chosen})`,
      unitGrams: readWeight(variant, unit),
      price: priced(variant),
    };
  });
}

async function pageV1(since: string | undefined, offset: number, env: StoreEnv): Promise<Page> {
  // Wix says the unit of Catalog V1 nowhere; it was learnt from an order when the store was connected.
  const { weightUnit } = env.settings;
  const unit = weightUnit === 'kg' || weightUnit === 'lb' ? weightUnit : undefined;
  const answer = await ask(env, {
    name: 'query products (v1)',
    method: 'POST',
    readOnly: true,
    path: '/stores-reader/v1/products/query',
    body: {
      query: { sort: JSON.stringify([{ numericId: 'asc' }]), paging: { limit: V1_PAGE, offset } },
      includeVariants: true,
      includeHiddenProducts: true,
    },
  });
  const raw = answer.raw('products');
  const full = Array.isArray(raw) && raw.length >= V1_PAGE;
  const items = answer
    .list('products', (product) => readV1(product, unit))
    .flat()
    .filter(({ updatedAt }) => since === undefined || Date.parse(updatedAt) >= Date.parse(since));
  return {
    items,
    problems: saidBy(answer),
    next: full
      ? {
          catalog: 'v1',
          offset: offset + V1_PAGE,
          ...(since !== undefined && { since }),
        }
      : undefined,
  };
}

export async function products(input: PullInput, env: StoreEnv): Promise<Page> {
  const { cursor } = input;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const since = cursor === undefined ? input.since?.toISOString() : text(cursor.since);
  if (cursor?.catalog === 'v3') return pageV3(since, text(cursor.cursor), env);
  if (cursor !== undefined) return pageV1(since, typeof cursor.offset === 'number' ? cursor.offset : 0, env);
  const version = await ask(env, { name: 'catalog version', path: '/stores/v3/provision/version' });
  const is = version.choice('catalogVersion', { V1_CATALOG: 'v1', V3_CATALOG: 'v3', STORES_NOT_INSTALLED: 'none' });
  if (is === 'none') return { items: [], problems: [] };
  return is === 'v3' ? pageV3(since, undefined, env) : pageV1(since, 0, env);
}
