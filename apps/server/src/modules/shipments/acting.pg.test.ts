import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendor } from '../../../test/loopback-vendor.ts';
import { makeWorld, type World } from '../../../test/shipping-world.ts';
import { newId } from '../../platform/database/ids.ts';
import { cancelShipment, createShipment } from './index.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld();
}, 60_000);
afterAll(() => world.close());

it('the order’s history says who bought and who cancelled in the name of whom', async () => {
  const vendor = await startVendor({ recovery: 'by-reference' });
  try {
    const deps = world.process(vendor);
    const orderId = await world.newOrder();
    const actor = {
      realmId: world.anna.realmId,
      sessionId: newId(),
      userId: newId(),
      userName: 'fran',
      fullName: 'Fran Chise',
      role: 'ROLE_FRANCHISE_ADMIN',
      roleId: newId(),
      tenantName: 'First',
      since: new Date().toISOString(),
      reason: 'asked for',
    } as const;
    const bought = await createShipment(
      deps,
      { ...world.anna, actors: [actor] },
      { orderId, ...(await world.newRate(orderId)) },
      undefined,
    );
    const shipmentId = bought.ok ? bought.value.shipmentId : '';
    expect(await world.settled(deps, shipmentId)).toBe('bought');
    expect((await cancelShipment(deps, world.anna, shipmentId)).ok).toBe(true);
    expect(await world.settled(deps, shipmentId)).toBe('voided');
    const { rows } = await world.test.db.tenant(world.anna, (tx) =>
      sql<{
        to: string;
        by: string | null;
        actor: string | null;
      }>`SELECT to_state AS to, by_user AS by, by_actor AS actor
        FROM state_changes WHERE subject_kind = 'order' AND subject_id = ${orderId} ORDER BY at, id`.execute(tx),
    );
    expect(rows.slice(1)).toEqual([
      { to: 'fulfilled', by: world.anna.userId, actor: 'Fran Chise, First' },
      { to: 'unfulfilled', by: world.anna.userId, actor: null },
    ]);
  } finally {
    await vendor.close();
  }
});
