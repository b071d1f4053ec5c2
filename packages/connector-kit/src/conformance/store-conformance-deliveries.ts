/** Deliveries: subscribed once, believed only when signed, the same key for a repeat, harmless when malformed. */
import assert from 'node:assert/strict';
import type { JsonObject } from '@scanship/domain/values/json';
import { EVERY_STORE, type Delivery, type Store } from '../store/store.ts';
import type { DeliveryEnv } from '../store/store-environment.ts';
import {
  deliveryEnv,
  keptOf,
  openHarnessStore,
  storeCase,
  subscribeHarnessStore,
  type StoreCase,
  type StoreHarness,
} from './store-conformance-harness.ts';
import { deliveryReader, runOrdersById, understandDelivery, verifyDelivery } from '../store/store-run.ts';

/** The body with one thing changed: anywhere, or in each field that alone is signed. */
function alteredBodies(body: Uint8Array, signedFields: readonly string[] | undefined): Uint8Array[] {
  if (signedFields === undefined) {
    const flipped = new Uint8Array(body);
    flipped[flipped.length - 2] = (flipped[flipped.length - 2] ?? 0) ^ 1;
    return [flipped, new Uint8Array([...body, 32])];
  }
  const told = JSON.parse(Buffer.from(body).toString('utf8')) as JsonObject;
  return signedFields.map((name) => {
    const value = told[name];
    const other = typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}0` : null;
    return Buffer.from(JSON.stringify({ ...told, [name]: other }));
  });
}

export function deliveryCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { webhooks } = store;
  const reader = deliveryReader(store);
  const { player, samples } = harness;
  const { account, otherAccount, app, deliveryHeaders = 2 } = samples;
  if (!reader) return [];
  const byPlatformKey = samples.signedWith === 'platform-key';
  const byStoreSecret = samples.signedWith === 'store-secret';
  // Platforms that tell nothing of orders tell at least whose data must go.
  const usual = webhooks ? 'order-changed' : 'redact-customer';
  const one = async (of: string = account): Promise<NonNullable<Awaited<ReturnType<typeof player.delivery>>>> => {
    // A secret of the store may come into being with its webhook.
    if (byStoreSecret) await subscribeHarnessStore(store, harness, of);
    const [id = ''] = await player.placeOrders(of, 1);
    const made = await player.delivery(of, usual, id);
    assert.ok(made, 'every platform that delivers tells of changed orders, or whose data must go');
    return made;
  };
  const believe = (
    delivery: Delivery,
    secrets = app,
    storesOf?: DeliveryEnv['storesOf'],
  ): ReturnType<typeof verifyDelivery> =>
    verifyDelivery(store, delivery, deliveryEnv(store, harness, secrets, storesOf));
  return [
    storeCase(
      'deliveries',
      'subscribing twice leaves one subscription of each kind',
      async () => {
        const subscribe = async (): Promise<void> => {
          const { problems } = await subscribeHarnessStore(store, harness);
          assert.deepEqual(problems, []);
        };
        await subscribe();
        const count = await player.subscriptions(account);
        assert.ok(count > 0);
        await subscribe();
        assert.equal(await player.subscriptions(account), count);
        return `${count} subscriptions`;
      },
      webhooks?.subscribe ? undefined : 'the operator enters the address at the platform',
    ),
    storeCase('deliveries', 'a signed delivery is believed, any change of it is not', async () => {
      const { delivery } = await one();
      const verified = await believe(delivery);
      assert.ok(verified.ok, JSON.stringify(verified));
      assert.equal(verified.value.externalAccount, webhooks ? account : EVERY_STORE);
      const refused = async (changed: Delivery, secret = app): Promise<void> => {
        const answer = await believe(changed, secret);
        assert.ok(!answer.ok && answer.problem.kind === 'refused', JSON.stringify(answer));
      };
      for (const body of alteredBodies(delivery.body, samples.signedFields)) await refused({ ...delivery, body });
      // A key of the platform does not hang on our app; fetching it with another's secret is another problem.
      if (!byPlatformKey) {
        await refused(delivery, Object.fromEntries(Object.keys(app).map((name) => [name, 'another'])));
        await refused(delivery, {});
      }
      if (deliveryHeaders > 0) await refused({ ...delivery, headers: {} });
      let needed = 0;
      for (const name of Object.keys(delivery.headers)) {
        const headers = Object.fromEntries(Object.entries(delivery.headers).filter(([n]) => n !== name));
        if (!(await believe({ ...delivery, headers })).ok) needed += 1;
      }
      assert.ok(needed >= deliveryHeaders, 'the signature and the store must be named');
    }),
    storeCase(
      'deliveries',
      'a signature is checked with what is kept of its own store, which is opened for the right address alone',
      async () => {
        const { delivery } = await one();
        await one(otherAccount);
        const own = await keptOf(harness, account);
        const other = await keptOf(harness, otherAccount);
        const opened: string[] = [];
        const told = async (kept: typeof own, changed: Delivery = delivery): Promise<string> => {
          const answer = await believe(changed, app, (asked) => {
            opened.push(asked);
            return Promise.resolve(kept);
          });
          return answer.ok ? answer.value.externalAccount : answer.problem.kind;
        };
        assert.equal(await told(own), account);
        assert.equal(await told([...other, ...own]), account, 'two customers have connected the same store');
        assert.equal(await told(other), 'refused', 'signed with the secret of another store');
        for (const none of [[], [{ credentials: {} }]]) assert.equal(await told(none), 'refused', 'nothing is kept');
        assert.ok(opened.length === 5 && opened.every((asked) => asked === account));
        const { query = {} } = delivery;
        for (const name of Object.keys(query))
          assert.equal(await told(own, { ...delivery, query: { ...query, [name]: `${query[name]}0` } }), 'refused');
        assert.equal(await told(own, { ...delivery, query: undefined }), 'refused');
        assert.equal(opened.length, 5, 'a delivery to a wrong address made us open a store');
      },
      byStoreSecret ? undefined : 'not signed with a secret of the store',
    ),
    storeCase(
      'deliveries',
      'a key that cannot be fetched now refuses nobody: the sender tries again',
      async () => {
        const { delivery } = await one();
        try {
          await harness.simulator.setFaults([{ kind: 'status-before-effect', effect: 'read', times: 20 }]);
          const answer = await believe(delivery);
          assert.ok(!answer.ok && answer.problem.kind === 'temporary-before-effect', JSON.stringify(answer));
        } finally {
          await harness.simulator.clearFaults();
        }
        assert.ok((await believe(delivery)).ok);
      },
      byPlatformKey ? undefined : 'signed with a secret of our app',
    ),
    storeCase('deliveries', 'a repeat carries the same key, another delivery another', async () => {
      const { delivery } = await one();
      const key = async (d: Delivery): Promise<string> => {
        const verified = await believe(d);
        assert.ok(verified.ok, JSON.stringify(verified));
        return verified.value.deliveryKey;
      };
      assert.equal(
        await key(delivery),
        await key({ ...delivery, headers: { ...delivery.headers }, body: new Uint8Array(delivery.body) }),
      );
      assert.notEqual(await key(delivery), await key((await one()).delivery));
    }),
    storeCase('deliveries', 'each is understood: what changed, that we were removed, whose data must go', async () => {
      const [id = ''] = await player.placeOrders(account, 1);
      for (const what of ['order-changed', 'removed', 'redact-customer'] as const) {
        const made = await player.delivery(account, what, id);
        if (!made) continue;
        const { delivery, meaning } = made;
        const verified = await believe(delivery);
        assert.ok(verified.ok, JSON.stringify(verified));
        const understood = understandDelivery(store, verified.value.topic, delivery.body);
        assert.ok(understood.ok, JSON.stringify(understood));
        assert.deepEqual(understood.value, meaning, what);
        if (understood.value.kind !== 'changed' || !store.ordersById) continue;
        // What names nothing is a reason to pull.
        if (understood.value.externalIds.length === 0) continue;
        const { env } = await openHarnessStore(store, harness);
        const asked = await runOrdersById(store, understood.value.externalIds, env);
        assert.ok(asked.ok && asked.value.items[0]?.externalId === id, 'what it names cannot be asked for');
      }
    }),
    storeCase('deliveries', 'a malformed delivery is a problem of its own', async () => {
      const { delivery } = await one();
      const verified = await believe(delivery);
      assert.ok(verified.ok);
      for (const body of ['', '{', 'null', '[]', '{}', '{"id":{}}', '<html>', '{"id":"../../x"}']) {
        const answer = understandDelivery(store, verified.value.topic, Buffer.from(body));
        assert.ok(!answer.ok && answer.problem.kind === 'vendor-broken', `${body}: ${JSON.stringify(answer)}`);
        assert.notEqual(answer.problem.vendorCode, 'connector-fault', answer.problem.vendorMessage);
      }
      const strange = understandDelivery(store, 'something/else', Buffer.from('{"id":1}'));
      assert.ok(strange.ok && strange.value.kind === 'nothing');
    }),
  ];
}
