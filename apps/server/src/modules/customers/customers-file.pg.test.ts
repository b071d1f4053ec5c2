/** The list of customers as a file: what the caller sees in the list, and nothing more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';

let it_: CarrierWorld;
beforeAll(async () => {
  it_ = await makeCarrierWorld();
}, 120_000);
afterAll(() => it_.close());

const listed = async (who: PersonName, query = '') => {
  const { json } = await it_.call(who, 'GET', `/franchise/customers?size=200${query}`);
  return (json.data as { customers: { name: string }[] }).customers.map(({ name }) => name);
};
const file = async (who: PersonName, query = '') => {
  const answer = await it_.call(who, 'GET', `/franchise/customers/export?sort=name${query}`);
  expect(answer.status).toBe(200);
  const [header = '', ...rows] = answer.text.replace('\u{feff}', '').trim().split(/\r?\n/);
  return { header, names: rows.map((row) => row.split(',')[0]) };
};

test('has every customer that matches, and money for who sees it', async () => {
  const franchise = await file('franchise');
  expect(franchise.names).toEqual(await listed('franchise'));
  expect(franchise.names.length).toBeGreaterThan(1);
  expect(franchise.header).toBe(
    'Customer,State,Plan,Group,Sales agent,People,Customer since,"Labels, 30 days","Spend, 30 days","Margin, 30 days",Currency,Last label',
  );
  const [name = ''] = franchise.names;
  expect((await file('franchise', `&search=${encodeURIComponent(name)}`)).names).toEqual(
    await listed('franchise', `&search=${encodeURIComponent(name)}`),
  );
  expect((await file('franchise', '&state=suspended')).names).toEqual([]);
});

test('is of the own franchise and agent, without the margin for support, and for nobody else', async () => {
  for (const who of ['support', 'agent'] as const) expect((await file(who)).names).toEqual(await listed(who));
  expect((await file('support')).header).not.toContain('Margin');
  for (const who of ['admin', 'user', 'root'] as const)
    expect((await it_.call(who, 'GET', '/franchise/customers/export')).status).toBe(403);
});
