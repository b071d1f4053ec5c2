/** Recorded answers of UPS, whole and damaged: prices, numbers, days and statuses are what UPS said, or absent with a message. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-ups/carrier';
import { crossBorder, samples } from '@scanship/carrier-ups/harness';
import { manifest } from '@scanship/carrier-ups/manifest';
import type {
  CancelInput,
  CancelResult,
  RateAnswer,
  RateOffer,
  ShipInput,
  ShipResult,
} from '@scanship/connector-kit/carrier/carrier';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { mutationsOf, survival, type Mutation } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { StepOutcome } from '@scanship/connector-kit/steps/steps';
import { labelPicturePdf } from '@scanship/documents/labels/label-image';
import { pageSizes } from '@scanship/documents/pdf/pdf-pages';
import { rasterPage } from '@scanship/documents/pdf/pdf-raster';
import type { Result } from '@scanship/domain/values/result';
import { describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playing } from '../rigs/ups-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };

/** "11 UPS Standard 13.54 (35.30) 3 2024-10-04": service, cost, published price, working days, day. */
const inWords = (o: RateOffer): string =>
  [
    o.service,
    o.serviceName,
    (o.total.minor / 100).toFixed(2),
    o.retail ? `(${(o.retail.minor / 100).toFixed(2)})` : '-',
    o.transitDays,
    o.deliverBy,
  ].join(' ');
const lines = (o: RateOffer | undefined): (string | number)[] =>
  (o?.lines ?? []).flatMap((line) => [line.kind, line.code, line.amount.minor]);

