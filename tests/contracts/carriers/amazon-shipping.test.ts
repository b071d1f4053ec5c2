/**
 * Amazon Shipping against Shipping v2 of the Selling Partner API: every request and every answer of the simulator validates, the
 * simulator refuses what the contract refuses, and sample answers are read with their meaning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-amazon-shipping/carrier';
import { samples } from '@scanship/carrier-amazon-shipping/harness';
import { manifest } from '@scanship/carrier-amazon-shipping/manifest';
import { simulator } from '@scanship/carrier-amazon-shipping/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import type { ClaimFiled } from '@scanship/connector-kit/carrier/claims';
import { claimOf } from '@scanship/connector-kit/conformance/conformance-claims';
import { sampleClaim } from '@scanship/connector-kit/conformance/sample-shipments';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import type { EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import { playingEnv, recordingEnv, type Exchanged } from '../rigs/simple-rig.ts';
import { openSwagger } from '../judges/swagger.ts';

const { ship, cancel, endOfDay, claims } = carrier;
if (!ship || !cancel || !endOfDay || !claims || !samples.returned) throw new Error('the connector lacks an operation');
const { shipment: returned } = samples.returned;
const options = { deadlineMs: 20_000, vendor: manifest.name };
/** Every field that can be said. */
const full: ShipmentRequest = {
  ...samples.domestic,
  from: { ...samples.domestic.from, email: 'sender@example.com', taxIds: [{ kind: 'GST', number: '22AAAAA0000A1Z5' }] },
  to: { ...samples.domestic.to, address2: 'Apt 4', companyName: 'Receiver Inc.' },
  returnTo: { ...samples.domestic.from, name: 'Returns Desk' },
  options: {
    signature: 'any',
    insuredValue: money(25_000, 'USD'),
    dangerousGoods: { kind: 'lithium-ion-with-equipment' },
  },
};

