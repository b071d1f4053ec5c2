/**
 * GLS Group against its contracts: ShipIT, Track and Trace and the sign-in. Every request is valid and every answer of the
 * simulator too, the simulator takes the requests GLS checked itself and refuses what the contract refuses, and the contracts'
 * examples are read with their meaning. Where ShipIT's contract and its documentation differ, the documentation counts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-gls-group/carrier';
import { samples, toAustria, withinGermany } from '@scanship/carrier-gls-group/harness';
import { manifest } from '@scanship/carrier-gls-group/manifest';
import { printing, shipmentMessage } from '@scanship/carrier-gls-group/messages';
import { simulator } from '@scanship/carrier-gls-group/simulator';
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import {
  runCheckAddress,
  runDiscoverServices,
  runProofOfDelivery,
  runRate,
  runRefund,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { type Correction, openContract } from '../judges/openapi.ts';
import { damage, sampleJson, strangers } from '../rigs/samples-rig.ts';
import { type Exchanged, playingEnv, recordingEnv } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay, pickup } = carrier;
if (!ship || !cancel || !endOfDay || !pickup || !samples.pickup || !samples.returned || !samples.addresses)
  throw new Error('the connector lacks an operation');
const { returned, addresses, pickup: wish } = samples;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const DAY = 86_400_000;
const full: ShipmentRequest = {
  ...withinGermany,
  to: { ...withinGermany.to, address2: 'Hinterhaus', email: 'receiver@example.com', phone: '+49 30 5550100' },
  returnTo: withinGermany.from,
  options: {
    signature: 'any',
    insuredValue: money(100_000, 'EUR'),
    dangerousGoods: { kind: 'limited-quantity' },
  },
};

/** The documentation (5.0.11, 2026-04-16) against the contract; GLS's own checked requests follow the documentation. */
const day = { set: { format: 'date' }, reason: 'days are written YYYY-MM-DD' } as const;
const CORRECTIONS: readonly Correction[] = [
  { at: 'components.schemas.Shipment.properties.ShippingDate', ...day },
  { at: 'components.schemas.SporadicCollection.properties.PreferredPickUpDate', ...day },
  { at: 'components.schemas.SporadicCollectionResponse.properties.EstimatedPickUpDate', ...day },
  { at: 'components.schemas.PickAndReturnService.properties.PickupDate', ...day },
  {
    at: 'components.securitySchemes',
    set: { OAuthPROD: { type: 'oauth2' } },
    reason: 'the sign-in is named OAuthPROD and defined as OAuth',
  },
  {
    at: 'components.schemas.Document.properties.Data',
    set: { type: ['array', 'string'] },
    reason: 'one document is written as text',
  },
  {
    at: 'components.schemas.ShipmentUnit.properties.Weight',
    set: { type: ['number', 'string'] },
    reason: 'the end of a day answers weights as text',
  },
  {
    at: 'components.schemas.CancelParcelResponse',
    set: { required: ['TrackID'] },
    reason: 'the result is written small',
  },
  { at: 'components.schemas.ValidateParcelsResponse', set: { required: [] }, reason: 'its members are written small' },
];

type Node = Record<string, unknown>;
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? (node as Node)[key] : undefined),
    value,
  );

