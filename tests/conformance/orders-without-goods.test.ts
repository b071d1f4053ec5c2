/** An open order in which the platform names no goods is taken over and waits for a person: it is never lost. */
import { httpOf } from '@scanship/connector-kit/conformance/answered';
import type { StoreSamples } from '@scanship/connector-kit/conformance/store-conformance-harness';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { Store } from '@scanship/connector-kit/store/store';
import { samples as cin7 } from '@scanship/store-cin7/harness';
import { store as cin7Store } from '@scanship/store-cin7/store';
import { samples as ecwid } from '@scanship/store-ecwid/harness';
import { store as ecwidStore } from '@scanship/store-ecwid/store';
import { samples as lightspeed } from '@scanship/store-lightspeed/harness';
import { store as lightspeedStore } from '@scanship/store-lightspeed/store';
import { samples as shipHero } from '@scanship/store-ship-hero/harness';
import { store as shipHeroStore } from '@scanship/store-ship-hero/store';
import { samples as square } from '@scanship/store-square/harness';
import { store as squareStore } from '@scanship/store-square/store';
import { samples as wix } from '@scanship/store-wix/harness';
import { store as wixStore } from '@scanship/store-wix/store';
import { expect, it } from 'vitest';

/** Under these names platforms list what was ordered. */
const GOODS = ['items', 'lineItems', 'line_items', 'Lines', 'orderProducts'];

/** The same answer in which nothing was ordered; lists of GraphQL keep their page, and Ecwid's page itself is called `items`. */
function bare(value: unknown, isPage = true): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const isGoods = GOODS.includes(name) && !(isPage && name === 'items');
      if (!isGoods || typeof inner !== 'object' || inner === null) return [name, bare(inner, false)];
      return [name, Array.isArray(inner) ? [] : { ...inner, edges: [] }];
    }),
  );
}

/** What the connector makes of its own case of a pull when the orders in it are empty. */
async function pulled(store: Store, samples: StoreSamples) {
  const own = samples.ownCases.find((one) => one.operation === 'orders');
  if (own?.operation !== 'orders' || !store.orders)
    throw new RangeError(`${store.manifest.code} has no case of a pull`);
  const now = new Date(own.now ?? '2026-01-01T00:00:00Z');
  const answers = own.exchanges.map(({ answer }) => ({
    status: answer.status,
    body: bare(typeof answer.body === 'string' ? JSON.parse(answer.body) : answer.body),
  }));
  return store.orders(own.input, {
    mode: 'simulator',
    app: samples.app,
    externalAccount: samples.account,
    settings: samples.settings,
    credentials: { ...samples.credentials, ...own.stored },
    tokens: createTokenCache({ now: () => now }).of('without goods'),
    now: () => now,
    pause: () => Promise.resolve(),
    access: { get: () => Promise.resolve('access'), refused: () => Promise.reject(new RangeError('access refused')) },
    http: httpOf(store.manifest.name, answers),
  });
}

it.each([
  ['Cin7', cin7Store, cin7],
  ['Ecwid', ecwidStore, ecwid],
  ['Lightspeed', lightspeedStore, lightspeed],
  ['ShipHero', shipHeroStore, shipHero],
  ['Square', squareStore, square],
  ['Wix', wixStore, wix],
] as const)('%s: taken over without a line, held with the platform’s name', async (_name, store, samples) => {
  const { items } = await pulled(store, samples);
  const empty = items.filter(({ lines }) => lines.length === 0);
  expect(empty.length).toBeGreaterThan(0);
  expect(empty).toEqual(items);
  expect(empty.map(({ hold }) => hold?.reason)).toContainEqual(
    expect.stringMatching(/ names no goods for this order\.$/),
  );
});
