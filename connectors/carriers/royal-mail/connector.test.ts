/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { runProofOfDelivery, runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep } from '@scanship/connector-kit/steps/step-runner';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossBorder, domestic, dutyPaid, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { orderMessage } from './src/messages.ts';
import { statusOf } from './src/track.ts';

const { manifest, ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const DAY_MS = 86_400_000;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

const env = (credentials = samples.account.credentials) => openHarnessEnv(manifest, harness, credentials);
const online = simulator.accounts[2]?.credentials ?? {};

const refusedField = (shipment: ShipmentRequest, service = 'TPN24'): string | undefined =>
  refusedFieldOf(() => orderMessage(shipment, { service, reference: 'R', carrierName: '', now: new Date() }));

const buy = async () => {
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env(), freshDrive<ShipResult>());
  expect(state.problem).toBeUndefined();
  const { carrierShipmentId = '', parcels = [] } = state.result;
  const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
  return {
    reference: input.reference,
    carrierShipmentId,
    trackingNumbers,
    kept: state.kept,
    service: input.service,
    destination: 'GB',
  };
};
type Bought = Awaited<ReturnType<typeof buy>>;
const closing = (shipments: readonly Bought[]) => ({
  reference: newPurchase(harness).reference,
  uuid: '',
  from: domestic.from,
  date: '2026-11-23',
  shipments,
});

describe('prices', () => {
  const codes = async (shipment: ShipmentRequest, services?: readonly string[]) => {
    const answer = await runRate(carrier, { shipment, services }, env());
    return answer.ok ? answer.value.offers.map(({ service }) => service) : answer.problem;
  };

  it('only services that can carry the shipment: by weight, by signature, by who pays duties', async () => {
    const [parcel] = domestic.parcels;
    if (!parcel) throw new Error('the sample has no parcel');
    const heavy = { ...domestic, parcels: [{ ...parcel, weightGrams: 12_000 }] };
    expect(await codes(heavy)).toEqual(['TPN24', 'TPS48']);
    expect(await codes(crossBorder)).toEqual(['OTA', 'OTB', 'OTC', 'OTD']);
    expect(await codes({ ...crossBorder, options: { signature: 'any' } })).toEqual(['OTC', 'OTD']);
    expect(await codes(dutyPaid)).toEqual(['MPR', 'MTV']);
    const { customs } = dutyPaid;
    expect(await codes({ ...dutyPaid, customs: customs && { ...customs, dutiesPaidBy: 'Receiver' } })).toMatchObject({
      kind: 'invalid-input',
      field: 'customs.dutiesPaidBy',
      message: expect.stringMatching(/United/),
    });
  });

  it('a service asked for by name that cannot carry it is told why', async () => {
    const answer = await runRate(carrier, { shipment: crossBorder, services: ['OTA', 'MPR'] }, env());
    expect(answer).toMatchObject({
      ok: true,
      value: {
        offers: [{ service: 'OTA' }],
        problems: [
          {
            service: 'MPR',
            message: 'Intl Tracked, duties paid is for shipments whose duties the shipper pays.',
          },
        ],
      },
    });
  });

  it('an account without a list is told what to do; what cannot be bought is not quoted', async () => {
    const bare = { ...harness, samples: { ...samples, settings: {} } };
    expect(await runRate(carrier, { shipment: domestic }, openHarnessEnv(manifest, bare))).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: expect.stringMatching(/^Royal Mail provides no prices\. Upload/) },
    });
    expect(await codes({ ...domestic, to: { ...domestic.to, zipcode: '90210' } })).toMatchObject({
      field: 'to.zipcode',
    });
    expect(await codes({ ...domestic, from: { ...domestic.from, countryCode: 'CA' } })).toMatchObject({
      kind: 'refused',
      message: 'Royal Mail does not ship from CA.',
    });
  });
});

