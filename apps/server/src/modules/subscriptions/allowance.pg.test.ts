/** Labels that a plan allows, and what happens when its fee is not paid. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestUser } from '../../../test/app-kit.ts';
import {
  ask,
  at,
  chargesOf,
  choose,
  customer,
  label,
  moment,
  owed,
  runWorker,
  sell,
  startAnew,
  startPlanWorld,
  stopPlanWorld,
  theDatabase,
  theWorld,
  viewOf,
} from '../../../test/plan-world.ts';
import { withClient } from '../../platform/database/connection.ts';
import { newId } from '../../platform/database/ids.ts';
import { bookPayment } from '../billing/index.ts';
import { mayBuyLabels } from './index.ts';

beforeAll(startPlanWorld);
afterAll(stopPlanWorld);
beforeEach(startAnew);

describe('labels', () => {
  const buy = (who: TestUser, count = 1, isTest = false) =>
    theDatabase().db.tenant(who, (tx) =>
      mayBuyLabels(tx, who.tenantId, { count, test: isTest }, { now: moment(), withTest: false }),
    );

  test('above the allowance are refused with what to do, or counted and charged where they have a price', async () => {
    await sell('Basic', { monthlyPriceMinor: 1_900, limits: { users: null, stores: null, labelsPerMonth: 5 } });
    const who = await customer('Basic');
    const during = new Date('2026-02-10T12:00:00Z');
    for (const state of ['complete', 'complete', 'complete', 'complete', 'voided', 'absent'] as const)
      await label(who.tenantId, during, state);
    await label(who.tenantId, during, 'complete', true);
    at('2026-02-11T15:00:00Z');
    expect((await viewOf(who)).usage).toEqual({ used: 4, allowance: 5, warning: 'near' });
    expect((await buy(who)).ok).toBe(true);
    const refused = await buy(who, 2);
    expect(refused.ok ? undefined : refused.problem).toMatchObject({
      code: 'plan_limit',
      message: expect.stringContaining('only 1 are left'),
      advice: expect.stringContaining('larger plan'),
    });
    expect((await buy(who, 2, true)).ok).toBe(true);

    await sell('Standard', {
      monthlyPriceMinor: 4_900,
      overagePriceMinor: 25,
      limits: { users: null, stores: null, labelsPerMonth: 5 },
    });
    await choose(who, 'Standard');
    for (let n = 0; n < 3; n += 1) await label(who.tenantId, during);
    expect((await buy(who, 2)).ok).toBe(true);
    expect((await viewOf(who)).usage.warning).toBe('reached');
    const before = await owed(who.tenantId);
    at('2026-02-28T15:00:00Z');
    await runWorker();
    // Seven stand, two above the allowance; the new period begins with none.
    expect(await owed(who.tenantId)).toBe(before + 4_900 + 2 * 25);
    expect((await viewOf(who)).usage).toEqual({ used: 0, allowance: 5, warning: 'none' });
  });

  test('near and at the end of the allowance somebody is told by mail, once each', async () => {
    await sell('Basic', { monthlyPriceMinor: 1_900, limits: { users: null, stores: null, labelsPerMonth: 5 } });
    const who = await customer('Basic');
    const mails = () =>
      theDatabase().db.tenant(who, (tx) =>
        tx
          .selectFrom('effects')
          .select('intent_key')
          .where('tenant_id', '=', who.tenantId)
          .where('kind', '=', 'email')
          .orderBy('id')
          .execute(),
      );
    for (let n = 0; n < 3; n += 1) await label(who.tenantId, moment());
    await buy(who);
    await label(who.tenantId, moment());
    await runWorker();
    await buy(who);
    await runWorker();
    expect((await mails()).map(({ intent_key }) => intent_key)).toEqual([
      `mail/plan/labels/2026-01-31/5/80/${who.userId}`,
    ]);
    await label(who.tenantId, moment());
    await buy(who).catch(() => undefined);
    await withClient(theDatabase().migrator, (connection) =>
      connection.query('UPDATE subscriptions SET due_at = $1 WHERE tenant_id = $2', [moment(), who.tenantId]),
    );
    await runWorker();
    await runWorker();
    expect((await mails()).map(({ intent_key }) => intent_key.split('/').at(-2))).toEqual(['80', '100']);
  });

  test('are refused when a fee is unpaid past its terms and the days of grace, and sold again once it is paid', async () => {
    await sell('Basic', { monthlyPriceMinor: 1_900, graceDays: 7 });
    const who = await customer('Basic');
    await theDatabase().db.tenant({ tenantId: theWorld().first.id }, (tx) =>
      tx
        .updateTable('franchise_customers')
        .set({ terms_days: 10 })
        .where('tenant_id', '=', theWorld().first.id)
        .where('customer_id', '=', who.tenantId)
        .execute(),
    );
    // The first fee was due by the terms of its day.
    await withClient(theDatabase().migrator, (connection) =>
      connection.query(`UPDATE subscription_charges SET due_on = '2026-02-10' WHERE tenant_id = $1`, [who.tenantId]),
    );
    at('2026-02-10T20:00:00Z');
    await runWorker();
    expect((await viewOf(who)).standing.state).toBe('good');
    at('2026-02-11T15:00:00Z');
    await runWorker();
    expect((await viewOf(who)).standing).toMatchObject({
      state: 'past_due',
      overdue: { minor: 1_900 },
      refused: false,
    });
    expect((await buy(who)).ok).toBe(true);
    expect((await ask(who, 'GET', '/account/plan/quote?plan=Advanced')).json.code).toBe('plan_past_due');
    at('2026-02-19T15:00:00Z');
    await runWorker();
    const refused = await buy(who);
    expect(refused.ok ? undefined : refused.problem.code).toBe('plan_past_due');
    const mails = await theDatabase().db.tenant(who, (tx) =>
      tx
        .selectFrom('effects')
        .select('intent_key')
        .where('tenant_id', '=', who.tenantId)
        .where('kind', '=', 'email')
        .orderBy('id')
        .execute(),
    );
    expect(mails.map(({ intent_key }) => intent_key.split('/')[2])).toEqual(['past-due', 'stopped']);

    await theDatabase().db.tenant(who, (tx) =>
      bookPayment(
        tx,
        { homeTenantId: who.tenantId, source: { kind: 'payment', id: newId() }, kind: 'payment' },
        { buyer: who.tenantId, seller: theWorld().first.id, amount: { minor: 1_900, currency: 'CAD' } },
      ),
    );
    // At once, before anybody has looked.
    expect((await buy(who)).ok).toBe(true);
    await runWorker();
    expect((await viewOf(who)).standing.state).toBe('good');
    expect(await chargesOf(who)).toEqual([['fee', 1_900, 'paid']]);
  });
});
