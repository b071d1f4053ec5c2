/**
 * DHL Parcel DE against its own documents of shipping, returns and pickups: every request validates, the simulator answers as they
 * say and refuses what they refuse; recorded answers, also of tracking, are read with their meaning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-dhl-parcel-de/carrier';
import { crossBorder, domestic, returned, samples } from '@scanship/carrier-dhl-parcel-de/harness';
import { manifest } from '@scanship/carrier-dhl-parcel-de/manifest';
import { simulator } from '@scanship/carrier-dhl-parcel-de/simulator';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { PickupResult } from '@scanship/connector-kit/carrier/pickup';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  runCheckAddress,
  runProofOfDelivery,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { openContract, type ApiRequest, type Correction, type OpenApiJudge } from '../judges/openapi.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay, pickup } = carrier;
if (!ship || !cancel || !endOfDay || !pickup?.cancel) throw new Error('the connector lacks an operation');
const { book, cancel: cancelPickup } = pickup;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { credentials } = samples.account;
const PDF = Buffer.from('%PDF-1.4 own').toString('base64');

const ONE_BY_ONE = 'A list of which one is sent at a time.';
const SHIPPING: readonly Correction[] = [
  { at: 'paths./orders.get.parameters.shipment.schema', set: { type: 'string' }, reason: ONE_BY_ONE },
];
/** The two forms of a choice are told apart by `type` (discriminator), which plain schemas do not check. */
const byType = (schema: string, value: string): Correction => ({
  at: `components.schemas.${schema}.properties.type`,
  set: { enum: [value] },
  reason: 'The discriminator says so.',
});
const PICKUP: readonly Correction[] = [
  { at: 'paths./orders.delete.parameters.orderID.schema', set: { type: 'string' }, reason: ONE_BY_ONE },
  byType('FixedDate', 'Date'),
  byType('PickupASAP', 'ASAP'),
  byType('PickupAddressType', 'Address'),
  byType('PickupLocationIdType', 'Id'),
  byType('OrderPickupResponse', 'ORDERPICKUP'),
  byType('ValideOrderResponse', 'VALIDATION'),
];