it('what cannot be said is refused before the call', () => {
  const [parcel] = domestic.parcels;
  const [item] = crossBorder.customs?.items ?? [];
  if (!parcel || !item || !crossBorder.customs) throw new Error('the samples lack a part');
  const { customs } = crossBorder;
  const goods = (more: Partial<typeof item>): ShipmentRequest => ({
    ...crossBorder,
    customs: { ...customs, items: [{ ...item, ...more }] },
  });
  expect(refusedField({ ...domestic, parcels: [parcel, { ...parcel, number: 2 }] })).toBe('parcels');
  expect(refusedField({ ...domestic, return: {} })).toBe('return');
  expect(refusedField({ ...domestic, options: { signature: 'adult' } })).toBe('options.signature');
  expect(refusedField({ ...domestic, options: { insuredValue: money(100, 'GBP') } })).toBe('options.insuredValue');
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: ' ' } })).toBe('to.name');
  expect(refusedField({ ...domestic, to: { ...domestic.to, address1: 'x'.repeat(101) } })).toBe('to.address1');
  expect(refusedField({ ...domestic, to: { ...domestic.to, city: '' } })).toBe('to.city');
  expect(refusedField(domestic, 'NONE')).toBe('service');
  expect(refusedField(domestic, 'OTA')).toBe('to.countryCode');
  expect(refusedField({ ...domestic, parcels: [{ ...parcel, weightGrams: 2001 }] }, 'SD1')).toBe(
    'parcels.0.weightGrams',
  );
  expect(refusedField({ ...crossBorder, customs: undefined }, 'OTA')).toBe('customs');
  expect(refusedField({ ...crossBorder, customs: { ...customs, items: [] } }, 'OTA')).toBe('customs.items');
  expect(refusedField(goods({ description: ' ' }), 'OTA')).toBe('customs.items.0.description');
  expect(refusedField(goods({ unitValue: money(100, 'EUR') }), 'OTA')).toBe('customs.items.0.unitValue');
  expect(refusedField(goods({ quantity: 0 }), 'OTA')).toBe('customs.items.0.quantity');
  const noOrigin = dutyPaid.customs && {
    ...dutyPaid.customs,
    items: [{ ...item, originCountry: undefined }],
  };
  expect(refusedField({ ...dutyPaid, customs: noOrigin }, 'MPR')).toBe('customs.items.0.originCountry');
  expect(refusedField({ ...domestic, to: { ...domestic.to, countryCode: 'JE', zipcode: 'JE2 3XP' } })).toBe('customs');
});

it('tax numbers, Northern Ireland and a signature go where Royal Mail looks for them', () => {
  const facts = {
    service: 'OTA',
    reference: 'R',
    carrierName: 'Royal Mail OBA',
    now: new Date('2026-11-23T10:00:00Z'),
  };
  const abroad = orderMessage(
    {
      ...crossBorder,
      from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM3720000224' }] },
      to: {
        ...crossBorder.to,
        taxIds: [
          { kind: 'VAT', number: 'FR12345678901' },
          { kind: 'EORI', number: 'FR123456789' },
        ],
      },
    },
    facts,
  );
  expect(abroad).toMatchObject({
    postageDetails: { carrierName: 'Royal Mail OBA', IOSSNumber: 'IM3720000224', recipientEoriNumber: 'FR123456789' },
    importer: { vatNumber: 'FR12345678901', eoriNumber: 'FR123456789', country: 'FR' },
  });
  // The hand-over is today, which not every account may say.
  expect(abroad).not.toHaveProperty('plannedDespatchDate');
  expect(JSON.stringify(abroad)).not.toContain('SHIRT-1');
  const belfast = { ...domestic.to, companyName: 'Belfast Shop', zipcode: 'BT1 1AA', residential: false };
  const north = orderMessage(
    {
      ...domestic,
      to: { ...belfast, taxIds: [{ kind: 'UKIMS', number: 'XIUKIM1' }] },
      options: { signature: 'any' },
    },
    { ...facts, service: 'TPS48' },
  );
  expect(north).toMatchObject({
    isRecipientABusiness: true,
    postageDetails: { AIRNumber: 'XIUKIM1', requestSignatureUponDelivery: true },
  });
});

it('an order without a label is taken back and refused in words', async () => {
  const input = newPurchase(harness);
  const state = await drive(carrier, ship, input, env(online), freshDrive<ShipResult>());
  expect(state.problem).toMatchObject({
    step: 'tidy',
    problem: { kind: 'refused', message: 'Royal Mail: Label generation is available for OBA accounts only.' },
  });
  const books = await stand.simulator.books();
  const [draft] = books.filter(({ kind, reference }) => kind === 'draft' && reference === input.reference);
  expect(books.filter(({ kind, id }) => kind === 'note' && id === draft?.id)).toHaveLength(1);
});

