/**
 * Easyship against saved samples of its API 2023-01. The connector speaks 2024-09, which renamed members; the renaming is
 * done here by name, and what is new in our requests is listed, so that nothing else can slip in.
 */
import { carrier } from '@scanship/carrier-easyship/carrier';
import { manifestMessage } from '@scanship/carrier-easyship/end-of-day';
import { crossBorder, domestic, pickupWish, samples } from '@scanship/carrier-easyship/harness';
import { labelMessage, ratesQuestion, shipmentMessage } from '@scanship/carrier-easyship/messages';
import { pickupMessage } from '@scanship/carrier-easyship/pickup';
import { readRates } from '@scanship/carrier-easyship/rate';
import { readTrackings } from '@scanship/carrier-easyship/track';
import { simulator } from '@scanship/carrier-easyship/simulator';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playAll, playPickup } from '../rigs/aggregator-rig.ts';
import { playing, sampleJson, sampleText, strangers } from '../rigs/samples-rig.ts';

/** Members of 2023-01 and what 2024-09 calls them ("Migrate from v2023 to v2024"). */
const RENAMED: Readonly<Record<string, string>> = {
  courier_selection: 'courier_settings',
  selected_courier_id: 'courier_service_id',
  allow_courier_fallback: 'allow_fallback',
  // Of pickups and manifests ("Changelog", courier accounts are couriers, and couriers are courier services).
  courier_id: 'courier_service_id',
  courier_account_id: 'courier_id',
};
const renamed = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(renamed)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, member]) => [RENAMED[name] ?? name, renamed(member)]))
      : value;

/** A rate of 2023-01 as 2024-09 writes it: the courier is an object, with the name of its company. */
function modernRate(rate: Record<string, unknown>, umbrella: string): Record<string, unknown> {
  const { courier_id: id, courier_name: name, ...rest } = rate;
  return { ...rest, courier_service: { id, name, umbrella_name: umbrella } };
}

const FULL: ShipmentRequest = {
  ...crossBorder,
  from: {
    ...crossBorder.from,
    address2: 'Suite 4',
    phone: '416-555-0100',
    email: 'sender@example.com',
    taxIds: [
      { kind: 'EORI', number: 'GB123456789000' },
      { kind: 'IOSS', number: 'IM1234567890' },
      { kind: 'VAT', number: 'GB123456789' },
    ],
  },
  to: {
    ...crossBorder.to,
    companyName: 'Receiver Inc.',
    address2: 'Apt 2',
    phone: '716-555-0100',
    email: 'receiver@example.com',
    residential: true,
    taxIds: [
      { kind: 'EIN', number: '12-3456789' },
      { kind: 'VAT', number: 'DE123456789' },
    ],
  },
  returnTo: crossBorder.from,
  options: { insuredValue: money(5000, 'CAD') },
  customs: crossBorder.customs && {
    ...crossBorder.customs,
    items: crossBorder.customs.items.map((item) => ({ ...item, sku: 'SHIRT-M' })),
  },
};
const SOLD = { courierService: '01563646-58c1-4607-8fe0-cae3e33c0001', reference: 'S000000000000001' };
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

