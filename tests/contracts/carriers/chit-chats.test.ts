/**
 * Chit Chats against the samples of its documents: the simulator takes the sample requests and the connector's own alike, and
 * the sample answers are read with their meaning, whole and damaged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-chit-chats/carrier';
import { samples } from '@scanship/carrier-chit-chats/harness';
import { manifest } from '@scanship/carrier-chit-chats/manifest';
import { shipmentMessage } from '@scanship/carrier-chit-chats/messages';
import { simulator } from '@scanship/carrier-chit-chats/simulator';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { money } from '@scanship/domain/money/money';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';

const { ship, cancel, endOfDay } = carrier;
if (!ship || !cancel || !endOfDay || !samples.crossBorder) throw new Error('the connector lacks an operation');
const { shipment: abroad } = samples.crossBorder;
const { client = '', token = '' } = samples.account.credentials;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const ID = '8ERNJ8SCQ9';

const rateOf = (type: string, postage: string, payment: string): Record<string, unknown> => ({
  postage_type: type,
  postage_description: type,
  delivery_time_description: type === 'usps_first' ? '2-4 business days' : '2-9 business days',
  purchase_amount: postage,
  provincial_tax: null,
  federal_tax: null,
  postage_fee: postage,
  insurance_fee: '0.35',
  delivery_fee: '0.85',
  payment_amount: payment,
});
const eventOf = (type: string, title: string, at: string): Record<string, unknown> => ({
  type,
  title,
  subtitle: null,
  location_description: null,
  created_at: at,
  status: null,
});
const MORE = {
  rates: [rateOf('ups_mi_expedited', '4.23', '5.43'), rateOf('usps_first', '4.28', '5.48')],
  tracking_events: [
    eventOf('receive_shipment', 'Received by Chit Chats', '2017-11-15T09:53:32.991-08:00'),
    eventOf('buy_shipment_postage', 'Postage purchased', '2017-11-15T09:45:42.841-08:00'),
    eventOf('create_shipment', 'Shipment created', '2017-11-14T11:04:32.177-08:00'),
  ],
};

/** Answers each call from a list of bodies. */
function playing(bodies: readonly (string | Uint8Array)[]): CarrierEnv {
  let at = 0;
  return {
    mode: 'sandbox',
    credentials: samples.account.credentials,
    settings: {},
    tokens: createTokenCache().of('samples'),
    now: () => new Date('2026-11-23T12:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      send: () => {
        const bytes = new Uint8Array(Buffer.from(bodies[at] ?? ''));
        at += 1;
        const headers = { 'content-type': 'application/json' };
        return Promise.resolve(makeResponse(manifest.name, { status: 200, headers, bytes, traceId: 'sample' }));
      },
    },
  };
}