withVendorContract('carriers/gls-group', (folder) => {
  const judges = [
    openContract(join(folder, 'shipit-farm.yaml'), CORRECTIONS),
    openContract(join(folder, 'ecitrackandtrace.yaml')),
    openContract(join(folder, 'authentification-service-v2.yaml')),
  ] as const;
  const judgeOf = ({ path }: { readonly path: string }) =>
    path.startsWith('/shipit-farm') ? judges[0] : path.startsWith('/track-and-trace') ? judges[1] : judges[2];
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  const { contactId = '' } = samples.account.credentials;

  it('every request is valid, and so is every answer of the simulator', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) found.push({ operation, one });
    };
    const buy = async (more: Partial<ShipInput>) => {
      const input = newPurchase({ samples, simulator: stand.simulator }, more);
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '', parcels = [] } = state.result;
      const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
      return {
        input,
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
        service: input.service,
        destination: 'DE',
      };
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    expect((await runDiscoverServices(carrier, withinGermany.from, env)).ok).toBe(true);
    keep('discoverServices');
    for (const shipment of [withinGermany, toAustria, full])
      expect((await runRate(carrier, { shipment }, env)).ok).toBe(true);
    keep('rate');
    for (const address of [addresses.good, addresses.unknown])
      expect((await runCheckAddress(carrier, address, env)).ok).toBe(true);
    keep('checkAddress');
    const first = await buy({ shipment: full });
    await buy({ shipment: withinGermany, labelFormat: 'zpl', service: 'EXPRESS_1200' });
    keep('ship');
    await buy({ shipment: toAustria });
    keep('international');
    await buy(returned);
    keep('returns');
    expect(await recoverStep(ship, 'buy', first.input, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
    keep('ship');
    const second = await buy({ shipment: withinGermany });
    expect((await runTrack(carrier, { trackingNumbers: [...second.trackingNumbers, '20000000000'] }, env)).ok).toBe(
      true,
    );
    keep('track');
    const closing = { reference: 'E000000000000001', uuid: '', from: withinGermany.from, date: '2026-11-23' };
    const closed = await runStep(endOfDay, 'close', { ...closing, shipments: [second] }, {}, env, options);
    expect(closed).toMatchObject({ value: { result: { leftOut: [] } } });
    keep('endOfDay');
    const third = await buy({ shipment: withinGermany });
    expect((await drive(carrier, cancel, third, env, freshDrive())).problem).toBeUndefined();
    expect((await runRefund(carrier, third, env)).ok).toBe(true);
    keep('cancel');
    const date = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
    const booked = await runStep(pickup.book, 'book', { ...wish, date, reference: 'P1', uuid: '' }, {}, env, options);
    expect(booked.ok).toBe(true);
    keep('pickup');
    await stand.admin.setClock('gls-group', 30 * DAY);
    const proof = { trackingNumber: '', destination: { countryCode: 'DE', zipcode: '' }, shipDate: '2026-11-23' };
    const { carrierShipmentId } = second;
    // Tokens end with the day, so a fresh access asks.
    const later = recordingEnv(manifest, { samples, simulator: stand.simulator });
    expect((await runProofOfDelivery(carrier, { ...proof, carrierShipmentId }, later.env)).ok).toBe(true);
    await stand.admin.setClock('gls-group', 0);
    for (const one of later.all) found.push({ operation: 'proofOfDelivery', one });
    const wrong = found.flatMap(({ one }) => {
      const judge = judgeOf(one.request);
      const [request, answer] = [judge.judge(one.request), judge.judgeAnswer(one.request, one.status, one.answer)];
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        ...(answer.accepted ? [] : [`answer to ${one.name}: ${answer.why}`]),
      ];
    });
    expect(wrong).toEqual([]);
    for (const { operation } of found) noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    for (const operation of ['signature', 'insurance', 'dangerousGoods', 'refund'] as const)
      noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'pickup', { recovery: 'none' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'none' });
  });

  const checked = ['addresseeonly', 'flexdelivery', 'pickandreturn', 'shopreturn', 'signature'].map((name) =>
    sampleJson(folder, `gls-validated-samples/service_${name}`),
  );
  const post = async (token: string, path: string, body: unknown): Promise<number> => {
    const response = await fetch(`${stand.simulator.address}/shipit-farm/v1/backend/rs${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/glsVersion1+json' },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  const tokenOf = async (): Promise<string> => {
    const { clientId = '', clientSecret = '' } = samples.account.credentials;
    const response = await fetch(`${stand.simulator.address}/oauth2/v2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };

  it('the simulator and the corrected contract take the requests that GLS checked', async () => {
    const token = await tokenOf();
    for (const sample of checked) {
      const units = at(sample, 'Shipment', 'ShipmentUnit');
      // One of them is of two parcels; here each is bought by itself.
      const one = {
        ...sample,
        Shipment: { ...(sample.Shipment as Node), ShipmentUnit: Array.isArray(units) ? units.slice(0, 1) : [] },
      };
      expect(await post(token, '/shipments', one)).toBe(200);
      const request = {
        method: 'POST',
        path: '/shipit-farm/v1/backend/rs/shipments',
        headers: { authorization: 'Bearer x', 'content-type': 'application/glsVersion1+json' },
        body: JSON.stringify(sample),
      };
      expect(judges[0].judge(request)).toMatchObject({ accepted: true });
    }
  });

  it('what we send has no member and no type that the samples lack', () => {
    // Complete, with the one name that the checked requests write differently.
    const whole: unknown = JSON.parse(
      readFileSync(join(folder, 'samples/shipment_request.json'), 'utf8').replaceAll('"Email"', '"eMail"'),
    );
    const sent = [
      { ...shipmentMessage(full, 'PARCEL', contactId, 'S1'), ...printing('pdf') },
      { ...shipmentMessage(withinGermany, 'EXPRESS_1200', contactId, 'S1'), ...printing('zpl') },
    ];
    expect(sent.flatMap((one) => strangers(one, whole))).toEqual([]);
    const back = shipmentMessage(returned.shipment, returned.service, contactId, 'S1');
    expect(strangers(at(back, 'Shipment', 'Service'), at(checked[3], 'Shipment', 'Service'))).toEqual([]);
  });

  it('the simulator refuses what the contract refuses', async () => {
    const token = await tokenOf();
    const body = { ...shipmentMessage(full, 'PARCEL', contactId, 'S1'), ...printing('pdf') };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/glsVersion1+json' };
    const request = { method: 'POST', path: '/shipit-farm/v1/backend/rs/shipments', headers };
    let tried = 0;
    const taken: string[] = [];
    for (const { what, value } of jsonMutants(body)) {
      if (judges[0].judge({ ...request, body: JSON.stringify(value) }).accepted) continue;
      tried += 1;
      const status = await post(token, '/shipments', value);
      if (status !== 400) taken.push(`${what}: ${status}`);
    }
    expect(tried).toBeGreaterThan(80);
    expect(taken).toEqual([]);
  });

  const tracking = parse(readFileSync(join(folder, 'ecitrackandtrace.yaml'), 'utf8')) as Node;
  const example = (name: string): unknown =>
    at(tracking, 'components', 'responses', 'Response200', 'content', 'application/json', 'examples', name, 'value');
  const track = (body: unknown, ...trackingNumbers: string[]): ReturnType<typeof runTrack> =>
    runTrack(carrier, { trackingNumbers }, playingEnv(manifest, samples.account.credentials, body));

  it('the examples: parcels announced, handed over, in a shop, and one that is not known', async () => {
    const both = await track(example('200WithErrors'), '36301917596', '42249018928');
    expect(both.ok && both.value).toMatchObject([
      {
        trackingNumber: '36301917596',
        events: [
          { status: 'label-created', code: 'INTIAL.E48_DATA', occurredAt: '2024-10-11T15:24:52+0200' },
          { status: 'label-created', code: 'INTIAL.PREADVICE' },
        ],
        problems: [],
      },
      { events: [], problems: ['GLS Group does not know 42249018928 (E_404_01).'] },
    ]);
    const shop = await track(example('200WithLinks'), '42249028960');
    expect(shop.ok && shop.value[0]?.events.map(({ status }) => status)).toEqual([
      'available-for-pickup',
      'accepted',
      'label-created',
      'label-created',
      'available-for-pickup',
    ]);
    const sample = sampleJson(folder, 'samples/tracking_response');
    const moving = await track(sample, '12345678901234567890');
    expect(moving.ok && moving.value[0]).toMatchObject({
      events: [{ status: 'accepted', place: 'Berlin, DE' }, { status: 'label-created' }, { status: 'in-transit' }],
      problems: [],
    });
    noteEvidence(manifest.slug, 'track', { samples: 3 });
  });

  it('every status of the contract has a meaning', async () => {
    const statuses = at(tracking, 'components', 'schemas', 'ParcelDTO', 'properties', 'status', 'enum') as string[];
    expect(statuses).toHaveLength(12);
    for (const status of statuses) {
      const parcel = { requested: '36301917596', status, statusDateTime: '2024-10-11T15:24:57+0200', events: [] };
      const got = await track({ parcels: [parcel] }, '36301917596');
      expect(got.ok && got.value[0]?.problems, status).toEqual([]);
      const silent = ['PLANNEDPICKUP', 'INPICKUP', 'PREADVICE', 'FINAL'].includes(status);
      expect(got.ok && got.value[0]?.events.length, status).toBe(silent ? 0 : 1);
    }
  });

  it('damaged examples: no crash, no wrong value', async () => {
    const done = await Promise.all(
      [['200WithErrors', '36301917596'] as const, ['200WithLinks', '42249028960'] as const].map(([name, number]) =>
        damage(JSON.stringify(example(name)), (body) => track(body, number)),
      ),
    );
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    expect(done.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThan(200);
  });
});
