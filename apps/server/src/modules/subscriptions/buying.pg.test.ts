/** A plan's labels where they are bought: in the purchase's own transaction, whoever buys at the same moment. */
import type { PlanTerms } from '@scanship/domain/money/subscription';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackVendor, startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { checkBook } from '../billing/index.ts';
import { cancelShipment, createShipment } from '../shipments/index.ts';
import type { CreateDeps } from '../shipments/commands/create-shipment.ts';
import { insertSubscription } from './subscription-rows.ts';

let world: World;
let vendor: LoopbackVendor;
let deps: CreateDeps;
const TERMS: PlanTerms = {
  code: 'Basic',
  no: 1,
  currency: 'CAD',
  monthlyMinor: 0,
  yearlyMinor: null,
  labels: 2,
  overageMinor: null,
  trialDays: 0,
  graceDays: 7,
};

beforeAll(async () => {
  world = await makeWorld();
  vendor = await startVendor({ recovery: 'by-reference' });
  deps = world.process(vendor);
  const { tenantId, realmId } = world.anna;
  const now = new Date(Date.now() - 60_000);
  const [start, end] = [now, new Date(now.getTime() + 30 * 86_400_000)].map((day) => day.toISOString().slice(0, 10));
  const days = { start: start ?? '', end: end ?? '' };
  await world.test.db.tenant({ tenantId }, (tx) =>
    insertSubscription(
      tx,
      { customerId: tenantId, sellerId: realmId, timeZone: 'America/Toronto' },
      {
        terms: TERMS,
        interval: 'month',
        anchorDay: 1,
        term: { ...days, priceMinor: 0, fullDays: 30, trial: false },
        period: days,
        allowance: 2,
        next: null,
      },
      now,
    ),
  );
});
afterAll(async () => {
  await world.close();
  await vendor.close();
});

const wish = async () => {
  const orderId = await world.newOrder([1]);
  return { orderId, ...(await world.newRate(orderId, { lent: true })) };
};
const purchases = () =>
  world.test.db.tenant(world.anna, (tx) =>
    tx.selectFrom('purchases').select('state').where('tenant_id', '=', world.anna.tenantId).execute(),
  );

it('the last label is sold once, what is refused leaves nothing behind, and a voided one can be bought again', async () => {
  const wishes = [await wish(), await wish(), await wish(), await wish()];
  const tried = await Promise.all(wishes.map((each) => createShipment(deps, world.anna, each, undefined)));
  const bought = tried.flatMap((outcome) => (outcome.ok ? [outcome.value.shipmentId] : []));
  const refused = tried.flatMap((outcome) => (outcome.ok ? [] : [outcome.problem]));
  expect([bought.length, refused.map(({ code }) => code)]).toEqual([2, ['plan_limit', 'plan_limit']]);
  expect(refused[0]?.message).toContain('The plan Basic allows 2 labels a month, and all are used.');
  expect(await purchases()).toHaveLength(2);
  for (const id of bought) expect(await world.settled(deps, id)).toBe('bought');

  const voided = await cancelShipment(deps, world.anna, bought[0] ?? '');
  expect(voided.ok).toBe(true);
  await expect.poll(async () => (await purchases()).filter(({ state }) => state === 'voided').length).toBe(1);
  const again = await createShipment(deps, world.anna, await wish(), undefined);
  expect(again.ok && (await world.settled(deps, again.value.shipmentId))).toBe('bought');
  // Both books hold together.
  for (const tenantId of [world.anna.tenantId, world.anna.realmId])
    expect(await world.test.db.tenant({ tenantId }, checkBook)).toEqual([]);
});
