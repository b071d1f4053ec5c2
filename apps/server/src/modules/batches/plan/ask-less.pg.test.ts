/** What a plan asks of its carriers, counted by the carriers. */
import type { Batch } from '@scanship/contracts/shipping/batches';
import { simulator as shipstation } from '@scanship/carrier-shipstation-api/simulator';
import { NO_CHOICE } from '@scanship/domain/automation/automation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../platform/database/ids.ts';
import { type BulkProcess, type BulkWorld, makeBulkWorld } from '../../../../test/bulk-world.ts';

const SHIPSTATION = 'shipstation-api';

let world: BulkWorld;
let server: BulkProcess;
beforeAll(async () => {
  world = await makeBulkWorld({
    [SHIPSTATION]: { simulator: shipstation, credentials: { apiKey: 'TEST_alphaShipStationKey0001' } },
  });
  server = await world.process();
});
afterAll(() => world.close());

const planned = async (body: Record<string, unknown>, by = server): Promise<Batch> => {
  const made = await by.batch('POST', '/batches', { kind: 'auto-ship', ...body });
  return by.until(made.id, (batch) => batch.state !== 'planning');
};

/** Calls that ShipStation API gets while something is done: for its carriers, for prices. */
async function askedOf<T>(
  work: () => Promise<T>,
): Promise<{ readonly carriers: number; readonly rates: number; readonly done: T }> {
  await world.admin.setFaults(SHIPSTATION, [
    { kind: 'latency', ms: 0, route: 'carriers' },
    { kind: 'latency', ms: 0, route: 'rates' },
  ]);
  const done = await work();
  const [carriers = -1, rates = -1] = await world.admin.faultHits(SHIPSTATION);
  return { carriers, rates, done };
}

it('asks an account once for what it says about itself, however many orders and processes', async () => {
  const ids = await world.orders(26);
  const first = await askedOf(() => planned({ ids }));
  expect([first.carriers, first.rates, first.done.counts.willShip]).toEqual([1, 26, 26]);
  const other = await world.process();
  const more = await world.orders(3);
  expect(await askedOf(() => planned({ ids: more }, other))).toMatchObject({ carriers: 0, rates: 3 });
  await other.close();
});

it('asks again when it grew old, when somebody asks for the services anew, and when the credentials change', async () => {
  const ask = async (by: BulkProcess) => {
    const ids = await world.orders(1);
    return askedOf(() => planned({ ids }, by));
  };
  const age = (by: string) =>
    world.database.db.tenant(world.seller, (tx) =>
      sql`UPDATE account_facts SET asked_at = asked_at - ${by}::interval`.execute(tx),
    );
  await age('59 minutes');
  const young = await world.process();
  expect(await ask(young)).toMatchObject({ carriers: 0, rates: 1 });
  await young.close();
  await age('1 hour');
  const old = await world.process();
  expect(await ask(old)).toMatchObject({ carriers: 1, rates: 1 });
  expect(await ask(old)).toMatchObject({ carriers: 0, rates: 1 });

  const { accountId } = await world.database.db.tenant(world.seller, (tx) =>
    tx
      .selectFrom('carrier_accounts')
      .select('id as accountId')
      .where('slug', '=', SHIPSTATION)
      .executeTakeFirstOrThrow(),
  );
  const listed = await old.call('GET', `/shippingCarrier/${accountId}/discover-services`);
  expect([listed.status, listed.text]).toEqual([200, expect.any(String)]);
  expect(await ask(old)).toMatchObject({ carriers: 1, rates: 1 });

  const changed = await old.call('PUT', `/shippingCarrier/${accountId}`, {
    name: 'ShipStation',
    paused: false,
    credentials: { apiKey: 'TEST_betaShipStationKey00002' },
  });
  expect([changed.status, changed.text]).toEqual([200, expect.any(String)]);
  expect(await ask(old)).toMatchObject({ carriers: 1, rates: 1 });
  await old.close();
});

it('asks again when the vendor refuses what rests on it, and the order still gets its price', async () => {
  await world.database.db.tenant(world.seller, (tx) =>
    sql`UPDATE account_facts SET asked_at = asked_at - interval '30 minutes',
      value = '{"carriers":[{"id":"se-999999","code":"ups","name":"UPS"}]}'`.execute(tx),
  );
  const late = await world.process();
  const ids = await world.orders(1);
  const { carriers, rates, done } = await askedOf(() => planned({ ids }, late));
  expect([carriers, rates, done.counts.willShip]).toEqual([1, 2, 1]);
  const offered = await world.database.db.tenant(world.seller, (tx) =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM rates AS r JOIN quotes AS q ON q.tenant_id = r.tenant_id
      AND q.id = r.quote_id WHERE q.order_id = ${ids[0]} AND r.slug = ${SHIPSTATION} AND r.price_minor > 0`.execute(tx),
  );
  expect(offered.rows[0]?.n).toBeGreaterThan(0);
  await late.close();
});

it('asks an aggregator for a named service only if it sells that carrier’s, and asks where nobody knows', async () => {
  const choose = async (count: number, choice: object) => {
    const ids = await world.orders(count);
    await world.database.db.tenant(world.seller, (tx) =>
      sql`INSERT INTO order_shipping_choices (tenant_id, order_id, choice, batch_id)
        SELECT ${world.seller.tenantId}::uuid, id, ${JSON.stringify({ ...NO_CHOICE, service: { services: [choice], pick: 'cheapest' } })}::jsonb,
          ${newId()}::uuid FROM unnest(${ids}::uuid[]) AS id`.execute(tx),
    );
    return ids;
  };
  const own = await choose(5, { carrier: 'testline-express', grantId: null, service: null });
  const first = await askedOf(() => planned({ ids: own }));
  // Once for what it sells, then never for its prices.
  expect(first).toMatchObject({ carriers: 1, rates: 0 });
  expect(first.done.counts.willShip).toBe(5);
  const known = await choose(5, { carrier: 'testline-ground', grantId: null, service: null });
  expect(await askedOf(() => planned({ ids: known }))).toMatchObject({ carriers: 0, rates: 0 });
  const sold = await choose(2, { carrier: 'ups', grantId: null, service: null });
  const ups = await askedOf(() => planned({ ids: sold }));
  expect([ups.rates, ups.done.counts.willShip]).toEqual([2, 2]);

  // A list that cannot be had: the account is asked.
  await world.database.db.tenant(world.seller, (tx) => sql`DELETE FROM account_facts`.execute(tx));
  const late = await world.process();
  const more = await choose(3, { carrier: 'testline-express', grantId: null, service: null });
  await world.admin.setFaults(SHIPSTATION, [
    { kind: 'status-before-effect', status: 422, route: 'carriers', times: 1 },
    { kind: 'latency', ms: 0, route: 'rates' },
  ]);
  expect((await planned({ ids: more }, late)).counts.willShip).toBe(3);
  expect(await world.admin.faultHits(SHIPSTATION)).toEqual([1, 3]);
  await late.close();
});