withVendorContract('carriers/amazon-shipping', (folder) => {
  const contract = openSwagger(join(folder, 'shippingV2.json'));
  const sample = (name: string): unknown => JSON.parse(readFileSync(join(folder, 'samples', `${name}.json`), 'utf8'));
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('every request is valid, and so is every answer of the simulator', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) if (one.name !== 'sign in') found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    for (const shipment of [samples.domestic, full]) {
      const answer = await runRate(carrier, { shipment }, env);
      expect(answer.ok && answer.value.offers.length > 0, JSON.stringify(answer)).toBe(true);
      keep('rate');
    }
    const buy = async (shipment: ShipmentRequest, labelFormat: 'pdf' | 'zpl') => {
      const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, labelFormat });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '', parcels = [] } = state.result;
      return {
        reference: input.reference,
        carrierShipmentId,
        trackingNumbers: parcels.map(({ trackingNumber }) => trackingNumber),
        kept: state.kept,
        service: input.service,
        destination: 'US',
      };
    };
    const first = await buy(full, 'pdf');
    const second = await buy(samples.domestic, 'zpl');
    keep('ship');
    await buy(returned, 'pdf');
    keep('returns');
    expect((await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, env)).ok).toBe(true);
    keep('track');
    const closing = { reference: 'E000000000000001', uuid: crypto.randomUUID(), from: full.from, date: '2026-11-23' };
    const closed = await drive(
      carrier,
      endOfDay,
      { ...closing, shipments: [first] },
      env,
      freshDrive<EndOfDayResult>(),
    );
    expect(closed.result.manifestNumbers).toHaveLength(1);
    keep('endOfDay');
    expect((await drive(carrier, cancel, second, env, freshDrive())).problem).toBeUndefined();
    keep('cancel');
    const [trackingNumber = ''] = first.trackingNumbers;
    const claim = { ...sampleClaim, ...first, trackingNumber };
    expect((await drive(carrier, claims.file, claim, env, freshDrive<ClaimFiled>())).result.claimNumber).toMatch(
      /^\d+$/,
    );
    keep('claims');
    // Amazon's own example of a refusal: its details say why.
    const again = await drive(carrier, claims.file, claim, env, freshDrive<ClaimFiled>());
    expect(again.problem?.problem).toMatchObject({
      kind: 'refused',
      vendorMessage: expect.stringContaining('Claim already exists for the trackingId') as string,
    });
    keep('claims');
    const wrong = found.flatMap(({ one }) => {
      const request = contract.judge(one.request);
      const answer = contract.judgeAnswer(one.request, one.status, one.answer);
      return [
        ...(request.accepted ? [] : [`${one.name}: ${request.why}`]),
        ...(answer.accepted ? [] : [`answer to ${one.name}: ${answer.why}`]),
      ];
    });
    expect(wrong).toEqual([]);
    for (const { operation } of found) noteEvidence(manifest.slug, operation, { requests: { sent: 1, valid: 1 } });
    noteEvidence(manifest.slug, 'ship', { recovery: 'own-key' });
    noteEvidence(manifest.slug, 'endOfDay', { recovery: 'own-key' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'none' });
    noteEvidence(manifest.slug, 'claims', { recovery: 'none' });
  });

  it('the simulator refuses what the contract refuses', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const harness = { samples, simulator: stand.simulator };
    await drive(carrier, claims.file, await claimOf(carrier, harness, env), env, freshDrive<ClaimFiled>());
    let tried = 0;
    const taken: string[] = [];
    for (const { name, request } of all.filter((one) => ['rates', 'purchase', 'create claim'].includes(one.name)))
      for (const mutant of jsonMutants(JSON.parse(request.body ?? '{}'))) {
        const body = JSON.stringify(mutant.value);
        if (contract.judge({ ...request, body }).accepted) continue;
        tried += 1;
        const response = await fetch(`${stand.simulator.address}${request.path}`, {
          method: request.method,
          headers: { ...request.headers, 'x-amzn-idempotencykey': `mutant-${tried}` },
          body,
        });
        await response.text();
        if (response.status !== 400) taken.push(`${name} ${mutant.what}: ${response.status}`);
      }
    expect(tried).toBeGreaterThan(60);
    expect(taken).toEqual([]);
  });

  const { credentials } = samples.account;
  const playing = (json: unknown) => playingEnv(manifest, credentials, json);
  const purchase = {
    ...newPurchase({ samples, simulator: undefined }),
    service: 'AMZN_US_STD',
    reference: 'PKG001',
  };
  const kept = { requestToken: 'T', rateId: 'R', specification: {}, extras: [], currency: 'USD', total: 0, lines: [] };
  const ask = {
    rate: (body: unknown) => runRate(carrier, { shipment: samples.domestic }, playing(body)),
    purchase: (body: unknown) => runStep(ship, 'purchase', purchase, kept, playing(body), options),
    track: (body: unknown) => runTrack(carrier, { trackingNumbers: ['1578648261977'] }, playing(body)),
  };

  it('sample prices: items that add up, what is not offered with its reason, how the label is printed', async () => {
    const got = await ask.rate(sample('rate_response'));
    expect(got).toMatchObject({
      ok: true,
      value: {
        offers: [
          {
            service: 'AMZN_US_STD',
            total: money(799, 'USD'),
            billableGrams: 1134,
            deliverBy: '2024-01-17',
            lines: [
              { code: 'BASE_RATE', amount: money(699, 'USD') },
              { code: 'FUEL_SURCHARGE', kind: 'fuel', amount: money(100, 'USD') },
            ],
          },
        ],
        problems: [{ service: 'AMZN_US_PREM', vendorCode: 'NO_COVERAGE' }],
      },
    });
    const outcome = await runStep(ship, 'rates', purchase, {}, playing(sample('rate_response')), options);
    const asked = sample('purchase_shipment_request') as Record<string, unknown>;
    expect(outcome).toMatchObject({
      ok: true,
      value: { keep: { requestToken: asked['requestToken'], rateId: asked['rateId'] } },
    });
    expect(outcome.ok && outcome.value.keep?.['specification']).toEqual(asked['requestedDocumentSpecification']);
    noteEvidence(manifest.slug, 'rate', { samples: 1 });
  });

  it('a sample purchase: number, label, shipment', async () => {
    expect(await ask.purchase(sample('purchase_shipment_response'))).toMatchObject({
      ok: true,
      value: {
        result: {
          carrierShipmentId: '87852211788104',
          parcels: [{ number: 1, trackingNumber: '1578648261977' }],
          files: [{ document: 'label', format: 'png', parcelNumber: 1 }],
        },
      },
    });
    noteEvidence(manifest.slug, 'ship', { samples: 1 });
  });

  it('a sample of tracking: five events with their places, the promised day', async () => {
    const got = await ask.track(sample('tracking_response'));
    expect(got.ok && got.value[0]?.events.map((e) => [e.code, e.status, e.place, e.occurredAt])).toEqual([
      ['Delivered', 'delivered', 'Seattle, WA, US', '2024-01-17T14:30:00Z'],
      ['OutForDelivery', 'out-for-delivery', 'Seattle, WA, US', '2024-01-17T08:00:00Z'],
      ['ArrivedAtDeliveryStation', 'in-transit', 'Seattle, WA, US', '2024-01-16T22:00:00Z'],
      ['InTransit', 'in-transit', 'Portland, OR, US', '2024-01-16T10:00:00Z'],
      ['PickedUp', 'accepted', 'Los Angeles, CA, US', '2024-01-15T15:00:00Z'],
    ]);
    expect(got.ok && got.value[0]?.estimatedDelivery).toBe('2024-01-17T20:00:00Z');
    noteEvidence(manifest.slug, 'track', { samples: 1 });
  });

  it('a sample cancellation is empty; a sample error is told in Amazon’s words', async () => {
    const bought = { reference: 'S1', carrierShipmentId: '87852211788104', trackingNumbers: [], kept: {} };
    expect(
      await runStep(cancel, 'cancel', bought, {}, playing(sample('cancel_shipment_response')), options),
    ).toMatchObject({ ok: true, value: { result: { refund: 'later' } } });
    noteEvidence(manifest.slug, 'cancel', { samples: 1 });
  });

  it.each([
    ['prices', 'rate_response', ask.rate],
    ['purchase', 'purchase_shipment_response', ask.purchase],
    ['tracking', 'tracking_response', ask.track],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, name, play) => {
    const whole = await play(sample(name));
    if (!whole.ok) throw new Error(whole.problem.message);
    const all = mutationsOf('application/json', Buffer.from(JSON.stringify(sample(name))));
    const faults: string[] = [];
    for (const mutation of all) {
      const got = await play(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
      // Without any items the answer explains no price, and the total is told as one line.
      const unexplained = mutation.path.endsWith('rateItemList');
      if (got.ok && !unexplained && survival(whole.value, got.value).wrong.length > 0)
        faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });
});