withVendorContract('carriers/easyship', (vendor) => {
  const folder = join(vendor, 'samples');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());
  const answering = (body: unknown) => playing(carrier.manifest, samples.account.credentials, [JSON.stringify(body)]);

  it('members of our requests are members of the samples, of the same type', () => {
    const rates = renamed(sampleJson(folder, 'rate_request'));
    expect(strangers(plain(ratesQuestion(FULL, 'fashion', 'CAD')), rates)).toEqual([
      // Said by the sample of shipments.
      '.set_as_residential is not in the sample',
    ]);
    expect(strangers(plain(ratesQuestion(domestic, 'fashion')), rates)).toEqual([
      '.set_as_residential is not in the sample',
    ]);
    const made = renamed(sampleJson(folder, 'shipment_request'));
    expect(strangers(plain(shipmentMessage(FULL, 'fashion', SOLD)), made)).toEqual([
      // Said by the sample of rates.
      '.insurance.insured_amount is not in the sample',
      '.insurance.insured_currency is not in the sample',
    ]);
    const filing = { kind: 'itn', number: 'X20260824123456' } as const;
    const fromUs = {
      ...FULL,
      from: crossBorder.to,
      customs: FULL.customs && { ...FULL.customs, exportFiling: filing },
    };
    const filed = plain(shipmentMessage(fromUs, 'fashion', SOLD));
    expect(filed).toMatchObject({ eei_reference: filing.number });
    expect(strangers(filed, made).filter((stranger) => stranger.includes('eei'))).toEqual([]);
    const printing = sampleJson(folder, 'shipment_request').shipping_settings as { printing_options: object };
    expect(strangers(labelMessage(SOLD.courierService).printing_options, printing.printing_options)).toEqual([]);
    noteEvidence('easyship', 'rate', { requests: { sent: 2, valid: 2 } });
    noteEvidence('easyship', 'ship', { requests: { sent: 2, valid: 2 } });
  });

  it('every call of a whole run is taken by the simulator', async () => {
    const sent = await playAll(carrier, { samples, simulator: stand.simulator }, [
      { service: samples.service, shipment: samples.domestic },
      { service: 'ups.standard', shipment: domestic },
      { service: 'ups.standard', shipment: FULL },
    ]);
    expect(sent.filter(({ status }) => status >= 300).map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
    expect(new Set(sent.map(({ operation }) => operation)).size).toBeGreaterThanOrEqual(8);
  });

  it('prices of the samples are read with their parts', () => {
    const first = sampleJson(folder, 'rate_response').rates as Record<string, unknown>[];
    const hongKong = { ...domestic, from: { ...domestic.from, countryCode: 'HK' } };
    const one = readRates({ rates: first.map((rate) => modernRate(rate, 'Aramex')) }, hongKong, []);
    expect(one.offers.map((o) => [o.service, o.total, o.transitDays, o.lines.map((l) => l.amount.minor)])).toEqual([
      ['aramex.courier-1', { minor: 154_400, currency: 'HKD' }, 39, [14_400, 140_000]],
    ]);
    const many = JSON.parse(readFileSync(join(folder, 'from-tests', 'rate.RateResponse.json'), 'utf8')) as {
      rates: Record<string, unknown>[];
    };
    const carrierOf = (name: unknown): string => /^(UPS|USPS|FedEx|DHL)/.exec(String(name))?.[1] ?? 'Easyship';
    const states = { ...crossBorder.to };
    const answer = readRates(
      { rates: many.rates.map((rate) => modernRate(rate, carrierOf(rate.courier_name))) },
      { ...domestic, from: states, to: states },
      [],
    );
    expect(answer.problems.filter(({ message }) => !/higher price/.test(message))).toEqual([]);
    const found = new Map(answer.offers.map((o) => [o.service, o]));
    expect(found.get('fedex.ground')).toMatchObject({
      total: { minor: 4055, currency: 'USD' },
      transitDays: 3,
      carriedBy: { carrier: 'fedex', service: 'FEDEX_GROUND' },
    });
    expect(found.get('usps.priority-mail')?.carriedBy).toMatchObject({ carrier: 'usps', service: 'PRIORITY_MAIL' });
    noteEvidence('easyship', 'rate', { samples: 2 });
  });

  it('a bought label, and one that failed after it was paid', async () => {
    const read = (name: string): Record<string, unknown> => {
      const whole = JSON.parse(readFileSync(join(folder, 'from-tests', `${name}.json`), 'utf8')) as {
        shipment: Record<string, unknown>;
      };
      const { courier, rates, ...shipment } = whole.shipment;
      const list = Array.isArray(rates) ? (rates as Record<string, unknown>[]) : [];
      return {
        shipment: { ...shipment, courier_service: courier, rates: list.map((rate) => modernRate(rate, 'USPS')) },
      };
    };
    const label = carrier.ship?.steps.find((step) => step.name === 'label');
    const input = {
      shipment: domestic,
      service: 'usps.priority-mail',
      reference: SOLD.reference,
      uuid: '6f1c2f1e-0000-4000-8000-000000000001',
      labelFormat: 'pdf',
    } as const;
    const kept = { courierService: '7505df80-af51-46a0-b2ee-ac9eacfcd3e4', shipmentId: 'ESUS220509144' };
    const bought = read('shipment.ShipmentResponse') as { shipment: Record<string, unknown> };
    const papers = bought.shipment.shipping_documents as Record<string, unknown>[];
    // The sample's papers are shortened to a word, which is no PDF.
    const pdf = Buffer.from('%PDF-1.4').toString('base64');
    const whole = {
      shipment: {
        ...bought.shipment,
        shipping_documents: papers.map((paper) => ({ ...paper, base64_encoded_strings: [pdf] })),
      },
    };
    const outcome = await label?.run(input, kept, answering(whole));
    expect(outcome).toMatchObject({
      kind: 'done',
      result: { parcels: [{ number: 1, trackingNumber: expect.stringMatching(/^\d{20,22}$/) as unknown }] },
    });
    const failed = read('shipment.ShipmentWithoutLabelResponse');
    await expect(label?.run(input, { ...kept, shipmentId: 'ESUS222545538' }, answering(failed))).rejects.toMatchObject({
      problem: {
        kind: 'refused',
        message:
          'Easyship: Invalid address provided for Receiver Address - Unable to identify address if street number is missing.',
      },
    });
    noteEvidence('easyship', 'ship', { samples: 2 });
  });

  it('pickups: our request, the booking, its confirmation and its cancellation', async () => {
    const harness = { samples, simulator: stand.simulator };
    const sent = await playPickup(carrier, harness);
    expect(sent.filter(({ status }) => status >= 300).map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
    noteEvidence('easyship', 'pickup', { recovery: 'listing' });

    const asked = renamed(sampleJson(folder, 'pickup_request')) as Record<string, unknown>;
    const booking = {
      courierService: SOLD.courierService,
      date: '2022-02-23',
      slotId: SOLD.courierService,
      from: '12:00',
      to: '16:00',
      shipments: ['ESSG10006001'],
    };
    expect(plain(pickupMessage(booking))).toEqual(asked);
    noteEvidence('easyship', 'pickup', { requests: { sent: 1, valid: 1 } });

    const answer = sampleJson(folder, 'pickup_response');
    const input = {
      ...pickupWish,
      date: '2022-02-23',
      readyTime: '10:00',
      closeTime: '16:00',
      reference: SOLD.reference,
      uuid: '',
    };
    const kept = {
      shipments: booking.shipments,
      courierService: booking.courierService,
      slotId: booking.slotId,
      from: booking.from,
      to: booking.to,
    };
    const step = (name: string) => carrier.pickup?.book.steps.find((each) => each.name === name);
    expect(await step('book')?.run(input, kept, answering(answer))).toEqual({
      kind: 'done',
      keep: { pickupId: 'PHK10000001', bookedAt: '2026-11-23T12:00:00.000Z' },
    });
    // The sample's courier has not confirmed; a minute later its number and window stand.
    const booked = { ...kept, pickupId: 'PHK10000001', bookedAt: '2026-11-23T11:58:00.000Z' };
    expect(await step('confirm')?.run(input, booked, answering(answer))).toEqual({
      kind: 'done',
      result: {
        confirmation: 'string',
        date: '2022-02-23',
        readyTime: '12:00',
        closeTime: '16:00',
        messages: ['The driver comes to 123 Test Street, City.', 'The courier has not confirmed it yet.'],
      },
    });
    const cancel = carrier.pickup?.cancel?.steps.find(({ name }) => name === 'cancel');
    const { reference, uuid: _uuid, ...wish } = input;
    const open = { confirmation: 'string', reference, date: input.date, wish, kept: booked };
    expect(await cancel?.run(open, {}, answering(sampleJson(folder, 'pickup_cancel_response')))).toEqual({
      kind: 'done',
      result: { messages: [] },
    });
    noteEvidence('easyship', 'pickup', { samples: 2 });
  });

  it('manifests: our request and the answer, and its paper fetched without the token', async () => {
    expect(plain(manifestMessage(SOLD.courierService, ['ESSG10006001']))).toEqual(
      renamed(sampleJson(folder, 'manifest_request')),
    );
    noteEvidence('easyship', 'endOfDay', { requests: { sent: 1, valid: 1 }, recovery: 'listing' });
    const answer = sampleJson(folder, 'manifest_response');
    const shipment = {
      reference: SOLD.reference,
      carrierShipmentId: 'ESSG10006001',
      service: 'usps.priority-mail',
      trackingNumbers: [],
      destination: 'SG',
      kept: {},
    };
    const input = {
      reference: 'M000000000000001',
      uuid: '',
      from: domestic.from,
      date: '2022-02-22',
      shipments: [shipment],
    };
    const kept = { ids: ['ESSG10006001'], courier: SOLD.courierService, since: '2022-02-21', before: [] };
    const step = (name: string) => carrier.endOfDay?.steps.find((each) => each.name === name);
    const keep = { manifestId: '01563646-58c1-4607-8fe0-cae3e33c0001', count: 1 };
    expect(await step('close')?.run(input, kept, answering(answer))).toEqual({ kind: 'done', keep });
    const env = playing(carrier.manifest, samples.account.credentials, [
      JSON.stringify(answer),
      new Uint8Array(Buffer.from('%PDF-1.4')),
    ]);
    expect(await step('paper')?.run(input, { ...kept, ...keep }, env)).toMatchObject({
      kind: 'done',
      result: { manifestNumbers: ['ABC123'], files: [{ document: 'manifest', format: 'pdf' }], leftOut: [] },
    });
    expect(env.sent.map(({ path }) => path)).toEqual([`/2024-09/manifests/${keep.manifestId}`, 'http://document.url']);
    expect(env.sent[1]?.headers?.authorization).toBeUndefined();
    noteEvidence('easyship', 'endOfDay', { samples: 1 });
  });

  it('cancellation, checkpoints and refusals of the samples', async () => {
    const cancelled = carrier.cancel?.steps.find(({ name }) => name === 'cancel');
    const input = { reference: SOLD.reference, carrierShipmentId: 'ESSG10006001', trackingNumbers: [], kept: {} };
    expect(await cancelled?.run(input, {}, answering(sampleJson(folder, 'shipment_cancel_response')))).toEqual({
      kind: 'done',
      result: { refund: 'later' },
    });
    noteEvidence('easyship', 'cancel', { samples: 1 });

    const { tracking } = sampleJson(folder, 'tracking_response') as { tracking: Record<string, unknown> };
    // Placeholders of the sample stand where the reference lists words.
    const words = JSON.parse(JSON.stringify(tracking).replaceAll('"string"', '"Delivered"')) as Record<string, unknown>;
    const own = { shipments: [{ ...words, eta_date: null }] };
    expect(readTrackings(own, 'Z5400000001', 'ESSG10006002').events).toEqual([
      {
        occurredAt: '2024-05-01T00:00:00Z',
        status: 'delivered',
        code: 'Delivered',
        text: 'Delivered',
        place: 'City, State',
      },
    ]);
    noteEvidence('easyship', 'track', { samples: 1 });

    const env = playing(carrier.manifest, samples.account.credentials, [
      { status: 402, body: sampleText(folder, 'error_response') },
    ]);
    await carrier.rate?.({ shipment: domestic }, env).catch(() => undefined);
    const [call] = env.sent;
    const refusal = call?.readProblem?.({
      status: 402,
      headers: { 'content-type': 'application/json' },
      bytes: new Uint8Array(),
      text: () => sampleText(folder, 'error_response'),
      json: () => sampleJson(folder, 'error_response'),
      traceId: 'sample',
    });
    expect(refusal).toMatchObject({
      kind: 'refused',
      vendorCode: 'over_limit',
      message:
        'Easyship: We were unable to generate a label as your maximum balance limit has been reached. Please contact your account manager.',
    });
  });
});
