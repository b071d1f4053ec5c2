/** Pickups and manifests of this connector and its simulator, beside the common suite (tests/conformance). */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayInput } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { domestic, pickupWish, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { endOfDay } from './src/end-of-day.ts';
import { pickup } from './src/pickup.ts';
import { slotFor } from './src/pickup-slots.ts';
import { ship } from './src/ship.ts';

const { manifest } = carrier;
const COURIER = '01563646-58c1-4607-8fe0-000000000004';
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

/** An environment whose every answer is this one. */
const answeringWith = (answer: unknown): CarrierEnv => ({
  ...openHarnessEnv(manifest, harness),
  http: {
    send: () =>
      Promise.resolve({
        status: 200,
        headers: { 'content-type': 'application/json' },
        bytes: new Uint8Array(),
        text: () => JSON.stringify(answer),
        json: () => answer,
        traceId: 'test',
      }),
  },
});

const TUESDAY = '2026-11-24';
const slots = [
  { date: TUESDAY, id: 'early', from: '08:00', to: '12:00' },
  { date: TUESDAY, id: 'late', from: '12:00', to: '18:00' },
];

it('the slot that shares most time with the wish is taken, none where none does', () => {
  const of = (readyTime: string, closeTime: string, date = TUESDAY): string | undefined =>
    slotFor(slots, { date, readyTime, closeTime })?.id;
  expect([of('09:00', '13:00'), of('11:00', '13:00'), of('11:00', '17:00')]).toEqual(['early', 'early', 'late']);
  expect([of('18:00', '20:00'), of('09:00', '17:00', '2026-11-25')]).toEqual([undefined, undefined]);
});

/** A day on which the simulator's couriers come. */
const workday = (now: Date): string =>
  [1, 2]
    .map((ahead) => new Date(now.getTime() + ahead * 86_400_000))
    .filter((day) => day.getUTCDay() !== 0)
    .map((day) => day.toISOString().slice(0, 10))[0] ?? '';

it('a pickup is of labels bought here, of one courier, in a slot it has', async () => {
  const env = openHarnessEnv(manifest, harness);
  const wish = { ...pickupWish, date: workday(env.now()) };
  const { load } = wish;
  const book = async (more: Partial<typeof wish>) => {
    const input = { ...wish, ...more, reference: newPurchase(harness).reference, uuid: '' };
    return (await drive(carrier, pickup.book, input, env, freshDrive())).problem?.problem;
  };
  const [waits = ''] = load.trackingNumbers;
  const other = newPurchase(harness, { shipment: domestic, service: 'canada-post.regular-parcel' });
  const sold = await drive(carrier, ship, { ...other, rateToken: undefined }, env, freshDrive());
  const numbers = sold.result.parcels?.map(({ trackingNumber }) => trackingNumber) ?? [];
  expect(await book({ load: { ...load, trackingNumbers: [] } })).toMatchObject({ field: 'load.parcels' });
  expect(await book({ load: { ...load, trackingNumbers: [waits, 'ES999999999999'] } })).toMatchObject({
    kind: 'refused',
    message: 'Easyship has no label with the number ES999999999999 of the last 30 days.',
  });
  expect(await book({ load: { ...load, trackingNumbers: [waits, ...numbers] } })).toMatchObject({
    kind: 'invalid-input',
    message: 'Easyship books a pickup with one courier, and these parcels go by UPS and Canada Post.',
  });
  expect(await book({ closeTime: '11:00' })).toMatchObject({ field: 'closeTime' });
  expect(await book({ readyTime: '18:00', closeTime: '19:00' })).toMatchObject({
    kind: 'refused',
    message: 'UPS comes on that day only at these times: 09:00–12:00, 12:00–18:00.',
    field: 'readyTime',
  });
  expect(
    await book({ date: new Date(env.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10) }),
  ).toMatchObject({
    message: 'UPS does not come on that day.',
    field: 'date',
  });
  expect(await book({})).toBeUndefined();
  // A courier that does not come says so before anything is booked.
  const answer = await pickup.availability?.({ ...wish, load: { ...load, trackingNumbers: numbers } }, env);
  expect(answer).toMatchObject({
    available: false,
    messages: [expect.stringContaining('doesn’t provide a pickup service') as unknown],
  });
});

it('a courier that gives no number or does not answer is waited for a minute, then Easyship’s number stands', async () => {
  const confirm = pickup.book.steps.find(({ name }) => name === 'confirm');
  const input = { ...pickupWish, date: TUESDAY, reference: 'P000000000000001', uuid: '' };
  const state = (pickup_state: string, pickup_reference_number: string | null) => ({
    easyship_pickup_id: 'PCA10000001',
    pickup_state,
    pickup_reference_number,
    selected_from_time: `${TUESDAY}T12:00`,
    selected_to_time: `${TUESDAY}T16:00`,
    shipments_count: 1,
  });
  const run = (answer: object, secondsAgo: number) => {
    const env = answeringWith({ pickup: answer });
    const bookedAt = new Date(env.now().getTime() - secondsAgo * 1000).toISOString();
    return confirm?.run(input, { pickupId: 'PCA10000001', bookedAt, shipments: ['ESCA10006001', 'ESCA10006002'] }, env);
  };
  expect(await run(state('requested', null), 10)).toEqual({ kind: 'wait', retryAfterMs: 10_000 });
  expect(await run(state('pending-confirmation', 'X1'), 10)).toEqual({ kind: 'wait', retryAfterMs: 10_000 });
  expect(await run(state('pending-confirmation', null), 70)).toEqual({
    kind: 'done',
    result: {
      confirmation: 'PCA10000001',
      messages: ['Easyship put 1 of 2 parcels on it.', 'The courier has not confirmed it yet.'],
    },
  });
  await expect(run(state('request-failed', null), 10)).rejects.toMatchObject({
    problem: { kind: 'refused', vendorCode: 'request-failed' },
  });
});

it('a booking that was cut off is a new pickup of its first shipment that stands', async () => {
  const input = { ...pickupWish, reference: 'P000000000000001', uuid: '' };
  const kept = { shipments: ['ESCA10006001'], before: ['PCA10000000'] };
  const recover = (...pickups: readonly (readonly [id: string, state: string])[]) =>
    pickup.book.recover?.(
      input,
      'book',
      kept,
      answeringWith({
        pickups: pickups.map(([easyship_pickup_id, pickup_state]) => ({ easyship_pickup_id, pickup_state })),
        meta: { pagination: { page: 1, next: null } },
      }),
    );
  expect(await recover(['PCA10000000', 'requested'])).toEqual({ kind: 'absent' });
  expect(await recover(['PCA10000001', 'request-failed'], ['PCA10000002', 'cancelled'])).toEqual({ kind: 'absent' });
  expect(await recover(['PCA10000000', 'requested'], ['PCA10000003', 'pending-confirmation'])).toMatchObject({
    kind: 'found',
    step: 'book',
    keep: { pickupId: 'PCA10000003' },
  });
});

it('a manifest is of one account: another waits, another’s manifest is not taken for ours, dropped shipments are told', async () => {
  const env = openHarnessEnv(manifest, harness);
  const buy = async () => {
    const purchase = newPurchase(harness);
    const { result, kept } = await drive(carrier, ship, purchase, env, freshDrive());
    return {
      reference: purchase.reference,
      carrierShipmentId: result.carrierShipmentId ?? '',
      service: purchase.service,
      trackingNumbers: [],
      destination: 'US',
      kept,
    };
  };
  const [one, two] = [await buy(), await buy()];
  const closing: EndOfDayInput = {
    reference: 'M000000000000001',
    uuid: '',
    from: samples.domestic.from,
    date: TUESDAY,
    shipments: [one],
  };
  const first = await drive(carrier, endOfDay, closing, env, freshDrive());
  expect(first.problem).toBeUndefined();
  expect(first.result.manifestNumbers?.[0]).toMatch(/^M[0-9A-F]{8}$/);
  // Easyship drops what is on a manifest already and does not say which it was.
  const again = await drive(carrier, endOfDay, { ...closing, shipments: [one, two] }, env, freshDrive());
  expect(again.problem?.problem.message).toMatch(/of 1 of 2 shipments and does not say which/);
  const kept = { ids: ['ESUS10006001'], courier: COURIER, since: '2026-11-22', before: [COURIER] };
  const listed = (...manifests: readonly object[]) =>
    endOfDay.recover?.(closing, 'close', kept, answeringWith({ manifests, meta: { pagination: { next: null } } }));
  const MADE = { id: '01563646-58c1-4607-8fe0-000000000099', shipments_count: 1 };
  expect(await listed({ id: COURIER, shipments_count: 1 })).toEqual({ kind: 'absent' });
  expect(await listed(MADE)).toEqual({ kind: 'found', step: 'close', keep: { manifestId: MADE.id, count: 1 } });
  await expect(listed({ ...MADE, shipments_count: 4 })).rejects.toMatchObject({ problem: { kind: 'vendor-broken' } });
});

it('a manifest behind a link of a stranger is not fetched', async () => {
  const paper = endOfDay.steps.find(({ name }) => name === 'paper');
  const id = '01563646-58c1-4607-8fe0-000000000099';
  const env = openHarnessEnv(manifest, harness);
  const { http } = answeringWith({
    manifest: { id, ref_number: 'ABC123', document: { format: 'url', url: 'https://files.example.com/a.pdf' } },
  });
  const half: typeof env = {
    ...env,
    http: { send: (request) => (request.name === 'manifest' ? http.send(request) : env.http.send(request)) },
  };
  const kept = { ids: ['ESUS10006001'], manifestId: id, count: 1 };
  const input: EndOfDayInput = { reference: '', uuid: '', from: samples.domestic.from, date: TUESDAY, shipments: [] };
  await expect(paper?.run(input, kept, half)).rejects.toMatchObject({
    problem: { kind: 'vendor-broken', message: expect.stringContaining('files.example.com') as unknown },
  });
});
