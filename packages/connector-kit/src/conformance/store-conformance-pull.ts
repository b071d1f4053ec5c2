/** Orders and products page by page: none twice, none lost, whatever happens meanwhile. */
import assert from 'node:assert/strict';
import { checkWords, ON_READ } from './conformance-faults.ts';
import type { PullInput, Store } from '../store/store.ts';
import {
  openHarnessStore,
  pullOrders,
  storeCase,
  type StoreCase,
  type StoreHarness,
} from './store-conformance-harness.ts';
import { runOrders, runOrdersById, runProducts, runStoreQuestion } from '../store/store-run.ts';

const MANY = 30;

export function orderCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { samples, player, simulator } = harness;
  const { account } = samples;
  const open = async (): Promise<Awaited<ReturnType<typeof openHarnessStore>>['env']> =>
    (await openHarnessStore(store, harness)).env;
  return [
    storeCase('orders', `${MANY} more orders come in over several pages, each once, with all they hold`, async () => {
      const placed = await player.placeOrders(account, MANY);
      const { items, pages, problems } = await pullOrders(store, open);
      assert.deepEqual(problems, []);
      assert.ok(pages > 1, 'one page proves nothing');
      const ids = items.map((o) => o.externalId);
      assert.equal(new Set(ids).size, ids.length, 'an order came twice');
      assert.deepEqual(
        placed.filter((id) => !ids.includes(id)),
        [],
        'orders are missing',
      );
      for (const order of items) {
        assert.ok(order.lines.length > 0 && order.number !== '', order.externalId);
        assert.ok(order.total.minor >= 0 && Number.isSafeInteger(order.total.minor));
      }
      const known = items.filter((o) => placed.includes(o.externalId));
      const says = (what: 'line-weights' | 'customs'): boolean => samples.lacks?.includes(what) !== true;
      assert.ok(
        known.some((o) =>
          o.lines.some(
            (l) => (!says('line-weights') || l.unitGrams !== undefined) && (!says('customs') || l.hsCode !== undefined),
          ),
        ),
        'no line has weight and customs code',
      );
      return `${items.length} orders in ${pages} pages`;
    }),
    storeCase('orders', 'orders that change or arrive during the pull are neither lost nor told twice', async () => {
      const placed = await player.placeOrders(account, MANY);
      const changed = placed.slice(0, 3);
      let fresh: readonly string[] = [];
      const { items } = await pullOrders(store, open, undefined, async (page) => {
        if (page !== 1) return;
        for (const id of changed) await player.changeOrder(account, id, 'note');
        fresh = await player.placeOrders(account, 2, 'now');
      });
      const seen = items.map((o) => `${o.externalId} ${o.updatedAt}`);
      assert.equal(new Set(seen).size, seen.length, 'the same state of an order came twice');
      const ids = new Set(items.map((o) => o.externalId));
      assert.deepEqual(
        [...placed, ...fresh].filter((id) => !ids.has(id)),
        [],
        'orders are missing',
      );
      for (const id of changed) {
        const last = items.findLast((o) => o.externalId === id);
        // Without a note, the time of the change tells: the order was placed an hour ago.
        const says = samples.lacks?.includes('buyer-note')
          ? last && Date.parse(last.updatedAt) > Date.parse(last.placedAt)
          : last?.buyerNote;
        assert.ok(says, `${id} came only as it was before`);
      }
    }),
    storeCase('orders', 'a pull that was cut off goes on from its cursor in another process', async () => {
      const whole = await pullOrders(store, open);
      const first = await runOrders(store, {}, await open());
      assert.ok(first.ok && first.value.next, 'two pages are needed');
      const cursor = JSON.parse(JSON.stringify(first.value.next)) as PullInput['cursor'];
      const items = first.value.items.map((o) => o.externalId);
      let next = cursor;
      while (next !== undefined) {
        const page = await runOrders(store, { cursor: next }, await open());
        assert.ok(page.ok, JSON.stringify(page));
        items.push(...page.value.items.map((o) => o.externalId));
        next = page.value.next;
      }
      assert.deepEqual(
        items,
        whole.items.map((o) => o.externalId),
      );
    }),
    storeCase('orders', 'only what changed since is told, the moment itself included', async () => {
      const [one = '', other = ''] = await player.placeOrders(account, 2);
      await player.changeOrder(account, one, 'note');
      const all = await pullOrders(store, open);
      const changedAt = all.items.findLast((o) => o.externalId === one)?.updatedAt ?? '';
      const since = new Date(changedAt);
      const { items } = await pullOrders(store, open, since);
      assert.ok(
        items.some((o) => o.externalId === one),
        'the boundary itself is left out',
      );
      assert.ok(!items.some((o) => o.externalId === other), 'an older order was told again');
      assert.ok(items.every((o) => Date.parse(o.updatedAt) >= since.getTime()));
      const later = await pullOrders(store, open, new Date(since.getTime() + 3_600_000));
      assert.deepEqual(later.items, []);
    }),
    storeCase(
      'orders',
      'the same question has the same answer, by page and by id; unknown ids are left out',
      async () => {
        const [id = ''] = await player.placeOrders(account, 1);
        const env = await open();
        const one = (await pullOrders(store, open)).items.find((o) => o.externalId === id);
        assert.deepEqual(
          (await pullOrders(store, open)).items.find((o) => o.externalId === id),
          one,
        );
        if (!store.ordersById) return;
        const unknown = id.replace(/\d(?=\D*$)/, '') + '987654';
        const byId = await runOrdersById(store, [id, unknown, id], env);
        assert.ok(byId.ok, JSON.stringify(byId));
        assert.deepEqual(byId.value.items, [one]);
        assert.deepEqual((await runOrdersById(store, [], env)).ok, true);
      },
    ),
    storeCase(
      'orders',
      'an order with more lines than a page has comes whole',
      async () => {
        const id = (await player.placeLongOrder?.(account, 130)) ?? '';
        const answer = await runOrdersById(store, [id], await open());
        assert.ok(answer.ok, JSON.stringify(answer));
        const [order] = answer.value.items;
        assert.equal(order?.lines.length, 130, JSON.stringify(answer.value.problems));
        assert.ok(order.lines.every((l) => l.quantity - l.cancelled - l.shipped === l.quantity));
        return '130 lines';
      },
      player.placeLongOrder ? undefined : 'lines have no pages',
    ),
    storeCase('orders', 'cancelled and held orders say so', async () => {
      const [gone = '', held = ''] = await player.placeOrders(account, 2);
      await player.changeOrder(account, gone, 'cancel');
      await player.changeOrder(account, held, 'hold');
      const { items } = await pullOrders(store, open);
      const cancelled = items.findLast((o) => o.externalId === gone);
      assert.ok(cancelled?.cancelledAt, JSON.stringify(cancelled));
      assert.equal(
        cancelled.lines.reduce((left, l) => left + l.quantity - l.cancelled - l.shipped, 0),
        0,
        'a cancelled order has something to ship',
      );
      const waiting = items.findLast((o) => o.externalId === held);
      assert.match(waiting?.hold?.reason ?? '', /\S/);
      await player.changeOrder(account, held, 'release');
      const freed = (await pullOrders(store, open)).items.findLast((o) => o.externalId === held);
      assert.equal(freed?.hold, undefined);
    }),
    ...ON_READ.map(([what, fault, expected]) =>
      storeCase('orders', `a page that ${what} ends ${expected === 'ok' ? 'well' : `as ${expected}`}`, async () => {
        const env = await open();
        await env.access.get();
        await simulator.setFaults([fault]);
        const answer = await runOrders(store, {}, env, expected === 'ok' ? undefined : 1_200);
        await simulator.clearFaults();
        assert.equal(answer.ok ? 'ok' : answer.problem.kind, expected, JSON.stringify(answer));
        if (!answer.ok) checkWords(answer.problem, Object.values(env.credentials));
      }),
    ),
    storeCase('orders', 'a used-up budget is waited for when that is soon, and said when it is not', async () => {
      const env = await open();
      await player.throttle(account, 'moment');
      const soon = await runOrders(store, {}, env);
      await player.throttle(account, 'long');
      const started = performance.now();
      const late = await runOrders(store, {}, env);
      const took = performance.now() - started;
      await player.throttle(account, 'off');
      assert.ok(soon.ok, JSON.stringify(soon));
      assert.ok(!late.ok && late.problem.kind === 'quota', JSON.stringify(late));
      assert.ok((late.problem.retryAfterMs ?? 0) > 1_000, 'no time is named');
      assert.ok(took < 10_000, 'it waited for long instead of saying so');
    }),
  ];
}

