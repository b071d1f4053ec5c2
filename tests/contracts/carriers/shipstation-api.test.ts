/**
 * ShipStation API against the vendor's OpenAPI document: every request validates, and the simulator answers what the document says.
 * Sample messages of a public integration are read with their meaning.
 */
import { carrier } from '@scanship/carrier-shipstation-api/carrier';
import { readRates } from '@scanship/carrier-shipstation-api/rate';
import { readTracking } from '@scanship/carrier-shipstation-api/track';
import { crossBorder, domestic, samples } from '@scanship/carrier-shipstation-api/harness';
import { simulator } from '@scanship/carrier-shipstation-api/simulator';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playAll, playPickup, type SentCall } from '../rigs/aggregator-rig.ts';
import { type Correction, openContract } from '../judges/openapi.ts';

/** Schemas made of parts that forbid each other's members; taken strictly, nothing at all is valid. */
const COMPOSED = [
  'calculate_rates_request_body',
  'create_label_request_body',
  'label_request',
  'shipment_request',
  'address_validating_shipment',
  'partial_shipment',
  'shipping_address_to',
  'shipping_address_from',
  'shipping_address',
  'partial_shipping_address_to',
  'partial_shipping_address',
  'address',
  'partial_address',
  'address_to_validate',
  'rate_request_options',
  'schedule_pickup_request_body',
];
const reason = 'It is combined with parts whose members it forbids, so nothing could ever be valid.';

const WITH_TAXES: ShipmentRequest = {
  ...crossBorder,
  from: { ...crossBorder.from, taxIds: [{ kind: 'EIN', number: '12-3456789', countryCode: 'US' }] },
  to: { ...crossBorder.to, companyName: 'Receiver Inc.', address2: 'Suite 4', email: 'receiver@example.com' },
  options: { signature: 'adult', insuredValue: money(5000, 'CAD'), saturdayDelivery: true },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    incoterm: 'DDP',
    dutiesPaidBy: 'Shipper',
    invoiceNumber: 'INV-1',
    exportFiling: { kind: 'proof-of-report', number: 'AB12342026082417' },
    items: crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M', hsCode: '6109.10.0012' })),
  },
};

/** Paths of schemas that are `nullable` without a type. */
function untyped(value: unknown, path: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = !Array.isArray(value) && 'nullable' in value && !('type' in value) && typeof value.nullable === 'boolean';
  const below = Object.entries(value).flatMap(([key, member]) =>
    key === 'example' || key === 'examples' ? [] : untyped(member, [...path, key]),
  );
  return own ? [path.join('.'), ...below] : below;
}