withVendorContract('carriers/chit-chats', (folder) => {
  const sample = (name: string): string => readFileSync(join(folder, 'samples/official', `${name}.json`), 'utf8');
  const shipments = JSON.parse(sample('shipments.01-example-json-response')) as unknown;
  const first: unknown = Array.isArray(shipments) ? shipments[0] : shipments;
  // The folder has the shipment as lists show it; prices and events, which only a single one has, are those of the documents.
  const answer = JSON.stringify({ shipment: { ...(first as object), ...MORE } });
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('a list of shipments, in the words of the documents', async () => {
    const env = playing([sample('shipments.01-example-json-response')]);
    const page = await carrier.listLabels?.({ since: new Date('2017-01-01T00:00:00Z') }, env);
    expect(page?.problems).toEqual([]);
    expect(page?.labels[0]).toMatchObject({
      carrierShipmentId: '8ERNJ8SCQ9',
      madeAt: '2017-11-14T19:04:32.168Z',
      cost: { minor: 2239, currency: 'CAD' },
      to: { city: 'ROCHESTER', countryCode: 'US' },
    });
    noteEvidence('chit-chats', 'listLabels', { samples: 1 });
  });

  const post = async (body: unknown): Promise<number> => {
    const response = await fetch(`${stand.simulator.address}/api/v1/clients/${client}/shipments`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await response.text();
    return response.status;
  };
  const official = JSON.parse(sample('shipments.04-example-json-request')) as Record<string, unknown>;

  it('the sample request is taken by the simulator, and ours has no member that it lacks', async () => {
    expect(await post(official)).toBe(201);
    const ours = [shipmentMessage(samples.domestic, 'S1'), shipmentMessage(abroad, 'S1')];
    for (const message of ours) {
      expect(await post(message)).toBe(201);
      expect(Object.keys(message).filter((name) => !Object.hasOwn(official, name))).toEqual([]);
    }
    const [item] = official.line_items as Record<string, unknown>[];
    const [own] = (ours[1]?.line_items ?? []) as Record<string, unknown>[];
    expect(Object.keys(own ?? {}).toSorted()).toEqual(Object.keys(item ?? {}).toSorted());
    for (const operation of ['rate', 'ship', 'international'] as const)
      noteEvidence('chit-chats', operation, { requests: { sent: 1, valid: 1 } });
  });

  it('the simulator refuses the sample request once a value of it is not one of the documents', async () => {
    const wrong: Record<string, unknown>[] = [
      { package_type: 'crate' },
      { package_contents: 'things' },
      { postage_type: 'pigeon' },
      { weight_unit: 'stone' },
      { size_unit: 'ft' },
      { value_currency: 'eur' },
      { ship_date: 'tomorrow' },
      { weight: -1 },
      { name: '' },
      { postal_code: '90210' },
      { duties_paid_requested: true },
      { stranger: 1 },
    ];
    for (const change of wrong) expect(await post({ ...official, ...change }), JSON.stringify(change)).toBe(422);
    expect(await post({ ...official, country_code: 'JP', postal_code: '131-0045', line_items: [] })).toBe(422);
  });

  it('the sample of a batch fill is what we send', async () => {
    const asked = JSON.parse(sample('shipments.06-example-json-request')) as Record<string, unknown>;
    const fill = sample('shipments.05-example-json-request').includes('batch_id')
      ? (JSON.parse(sample('shipments.05-example-json-request')) as Record<string, unknown>)
      : asked;
    let sent: unknown;
    const env = playing([]);
    const spying: CarrierEnv = {
      ...env,
      http: {
        send: (request) => {
          sent = JSON.parse(String(request.body)) as unknown;
          return env.http.send(request);
        },
      },
    };
    const kept = { batchId: String(fill.batch_id), ids: ['ABCDE12345', 'Q5P4R3S2T1'] };
    const closing = { reference: 'E1', uuid: '', from: samples.domestic.from, date: '2026-11-23', shipments: [] };
    await runStep(endOfDay, 'add', closing, kept, spying, options);
    expect(sent).toEqual(fill);
    noteEvidence('chit-chats', 'endOfDay', { requests: { sent: 1, valid: 1 }, recovery: 'listing' });
  });

  const purchase = { ...newPurchase({ samples, simulator: undefined }), service: 'usps_first' };
  const ask = {
    rate: (body: string) => runRate(carrier, { shipment: abroad }, playing([body, ''])),
    confirm: (body: string) => runStep(ship, 'confirm', purchase, { shipmentId: ID }, playing([body]), options),
    track: (body: string) => runTrack(carrier, { trackingNumbers: [ID] }, playing([body])),
  };

  it('prices: fees that add up to what is to be paid, days from words', async () => {
    const got = await ask.rate(answer);
    expect(
      got.ok &&
        got.value.offers.map((o) => [o.service, o.total, o.transitDays, o.lines.map((l) => [l.code, l.amount.minor])]),
    ).toEqual([
      [
        'ups_mi_expedited',
        money(543, 'CAD'),
        9,
        [
          ['postage_fee', 423],
          ['insurance_fee', 35],
          ['delivery_fee', 85],
        ],
      ],
      [
        'usps_first',
        money(548, 'CAD'),
        4,
        [
          ['postage_fee', 428],
          ['insurance_fee', 35],
          ['delivery_fee', 85],
        ],
      ],
    ]);
    expect(got.ok && got.value.problems).toEqual([]);
    noteEvidence('chit-chats', 'rate', { samples: 1 });
  });

  it('a bought shipment: its id as number, its page, what it costs', async () => {
    expect(await ask.confirm(answer)).toMatchObject({
      value: {
        kind: 'done',
        result: {
          parcels: [{ number: 1, trackingNumber: ID, trackingUrl: 'https://chitchats.com/tracking/8ernj8scq9' }],
          charged: { total: money(548, 'CAD') },
        },
      },
    });
    noteEvidence('chit-chats', 'ship', { samples: 1, recovery: 'by-reference' });
  });

  it('a received shipment is not voided any more', async () => {
    const bought = { reference: 'S1', carrierShipmentId: ID, trackingNumbers: [ID], kept: {} };
    expect(await runStep(cancel, 'look', bought, {}, playing([answer]), options)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', message: 'This shipment is already on its way and can no longer be voided.' },
    });
    noteEvidence('chit-chats', 'cancel', { samples: 1 });
  });

  it('events with their offsets, newest first as they came', async () => {
    const got = await ask.track(answer);
    expect(got.ok && got.value[0]?.events.map((e) => [e.code, e.status, e.occurredAt])).toEqual([
      ['receive_shipment', 'accepted', '2017-11-15T09:53:32.991-08:00'],
      ['buy_shipment_postage', 'label-created', '2017-11-15T09:45:42.841-08:00'],
      ['create_shipment', 'label-created', '2017-11-14T11:04:32.177-08:00'],
    ]);
    expect(got.ok && got.value[0]?.problems).toEqual([]);
    noteEvidence('chit-chats', 'track', { samples: 1 });
  });

  it('a batch and its label; a count', async () => {
    const closing = { reference: 'E1', uuid: '', from: samples.domestic.from, date: '2026-11-23', shipments: [] };
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const played = playing([sample('batches.03-example-json-response'), png]);
    expect(await runStep(endOfDay, 'paper', closing, { batchId: '1', ids: [] }, played, options)).toMatchObject({
      value: { result: { manifestNumbers: ['1'], files: [{ document: 'manifest', format: 'png' }], leftOut: [] } },
    });
    expect((await runTestConnection(carrier, playing([sample('shipments.02-example-json-response')]))).ok).toBe(true);
    noteEvidence('chit-chats', 'endOfDay', { samples: 1 });
    noteEvidence('chit-chats', 'testConnection', { samples: 1 });
  });

  it.each([
    ['prices', ask.rate],
    ['purchase', ask.confirm],
    ['tracking', ask.track],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, play) => {
    const whole = await play(answer);
    if (!whole.ok) throw new Error(whole.problem.message);
    const all = mutationsOf('application/json', Buffer.from(answer));
    const faults: string[] = [];
    for (const mutation of process.env.VERIFY ? all : all.filter((_m, index) => index % 3 === 0)) {
      const got = await play(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
      // A place that nobody named may be named by the damage; everything else must be as it was or be missing.
      const named = mutation.path.endsWith('location_description');
      if (got.ok && !named && survival(whole.value, got.value).wrong.length > 0) faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(200);
    expect(faults).toEqual([]);
  });
});
