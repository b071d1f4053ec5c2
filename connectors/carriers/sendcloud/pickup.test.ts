/** Pickups of this connector and its simulator: what is particular to them. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pickupWish, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { nextCursor, pickup } from './src/pickup.ts';
import { pickupMessage } from './src/pickup-messages.ts';

const { manifest } = carrier;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const REFERENCE = 'P000000000000001';
const booking = (more: Partial<PickupWish> = {}) => ({
  ...pickupWish,
  date: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  ...more,
  reference: newPurchase(harness).reference,
  uuid: '6f1c2f1e-0000-4000-8000-000000000003',
});
const load = (more: Partial<PickupWish['load']>): Partial<PickupWish> => ({ load: { ...pickupWish.load, ...more } });

it('a pickup that cannot be said is refused before anything is booked', async () => {
  const { address } = pickupWish;
  const wrong: readonly (readonly [Partial<PickupWish>, string, RegExp])[] = [
    [{ closeTime: '09:00' }, 'closeTime', /end later/],
    [load({ services: ['ups:standard', 'dhl:standard'] }), 'load.services', /these parcels go by ups and dhl\.$/],
    [load({ services: [] }), 'load.services', /go by none/],
    [load({ services: ['ups:standard'] }), 'load.services', /books no pickup with ups from here/],
    [load({ totalGrams: 0 }), 'load.parcels', /their weight/],
    [{ address: { ...address, phone: '040 1234567' } }, 'address.phone', /number of its country/],
    [{ address: { ...address, countryCode: 'PL' } }, 'address.countryCode', /books pickups in AT, BE/],
    [{ address: { ...address, city: '' } }, 'address.city', /needs a town/],
  ];
  const books = await stand.simulator.books();
  const before = books.length;
  for (const [more, field, words] of wrong) {
    const state = await drive(carrier, pickup.book, booking(more), openHarnessEnv(manifest, harness), freshDrive());
    expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field });
    expect(state.problem?.problem.message).toMatch(words);
  }
  expect(await stand.simulator.books()).toHaveLength(before);
});

it('times of a pickup are instants: summer and winter, islands by their own clock; an Italian place has its province', () => {
  const slot = (more: Partial<PickupWish>) =>
    pickupMessage({ ...pickupWish, ...more }, { reference: REFERENCE }).time_slots[0]?.start_at;
  const at = (countryCode: string, zipcode: string) => ({ address: { ...pickupWish.address, countryCode, zipcode } });
  expect(slot({})).toBe('2026-11-24T09:00:00Z');
  expect(slot({ date: '2026-07-24' })).toBe('2026-07-24T08:00:00Z');
  expect([slot(at('ES', '28002')), slot(at('ES', '35001'))]).toEqual(['2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z']);
  expect([slot(at('PT', '4300-277')), slot(at('PT', '9500-321'))]).toEqual([
    '2026-11-24T10:00:00Z',
    '2026-11-24T11:00:00Z',
  ]);
  const rome = { ...pickupWish.address, countryCode: 'IT', zipcode: '00144', city: 'Roma', provinceCode: 'RM' };
  const italian = { ...pickupWish, ...load({ services: ['brt:standard'] }) };
  expect(pickupMessage({ ...italian, address: rome }, { reference: REFERENCE }).address.state_province_code).toBe(
    'IT-RM',
  );
  expect(() => pickupMessage({ ...italian, address: { ...rome, provinceCode: '' } }, { reference: REFERENCE })).toThrow(
    /state or province/,
  );
});

it('a pickup that the carrier does not take is no pickup', async () => {
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, pickup.book, booking({ instructions: 'REFUSE' }), env, freshDrive());
  expect(state.problem?.problem).toMatchObject({ kind: 'refused', vendorCode: 'FAILED' });
  expect(state.result.confirmation).toBeUndefined();
});

it('what the support has yet to cancel is said to be open, also after a cut-off', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = booking({ instructions: 'SUPPORT' });
  const made = await drive(carrier, pickup.book, input, env, freshDrive());
  const { reference, uuid: _uuid, ...wish } = input;
  const booked = { confirmation: made.result.confirmation ?? '', reference, date: wish.date, wish, kept: made.kept };
  if (!pickup.cancel) throw new Error('pickups cannot be cancelled');
  const gone = await drive(carrier, pickup.cancel, booked, env, freshDrive());
  expect(gone.result.messages?.[0]).toMatch(/until they confirm it, the driver may still come\.$/);
  expect(await pickup.cancel.recover?.(booked, 'cancel', {}, env)).toEqual({
    kind: 'found',
    step: 'cancel',
    result: { messages: gone.result.messages },
  });
});

it('a booking is found again among all pages of the list, by the reference each pickup tells', async () => {
  const env = openHarnessEnv(manifest, harness);
  const inputs = [booking(), booking(), booking(), booking(), booking()];
  const made = [];
  for (const input of inputs) made.push(await drive(carrier, pickup.book, input, env, freshDrive()));
  const last = inputs.at(-1);
  if (!last) throw new Error('nothing was booked');
  const since = made.at(-1)?.kept.since ?? '';
  expect(await pickup.book.recover?.(last, 'book', { since }, env)).toEqual({
    kind: 'found',
    step: 'book',
    keep: { pickupId: made.at(-1)?.kept.pickupId },
  });
  expect(await pickup.book.recover?.({ ...last, reference: 'P999999999999999' }, 'book', { since }, env)).toEqual({
    kind: 'absent',
  });
  expect(nextCursor('<https://x/pickups?page_size=2&cursor=cD0%3D>; rel="next"')).toBe('cD0=');
  expect(nextCursor('<https://x/pickups?cursor=cD0z>; rel="prev"')).toBeUndefined();
  expect(() => nextCursor('<https://x/pickups?page=2>; rel="next"')).toThrow(/without its cursor/);
});

it('several contracts with the carrier: that of the first label is meant, or it is asked for in words', async () => {
  const asked: string[] = [];
  const contracts = [60, 61].map((id) => ({ id, carrier: { code: 'dhl_express', name: 'DHL Express' } }));
  const shipment = { ship_with: { type: 'shipping_option_code', properties: { contract_id: 61 } } };
  const env = openHarnessEnv(manifest, harness);
  const answering: typeof env = {
    ...env,
    http: {
      send: ({ path, query }) => {
        asked.push(`${path} ${JSON.stringify(query)}`);
        const body = { data: path.endsWith('/contracts') ? contracts : [shipment] };
        return Promise.resolve({
          status: 200,
          headers: { 'content-type': 'application/json' },
          bytes: new Uint8Array(),
          text: () => JSON.stringify(body),
          json: () => body,
          traceId: 'test',
        });
      },
    },
  };
  const look = pickup.book.steps.find(({ name }) => name === 'look');
  expect(await look?.run(booking(load({ trackingNumbers: ['3STEST1'] })), {}, answering)).toMatchObject({
    kind: 'done',
    keep: { contract: 61 },
  });
  expect(asked[1]).toBe('/api/v3/shipments {"tracking_number":"3STEST1"}');
  await expect(look?.run(booking(), {}, answering)).rejects.toMatchObject({
    problem: { kind: 'invalid-input', field: 'load.parcels' },
  });
});
