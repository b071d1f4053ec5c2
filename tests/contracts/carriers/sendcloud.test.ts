/**
 * Sendcloud against the vendor's OpenAPI documents: every request of theirs validates, and the simulator answers what they say.
 * Calls that stand in no saved document: shipping options, contracts, pickups. The documents' own examples are read with their meaning.
 */
import { carrier } from '@scanship/carrier-sendcloud/carrier';
import { errorsOf } from '@scanship/carrier-sendcloud/client';
import { crossBorder, domestic, samples } from '@scanship/carrier-sendcloud/harness';
import { simulator } from '@scanship/carrier-sendcloud/simulator';
import { readTracking } from '@scanship/carrier-sendcloud/track';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playAll, type SentCall } from '../rigs/aggregator-rig.ts';
import { type Correction, openContract } from '../judges/openapi.ts';
import { playing } from '../rigs/samples-rig.ts';

const FILES = [
  'sendcloud-shipments',
  'sendcloud-v3-parcel-documents',
  'sendcloud-v3-parcel-tracking',
  'sendcloud-v3-returns',
] as const;
/** Published by the vendor, but not among the saved documents. */
const UNSAVED = /^\/api\/v3\/(shipping-options|contracts|pickups)(\/|\?|$)/;

/** Schemas are named "errors" and are a list; the documents' own examples are an object with that list. */
const ERRORS: readonly Correction[] = [
  {
    at: 'components.schemas.errors',
    set: { type: ['array', 'object'] },
    reason: 'Every example of the document is {"errors": [...]}; its other documents allow both.',
  },
];

const FULL: ShipmentRequest = {
  ...crossBorder,
  from: {
    ...crossBorder.from,
    address2: '2e verdieping',
    email: 'sender@example.com',
    taxIds: [
      { kind: 'EORI', number: 'NL123456789', countryCode: 'NL' },
      { kind: 'IOSS', number: 'IM0000000001', countryCode: 'DE' },
    ],
  },
  to: {
    ...crossBorder.to,
    companyName: 'Receiver Inc.',
    email: 'receiver@example.com',
    taxIds: [{ kind: 'EIN', number: '12-3456789' }],
  },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    invoiceNumber: 'INV-1',
    items: crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M', hsCode: '6109.10.0012' })),
  },
};

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The value at a path of names. */
const dig = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((at, name) => (isNode(at) ? at[name] : undefined), value);