withVendorContract('carriers/ups', (folder) => {
  const sample = (name: string): unknown =>
    JSON.parse(readFileSync(join(folder, 'samples/from-tests', `${name}.json`), 'utf8')) as unknown;
  const purchase: ShipInput = newPurchase({ samples, simulator: undefined });
  const bought: CancelInput = {
    reference: purchase.reference,
    carrierShipmentId: '1ZXXXXXXXXXXXXXXXX',
    trackingNumbers: ['1ZXXXXXXXXXXXXXXXX'],
    kept: {},
  };
  const ask = {
    rate: (json: unknown, shipment = samples.domestic) => runRate(carrier, { shipment }, playing([{ json }])),
    ship: (json: unknown) => runStep(ship, 'create', purchase, {}, playing([{ json }]), options),
    void: (json: unknown) => runStep(cancel, 'void', bought, {}, playing([{ json }]), options),
    track: (json: unknown, status = 200) =>
      runTrack(carrier, { trackingNumbers: ['1Z023E2X0214323462'] }, playing([{ json, status }])),
  };
  const valueOf = <T>(result: Result<T, ConnectorProblem>): T => {
    if (!result.ok) throw new Error(result.problem.message);
    return result.value;
  };
  /** The same answer of an account without negotiated prices. */
  const publishedOnly = (json: unknown): unknown =>
    JSON.parse(JSON.stringify(json, (key, value: unknown) => (key === 'NegotiatedRateCharges' ? undefined : value)));

  describe('what they say', () => {
    it('prices to the United States: six services, negotiated beside published, days and dates', async () => {
      noteEvidence('ups', 'rate', { samples: 1 });
      const answer = valueOf(await ask.rate(sample('rate.RateResponseWithTotalChargesJSON'), crossBorder));
      expect(answer.offers.map(inWords)).toEqual([
        '14 UPS Express Early 66.23 (275.95) 1 2024-10-02',
        '07 UPS Worldwide Express 31.35 (130.64) 1 2024-10-02',
        '65 UPS Express Saver 17.39 (124.19) 1 2024-10-02',
        '08 UPS Worldwide Expedited 15.07 (107.63) 2 2024-10-03',
        '12 UPS 3 Day Select 22.65 (94.36) 3 2024-10-04',
        '11 UPS Standard 13.54 (40.96) 3 2024-10-04',
      ]);
      expect(answer.offers.map((o) => o.total.currency)).toEqual(Array(6).fill('CAD'));
      expect(lines(answer.offers[5])).toEqual(['base', 'BASE', 1130, 'fuel', '375', 169, 'surcharge', '434', 55]);
      // 2.0 lb.
      expect(answer.offers[0]?.billableGrams).toBe(907);
      expect(answer.problems.map((p) => [p.vendorCode, p.message])).toEqual([
        ['110920', 'Ship To Address Classification is changed from Residential to Commercial'],
      ]);
    });

    it('prices inside Canada: published ones with tax and signature add up', async () => {
      noteEvidence('ups', 'rate', { samples: 1 });
      const answer = valueOf(await ask.rate(publishedOnly(sample('rate.RateResponseJSON'))));
      expect(answer.offers.map(inWords)).toEqual([
        '14 UPS Express Early 347.47 - 1 2025-05-27',
        '01 UPS Express 306.55 - 1 2025-05-27',
        '13 UPS Express Saver 273.81 - 1 2025-05-27',
        '02 UPS Expedited 260.01 - 2 2025-05-28',
        '11 UPS Standard 134.18 - 6 2025-06-04',
      ]);
      expect(lines(answer.offers[4])).toEqual(
        [
          ['base', 'BASE', 9390],
          ['fuel', '375', 2174],
          ['surcharge', '434', 70],
          ['surcharge', '270', 480],
          ['option', '120', 665],
          ['tax', 'GST', 639],
        ].flat(),
      );
      expect(answer.offers[4]?.billableGrams).toBe(11_300);
      expect(answer.problems).toEqual([]);
    });

    it('the negotiated prices of that answer contradict themselves: the total counts, and what is wrong is named', async () => {
      noteEvidence('ups', 'rate', { samples: 1 });
      // 321.03 and twice 16.38 GST are not 344.00.
      const answer = valueOf(await ask.rate(sample('rate.RateResponseJSON')));
      expect(answer.offers).toHaveLength(5);
      expect(answer.offers[0]?.total).toEqual({ minor: 34_400, currency: 'CAD' });
      expect(answer.offers[0]?.lines.at(-1)).toMatchObject({ label: 'Other charges', amount: { minor: 6_013 } });
      expect(answer.problems).toEqual([]);
    });

    it('a label: masked number, PNG on its side, published price with HST because none is negotiated', async () => {
      noteEvidence('ups', 'ship', { samples: 1 });
      const outcome = valueOf(await ask.ship(sample('shipment.ShipmentResponseJSON')));
      if (outcome.kind !== 'done') throw new Error('not done');
      const { result } = outcome;
      expect(result?.carrierShipmentId).toBe('1ZXXXXXXXXXXXXXXXX');
      expect(result?.parcels?.map((p) => p.trackingNumber)).toEqual(['1ZXXXXXXXXXXXXXXXX']);
      expect(result?.charged).toEqual({
        lines: [
          { kind: 'base', code: 'BASE', label: 'Transportation', amount: { minor: 13_515, currency: 'CAD' } },
          { kind: 'tax', code: 'HST', label: 'HST', amount: { minor: 2027, currency: 'CAD' } },
        ],
        total: { minor: 15_542, currency: 'CAD' },
      });
      const [file] = result?.files ?? [];
      if (file?.kind !== 'bytes' || file.format !== 'png' || !file.picture) throw new Error('no picture');
      const pdf = await labelPicturePdf(file.bytes, 'png', file.picture);
      expect(await pageSizes(pdf)).toEqual([{ width: 288, height: 432 }]);
      // Upright: the thick bars above service and below barcode lie across the page.
      const page = await rasterPage(pdf, 0, 200);
      const black = (y: number): number =>
        page.data.subarray(y * page.width, (y + 1) * page.width).reduce((n, value) => n + (value < 128 ? 1 : 0), 0);
      expect([645, 1005].map((y) => black(y) > 780)).toEqual([true, true]);
      expect(black(300)).toBeLessThan(400);
    });

    it('a return label: no price that is known to be ours', async () => {
      noteEvidence('ups', 'returns', { samples: 1 });
      const outcome = valueOf(await ask.ship(sample('return_shipment.ShipmentResponseJSON')));
      if (outcome.kind !== 'done') throw new Error('not done');
      expect(outcome.result?.parcels).toHaveLength(1);
      expect(outcome.result?.files?.map((f) => f.kind === 'bytes' && f.format)).toEqual(['png']);
      expect(outcome.result?.charged).toBeUndefined();
    });

    it('a void: shipment and package say so', async () => {
      noteEvidence('ups', 'cancel', { samples: 1 });
      expect(valueOf(await ask.void(sample('shipment.ShipmentCancelResponseJSON')))).toEqual({
        kind: 'done',
        result: { refund: 'now' },
      });
    });

    it('tracking: released by customs, at local time in New Jersey', async () => {
      noteEvidence('ups', 'track', { samples: 1 });
      const [parcel] = valueOf(await ask.track(sample('tracking.TrackingResponseJSON')));
      expect(parcel?.events).toEqual([
        {
          occurredAt: '2021-02-10T07:13:56',
          zone: 'America/New_York',
          status: 'customs',
          code: 'X/SR',
          text: 'Your package was released by the customs agency.',
          place: 'Wayne, NJ, US',
        },
      ]);
      // Its delivery date is the word "string".
      expect(parcel?.estimatedDelivery).toBeUndefined();
      expect(parcel?.problems).toEqual([
        'trackResponse.shipment[0].package[0].deliveryDate[0].type should be in its usual form but is "string".',
      ]);
    });

    it('a number UPS does not take, and an access it does not know', async () => {
      const [parcel] = valueOf(await ask.track(sample('tracking.InvalidTrackingNumberResponseJSON'), 400));
      expect(parcel).toEqual({
        trackingNumber: '1Z023E2X0214323462',
        events: [],
        problems: ['UPS does not know 1Z023E2X0214323462: Invalid inquiry number.'],
      });
      const refused = await runRate(
        carrier,
        { shipment: samples.domestic },
        playing([
          { status: 401, json: sample('authentication.ErrorResponse') },
          { status: 401, json: sample('authentication.ErrorResponse') },
        ]),
      );
      expect(refused).toMatchObject({
        ok: false,
        problem: { kind: 'not-authorised', vendorCode: '250003', vendorMessage: 'Invalid Access License number' },
      });
    });

    it('a token: four hours less a second, from text', async () => {
      const env = playing([{ json: publishedOnly(sample('rate.RateResponseJSON')) }]);
      let until: Date | undefined;
      const answer = await runRate(
        carrier,
        { shipment: samples.domestic },
        {
          ...env,
          tokens: {
            get: async (_name, fetch) => {
              const token = await fetch();
              until = token.expiresAt;
              return token.value;
            },
            drop: () => undefined,
          },
          http: {
            send: (request) =>
              request.name === 'sign in'
                ? Promise.resolve(
                    makeResponse('UPS', {
                      status: 200,
                      headers: {},
                      bytes: Buffer.from(JSON.stringify(sample('authentication.LoginResponse'))),
                      traceId: 'sample',
                    }),
                  )
                : env.http.send(request),
          },
        },
      );
      expect(answer.ok).toBe(true);
      expect(until?.getTime()).toBe(env.now().getTime() + 14_399_000);
    });
  });

  describe('damaged in every field', () => {
    interface Tally {
      runs: number;
      readonly faults: string[];
    }
    /** Crashes, wrong values, siblings lost, and losses without a message. */
    async function play<T>(
      name: string,
      run: (json: unknown) => Promise<Result<T, ConnectorProblem>>,
      judge: (mutation: Mutation, result: Result<T, ConnectorProblem>) => string | undefined,
      json: unknown = sample(name),
    ): Promise<Tally> {
      const tally: Tally = { runs: 0, faults: [] };
      const bytes = new Uint8Array(Buffer.from(JSON.stringify(json)));
      for (const mutation of mutationsOf('application/json', bytes)) {
        tally.runs += 1;
        const result = await run(JSON.parse(Buffer.from(mutation.body).toString('utf8')));
        const crash =
          !result.ok && result.problem.vendorCode === 'connector-fault' ? result.problem.vendorMessage : undefined;
        const fault = crash === undefined ? judge(mutation, result) : `crash: ${crash}`;
        if (fault !== undefined) tally.faults.push(`${mutation.path} ${mutation.how}: ${fault}`);
      }
      process.stdout.write(`UPS, ${name}: ${tally.runs} damaged answers, ${tally.faults.length} faults\n`);
      return tally;
    }
    const silent = (mutation: Mutation, messages: number): boolean =>
      messages === 0 && (mutation.how === 'retyped' || mutation.how === 'garbled');

    const judgeRates =
      (whole: RateAnswer) =>
      (mutation: Mutation, result: Result<RateAnswer, ConnectorProblem>): string | undefined => {
        if (!result.ok) return mutation.insideItem ? `the whole answer failed: ${result.problem.message}` : undefined;
        const { wrong, lostItems, lostFields } = survival(whole.offers, result.value.offers);
        if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
        const lost = Object.values(lostItems).reduce((sum, n) => sum + n, 0);
        if (mutation.insideItem && lost > 1) return `lost siblings: ${JSON.stringify(lostItems)}`;
        const quiet = result.value.problems.length <= whole.problems.length ? 0 : 1;
        const listItemGone = mutation.how === 'removed' && mutation.path.endsWith(']');
        return (lost > 0 && quiet === 0 && !listItemGone) || (lostFields > 0 && silent(mutation, quiet))
          ? `lost without a message: ${JSON.stringify(lostItems)}, ${lostFields} fields`
          : undefined;
      };

    it('prices to the United States', async () => {
      const name = 'rate.RateResponseWithTotalChargesJSON';
      const run = (json: unknown) => ask.rate(json, crossBorder);
      const tally = await play(name, run, judgeRates(valueOf(await run(sample(name)))));
      expect(tally.faults.slice(0, 10)).toEqual([]);
      expect(tally.runs).toBeGreaterThan(1000);
    });

    it('prices inside Canada, published', async () => {
      const name = 'rate.RateResponseJSON';
      const json = publishedOnly(sample(name));
      const tally = await play(name, (one) => ask.rate(one), judgeRates(valueOf(await ask.rate(json))), json);
      expect(tally.faults.slice(0, 10)).toEqual([]);
      expect(tally.runs).toBeGreaterThan(1000);
    });

    it.each(['shipment.ShipmentResponseJSON', 'return_shipment.ShipmentResponseJSON'])('%s', async (name) => {
      const whole = valueOf(await ask.ship(sample(name)));
      const judge = (_mutation: Mutation, result: Result<StepOutcome<ShipResult>, ConnectorProblem>) => {
        // The label is bought: an answer that cannot be read must be asked about.
        if (!result.ok) return result.problem.kind === 'unknown-effect' ? undefined : `ends as ${result.problem.kind}`;
        const { wrong, lostItems } = survival(whole, result.value);
        if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
        return Object.keys(lostItems).length > 0 ? `lost ${JSON.stringify(lostItems)}` : undefined;
      };
      const tally = await play(name, ask.ship, judge);
      expect(tally.faults).toEqual([]);
      expect(tally.runs).toBeGreaterThan(80);
    });

    it('a void', async () => {
      const judge = (_mutation: Mutation, result: Result<StepOutcome<CancelResult>, ConnectorProblem>) => {
        if (result.ok) return undefined;
        return result.problem.kind === 'unknown-effect' ? undefined : `ends as ${result.problem.kind}`;
      };
      const tally = await play('shipment.ShipmentCancelResponseJSON', ask.void, judge);
      expect(tally.faults).toEqual([]);
      expect(tally.runs).toBeGreaterThan(50);
    });

    it('tracking', async () => {
      const name = 'tracking.TrackingResponseJSON';
      const whole = valueOf(await ask.track(sample(name)));
      const tally = await play(name, ask.track, (mutation, result) => {
        if (!result.ok) return mutation.insideItem ? `the whole answer failed: ${result.problem.message}` : undefined;
        const { wrong, lostItems, lostFields } = survival(whole, result.value);
        // An activity is told by those of its words that are there.
        const told = /\.status\.(?:type|code|statusCode|description)$/.test(mutation.path);
        if (told && result.value[0]?.events.length === whole[0]?.events.length) return undefined;
        if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
        const messages = result.value[0]?.problems.length ?? 0;
        const more = messages > (whole[0]?.problems.length ?? 0) || mutation.path.includes('deliveryDate');
        const gone = Object.keys(lostItems).length > 0;
        return (gone && messages === 0) || (lostFields > 0 && silent(mutation, more ? 1 : 0))
          ? `lost without a message: ${JSON.stringify(lostItems)}, ${lostFields} fields`
          : undefined;
      });
      expect(tally.faults).toEqual([]);
      expect(tally.runs).toBeGreaterThan(300);
    });
  });
});