export function productCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { samples, player } = harness;
  const cases: StoreCase[] = [];
  if (store.products)
    cases.push(
      storeCase('products', 'products come in once each, with weight, customs code and origin', async () => {
        const stocked = await player.stockProducts(samples.account, 120);
        const { env } = await openHarnessStore(store, harness);
        const ids: string[] = [];
        let cursor: PullInput['cursor'];
        let full = 0;
        let pages = 0;
        do {
          const page = await runProducts(store, { cursor }, env);
          assert.ok(page.ok, JSON.stringify(page));
          assert.deepEqual(page.value.problems, []);
          ids.push(...page.value.items.map((p) => p.externalId));
          const lacks = samples.lacks ?? [];
          full += page.value.items.filter(
            (p) =>
              (p.price || lacks.includes('product-prices')) &&
              (p.unitGrams || lacks.includes('product-weights')) &&
              ((p.hsCode && p.originCountry) || lacks.includes('customs')),
          ).length;
          cursor = page.value.next;
          pages += 1;
        } while (cursor !== undefined);
        assert.equal(new Set(ids).size, ids.length, 'a product came twice');
        assert.deepEqual(
          stocked.filter((id) => !ids.includes(id)),
          [],
        );
        assert.ok(full >= stocked.length, `${full} products with all that customs ask for`);
        return `${ids.length} products in ${pages} pages`;
      }),
      storeCase('products', 'only products that changed since are told', async () => {
        const [id = ''] = await player.stockProducts(samples.account, 1);
        const { env } = await openHarnessStore(store, harness);
        const page = await runProducts(store, { since: new Date(Date.now() - 3_600_000) }, env);
        assert.ok(page.ok && page.value.items.length > 0, JSON.stringify(page));
        const later = await runProducts(store, { since: new Date(Date.now() + 3_600_000) }, env);
        assert.ok(later.ok && later.value.items.length === 0, `${id} is told from the future on`);
      }),
    );
  if (store.locations)
    cases.push(
      storeCase('products', 'the store’s locations are known by name and address', async () => {
        const { env } = await openHarnessStore(store, harness);
        const answer = await runStoreQuestion(store, env, (e) => store.locations?.(e) ?? Promise.resolve([]));
        assert.ok(answer.ok && answer.value.length > 0, JSON.stringify(answer));
        for (const location of answer.value) assert.ok(location.name !== '' && location.address.countryCode);
        assert.ok(answer.value.some((l) => l.active));
      }),
    );
  return cases;
}