it('an order whose answer was lost before its label is there is asked for again, then taken back', async () => {
  const input = newPurchase(harness);
  await stand.simulator.setFaults([{ kind: 'drop-after-effect', effect: 'effect', times: 1 }]);
  const state = await drive(carrier, ship, input, env(online), freshDrive<ShipResult>());
  await stand.simulator.clearFaults();
  expect(state.problem?.problem.kind).toBe('unknown-effect');
  expect(await recoverStep(ship, 'create', input, {}, env(online), options)).toMatchObject({
    ok: true,
    value: { kind: 'not-yet' },
  });
  const later = { ...env(online), now: () => new Date(Date.now() + 600_000) };
  expect(await recoverStep(ship, 'create', input, {}, later, options)).toMatchObject({
    ok: true,
    value: { kind: 'found', keep: { refusal: expect.stringMatching(/made no label/) } },
  });
});

it('a manifested order is neither deleted nor manifested again; what is gone is left out', async () => {
  const [first, second] = [await buy(), await buy()];
  expect((await drive(carrier, cancel, second, env(), freshDrive())).problem).toBeUndefined();
  const state = await drive(carrier, endOfDay, closing([first, second]), env(), freshDrive<EndOfDayResult>());
  expect(state.result).toMatchObject({ leftOut: [{ reference: second.reference }], files: [{ format: 'pdf' }] });
  expect((await drive(carrier, cancel, first, env(), freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: expect.stringMatching(/on a manifest already/),
  });
  expect(
    (await drive(carrier, endOfDay, closing([first, second]), env(), freshDrive<EndOfDayResult>())).problem?.problem,
  ).toMatchObject({ kind: 'refused' });
});

it('a parcel is followed to its door, and who signed is told then', async () => {
  const { trackingNumbers, carrierShipmentId } = await buy();
  const [trackingNumber = ''] = trackingNumbers;
  const asked = { trackingNumber, destination: { countryCode: 'GB', zipcode: 'LS1 1AA' }, shipDate: '2026-11-23' };
  expect(await runProofOfDelivery(carrier, asked, env())).toMatchObject({ ok: false, problem: { kind: 'refused' } });
  await stand.admin.setClock('royal-mail', 4 * DAY_MS);
  const tracked = await runTrack(carrier, { trackingNumbers }, env());
  const proof = await runProofOfDelivery(carrier, asked, env());
  await stand.admin.setClock('royal-mail', 0);
  expect(tracked.ok && tracked.value[0]?.events.map(({ status }) => status)).toEqual([
    'delivered',
    'out-for-delivery',
    'in-transit',
    'in-transit',
    'label-created',
  ]);
  expect(proof).toMatchObject({ ok: true, value: { signedBy: 'RECEIVER', files: [] } });
  const { key = '' } = samples.account.credentials;
  const byOrder = await runTrack(
    carrier,
    { trackingNumbers, shipmentIds: { [trackingNumber]: carrierShipmentId } },
    env({ key }),
  );
  expect(byOrder.ok && byOrder.value[0]?.events.map(({ code }) => code)).toEqual(['printedOn']);
  expect(await runProofOfDelivery(carrier, asked, env({ key }))).toMatchObject({
    ok: false,
    problem: { message: expect.stringMatching(/add the client ID/) },
  });
});

it('each key is named when it is wrong', async () => {
  const { key = '', ...tracking } = samples.account.credentials;
  expect(await runTestConnection(carrier, env({ ...tracking, key: 'not-a-key-of-anybody-here' }))).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', message: 'Royal Mail does not accept the Click & Drop key of this account.' },
  });
  expect(
    await runTestConnection(carrier, env({ key, trackingId: 'wrong-id', trackingSecret: 'wrong-secret' })),
  ).toMatchObject({
    ok: false,
    problem: { kind: 'not-authorised', message: expect.stringMatching(/Tracking API client ID/) },
  });
  expect(await runTestConnection(carrier, env({ key }))).toMatchObject({
    ok: true,
    value: { message: expect.stringMatching(/once the keys of the Tracking API are added/) },
  });
});

it('events by their code, else by their words', () => {
  expect(statusOf('EVKGA', 'Not delivered - Gone away')).toBe('returning');
  expect(statusOf('EVNEW', 'Customs - On hold')).toBe('exception');
  expect(statusOf('EVNEW', 'Out for Delivery')).toBe('out-for-delivery');
  expect(statusOf('EVNEW', 'Something else')).toBe('unknown');
});
