/**
 * eShipper against its samples: what we send has no member that the samples lack, the simulator takes the recorded requests and
 * ours alike, and the recorded answers are read with their meaning, whole and damaged.
 */
import { carrier } from '@scanship/carrier-eshipper/carrier';
import { samples } from '@scanship/carrier-eshipper/harness';
import { manifest } from '@scanship/carrier-eshipper/manifest';
import { shipmentMessage } from '@scanship/carrier-eshipper/messages';
import { simulator } from '@scanship/carrier-eshipper/simulator';
import { recogniseService } from '@scanship/connector-kit/rates/carried-by';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { damage, playing, sampleJson, sampleText, strangers, type Played } from '../rigs/samples-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel || !samples.crossBorder) throw new Error('the connector lacks an operation');
const { shipment: abroad } = samples.crossBorder;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const SLUG = 'eshipper';
const ID = '8000000010948';
const NUMBER = '329041222335';
const SIGNED_IN = JSON.stringify({ token: 'the-token-of-today', expires_in: 900 });
const env = (...answers: Played[]): ReturnType<typeof playing> =>
  playing(manifest, samples.account.credentials, [SIGNED_IN, ...answers]);

type Json = Record<string, unknown>;

withVendorContract('carriers/eshipper', (folder) => {
  const recorded = (name: string): string => sampleText(`${folder}/samples/from-tests`, name);
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  const call = async (
    method: string,
    path: string,
    body: unknown,
    token = '',
  ): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${stand.simulator.address}/api/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
  const signIn = async (): Promise<string> =>
    String((await call('POST', '/authenticate', samples.account.credentials)).body.token);

  it('what we send has no member and no type that the samples lack', () => {
    const full = {
      ...abroad,
      from: { ...abroad.from, phone: '416-555-0100', email: 'a@example.com' },
      to: { ...abroad.to, address2: 'Unit 2', taxIds: [{ kind: 'EIN', number: '2' }] },
      options: { saturdayDelivery: true },
      references: ['A', 'B', 'C'],
    };
    const rated = [samples.domestic, full].map((shipment) => shipmentMessage(shipment, { service: '13' }));
    expect(rated.flatMap((m) => strangers(m, sampleJson(`${folder}/samples/rest-v2`, 'rate_request')))).toEqual([]);
    const shipped = [samples.domestic, abroad, full].map((s) => shipmentMessage(s, { service: '13', reference: 'S1' }));
    expect(shipped.flatMap((m) => strangers(m, sampleJson(`${folder}/samples/rest-v2`, 'shipping_request')))).toEqual(
      [],
    );
    for (const operation of ['rate', 'ship', 'international'] as const)
      noteEvidence(SLUG, operation, { requests: { sent: 1, valid: 1 } });
  });

  it('the simulator takes the recorded question and ours, and refuses what the samples rule out', async () => {
    const token = await signIn();
    const question = JSON.parse(recorded('rate.RateRequest')) as Json;
    expect((await call('POST', '/quote', question, token)).status).toBe(200);
    expect((await call('POST', '/quote', shipmentMessage(abroad), token)).status).toBe(200);
    const wrong: Json[] = [
      { scheduledShipDate: 'tomorrow' },
      { packagingUnit: 'Stones' },
      { packages: { type: 'Package', packages: [] } },
      { from: undefined },
      { to: { ...(question.to as Json), zip: '90210' } },
      { serviceId: '13' },
      { stranger: 1 },
    ];
    for (const change of wrong) {
      const refused = await call('POST', '/quote', { ...question, ...change }, token);
      expect(refused.status, JSON.stringify(change)).toBe(400);
      expect(
        Object.keys(refused.body).filter(
          (name) => !Object.hasOwn(sampleJson(`${folder}/samples/rest-v2`, 'error_response'), name),
        ),
      ).toEqual([]);
    }
    expect((await call('POST', '/quote', question)).status).toBe(401);
  });

  const rates = recorded('rate.RateResponse');
  const askRates = (body: string): ReturnType<typeof runRate> =>
    runRate(carrier, { shipment: samples.domestic }, env(body));

  it('recorded prices: seven services of two carriers, recognised; nine carriers say why not', async () => {
    const got = await askRates(rates);
    expect(got.ok && got.value.offers.map((o) => [o.serviceName, o.total.minor, o.carriedBy?.service])).toEqual([
      ['Purolator Ground', 3775, 'PurolatorGround'],
      ['Purolator Express', 3844, 'PurolatorExpress'],
      ['Canpar Select', 5170, '5'],
      ['Canpar Ground', 5223, '1'],
      ['Canpar Overnight', 5228, 'E'],
      ['Purolator Express 10:30AM', 5945, 'PurolatorExpress10:30AM'],
      ['Purolator Express 9AM', 9152, 'PurolatorExpress9AM'],
    ]);
    expect(got.ok && got.value.offers[2]?.lines.map((l) => [l.kind, l.code, l.amount.minor])).toEqual([
      ['base', 'baseCharge', 4463],
      ['surcharge', 'carbon-surcharge-fee', 112],
      ['tax', 'hst', 595],
    ]);
    expect(got.ok && got.value.problems).toHaveLength(9);
    noteEvidence(SLUG, 'rate', { samples: 1 });
  });

  const input = newPurchase({ samples, simulator: undefined });
  const shipped = recorded('shipment.ShipmentResponse');
  const papers = (body: string): ReturnType<typeof runStep> =>
    runStep(ship, 'papers', input, { orderId: ID }, env(body), options);

  it('a recorded purchase: the order, the carrier’s number, its label', async () => {
    expect(await runStep(ship, 'buy', input, {}, env(shipped), options)).toMatchObject({
      value: { kind: 'done', keep: { orderId: ID }, result: { carrierShipmentId: ID } },
    });
    // Its charges leave out a tax, which is charged without a name.
    expect(await papers(shipped)).toMatchObject({
      value: {
        kind: 'done',
        result: {
          parcels: [{ number: 1, trackingNumber: NUMBER }],
          files: [{ document: 'label', format: 'pdf', parcelNumber: 1 }],
          charged: {
            total: money(14_192, 'CAD'),
            lines: expect.arrayContaining([
              expect.objectContaining({ label: 'Other charges', amount: money(676, 'CAD') }),
            ]),
          },
        },
      },
    });
    const answer = JSON.parse(shipped) as { quote: Json };
    const whole = { ...answer, quote: { ...answer.quote, taxes: [{ name: 'GST', amount: 6.76 }] } };
    expect(await papers(JSON.stringify(whole))).toMatchObject({
      value: { result: { charged: { total: money(14_192, 'CAD') } } },
    });
    noteEvidence(SLUG, 'ship', { samples: 1, recovery: 'none' });
  });

  it('a cancellation names the order again', async () => {
    const bought = { reference: 'S1', carrierShipmentId: ID, trackingNumbers: [NUMBER], kept: {} };
    const answered = recorded('shipment.ShipmentCancelResponse');
    const played = env(answered.replace(/"orderId": "string"/, `"orderId": "${ID}"`));
    expect(await runStep(cancel, 'cancel', bought, {}, played, options)).toMatchObject({ value: { kind: 'done' } });
    const sent = JSON.parse(String(played.sent.at(-1)?.body)) as Json;
    expect(strangers(sent, sampleJson(`${folder}/samples/rest-v2`, 'cancel_request'))).toEqual([]);
    // The sample as it stands is about another order: nothing is confirmed.
    expect(await runStep(cancel, 'cancel', bought, {}, env(answered), options)).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect' },
    });
    noteEvidence(SLUG, 'cancel', { requests: { sent: 1, valid: 1 }, samples: 1, recovery: 'none' });
  });

  const track = (body: string): ReturnType<typeof runTrack> =>
    runTrack(carrier, { trackingNumbers: [NUMBER] }, env(body));

  it('events at their places; the sample’s own time is the one that is read', async () => {
    const body = JSON.stringify(
      (JSON.parse(recorded('tracking.TrackingResponse')) as (Json & { event: Json[] })[]).map((s) => ({
        ...s,
        trackingNumber: NUMBER,
        event: s.event.map((e) => ({ ...e, description: 'Delivered', location: 'Brampton, ON, CA' })),
      })),
    );
    const got = await track(body);
    expect(got.ok && got.value[0]).toMatchObject({
      events: [{ occurredAt: '2024-07-16T10:20:44', status: 'delivered', place: 'Brampton, ON, CA' }],
      estimatedDelivery: '2024-07-16',
      problems: [],
    });
    noteEvidence(SLUG, 'track', { samples: 1 });
    const bad = await damage(body, track);
    expect(bad.faults).toEqual([]);
  });

  it('services of the list are those of the manifest, and most are recognised', () => {
    const listed = sampleJson(folder, 'carriers-and-services') as { PROD_SERVICES: { id: number }[] };
    const ids = new Set(listed.PROD_SERVICES.map(({ id }) => String(id)));
    expect(manifest.services.filter(({ code }) => !ids.has(code))).toEqual([]);
    const way = { from: 'CA', to: 'CA' };
    const canpar = manifest.services.filter(({ name }) => name.startsWith('Canpar '));
    expect(canpar.filter(({ name }) => !recogniseService('canpar', [name], way)).map(({ name }) => name)).toEqual([]);
  });

  it('damaged answers: no crash, no wrong value', async () => {
    const done = await Promise.all([damage(rates, askRates), damage(shipped, papers)]);
    expect(done.flatMap(({ faults }) => faults)).toEqual([]);
    expect(done.reduce((sum, { played }) => sum + played, 0)).toBeGreaterThan(300);
  });
});
