/** Australia Post against its sample messages: what we send uses their members, what they answer is read with its meaning. */
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-australia-post/carrier';
import { readError } from '@scanship/carrier-australia-post/client';
import { crossBorder, domestic, samples } from '@scanship/carrier-australia-post/harness';
import { manifest } from '@scanship/carrier-australia-post/manifest';
import { simulator } from '@scanship/carrier-australia-post/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers } from '../rigs/samples-rig.ts';
import { recordingEnv } from '../rigs/simple-rig.ts';

const { ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { credentials } = samples.account;
const PDF = new Uint8Array(Buffer.from('%PDF-1.4 sample'));
const purchase = {
  ...newPurchase({ samples, simulator: undefined }),
  reference: 'XYZ-001-01',
  service: 'parcel-post-signature',
};

withVendorContract('carriers/australia-post', (folder) => {
  const all = join(folder, 'samples');
  const text = (name: string): string => sampleText(all, name);
  const json = (name: string): Record<string, unknown> => sampleJson(all, name);
  const env = (...answers: Parameters<typeof playing>[2]) => playing(manifest, credentials, answers);
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  /** The samples with the members that only pages of the documents have (README.md, "Sources"). */
  const shipmentSample = (): unknown => {
    interface Sample {
      readonly to: object;
      readonly items: readonly object[];
    }
    const [home, abroad] = json('shipment_request')['shipments'] as readonly Sample[];
    const address = { ...home?.to, country: 'AU' };
    const [item, foreign] = [home?.items[0], abroad?.items[0]];
    const features = { TRANSIT_COVER: { attributes: { cover_amount: 1000.5 } } };
    return {
      shipments: [
        { ...home, from: address, to: address, items: [{ ...foreign, ...item, features, invoice_number: 'x' }] },
      ],
    };
  };

  it('every request uses the members of the samples, with their types', async () => {
    const { env: open, all: sent } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const full: ShipmentRequest = { ...domestic, options: { insuredValue: money(100_050, 'AUD'), signature: 'any' } };
    const abroad: ShipmentRequest = {
      ...crossBorder,
      from: { ...crossBorder.from, taxIds: [{ kind: 'IOSS', number: 'IM3720000224' }] },
      to: { ...crossBorder.to, companyName: 'NZ Shop', address2: 'Floor 2', phone: '+64 4 555 0100' },
      customs: crossBorder.customs && { ...crossBorder.customs, purpose: 'Inter-Company', invoiceNumber: 'INV-1' },
    };
    for (const shipment of [full, abroad]) expect((await runRate(carrier, { shipment }, open)).ok).toBe(true);
    const buy = async (shipment: ShipmentRequest, service: string) => {
      const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service });
      const state = await drive(carrier, ship, input, open, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      expect((await recoverStep(ship, 'create', input, state.kept, open, options)).ok).toBe(true);
      const { carrierShipmentId = '', parcels = [] } = state.result;
      const trackingNumbers = parcels.map(({ trackingNumber }) => trackingNumber);
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
        service,
        destination: 'AU',
      };
    };
    await buy(abroad, 'intl-standard');
    const first = await buy(full, 'parcel-post-signature');
    const second = await buy(domestic, 'express-post');
    const closing = { reference: 'E000000000000001', uuid: '', from: domestic.from, date: '2026-11-23' };
    const closed = await drive(
      carrier,
      endOfDay,
      { ...closing, shipments: [first] },
      open,
      freshDrive<EndOfDayResult>(),
    );
    expect(closed.problem).toBeUndefined();
    expect((await drive(carrier, cancel, second, open, freshDrive())).problem).toBeUndefined();
    const prices = json('from-tests/rate.RateRequest');
    const sampleOf: Readonly<Record<string, unknown>> = {
      products: prices,
      'shipment price': shipmentSample(),
      'create shipment': shipmentSample(),
      'request label': json('label_request'),
      'create order': json('manifest_request'),
    };
    const held = sent.filter(({ request }) => request.body !== undefined);
    const wrong = held.flatMap(({ name, request }) =>
      strangers(JSON.parse(request.body ?? '{}'), sampleOf[name]).map((what) => `${name}: ${what}`),
    );
    expect(wrong).toEqual([]);
    expect(new Set(held.map(({ name }) => name))).toEqual(new Set(Object.keys(sampleOf)));
    for (const { request } of sent.filter(({ name }) => name !== 'label file')) {
      expect(request.headers).toMatchObject({
        authorization: expect.stringMatching(/^Basic /) as string,
        'account-number': '0000123456',
      });
    }
    // The link of a label is signed already; the key stays here.
    for (const { request } of sent.filter(({ name }) => name === 'label file'))
      expect(request.headers).not.toHaveProperty('authorization');
    for (const operation of ['rate', 'ship', 'international', 'cancel', 'endOfDay', 'insurance', 'signature'] as const)
      noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'listing' });
  });

  const summaryOf = (productId: string, total: number, gst: number): string =>
    JSON.stringify({
      shipments: [{ items: [{ product_id: productId }], shipment_summary: { total_cost: total, total_gst: gst } }],
    });

  it('products: three types are known, warnings are no problems; each is priced for itself', async () => {
    const open = env(text('rate_response'), summaryOf('E34', 42.7, 3.88), summaryOf('T28S', 9, 0.82), {
      status: 200,
      body: summaryOf('XXX', 34.94, 3.18),
    });
    expect(await runRate(carrier, { shipment: domestic }, open)).toMatchObject({
      ok: true,
      value: {
        offers: [
          {
            service: 'express-post',
            total: money(4270, 'AUD'),
            lines: [{ amount: money(3882, 'AUD') }, { code: 'GST', amount: money(388, 'AUD') }],
            token: { productId: 'E34' },
          },
          { service: 'parcel-post-signature', total: money(900, 'AUD'), token: { productId: 'T28S' } },
        ],
        problems: [
          {
            service: 'express-post-signature',
            message: 'Australia Post: shipments[0].items is another product than the one asked for.',
          },
        ],
      },
    });
    expect(open.sent.map(({ path }) => path)).toEqual([
      '/prices/items',
      '/prices/shipments',
      '/prices/shipments',
      '/prices/shipments',
    ]);
    noteEvidence(manifest.slug, 'rate', { samples: 1 });
  });

  /** The sample has three items; the connector makes one, which it calls 1. */
  const created = (name: string): string => text(name).replace('"SKU-1"', '"1"');

  it('a shipment: its number among three items, its price with GST', async () => {
    for (const name of ['shipment_response', 'from-tests/shipment.ShipmentResponse'])
      expect(await runStep(ship, 'create', purchase, { productId: 'T28S' }, env(created(name)), options)).toMatchObject(
        {
          ok: true,
          value: {
            keep: { shipmentId: '9lesEAOvOm4AAAFI3swaDRYB' },
            result: {
              carrierShipmentId: '9lesEAOvOm4AAAFI3swaDRYB',
              parcels: [{ trackingNumber: 'ABC000128B4C5' }],
              charged: {
                total: money(1300, 'AUD'),
                lines: [{ amount: money(1182, 'AUD') }, { code: 'GST', amount: money(118, 'AUD') }],
              },
            },
          },
        },
      );
    noteEvidence(manifest.slug, 'ship', { samples: 2 });
  });

  it('a label: its link is fetched, on a host of the samples', async () => {
    const kept = { shipmentId: 't4AK0EhQTu4AAAFeVsxGqhLO', labelRequest: 'c2991876-9596-42ed-aed3-dd11dcfb03ba' };
    const open = env(text('label_response'), PDF);
    expect(await runStep(ship, 'request', purchase, kept, env(text('label_response')), options)).toMatchObject({
      ok: true,
      value: { keep: { labelRequest: kept.labelRequest } },
    });
    expect(await runStep(ship, 'label', purchase, kept, open, options)).toMatchObject({
      ok: true,
      value: { result: { files: [{ document: 'label', format: 'pdf', bytes: PDF }] } },
    });
    const link = new URL(open.sent[1]?.path ?? '');
    expect(manifest.hosts).toContain(link.host);
    expect(open.sent[1]?.headers).toBeUndefined();
    noteEvidence(manifest.slug, 'ship', { samples: 1 });
  });

  it('an order has its number; a deleted shipment has an empty answer', async () => {
    const closing = {
      reference: 'My order reference',
      uuid: '',
      from: domestic.from,
      date: '2026-11-23',
      shipments: [],
    };
    const kept = { open: ['569b9a3accdc791c4ba34d6f'] };
    for (const name of ['manifest_response', 'from-tests/manifest.ManifestResponse'])
      expect(await runStep(endOfDay, 'create', closing, kept, env(text(name)), options)).toMatchObject({
        ok: true,
        value: { keep: { orderId: 'AP0000002422' } },
      });
    const bought = { reference: 'S1', carrierShipmentId: '794947717776', trackingNumbers: [], kept: {} };
    expect(
      await runStep(cancel, 'delete', bought, {}, env(text('from-tests/shipment.ShipmentCancelResponse')), options),
    ).toMatchObject({ ok: true, value: { result: { refund: 'now' } } });
    noteEvidence(manifest.slug, 'endOfDay', { samples: 2 });
    noteEvidence(manifest.slug, 'cancel', { samples: 1 });
  });

  it('news of articles and of consignments, and of a number that is wrong', async () => {
    const track = (name: string, ...trackingNumbers: readonly string[]) =>
      runTrack(carrier, { trackingNumbers }, env(text(name)));
    const tracked = await track('tracking_response', '7XX1000', '7XX1000634011427', 'ET123456789AU');
    if (!tracked.ok) throw new Error(tracked.problem.message);
    const [wrong, article, consignment] = tracked.value;
    expect(wrong?.problems).toEqual(['Australia Post: Invalid tracking ID.']);
    expect(article?.events[0]).toMatchObject({ status: 'delivered', place: 'ALEXANDRIA NSW' });
    expect(article?.events.map(({ status }) => status)).toContain('out-for-delivery');
    expect(article?.problems).toEqual([]);
    expect(consignment?.events.at(-1)).toMatchObject({
      status: 'label-created',
      text: 'Shipping information received by Australia Post',
      occurredAt: '2021-01-27T00:22:43+11:00',
    });
    const others = await track('from-tests/tracking.TrackingResponse', 'LX123456789US', '00123456789000123400');
    expect(others.ok && others.value.map(({ events }) => events[0]?.status)).toEqual(['delivered', 'delivered']);
    expect(others.ok && others.value[0]?.events.map(({ status }) => status)).toContain('customs');
    noteEvidence(manifest.slug, 'track', { samples: 2 });
  });

  it('errors are words with the field they are about', () => {
    const read = (name: string) => readObject(json(name)).list('errors', readError);
    expect(read('from-tests/shipment.ShipmentErrorResponse')[0]).toMatchObject({ code: '44003' });
    expect(read('error_response').map(({ code, words }) => [code, words.slice(0, 20)])).toEqual([
      ['41001', 'Customer information'],
      [undefined, 'The data you supplie'],
      ['ESB-10001', 'Invalid tracking ID'],
      [undefined, 'The data you supplie'],
    ]);
    expect(read('from-tests/tracking.ErrorResponse')[0]?.words).toMatch(/10 or less/);
  });

  it('no damage of a sample crashes or turns a value round', async () => {
    const numbers = ['7XX1000', '7XX1000634011427', 'ET123456789AU'];
    const tracked = await damage(
      text('tracking_response'),
      (body) => runTrack(carrier, { trackingNumbers: numbers }, env(body)),
      3,
    );
    const made = await damage(created('shipment_response'), (body) =>
      runStep(ship, 'create', purchase, { productId: 'T28S' }, env(body), options),
    );
    expect(tracked.played + made.played).toBeGreaterThan(300);
    expect([...tracked.faults, ...made.faults]).toEqual([]);
  });
});
