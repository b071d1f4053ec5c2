import type { LeftOut } from '@scanship/contracts/carriers/left-out';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';

const HOUR_MS = 3_600_000;
const EXPRESS = {
  carrier: 'testline-express',
  name: 'Our express',
  mode: 'simulator',
  credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
} as const;

let it_: CarrierWorld;
let orderId = '';
beforeAll(async () => {
  it_ = await makeCarrierWorld();
  const { people } = it_.world;
  orderId = await it_.newOrderOf(people.admin);
  const added = await it_.application.carriers.addAccount({ ...people.admin, tenantKind: 'customer' }, EXPRESS);
  if (!added.ok) throw new Error(JSON.stringify(added.problem));
});
afterAll(() => it_.close());

const quote = async (times: number): Promise<void> => {
  for (let i = 0; i < times; i += 1) {
    const answer = await it_.call('admin', 'POST', '/quotes/single', {
      orderId,
      parcels: [{ number: 1, weightGrams: 1_000, dimensions: { lengthMm: 200, widthMm: 150, heightMm: 100 } }],
      options: {},
    });
    expect(answer.status).toBe(200);
  }
};
const dataOf = (answer: Awaited<ReturnType<CarrierWorld['call']>>): unknown => {
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.json.data;
};
/** Goes on by so many hours and looks. */
const after = async (hours: number): Promise<LeftOut['lines']> => {
  const { readings } = it_.application;
  await readings.close();
  it_.clock.value = new Date(it_.clock.value.getTime() + hours * HOUR_MS);
  await readings.watch.look();
  return lines();
};
const lines = async (who: PersonName = 'root'): Promise<LeftOut['lines']> =>
  (dataOf(await it_.call(who, 'GET', '/connectors/left-out')) as LeftOut).lines;
const mails = async (): Promise<readonly string[]> => {
  const { db } = it_.database;
  const rows = await db.tenant({ tenantId: it_.world.platformId }, (tx) =>
    tx.selectFrom('effects').select('payload').where('kind', '=', 'email').execute(),
  );
  return rows.map(({ payload }) => JSON.stringify(payload));
};

test('a vendor that changes its answers is told to the operator within the hour, once, and shown with its last words', async () => {
  await quote(20);
  expect(await after(26)).toEqual([]);

  // The day after, the price goes by another name.
  await it_.simulators.setFaults('testline-express', [{ kind: 'renamed', member: 'total', route: 'rates' }]);
  await quote(2);
  // Two answers are an accident.
  const [first] = await after(0);
  expect(first).toMatchObject({ connector: 'testline-express', operation: 'rate', kind: 'left-out', shift: null });
  expect(await mails()).toEqual([]);

  await quote(4);
  const [told, ...others] = await after(0.5);
  expect(others).toEqual([]);
  expect(told?.now.items).toBe(told?.now.of);
  expect(told).toMatchObject({
    connectorName: 'TestLine Express (TEST)',
    before: { items: 0 },
    shift: { share: 1, shareBefore: 0 },
    example: { account: { kind: 'carrier', name: 'Our express', owner: 'Customer one' } },
  });
  expect(told?.example?.words).toContain('total');
  expect(told?.hours.at(-1) ?? 0).toBeLessThanOrEqual(told?.now.items ?? 0);
  expect(told?.hours.reduce((sum, items) => sum + items, 0)).toBe(told?.now.items);
  const [mail] = await mails();
  expect(mail).toContain('root@example.com');

  await quote(1);
  await after(0.2);
  expect(await mails()).toHaveLength(1);

  // The connector was mended.
  await it_.simulators.clearFaults('testline-express');
  await it_.application.readings.close();
  it_.clock.value = new Date(it_.clock.value.getTime() + 3 * HOUR_MS);
  await quote(6);
  const [mended] = await after(0.1);
  expect(mended).toMatchObject({ now: { items: 0 }, shift: null });
  expect(await mails()).toHaveLength(1);
});

test('an answer that cannot be read at all counts, and one that did not come does not', async () => {
  const kinds = async () => new Map((await after(0)).map(({ kind, now }) => [kind, now.items]));
  const before = await kinds();
  await it_.simulators.setFaults('testline-express', [
    { kind: 'garbage', route: 'rates', times: 1 },
    { kind: 'status-before-effect', route: 'rates', skip: 1, times: 3 },
  ]);
  await quote(2);
  await it_.simulators.clearFaults('testline-express');
  const now = await kinds();
  expect(now.get('unreadable')).toBe((before.get('unreadable') ?? 0) + 1);
  expect(now.get('left-out')).toBe(before.get('left-out'));
});

test('is the operator’s to see', async () => {
  for (const who of ['franchise', 'support', 'admin'] as const)
    expect((await it_.call(who, 'GET', '/connectors/left-out')).status).toBe(403);
});
