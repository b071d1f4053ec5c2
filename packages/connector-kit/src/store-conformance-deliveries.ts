/** Deliveries: subscribed once, believed only when signed, the same key for a repeat, harmless when malformed. */
import assert from 'node:assert/strict';
import type { Delivery, Store } from './store.ts';
import { openHarnessStore, storeCase, type StoreCase, type StoreHarness } from './store-conformance-harness.ts';
import { runOrdersById, runStoreQuestion, understandDelivery, verifyDelivery } from './store-run.ts';

const ADDRESS = 'https://hooks.example/deliveries';

export function deliveryCases(store: Store, harness: StoreHarness): StoreCase[] {
  const { webhooks } = store;
  const { player, samples } = harness;
  const { account, app } = samples;
  if (!webhooks) return [];
  const one = async (): Promise<NonNullable<Awaited<ReturnType<typeof player.delivery>>>> => {
    const [id = ''] = await player.placeOrders(account, 1);
    const made = await player.delivery(account, 'order-changed', id);
    assert.ok(made, 'every platform that delivers tells of changed orders');
    return made;
  };
  return [
    storeCase('deliveries', 'subscribing twice leaves one subscription of each kind', async () => {
      const { env } = await openHarnessStore(store, harness);
      const subscribe = async (): Promise<void> => {
        const answer = await runStoreQuestion(store, env, (e) => webhooks.subscribe({ address: ADDRESS }, e));
        assert.ok(answer.ok, JSON.stringify(answer));
        assert.deepEqual(answer.value.problems, []);
      };
      await subscribe();
      const count = await player.subscriptions(account);
      assert.ok(count > 0);
      await subscribe();
      assert.equal(await player.subscriptions(account), count);
      return `${count} subscriptions`;
    }),
    storeCase('deliveries', 'a signed delivery is believed, any change of it is not', async () => {
      const { delivery } = await one();
      const verified = verifyDelivery(store, delivery, app);
      assert.ok(verified.ok, JSON.stringify(verified));
      assert.equal(verified.value.externalAccount, account);
      const refused = (changed: Delivery, secret = app): void => {
        const answer = verifyDelivery(store, changed, secret);
        assert.ok(!answer.ok && answer.problem.kind === 'refused', JSON.stringify(answer));
      };
      const body = new Uint8Array(delivery.body);
      body[body.length - 2] = (body[body.length - 2] ?? 0) ^ 1;
      refused({ ...delivery, body });
      refused({ ...delivery, body: new Uint8Array([...delivery.body, 32]) });
      refused(delivery, { ...app, clientSecret: 'another' });
      refused(delivery, {});
      refused({ ...delivery, headers: {} });
      let needed = 0;
      for (const name of Object.keys(delivery.headers)) {
        const headers = Object.fromEntries(Object.entries(delivery.headers).filter(([n]) => n !== name));
        if (!verifyDelivery(store, { ...delivery, headers }, app).ok) needed += 1;
      }
      assert.ok(needed >= 2, 'the signature and the store must be named');
    }),
    storeCase('deliveries', 'a repeat carries the same key, another delivery another', async () => {
      const { delivery } = await one();
      const key = (d: Delivery): string => {
        const verified = verifyDelivery(store, d, app);
        assert.ok(verified.ok, JSON.stringify(verified));
        return verified.value.deliveryKey;
      };
      assert.equal(key(delivery), key({ headers: { ...delivery.headers }, body: new Uint8Array(delivery.body) }));
      assert.notEqual(key(delivery), key((await one()).delivery));
    }),
    storeCase('deliveries', 'each is understood: what changed, that we were removed, whose data must go', async () => {
      const [id = ''] = await player.placeOrders(account, 1);
      for (const what of ['order-changed', 'removed', 'redact-customer'] as const) {
        const made = await player.delivery(account, what, id);
        if (!made) continue;
        const { delivery, meaning } = made;
        const verified = verifyDelivery(store, delivery, app);
        assert.ok(verified.ok, JSON.stringify(verified));
        const understood = understandDelivery(store, verified.value.topic, delivery.body);
        assert.ok(understood.ok, JSON.stringify(understood));
        assert.deepEqual(understood.value, meaning, what);
        if (understood.value.kind !== 'changed' || !store.ordersById) continue;
        const { env } = await openHarnessStore(store, harness);
        const asked = await runOrdersById(store, understood.value.externalIds, env);
        assert.ok(asked.ok && asked.value.items[0]?.externalId === id, 'what it names cannot be asked for');
      }
    }),
    storeCase('deliveries', 'a malformed delivery is a problem of its own', async () => {
      const { delivery } = await one();
      const verified = verifyDelivery(store, delivery, app);
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
