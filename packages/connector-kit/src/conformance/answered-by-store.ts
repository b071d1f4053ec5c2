/** Runs a whole question to a store platform on recorded answers, as `answered.ts` does for carriers. */
import { toDecimal } from '@scanship/domain/money/money';
import type { StoreProduct } from '@scanship/domain/stores/store-order';
import type { JsonObject } from '@scanship/domain/values/json';
import { FieldProblem } from '../answers/json-reader.ts';
import { createTokenCache } from '../credentials/token-source.ts';
import { ConnectorError } from '../errors.ts';
import type { FulfilInput, PullInput, PullPage, Store } from '../store/store.ts';
import type { StoreEnv } from '../store/store-environment.ts';
import { httpOf, orderInWords, problemInWords, type Recorded } from './answered.ts';
import type { StoreSamples } from './store-conformance-harness.ts';

/** "id | title | SKU | barcode | price | grams | sides in millimetres | changed" */
export function productInWords({ dimensions: sides, ...product }: StoreProduct): string {
  const { externalId, title, sku, barcode, price, unitGrams, updatedAt } = product;
  return [
    externalId,
    title,
    sku ?? '-',
    barcode ?? '-',
    price ? `${toDecimal(price)} ${price.currency}` : '-',
    unitGrams === undefined ? '-' : `${unitGrams} g`,
    sides ? `${sides.lengthMm} x ${sides.widthMm} x ${sides.heightMm} mm` : '-',
    updatedAt,
  ].join(' | ');
}

/** @throws what is no refusal and no answer that cannot be read */
async function inWords(made: Promise<readonly string[]> | undefined): Promise<readonly string[]> {
  try {
    return (await made) ?? ['not offered'];
  } catch (error) {
    if (error instanceof ConnectorError) return problemInWords(error);
    if (error instanceof FieldProblem) return [error.message];
    throw error;
  }
}

const pageInWords =
  <T>(words: (item: T) => readonly string[]) =>
  (page: PullPage<T>): readonly string[] => [
    ...page.items.flatMap(words),
    ...page.problems.map(({ message }) => message),
  ];

/** @param given what the conformance suite has of the connector anyway */
export function answeredByStore(
  store: Store,
  given: Pick<StoreSamples, 'settings' | 'app' | 'account' | 'credentials'>,
) {
  const env = (recorded: readonly Recorded[]): StoreEnv => ({
    mode: 'simulator',
    credentials: given.credentials ?? { accessToken: 'recorded' },
    settings: given.settings,
    app: given.app,
    externalAccount: given.account,
    access: { get: () => Promise.resolve('recorded'), refused: () => Promise.resolve('recorded') },
    tokens: createTokenCache({ now: () => new Date('2026-01-01T00:00:00Z') }).of('recorded'),
    now: () => new Date('2026-01-01T00:00:00Z'),
    pause: () => Promise.resolve(),
    http: httpOf(store.manifest.name, recorded),
  });
  return {
    /** The first page: its orders as lines, then what could not be read. */
    orders: (...recorded: readonly Recorded[]) =>
      inWords(store.orders?.({}, env(recorded)).then(pageInWords(orderInWords))),
    /** A page of what is sold, the first where no cursor says otherwise. */
    products: (input: PullInput, ...recorded: readonly Recorded[]) =>
      inWords(store.products?.(input, env(recorded)).then(pageInWords((product) => [productInWords(product)]))),
    /** @param step its first when absent @param kept what earlier steps kept */
    fulfil: (input: FulfilInput, recorded: readonly Recorded[], step?: string, kept: JsonObject = {}) => {
      const steps = store.fulfil?.steps ?? [];
      const run = step === undefined ? steps[0] : steps.find(({ name }) => name === step);
      return inWords(
        run
          ?.run(input, kept, env(recorded))
          .then((outcome) =>
            outcome.kind === 'done'
              ? [`done ${(outcome.result?.fulfilmentIds ?? []).join(', ') || '-'}`]
              : [`wait ${outcome.retryAfterMs}`],
          ),
      );
    },
  };
}