withVendorContract('carriers/dhl-parcel-de', (folder) => {
  const contracts: readonly (readonly [string, OpenApiJudge])[] = [
    ['/parcel/de/shipping/v2/', openContract(join(folder, 'parcel-de-shipping-v2_2.yaml'), SHIPPING)],
    ['/parcel/de/shipping/returns/v1/', openContract(join(folder, 'pp-parcel-returns.yaml'))],
    ['/parcel/de/transportation/pickup/v3/', openContract(join(folder, 'parcel-de-pickup-v3.yaml'), PICKUP)],
  ];
  const contractOf = ({ path }: Pick<ApiRequest, 'path'>): OpenApiJudge | undefined =>
    contracts.find(([base]) => path.startsWith(base))?.[1];
  const at = join(folder, 'samples/from-tests');
  const text = (name: string): string => readFileSync(join(at, name), 'utf8');
  const json = (name: string): Record<string, unknown> => JSON.parse(text(`${name}.json`)) as Record<string, unknown>;

  let stand: TestSimulator;
  let all: readonly (Exchanged & { readonly operation: CarrierOperation })[];
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    all = await everything();
  });
  afterAll(() => stand.close());

  /** One of everything the connector says. */
  const everything = async (): Promise<(Exchanged & { operation: CarrierOperation })[]> => {
    const harness = { samples, simulator: stand.simulator };
    const found: (Exchanged & { operation: CarrierOperation })[] = [];
    const under = async <T>(
      operation: CarrierOperation,
      work: (env: ReturnType<typeof recordingEnv>['env']) => Promise<T>,
    ): Promise<T> => {
      const { env, all: exchanged } = recordingEnv(manifest, harness);
      const result = await work(env);
      found.push(...exchanged.map((one) => ({ ...one, operation })));
      return result;
    };
    const buy = (operation: CarrierOperation, shipment: ShipmentRequest, service: string, labelFormat: 'pdf' | 'zpl') =>
      under(operation, async (env) => {
        const input = newPurchase(harness, { shipment, service, labelFormat });
        const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
        expect(state.problem).toBeUndefined();
        const trackingNumbers = state.result.parcels?.map(({ trackingNumber }) => trackingNumber) ?? [];
        const carrierShipmentId = state.result.carrierShipmentId ?? '';
        const { reference } = input;
        return { reference, carrierShipmentId, trackingNumbers, kept: state.kept, service, destination: 'DE' };
      });
    const options2 = { signature: 'any', insuredValue: money(100_000, 'EUR') } as const;
    const plain = await buy('ship', { ...domestic, options: options2 }, 'V01PAK', 'zpl');
    const second = await buy('ship', domestic, 'V62KP', 'pdf');
    await buy('signature', { ...domestic, options: { signature: 'adult' } }, 'V01PAK', 'pdf');
    const locker = { ...domestic.to, address1: 'Packstation 105', address2: '12345678' };
    await buy('ship', { ...domestic, to: locker }, 'V01PAK', 'pdf');
    await buy('ship', { ...domestic, to: { ...locker, address1: 'Postfiliale 502' } }, 'V01PAK', 'pdf');
    for (const service of ['V53WPAK', 'V54EPAK', 'V66WPI'])
      await buy('international', crossBorder, service, service === 'V54EPAK' ? 'zpl' : 'pdf');
    await buy('returns', returned, 'V07PAK', 'pdf');
    await under('cancel', async (env) => {
      expect(await recoverStep(cancel, 'delete', plain, {}, env, options)).toMatchObject({ value: { kind: 'absent' } });
      expect((await drive(carrier, cancel, plain, env, freshDrive())).problem).toBeUndefined();
      expect(await recoverStep(cancel, 'delete', plain, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
    });
    await under('endOfDay', async (env) => {
      const input = {
        reference: newPurchase(harness).reference,
        uuid: '',
        from: domestic.from,
        date: '2026-11-23',
        shipments: [second],
      };
      const state = await drive(carrier, endOfDay, input, env, freshDrive<EndOfDayResult>());
      expect(state.problem).toBeUndefined();
      expect(await recoverStep(endOfDay, 'close', input, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
    });
    await under('pickup', async (env) => {
      if (!samples.pickup) throw new Error('samples.pickup is missing');
      const wish = { ...samples.pickup, date: workingDay(env.now(), manifest.pickup?.daysAhead) };
      expect(await pickup.availability?.(wish, env)).toMatchObject({ available: true });
      const { reference, uuid } = newPurchase(harness);
      const input = { ...wish, reference, uuid };
      const state = await drive(carrier, book, input, env, freshDrive<PickupResult>());
      expect(state.problem).toBeUndefined();
      const confirmation = state.result.confirmation ?? '';
      expect(await recoverStep(book, 'book', input, {}, env, options)).toMatchObject({
        value: { kind: 'found', result: { confirmation } },
      });
      const booked = { confirmation, reference, date: wish.date, wish, kept: {} };
      expect((await drive(carrier, cancelPickup, booked, env, freshDrive())).problem).toBeUndefined();
      expect(await recoverStep(cancelPickup, 'cancel', booked, {}, env, options)).toMatchObject({
        value: { kind: 'found' },
      });
    });
    await under('checkAddress', async (env) => {
      expect(await runCheckAddress(carrier, domestic.to, env)).toMatchObject({ value: { verdict: 'confirmed' } });
    });
    await under('testConnection', async (env) => {
      expect(await runTestConnection(carrier, env)).toMatchObject({ ok: true });
    });
    return found.filter(({ request }) => contractOf(request) !== undefined);
  };

  it('every request is valid by the documents', () => {
    const counts = new Map<CarrierOperation, { sent: number; valid: number }>();
    for (const { name, request, operation } of all) {
      const verdict = contractOf(request)?.judge(request);
      const count = counts.get(operation) ?? { sent: 0, valid: 0 };
      counts.set(operation, { sent: count.sent + 1, valid: count.valid + (verdict?.accepted === true ? 1 : 0) });
      expect([name, request.body, verdict]).toEqual([name, request.body, { accepted: true, why: 'valid' }]);
    }
    expect(all.length).toBeGreaterThanOrEqual(24);
    const RECOVERY = { ship: 'none', cancel: 'by-reference', endOfDay: 'by-reference', pickup: 'listing' } as const;
    for (const [operation, requests] of counts)
      noteEvidence(manifest.slug, operation, {
        requests,
        ...(operation in RECOVERY ? { recovery: RECOVERY[operation as keyof typeof RECOVERY] } : {}),
      });
  });

  it('the simulator answers as the documents say', () => {
    for (const { name, request, status, answer } of all)
      expect([name, contractOf(request)?.judgeAnswer(request, status, answer)]).toEqual([
        name,
        { accepted: true, why: 'valid' },
      ]);
  });

  const EXCEPTIONS: readonly ListedException[] = [
    {
      match: /^(create order|try out an order|check address): shipments\[0\] empty/,
      reason: 'Nothing of a shipment is required by the schema.',
    },
    {
      match:
        /^(create order|try out an order|check address): shipments\[0\]\.(product|shipper|consignee|details) removed/,
      reason: 'Optional by the schema; DHL makes no order without them.',
    },
    {
      match: /^(create order|try out an order|check address): shipments\[0\]\.billingNumber (removed|too long)/,
      reason: 'Optional and unanchored by the schema; DHL bills by it.',
    },
    {
      match: /^(create order|try out an order|check address): profile/,
      reason: 'Any text by the schema; only the group profile of the account is one.',
    },
    {
      match: /^create order: shipments\[0\]\.(customs|services|services\.bulkyGoods|refNo) (removed|empty)/,
      reason: 'Optional by the schema; the stand-in knows what the shipment needs.',
    },
    {
      match: /consignee\.(city|postalCode|country) /,
      reason: 'Right by the schema; the stand-in knows which places there are, and what goes where.',
    },
    {
      match: /shipments\[0\]\.(details\.(weight|dim)|shipDate|services\.additionalInsurance)/,
      reason: 'Right by the schema; DHL knows limits, days and amounts beside it.',
    },
    { match: /currency/, reason: 'A list of currencies by the schema; three letters here.' },
    {
      match: /^close out: (shipmentNumbers (removed|\w+)|profile)/,
      reason: 'Optional by the schema; only named ones are ever closed.',
    },
    { match: /^create return: receiverId/, reason: 'Any text by the schema; only registered receivers are.' },
    { match: /^create return: shipper\.postalCode/, reason: 'Five digits in Germany.' },
    {
      match: /^(check|book) pickup: customerDetails/,
      reason: 'Optional by the schema; this kind of pickup is billed by it.',
    },
    {
      match: /^(check|book) pickup: shipmentDetails/,
      reason: 'Optional by the schema; a pickup without parcels is none.',
    },
    { match: /^(check|book) pickup: pickupDetails\.pickupDate/, reason: 'Days that exist and lie ahead.' },
  ];

  it('the simulator refuses what the documents refuse', async () => {
    const once = all.filter(
      (one, index) =>
        one.request.body !== undefined &&
        one.status < 300 &&
        all.findIndex((other) => other.name === one.name && other.operation === one.operation) === index,
    );
    const token = once[0]?.request.headers['authorization'] ?? '';
    const send = async (request: ApiRequest): Promise<Verdict> => {
      const response = await fetch(`${stand.simulator.address}${request.path}`, {
        method: request.method,
        headers: { ...request.headers, authorization: token },
        body: request.body ?? null,
      });
      const words = await response.text();
      return { accepted: response.status < 300, why: `${response.status} ${words.slice(0, 160)}` };
    };
    const cases = once.map(
      ({ name, request }): DifferentialCase<ApiRequest> => ({
        name,
        request,
        mutants: jsonMutants(JSON.parse(request.body ?? 'null')).map(({ what, value }) => ({
          what,
          request: { ...request, body: JSON.stringify(value) },
        })),
        contract: (one) => contractOf(one)?.judge(one) ?? { accepted: false, why: 'no document' },
        simulator: send,
      }),
    );
    const { compared, refused, differences } = await compareVerdicts(
      cases.map((one) => ({ ...one, name: one.name })),
      EXCEPTIONS,
    );
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(500);
    expect(refused).toBeGreaterThan(300);
  });

  const purchase = { ...newPurchase({ samples, simulator: undefined }), service: 'V01PAK' };
  const create = (body: unknown, more: Partial<typeof purchase> = {}) =>
    runStep(ship, 'create', { ...purchase, ...more }, {}, playingEnv(manifest, credentials, body), options);

  /** Labels of the samples are cut short or words: the bytes of a whole one stand in. */
  const withLabels = (answer: Record<string, unknown>): Record<string, unknown> => ({
    ...answer,
    items: (answer['items'] as Record<string, unknown>[]).map((item) => ({
      ...item,
      label: { b64: PDF },
      ...('customsDoc' in item ? { customsDoc: { b64: PDF } } : {}),
    })),
  });

  it('recorded orders: number, label, paper for customs', async () => {
    const answers = [
      ['shipment.ShipmentResponse', '340434310428091700', ['label', 'customs-invoice']],
      ['shipment.ShipmentResponseWithCustomsDoc', 'CD530123554DE', ['label', 'customs-invoice']],
      ['shipment.ShipmentWeithReturnLabelResponse', '0034043333301020022796580', ['label']],
    ] as const;
    for (const [name, number, documents] of answers) {
      const outcome = await create(withLabels(json(name)));
      expect(outcome).toMatchObject({
        ok: true,
        value: { result: { carrierShipmentId: number, parcels: [{ trackingNumber: number }] } },
      });
      expect(
        outcome.ok && outcome.value.kind === 'done' && outcome.value.result?.files?.map(({ document }) => document),
      ).toEqual(documents);
    }
    // As it is: "string" is no label.
    expect(await create(json('shipment.ShipmentResponse'))).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect' },
    });
    noteEvidence(manifest.slug, 'ship', { samples: 3 });
  });

  it('recorded refusals are no purchases', async () => {
    for (const name of ['ValidationMessagesErrorResponse', 'MultipleValidationMessagesErrorResponse'])
      expect(await create(json(`shipment.${name}`))).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    noteEvidence(manifest.slug, 'ship', { samples: 2 });
  });

  it('a recorded void, pickup and its cancellation', async () => {
    const voided = { reference: 'x', carrierShipmentId: '340434310428091700', trackingNumbers: [], kept: {} };
    expect(
      await runStep(
        cancel,
        'delete',
        voided,
        {},
        playingEnv(manifest, credentials, json('shipment.ShipmentCancelResponse')),
        options,
      ),
    ).toMatchObject({ ok: true, value: { result: { refund: 'now' } } });
    if (!samples.pickup) throw new Error('samples.pickup is missing');
    const wish = { ...samples.pickup, date: '2026-11-24' };
    const confirmation = '837624af601a4fab9550e20e746cb1fe';
    expect(
      await runStep(
        book,
        'book',
        { ...wish, reference: 'P000000000000001', uuid: '' },
        {},
        playingEnv(manifest, credentials, json('pickup.PickupResponse')),
        options,
      ),
    ).toMatchObject({ ok: true, value: { result: { confirmation, date: '2026-01-29' } } });
    expect(
      await runStep(
        cancelPickup,
        'cancel',
        { confirmation, reference: 'P', date: wish.date, wish, kept: {} },
        {},
        playingEnv(manifest, credentials, json('pickup.PickupCancelResponse')),
        options,
      ),
    ).toMatchObject({ ok: true, value: { result: { messages: [] } } });
    noteEvidence(manifest.slug, 'cancel', { samples: 1 });
    noteEvidence(manifest.slug, 'pickup', { samples: 2 });
  });

  it('a recorded return', async () => {
    const receivers = [{ receiverId: 'deu', receiverAddress: { postalCode: '10115', city: 'Berlin' } }];
    const played = playingEnv(manifest, credentials, undefined, 201, {
      'receivers of returns': receivers,
      'create return': { ...json('return_shipment.ReturnShipmentResponse'), label: { b64: PDF } },
    });
    expect(
      await runStep(ship, 'create', { ...purchase, shipment: returned, service: 'V07PAK' }, {}, played, options),
    ).toMatchObject({ ok: true, value: { result: { carrierShipmentId: '999991587211' } } });
    noteEvidence(manifest.slug, 'returns', { samples: 1 });
  });

  it('recorded tracking: seven events, delivered to another person; and nothing known', async () => {
    const number = '00340434161094015902';
    const played = playingEnv(manifest, credentials, text('tracking.TrackingResponseXML.xml'));
    const tracked = await runTrack(carrier, { trackingNumbers: [number] }, played);
    expect(tracked.ok && tracked.value[0]?.problems).toEqual([]);
    expect(tracked.ok && tracked.value[0]?.events.map(({ status, occurredAt }) => [status, occurredAt])).toEqual([
      ['accepted', '2016-03-17T11:44'],
      ['in-transit', '2016-03-17T13:54'],
      ['accepted', '2016-03-17T13:55'],
      ['in-transit', '2016-03-17T15:51'],
      ['in-transit', '2016-03-18T03:32'],
      ['out-for-delivery', '2016-03-18T09:02'],
      ['delivered', '2016-03-18T10:02'],
    ]);
    const none = playingEnv(manifest, credentials, text('tracking.TrackingErrorResponseXML.xml'));
    const unknown = await runTrack(carrier, { trackingNumbers: [number] }, none);
    expect(unknown.ok && unknown.value[0]?.problems).toEqual([`DHL Parcel DE does not know ${number}.`]);
    const proof = playingEnv(manifest, credentials, text('tracking.TrackingResponseXML.xml'));
    const question = {
      trackingNumber: number,
      destination: { countryCode: 'AT', zipcode: '1010' },
      shipDate: '2016-03-17',
    };
    expect(await runProofOfDelivery(carrier, question, proof)).toMatchObject({
      ok: true,
      value: { signedBy: 'Kraemer', deliveredAt: '2016-03-18T10:02', files: [] },
    });
    noteEvidence(manifest.slug, 'track', { samples: 2 });
    noteEvidence(manifest.slug, 'proofOfDelivery', { samples: 1 });
  });
});
