/**
 * EasyPost against the official answers of its documents: each one that an operation meets is read with its meaning, requests have
 * the members that EasyPost's own answers name, and the simulator answers in the same form.
 */
import { readAnswer } from '@scanship/carrier-easypost/check-address';
import { carrier } from '@scanship/carrier-easypost/carrier';
import { crossBorder, domestic, pickupWish, samples } from '@scanship/carrier-easypost/harness';
import { readRates } from '@scanship/carrier-easypost/rate';
import { simulator } from '@scanship/carrier-easypost/simulator';
import { readTrackers } from '@scanship/carrier-easypost/track';
import { openHarnessEnv } from '@scanship/connector-kit/conformance/conformance-harness';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playAll, playPickup, type SentCall } from '../rigs/aggregator-rig.ts';

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

const FULL: ShipmentRequest = {
  ...crossBorder,
  from: { ...crossBorder.from, taxIds: [{ kind: 'EORI', number: 'GB123456789000', countryCode: 'GB' }] },
  to: { ...crossBorder.to, companyName: 'Receiver Inc.', address2: 'Suite 4', email: 'receiver@example.com' },
  returnTo: crossBorder.from,
  options: { signature: 'adult', saturdayDelivery: true },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    invoiceNumber: 'INV-1',
    signer: 'T. Sender',
    dutiesAccount: { holder: 'third-party', number: 'A1B2C3', countryCode: 'US', postalCode: '14201' },
    items: crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M' })),
  },
};

