import type { StoreOrder } from '@scanship/domain/stores/store-order';
import { expect, it } from 'vitest';
import { fail } from '../errors.ts';
import { FieldProblem } from '../answers/json-reader.ts';
import type { PullPage, Store, StoreManifest } from './store.ts';
import type { StoreEnv } from './store-environment.ts';
import { checkedAccount, checkConsentAddress, offlineDeliveryEnv, storeAddress } from './store-open-environment.ts';
import { runOrders, understandDelivery, verifyDelivery } from './store-run.ts';

const manifest = {
  code: 'toy',
  name: 'Toy',
  accountPattern: '[a-z]+\\.toy\\.example',
  endpoints: { live: 'https://{account}/api' },
  simulatorPath: '/{account}',
  consentHosts: ['[a-z]+\\.toy\\.example'],
  fields: [{ name: 'account', label: 'Address', help: 'It ends in .toy.example.', secret: false, required: true }],
  appFields: [],
  deadlineMs: { page: 1000, push: 1000, other: 1000 },
} as Partial<StoreManifest> as StoreManifest;
const env = {
  now: () => new Date(),
  http: { send: () => Promise.reject(new Error('no calls')) },
} as Partial<StoreEnv> as StoreEnv;
const storeOf = (more: Partial<Store>): Store => ({
  manifest,
  testConnection: () => Promise.resolve({ message: '.' }),
  ...more,
});

const order = (id: string, more: Partial<StoreOrder> = {}): StoreOrder => ({
  externalId: id,
  number: `#${id}`,
  placedAt: '2026-11-21T12:00:00Z',
  updatedAt: '2026-11-21T12:00:00Z',
  shipTo: { name: '', address1: '', city: '', provinceCode: '', zipcode: '', countryCode: '' },
  gift: false,
  tags: [],
  total: { minor: 1000, currency: 'CAD' },
  lines: [
    {
      externalLineId: 'l1',
      title: 'Thing',
      quantity: 2,
      cancelled: 0,
      shipped: 1,
      unitPrice: { minor: 500, currency: 'CAD' },
      needsShipping: true,
    },
  ],
  ...more,
});
const [line] = order('1').lines;
const pull = async (page: PullPage<StoreOrder>, cursor?: { readonly after: string }): ReturnType<typeof runOrders> =>
  runOrders(storeOf({ orders: () => Promise.resolve(page) }), { cursor }, env);

it('orders that make no sense become messages beside the good ones', async () => {
  if (!line) throw new Error('no line');
  const bad = [
    order('2', { lines: [{ ...line, shipped: 3 }] }),
    order('3', { lines: [line, line] }),
    order('4', { updatedAt: 'yesterday' }),
    order('5', { lines: [{ ...line, unitPrice: { minor: 1, currency: 'USD' } }] }),
    order('6', { lines: [{ ...line, quantity: 1.5 }] }),
    order('', {}),
  ];
  const answer = await pull({ items: [order('1'), ...bad], problems: [{ message: 'One was unreadable.' }] });
  if (!answer.ok) throw new Error(answer.problem.message);
  expect(answer.value.items.map((o) => o.externalId)).toEqual(['1']);
  expect(answer.value.problems.map((p) => p.externalId)).toEqual([undefined, '2', '3', '4', '5', '6', undefined]);
});

it('the same line in two groups is two lines', async () => {
  if (!line) throw new Error('no line');
  const two = [
    { ...line, group: 'a' },
    { ...line, group: 'b' },
  ];
  const answer = await pull({ items: [order('1', { lines: two })], problems: [] });
  expect(answer.ok && answer.value.items).toHaveLength(1);
});

it('a cursor that does not move on or cannot be stored is a fault, not an endless pull', async () => {
  const stuck = await pull({ items: [], problems: [], next: { after: 'x' } }, { after: 'x' });
  expect(stuck).toMatchObject({ ok: false, problem: { kind: 'vendor-broken', vendorCode: 'bad-cursor' } });
  const moving = await pull({ items: [], problems: [], next: { after: 'y' } }, { after: 'x' });
  expect(moving.ok).toBe(true);
  const odd = await pull({ items: [], problems: [], next: { after: Number.NaN } });
  expect(odd).toMatchObject({ ok: false, problem: { vendorCode: 'bad-cursor' } });
});

it('errors of deliveries are told apart: refused, unreadable, our own mistake', async () => {
  const store = (error: Error): Store =>
    storeOf({
      webhooks: {
        subscribe: async () => ({ problems: [] }),
        verify: () => {
          throw error;
        },
        understand: () => {
          throw error;
        },
      },
    });
  const body = new Uint8Array();
  const refusing = store(fail('refused', 'Not signed.'));
  const offline = offlineDeliveryEnv(refusing.manifest, {});
  const verified = await verifyDelivery(refusing, { headers: {}, body, address: '' }, offline);
  expect(verified).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  const unread = understandDelivery(store(new FieldProblem('id', 'is missing')), 't', body);
  expect(unread).toMatchObject({ ok: false, problem: { kind: 'vendor-broken', vendorCode: 'unreadable' } });
  const ours = understandDelivery(store(new TypeError('x is undefined')), 't', body);
  expect(ours).toMatchObject({ ok: false, problem: { vendorCode: 'connector-fault' } });
  expect(await verifyDelivery(storeOf({}), { headers: {}, body, address: '' }, offline)).toMatchObject({ ok: false });
});

it('an address is made only of a store’s id, and a browser sent only to the platform', () => {
  expect(storeAddress(manifest, { mode: 'live', externalAccount: 'maple.toy.example' })).toBe(
    'https://maple.toy.example/api',
  );
  expect(
    storeAddress(manifest, {
      mode: 'simulator',
      externalAccount: 'maple.toy.example',
      simulatorAddress: 'http://127.0.0.1:9/toy',
    }),
  ).toBe('http://127.0.0.1:9/toy/maple.toy.example');
  expect(storeAddress(manifest, { mode: 'sandbox', externalAccount: 'maple.toy.example' })).toBeUndefined();
  for (const bad of [
    'maple.toy.example.evil.example',
    'x@maple.toy.example',
    'maple.toy.example/..',
    'MAPLE.toy.example',
  ])
    expect(() => checkedAccount(manifest, bad)).toThrow(/It ends in .toy.example/);
  expect(checkConsentAddress(manifest, 'https://maple.toy.example/oauth?x=1')).toContain('/oauth?x=1');
  for (const bad of [
    'http://maple.toy.example/',
    'https://maple.toy.example.evil.example/',
    'https://maple.toy.example:444/',
    'https://u:p@maple.toy.example/',
    'javascript:alert(1)',
    'no address',
  ])
    expect(() => checkConsentAddress(manifest, bad)).toThrow(/not its own/);
  const prefix = 'https://brand.example/simulators/toy';
  expect(checkConsentAddress(manifest, `${prefix}/maple/consent`, prefix)).toBe(`${prefix}/maple/consent`);
  for (const bad of ['https://brand.example/simulators/toyx/', 'https://brand.example/', `${prefix}/../../admin`])
    expect(() => checkConsentAddress(manifest, bad, prefix)).toThrow();
});
