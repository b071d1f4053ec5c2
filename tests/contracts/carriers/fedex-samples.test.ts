/** Recorded answers of FedEx, whole and damaged: what they say is read with its meaning, or absent with a message. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAvailability, readBooking, readCancelled } from '@scanship/carrier-fedex/pickup';
import { carrier } from '@scanship/carrier-fedex/carrier';
import { readUpload } from '@scanship/carrier-fedex/attach-document';
import { domestic, samples } from '@scanship/carrier-fedex/harness';
import { manifest } from '@scanship/carrier-fedex/manifest';
import { readLetters } from '@scanship/carrier-fedex/proof-of-delivery';
import type { CancelInput, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playing } from '../rigs/fedex-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const NUMBER = '794953535000';

withVendorContract('carriers/fedex', (folder) => {
  const sample = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'samples/from-tests', `${name}.json`), 'utf8')) as unknown;
  const purchase: ShipInput = { ...newPurchase({ samples, simulator: undefined }), service: 'STANDARD_OVERNIGHT' };
  const undo: CancelInput = {
    reference: purchase.reference,
    carrierShipmentId: NUMBER,
    trackingNumbers: [NUMBER],
    kept: {},
  };
  const cad = (minor: number) => ({ minor, currency: 'CAD' });
  const usd = (minor: number) => ({ minor, currency: 'USD' });

  it('an account price in its own currency, beside one in a preferred currency', async () => {
    const answer = await runRate(carrier, { shipment: domestic }, playing([{ json: sample('rate.RateResponse') }]));
    expect(answer).toMatchObject({
      ok: true,
      value: {
        offers: [
          {
            service: 'FEDEX_EXPRESS_SAVER',
            serviceName: 'FedEx Economy',
            total: usd(3854),
            lines: [
              { kind: 'base', amount: usd(2920) },
              { kind: 'fuel', code: 'FUEL', amount: usd(431) },
              { kind: 'tax', code: 'HST', amount: usd(503) },
            ],
            billableGrams: 3400,
          },
        ],
        problems: [],
      },
    });
    // No list price was answered, so none is shown; nothing is promised about days.
    expect(answer.ok && answer.value.offers[0]).toMatchObject({ retail: undefined, deliverBy: undefined });
    expect(cad(1)).not.toEqual(usd(1));
    noteEvidence('fedex', 'rate', { samples: 1 });
  });

  it('a shipment with its label', async () => {
    const result = await runStep(
      ship,
      'create',
      purchase,
      {},
      playing([{ json: sample('shipment.ShipmentResponse') }]),
      options,
    );
    expect(result, JSON.stringify(result).slice(0, 400)).toMatchObject({ ok: true });
    if (!result.ok || result.value.kind !== 'done') throw new Error('not done');
    expect(result.value.result).toMatchObject({
      carrierShipmentId: expect.stringMatching(/^\d{12}$/) as string,
      parcels: [{ number: 1, trackingNumber: expect.stringMatching(/^\d{12}$/) as string }],
    });
    noteEvidence('fedex', 'ship', { samples: 1 });
  });

  it('a cancelled shipment', async () => {
    const result = await runStep(
      cancel,
      'cancel',
      undo,
      {},
      playing([{ json: sample('shipment.ShipmentCancelResponse') }]),
      options,
    );
    expect(result).toMatchObject({ ok: true, value: { kind: 'done', result: { refund: 'now' } } });
    noteEvidence('fedex', 'cancel', { samples: 1 });
  });

  it('tracking, and its refusal', async () => {
    const tracked = await runTrack(
      carrier,
      { trackingNumbers: ['123456789012'] },
      playing([{ json: sample('tracking.TrackingResponse') }]),
    );
    expect(tracked).toMatchObject({
      ok: true,
      value: [
        {
          trackingNumber: '123456789012',
          events: [
            {
              occurredAt: '2018-02-02T12:01:00-07:00',
              status: 'accepted',
              code: 'PU',
              text: 'Picked Up: Package available for clearance',
              place: 'SEATTLE, WA, US',
            },
          ],
        },
      ],
    });
    const refused = await runTrack(
      carrier,
      { trackingNumbers: ['1'] },
      playing([{ json: sample('tracking.ErrorResponse'), status: 400 }]),
    );
    expect(refused.ok).toBe(false);
    noteEvidence('fedex', 'track', { samples: 2 });
  });

  it('a letter of delivery, a pickup and its end, an uploaded document', () => {
    const files = readLetters(sample('tracking.ProofOfDeliveryResponse'));
    expect(files.map((file) => file.document)).toEqual(['proof-of-delivery']);
    expect(readBooking(sample('pickup.PickupResponse'), 'FDXE')).toMatchObject({
      keep: { code: '3001', company: 'FDXE', location: 'COSA' },
      result: { confirmation: '3001', messages: ['The driver comes from FedEx station COSA.'] },
    });
    expect(readCancelled(sample('pickup.PickupCancelResponse'))).toMatchObject({ kind: 'done' });
    expect(readUpload(sample('document.DocumentUploadResponse'))).toEqual({ documentId: '090493e181586308' });
    // The contract's own example of a day.
    const day = { carrier: 'FDXE', available: true, pickupDate: '2019-01-20', cutOffTime: '18:30:00' };
    expect(readAvailability({ output: { options: [day] } }, '2019-01-20', 'FDXE')).toMatchObject({
      available: true,
      readyBy: '18:30',
    });
    noteEvidence('fedex', 'proofOfDelivery', { samples: 1 });
    noteEvidence('fedex', 'pickup', { samples: 3 });
    noteEvidence('fedex', 'attachDocument', { samples: 1 });
  });

  it('damaged prices and scans: no crash, no wrong value', async () => {
    const bodies = { rate: sample('rate.RateResponse'), track: sample('tracking.TrackingResponse') };
    const asks = {
      rate: (json: unknown) => runRate(carrier, { shipment: domestic }, playing([{ json }])),
      track: (json: unknown) => runTrack(carrier, { trackingNumbers: ['123456789012'] }, playing([{ json }])),
    };
    let runs = 0;
    for (const name of ['rate', 'track'] as const) {
      const whole = await asks[name](bodies[name]);
      const mutations = mutationsOf('application/json', new Uint8Array(Buffer.from(JSON.stringify(bodies[name]))));
      for (const [index, mutation] of mutations.entries()) {
        if (process.env['VERIFY'] === undefined && index % 10 !== 0) continue;
        const got = await asks[name](JSON.parse(Buffer.from(mutation.body).toString('utf8')));
        runs += 1;
        if (!got.ok) {
          expect(got.problem.vendorCode, `${mutation.path} ${mutation.how}`).not.toBe('connector-fault');
          continue;
        }
        const values = (answer: typeof got): unknown => (answer.ok ? answer.value : undefined);
        // An offer or event that is left out is no wrong value; messages are not compared.
        const { wrong } = survival(withoutMessages(values(whole as typeof got)), withoutMessages(values(got)));
        expect([mutation.path, mutation.how, wrong]).toEqual([mutation.path, mutation.how, []]);
      }
    }
    expect(runs).toBeGreaterThan(60);
  });
});

/** Events carry FedEx's words, which a missing remark shortens; everything else must be the same. */
const withoutMessages = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (key, v: unknown) => (key === 'problems' || key === 'text' ? undefined : v)),
  );