withVendorContract('carriers/easypost', (folder) => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'samples/official-responses', `${name}.json`), 'utf8'));
  const note = (operation: CarrierOperation, count: number): void =>
    noteEvidence('easypost', operation, { samples: count });
  let stand: TestSimulator;
  let sent: readonly SentCall[];
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    const harness = { samples, simulator: stand.simulator };
    const played = await playAll(carrier, harness, [
      { service: samples.service, shipment: domestic },
      { service: 'UPSDAP.UPSStandard', shipment: FULL },
      ...(samples.returned ? [samples.returned] : []),
    ]);
    sent = [...played, ...(await playPickup(carrier, harness))];
  }, 60_000);
  afterAll(() => stand.close());

  /** An environment that answers each call with an official answer. */
  const answering = (answers: Readonly<Record<string, unknown>>): CarrierEnv => ({
    ...openHarnessEnv(carrier.manifest, { samples, simulator: stand.simulator }),
    http: {
      send: (request) => {
        const body = Buffer.from(JSON.stringify(answers[request.name]));
        return Promise.resolve(
          makeResponse('EasyPost', {
            status: 200,
            headers: { 'content-type': 'application/json' },
            bytes: new Uint8Array(body),
            traceId: 'official',
          }),
        );
      },
    },
  });

  it('a shipment holds prices of a carrier, each service known again', () => {
    for (const name of [
      'shipments/shipments-create',
      'shipments/shipments-retrieve',
      'returns/returns-create',
      'forms/forms-create',
    ]) {
      const answer = readRates(read(name), { shipment: domestic });
      expect([name, answer.problems]).toEqual([name, []]);
      const known = answer.offers.map((o) => [o.service, o.carriedBy?.service, o.total.currency]);
      expect(known).toContainEqual(['USPS.GroundAdvantage', 'USPS_GROUND_ADVANTAGE', 'USD']);
      expect(known).toContainEqual(['USPS.Priority', 'PRIORITY_MAIL', 'USD']);
      expect(known).toContainEqual(['USPS.Express', 'PRIORITY_MAIL_EXPRESS', 'USD']);
    }
    note('rate', 4);
  });

  it('a bought shipment has a number, a price and a label; a PNG is refused where a PDF was asked for', async () => {
    const bought = nodeOf(read('shipments/shipments-buy'));
    const id = String(bought.id);
    const confirm = carrier.ship?.steps.find(({ name }) => name === 'confirm');
    const input = {
      shipment: domestic,
      service: 'USPS.GroundAdvantage',
      reference: 'S000000000000001',
      uuid: '',
      labelFormat: 'pdf' as const,
    };
    await expect(confirm?.run(input, { shipmentId: id }, answering({ label: bought }))).rejects.toThrow(
      /label_file_type/,
    );
    const turned = { ...bought, postage_label: nodeOf(read('shipments/shipments-label')).postage_label };
    const thermal = { ...input, labelFormat: 'zpl' as const };
    const outcome = await confirm?.run(thermal, { shipmentId: id }, answering({ label: turned }));
    expect(outcome).toMatchObject({
      kind: 'done',
      keep: {
        link: expect.stringMatching(/^https:\/\/easypost-files\.s3-us-west-2\.amazonaws\.com\/.+\.zpl$/) as string,
      },
      result: {
        parcels: [{ trackingNumber: '9434600208303109842228' }],
        charged: { total: { minor: 945, currency: 'USD' } },
      },
    });
    note('ship', 2);
  });

  it('a list of shipments that were bought, with where each goes', async () => {
    const whole = nodeOf(read('shipments/shipments-list'));
    const env = answering({ 'list shipments': whole });
    const page = await carrier.listLabels?.({ since: new Date('2025-05-01T00:00:00Z') }, env);
    expect(page?.problems).toEqual([]);
    expect(page?.labels).toHaveLength(Array.isArray(whole.shipments) ? whole.shipments.length : -1);
    expect(page?.labels[0]).toMatchObject({
      trackingNumbers: ['9405500208303109884168'],
      madeAt: '2025-05-09T20:40:05.000Z',
      state: 'live',
      to: { countryCode: 'US' },
    });
    note('listLabels', 1);
  });

  it('a refund that was submitted', async () => {
    const refunded = nodeOf(read('shipping-refund/shipping-refund-refund'));
    const input = { reference: 'S', carrierShipmentId: String(refunded.id), trackingNumbers: [], kept: {} };
    const step = carrier.cancel?.steps.find(({ name }) => name === 'refund');
    expect(await step?.run(input, {}, answering({ 'refund label': refunded }))).toEqual({
      kind: 'done',
      result: { refund: 'later' },
    });
    expect(await carrier.refund?.(input, answering({ refund: refunded }))).toEqual({ state: 'pending' });
    note('cancel', 1);
    note('refund', 1);
  });

  it('trackers by their number; a place that is half named is none', () => {
    const list = nodeOf(read('trackers/trackers-list'));
    const [first] = Array.isArray(list.trackers) ? list.trackers.map(nodeOf) : [];
    const number = String(first?.tracking_code);
    const found = readTrackers(list, number);
    expect([found.trackingNumber, found.problems]).toEqual([number, []]);
    const one = readTrackers({ trackers: [read('trackers/trackers-retrieve')], has_more: false }, 'EZ1000000001');
    expect(one.events).toEqual([
      {
        occurredAt: '2025-04-09T20:40:17Z',
        status: 'label-created',
        code: 'pre_transit',
        text: 'Pre-Shipment Info Sent to USPS',
        place: undefined,
      },
      {
        occurredAt: '2025-04-10T09:17:17Z',
        status: 'label-created',
        code: 'pre_transit',
        text: 'Shipping Label Created',
        place: 'HOUSTON, TX',
      },
    ]);
    expect(one.estimatedDelivery).toBe('2025-05-09T20:40:17Z');
    expect(readTrackers(list, 'EZ0').problems).toHaveLength(1);
    note('track', 2);
  });

  it('addresses: one that is found and spelt otherwise, one that is not', () => {
    const asked = {
      ...domestic.to,
      address1: '417 Montgomery Street',
      address2: 'FL 5',
      city: 'San Francisco',
      provinceCode: 'CA',
      zipcode: '94104',
    };
    const found = readAnswer(nodeOf(read('addresses/addresses-verify')).address, asked);
    expect([found.verdict, found.suggestions[0]?.address1, found.suggestions[0]?.zipcode, found.residential]).toEqual([
      'corrected',
      '417 MONTGOMERY ST FL 5',
      '94104',
      false,
    ]);
    const unknown = readAnswer(read('addresses/addresses-verify-param'), asked);
    expect([unknown.verdict, unknown.messages]).toEqual(['unknown', ['Address not found.']]);
    note('checkAddress', 2);
  });

  it('a SCAN form that was made', async () => {
    const form = nodeOf(read('scan-form/scan-form-create'));
    const shipment = { ...nodeOf(read('shipments/shipments-buy')), scan_form: form };
    const paper = carrier.endOfDay?.steps.find(({ name }) => name === 'paper');
    const id = String(nodeOf(shipment).id);
    const input = { reference: 'E', uuid: '', from: domestic.from, date: '2026-11-23', shipments: [] };
    // Its file is no PDF here, which is said; everything before it was read.
    await expect(
      paper?.run(input, { ids: [id] }, answering({ 'scan form': shipment, 'scan form file': {} })),
    ).rejects.toThrow(/form_url does not lead to a PDF/);
    note('endOfDay', 1);
  });

  it('a pickup: a draft with its prices, bought, cancelled', async () => {
    const [draft, bought, cancelled] = ['create', 'buy', 'cancel'].map((name) =>
      nodeOf(read(`pickups/pickups-${name}`)),
    );
    const wish = { ...pickupWish, reference: 'P000000000000001', uuid: '' };
    const step = (name: string) => carrier.pickup?.book.steps.find((each) => each.name === name);
    const outcome = await step('draft')?.run(
      wish,
      { shipments: ['shp_00000000'] },
      answering({ 'draft pickup': draft }),
    );
    expect(outcome).toMatchObject({
      kind: 'done',
      keep: { pickupId: draft?.id, carrier: 'USPS', service: 'NextDay' },
      result: { charged: { total: { minor: 0, currency: 'USD' } } },
    });
    const kept = { pickupId: String(bought?.id), carrier: 'USPS', service: 'NextDay' };
    expect(await step('buy')?.run(wish, kept, answering({ 'buy pickup': bought }))).toEqual({
      kind: 'done',
      result: { confirmation: 'WTC65095508' },
    });
    expect(await carrier.pickup?.book.recover?.(wish, 'buy', kept, answering({ pickup: bought }))).toMatchObject({
      kind: 'found',
      result: { confirmation: 'WTC65095508' },
    });
    const booked = {
      confirmation: 'WTC65095510',
      reference: '',
      date: '',
      wish: pickupWish,
      kept: { pickupId: String(cancelled?.id) },
    };
    const [cancel] = carrier.pickup?.cancel?.steps ?? [];
    expect(await cancel?.run(booked, {}, answering({ 'cancel pickup': cancelled }))).toMatchObject({ kind: 'done' });
    note('pickup', 3);
  });

  it('a webhook is made once and changed afterwards; an event of another kind has no parcels', async () => {
    const list = nodeOf(read('webhooks/webhooks-list'));
    const input = { address: 'http://example.com', secret: 'a secret' };
    const env = answering({ webhooks: list, 'change webhook': read('webhooks/webhooks-update') });
    expect((await carrier.trackWebhook?.subscribe(input, env))?.account).toMatch(/^[0-9a-f]{32}$/);
    const fresh = answering({ webhooks: { webhooks: [] }, 'create webhook': read('webhooks/webhooks-create') });
    expect((await carrier.trackWebhook?.subscribe(input, fresh))?.account).toMatch(/^[0-9a-f]{32}$/);
    const event = { ...nodeOf(read('events/events-retrieve')), result: read('trackers/trackers-retrieve') };
    const body = new TextEncoder().encode(JSON.stringify(event));
    expect(carrier.trackWebhook?.understand('tracker.created', body).parcels[0]).toMatchObject({
      trackingNumber: 'EZ1000000001',
      events: [{ text: 'Pre-Shipment Info Sent to USPS' }, { text: 'Shipping Label Created' }],
      problems: [],
    });
    expect(carrier.trackWebhook?.understand('batch.updated', body).parcels).toEqual([]);
    note('trackPush', 4);
  });

  it('requests name only members that EasyPost’s own objects have', () => {
    const full = nodeOf(read('tax-identifiers/tax-identifiers-create'));
    const customs = nodeOf(full.customs_info);
    const items = Array.isArray(customs.customs_items) ? customs.customs_items.map(nodeOf) : [];
    const taxes = Array.isArray(full.tax_identifiers) ? full.tax_identifiers.map(nodeOf) : [];
    const pickup = nodeOf(read('pickups/pickups-create'));
    const known = new Set([
      ...Object.keys(full),
      ...Object.keys(pickup),
      ...Object.keys(nodeOf(read('webhooks/webhooks-create'))),
      ...Object.keys(nodeOf(full.from_address)),
      ...Object.keys(nodeOf(full.parcel)),
      ...Object.keys(customs),
      ...items.flatMap(Object.keys),
      ...taxes.flatMap(Object.keys),
      // Wrappers and the free-form options, by the documents ("Options").
      'shipment',
      'batch',
      'pickup',
      'carrier',
      'service',
      'address',
      'verify',
      'rate',
      'scan_form',
      'shipments',
      'options',
      'reference',
      'tax_identifiers',
      'label_format',
      'label_size',
      'label_date',
      'delivery_confirmation',
      'saturday_delivery',
      'incoterm',
      'invoice_number',
      'print_custom_1',
      'duty_payment',
      'type',
      'account',
      'postal_code',
    ]);
    const names = (value: unknown): string[] =>
      Array.isArray(value)
        ? value.flatMap(names)
        : isNode(value)
          ? Object.entries(value).flatMap(([name, member]) => [name, ...names(member)])
          : [];
    const all = sent.flatMap(({ request }) => (request.body === undefined ? [] : names(JSON.parse(request.body))));
    expect([...new Set(all)].filter((name) => !known.has(name))).toEqual([]);
    for (const operation of new Set(sent.map((call) => call.operation))) {
      const calls = sent.filter((call) => call.operation === operation).length;
      noteEvidence('easypost', operation, { requests: { sent: calls, valid: calls } });
    }
  });

  it('what the simulator answers has no member that an official shipment lacks', () => {
    const official = new Set(Object.keys(nodeOf(read('shipments/shipments-buy'))));
    const answers = sent.filter(({ name }) => name === 'buy label').map(({ answer }) => nodeOf(answer));
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers)
      expect(Object.keys(answer).filter((name) => !official.has(name) && name !== 'object')).toEqual([]);
  });
});