withVendorContract('carriers/sendcloud', (folder) => {
  const file = (name: string): string => join(folder, 'openapi', `${name}-openapi.yml`);
  const judges = FILES.map((name) => openContract(file(name), name === 'sendcloud-shipments' ? ERRORS : []));
  const pathOf = ({ request }: SentCall): string =>
    request.path.startsWith('/api/') ? request.path : `/api${request.path}`;
  /** The documents that know the call. */
  const verdictOf = (call: SentCall): string | undefined => {
    const request = { ...call.request, path: pathOf(call) };
    const said = judges.map((judge) => judge.judge(request));
    if (said.some(({ accepted }) => accepted)) return undefined;
    return said.map(({ why }) => why).find((why) => !why.startsWith('there is no')) ?? 'no document knows it';
  };
  let stand: TestSimulator;
  let sent: readonly SentCall[];
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    const harness = { samples, simulator: stand.simulator };
    sent = await playAll(carrier, harness, [
      { service: samples.service, shipment: domestic },
      { service: 'postnl:standard/signature', shipment: { ...domestic, options: { signature: 'any' } } },
      { service: 'ups:standard', shipment: crossBorder },
      ...(samples.returned ? [samples.returned] : []),
      { service: 'dhl_express:worldwide/incoterm=ddp', shipment: FULL },
    ]);
  }, 60_000);
  afterAll(() => stand.close());

  it('every request is what the documents ask for', () => {
    const saved = sent.filter((call) => !UNSAVED.test(pathOf(call)));
    const wrong = saved.flatMap((call) => {
      const why = verdictOf(call);
      return why === undefined ? [] : [`${call.name}: ${why}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
    for (const operation of new Set(saved.map((call) => call.operation))) {
      const calls = saved.filter((call) => call.operation === operation).length;
      noteEvidence('sendcloud', operation, { requests: { sent: calls, valid: calls } });
    }
    expect(new Set(saved.map((call) => call.name))).toEqual(
      new Set([
        'buy label',
        'find shipment',
        'label',
        'label file',
        'buy return label',
        'return label',
        'return state',
        'cancel return',
        'return refund',
        'customs-declaration file',
        'track parcel',
        'shipment state',
        'cancel shipment',
        'refund',
        'list shipments',
        'check address',
      ]),
    );
  });

  it('the simulator answers what the documents say', () => {
    const described = sent.filter(({ answer }) => answer !== undefined).filter((call) => !UNSAVED.test(pathOf(call)));
    const wrong = described.flatMap((call) => {
      const said = judges.map((judge) =>
        judge.judgeAnswer({ method: call.request.method, path: pathOf(call) }, call.status, call.answer),
      );
      const known = said.filter(({ why }) => !why.startsWith('there is no'));
      return known.some(({ accepted }) => accepted) ? [] : [`${call.name}: ${known[0]?.why ?? 'not described'}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
    expect(described.length).toBeGreaterThan(20);
  });

  it('a body the document refuses is refused, by it and by the simulator', async () => {
    const bought = sent.findLast(({ name }) => name === 'buy label');
    const body = JSON.parse(bought?.request.body ?? '{}') as {
      parcels: { weight: object; parcel_items: object[] }[];
      to_address: object;
      customs_information: object;
    };
    const [parcel] = body.parcels;
    const spoilt = [
      { ...body, parcels: [] },
      { ...body, to_address: { ...body.to_address, name: undefined } },
      { ...body, ship_with: { type: 'contract', properties: {} } },
      { ...body, label_details: { mime_type: 'image/gif' } },
      { ...body, parcels: [{ ...parcel, weight: { value: 1250, unit: 'g' } }] },
      { ...body, parcels: [{ ...parcel, parcel_items: [{ ...parcel?.parcel_items[0], hs_code: undefined }] }] },
      { ...body, customs_information: { ...body.customs_information, export_reason: 'return' } },
    ];
    for (const wrong of spoilt) {
      const request = {
        method: 'POST',
        path: '/api/v3/shipments/announce',
        headers: bought?.request.headers ?? {},
        body: JSON.stringify(wrong),
      };
      expect(judges[0]?.judge(request).accepted, JSON.stringify(wrong).slice(0, 120)).toBe(false);
      const response = await fetch(`${stand.simulator.address}/api/v3/shipments/announce`, {
        method: 'POST',
        headers: { ...bought?.request.headers },
        body: JSON.stringify(wrong),
      });
      expect(response.status).toBe(400);
      expect(errorsOf(await response.json())).toHaveLength(1);
    }
  });

  it('the documents’ own examples are read with their meaning', async () => {
    const shipments: unknown = parse(readFileSync(file('sendcloud-shipments'), 'utf8'));
    const answers = (path: string, method: string, status: string): unknown =>
      dig(shipments, 'paths', path, method, 'responses', status, 'content', 'application/json', 'examples');
    const announced = answers('/shipments/announce', 'post', '201');
    const confirm = carrier.ship?.steps.find(({ name }) => name === 'confirm');
    const input = {
      shipment: domestic,
      service: samples.service,
      reference: 'S000000000000001',
      uuid: '6f1c2f1e-0000-4000-8000-000000000001',
      labelFormat: 'pdf',
    } as const;
    const read = (example: unknown): unknown =>
      confirm?.run(
        input,
        { shipmentId: 'XXX-Shipment-id' },
        playing(carrier.manifest, samples.account.credentials, [JSON.stringify(example)]),
      );
    for (const name of ['CreatedSingleParcelDomesticShipment', 'CreatedCustomsRequiredShipment'])
      expect(await read(dig(announced, name, 'value')), name).toMatchObject({
        keep: { parcelId: 383707309, customs: false },
        result: { parcels: [{ number: 1, trackingNumber: '3SYZXG8498635' }] },
      });
    await expect(read(dig(announced, 'DomesticSingleParcelShipmentAnnouncementFailed', 'value'))).rejects.toMatchObject(
      {
        problem: {
          kind: 'refused',
          message: 'Sendcloud: Service error: An error occurred while connecting to the carrier.',
        },
      },
    );
    noteEvidence('sendcloud', 'ship', { samples: 3 });

    const rejected = dig(answers('/shipments/{id}/cancel', 'post', '409'), 'CancellationRejected', 'value');
    expect(errorsOf(rejected)[0]).toMatchObject({ detail: 'This shipment is already being cancelled.' });
    noteEvidence('sendcloud', 'cancel', { samples: 1 });

    const tracking: unknown = parse(readFileSync(file('sendcloud-v3-parcel-tracking'), 'utf8'));
    const parcel = dig(tracking, 'components', 'schemas', 'parcel-tracking-response', 'example');
    expect(readTracking(parcel, '123456789')).toEqual({
      trackingNumber: '123456789',
      estimatedDelivery: '2024-01-03',
      events: [
        {
          occurredAt: '2024-01-02T00:00:00Z',
          status: 'accepted',
          code: 'accepted',
          text: 'Parcel has been accepted by the carrier.',
        },
      ],
      problems: [],
    });
    noteEvidence('sendcloud', 'track', { samples: 1 });
  });
});