withVendorContract('carriers/shipengine', (folder) => {
  const document = readFileSync(join(folder, 'openapi.yaml'), 'utf8');
  const closed = COMPOSED.filter((name) => new RegExp(`\\n    ${name}:\\n`).test(document));
  const corrections: Correction[] = closed.map((name) => ({
    at: `components.schemas.${name}`,
    set: { additionalProperties: true },
    reason,
  }));
  corrections.push({
    at: 'components.schemas.connect_lasership_request_body',
    set: { properties: {} },
    reason: 'A form of a carrier connected elsewhere; its types are no types ("string,").',
  });
  // OpenAPI 3.0 wants a type beside `nullable`; where the document names none, null is not taken here.
  corrections.push(
    ...untyped(parse(document)).map((at) => ({
      at,
      set: { nullable: undefined },
      reason: 'There is no type beside it.',
    })),
  );
  corrections.push({
    at: 'components.schemas.calculate_rates_request_body',
    set: { required: ['shipment', 'rate_options'], oneOf: [{}] },
    reason: 'It demands a shipment and the id of one at once, and both of its alternatives have no required member.',
  });
  const contract = openContract(join(folder, 'openapi.yaml'), corrections);
  let stand: TestSimulator;
  let sent: readonly SentCall[];
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    const harness = { samples, simulator: stand.simulator };
    const played = await playAll(carrier, harness, [
      { service: samples.service, shipment: domestic },
      { service: samples.service, shipment: WITH_TAXES },
      ...(samples.returned ? [samples.returned] : []),
    ]);
    sent = [...played, ...(await playPickup(carrier, harness))];
  }, 60_000);
  afterAll(() => stand.close());

  it('every request is what the document asks for', () => {
    const wrong = sent.flatMap(({ name, request }) => {
      const verdict = contract.judge(request);
      return verdict.accepted ? [] : [`${name}: ${verdict.why}`];
    });
    expect([...new Set(wrong)]).toEqual([]);
    for (const operation of new Set(sent.map((call) => call.operation))) {
      const calls = sent.filter((call) => call.operation === operation).length;
      noteEvidence('shipstation-api', operation, { requests: { sent: calls, valid: calls } });
    }
    expect(new Set(sent.map((call) => call.operation)).size).toBeGreaterThanOrEqual(9);
  });

  it('members the connector sends are members of the document', () => {
    // The loosened schemas no longer say so themselves.
    const known = new Set([...document.matchAll(/^ +([a-z][a-z0-9_]*):/gm)].map(([, name]) => name));
    const names = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(names)
        : typeof value === 'object' && value !== null
          ? Object.entries(value).flatMap(([name, member]) => [name, ...names(member)])
          : [];
    const all = sent.flatMap(({ request }) => (request.body === undefined ? [] : names(JSON.parse(request.body))));
    expect([...new Set(all)].filter((name) => !known.has(name))).toEqual([]);
  });

  it('a body the document refuses is refused, by it and by the simulator', async () => {
    const bought = sent.find(({ name }) => name === 'buy label');
    const body = JSON.parse(bought?.request.body ?? '{}') as { shipment: { packages: { weight: object }[] } };
    const spoilt = [
      { ...body, label_format: 'gif' },
      { ...body, shipment: { ...body.shipment, packages: [] } },
      { ...body, shipment: { ...body.shipment, carrier_id: 'ups' } },
      { ...body, shipment: { ...body.shipment, confirmation: 'maybe' } },
    ];
    for (const wrong of spoilt) {
      const request = {
        ...bought?.request,
        method: 'POST',
        path: '/v1/labels',
        headers: bought?.request.headers ?? {},
      };
      expect(contract.judge({ ...request, body: JSON.stringify(wrong) }).accepted).toBe(false);
      const response = await fetch(`${stand.simulator.address}/v1/labels`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'api-key': 'TEST_alphaShipStationKey0001' },
        body: JSON.stringify(wrong),
      });
      expect(response.status).toBe(400);
    }
  });

  it('a pickup the document refuses is refused, by it and by the simulator', async () => {
    const booked = sent.find(({ name }) => name === 'book pickup');
    const body = JSON.parse(booked?.request.body ?? '{}') as Record<string, object>;
    const { label_ids: _labels, ...noLabels } = body;
    const { pickup_window: _window, ...noWindow } = body;
    const spoilt = [
      noLabels,
      noWindow,
      { ...body, contact_details: { ...body['contact_details'], phone: '911' } },
      { ...body, contact_details: { ...body['contact_details'], email: undefined } },
      { ...body, label_ids: ['a label'] },
      { ...body, pickup_window: { ...body['pickup_window'], start_at: 'at noon' } },
    ];
    for (const wrong of spoilt) {
      const headers = { 'content-type': 'application/json', 'api-key': 'TEST_alphaShipStationKey0001' };
      const request = { method: 'POST', path: '/v1/pickups', headers, body: JSON.stringify(wrong) };
      expect(contract.judge(request).accepted).toBe(false);
      const response = await fetch(`${stand.simulator.address}/v1/pickups`, request);
      expect(response.status).toBe(400);
    }
  });

  it('sample messages are read with their meaning', () => {
    const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'samples', name), 'utf8'));
    // The sample leaves out what the document requires of a rate, and has currencies in capitals.
    const sample = read('rate_response.json') as { rate_response: { rates: object[] } };
    const rates = sample.rate_response.rates.map((rate) => ({ ...rate, validation_status: 'valid' }));
    const answer = readRates(
      { rate_response: { rates } },
      { ...domestic, from: crossBorder.to, to: crossBorder.to },
      [],
    );
    expect(
      answer.offers.map((o) => [o.service, o.total.minor, o.transitDays, o.deliverBy, o.carriedBy?.service]),
    ).toEqual([
      ['ups.ups_ground', 1250, 3, '2024-01-18', '03'],
      ['fedex.fedex_2day', 2949, 2, '2024-01-16', 'FEDEX_2_DAY'],
    ]);
    const tracking = read('tracking_response.json') as { events: object[] };
    const coded = {
      ...tracking,
      events: tracking.events.map((e, at) => ({ ...e, status_code: at === 0 ? 'DE' : 'IT' })),
    };
    expect(readTracking(coded, '1Z999AA1234567890').events.map((e) => [e.occurredAt, e.status, e.text])).toEqual([
      ['2024-01-15T10:30:00Z', 'delivered', 'Package delivered'],
      ['2024-01-15T08:00:00Z', 'in-transit', 'Out for delivery'],
    ]);
    noteEvidence('shipstation-api', 'rate', { samples: 1 });
    noteEvidence('shipstation-api', 'track', { samples: 1 });
  });
});
