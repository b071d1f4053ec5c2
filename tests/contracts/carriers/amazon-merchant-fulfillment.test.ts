/**
 * Amazon Merchant Fulfillment against v0 of the Selling Partner API's model: every request and every answer of the simulator
 * validates, the simulator refuses what the contract refuses, and the model's own example answers are read with their meaning.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { carrier } from '@scanship/carrier-amazon-merchant-fulfillment/carrier';
import { samples } from '@scanship/carrier-amazon-merchant-fulfillment/harness';
import { manifest } from '@scanship/carrier-amazon-merchant-fulfillment/manifest';
import { simulator } from '@scanship/carrier-amazon-merchant-fulfillment/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import { drive, freshDrive, newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runRefund, runTestConnection } from '@scanship/connector-kit/steps/run-question';
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

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
/** Every field that can be said. */
const full: ShipmentRequest = {
  ...samples.domestic,
  from: { ...samples.domestic.from, address2: 'Suite 4' },
  options: {
    signature: 'adult',
    insuredValue: money(25_000, 'USD'),
    dangerousGoods: { kind: 'lithium-ion-with-equipment' },
  },
};
const limited: ShipmentRequest = {
  ...samples.domestic,
  options: { signature: 'any', dangerousGoods: { kind: 'limited-quantity' } },
};
/** Calls that other contracts describe. */
const ELSEWHERE = ['sign in', 'restricted data token'];

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The example at a path of the model. */
const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (v, key) => (Array.isArray(v) ? (v as unknown[])[Number(key)] : isNode(v) ? v[String(key)] : undefined),
    value,
  );

withVendorContract('carriers/amazon-shipping', (folder) => {
  const file = join(folder, 'merchantFulfillmentV0.json');
  const contract = openSwagger(file);
  const model: unknown = JSON.parse(readFileSync(file, 'utf8'));
  /** The answer that Amazon's own sandbox plays for an operation. */
  const example = (path: string, method: string): unknown =>
    at(model, 'paths', path, method, 'responses', '200', 'x-amzn-api-sandbox', 'static', 0, 'response');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  it('every request is valid, and so is every answer of the simulator', async () => {
    const harness = { samples, simulator: stand.simulator };
    const { env, all } = recordingEnv(manifest, harness);
    const found: { operation: CarrierOperation; one: Exchanged }[] = [];
    const keep = (operation: CarrierOperation): void => {
      for (const one of all.splice(0)) if (!ELSEWHERE.includes(one.name)) found.push({ operation, one });
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('testConnection');
    const heavy = { ...full, parcels: full.parcels.map((parcel) => ({ ...parcel, weightGrams: 40_000 })) };
    for (const shipment of [samples.domestic, full, limited, heavy]) {
      const answer = await runRate(carrier, { shipment }, env);
      expect(answer.ok && answer.value.offers.length > 0, JSON.stringify(answer)).toBe(true);
      keep('rate');
    }
    const buy = async (shipment: ShipmentRequest, labelFormat: 'pdf' | 'zpl') => {
      const input = newPurchase(harness, { shipment, labelFormat });
      const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
      expect(state.problem).toBeUndefined();
      const { carrierShipmentId = '' } = state.result;
      return { reference: input.reference, carrierShipmentId, trackingNumbers: [], kept: state.kept };
    };
    await buy(full, 'pdf');
    await buy(limited, 'zpl');
    const last = await buy(samples.domestic, 'zpl');
    keep('ship');
    expect((await drive(carrier, cancel, last, env, freshDrive())).problem).toBeUndefined();
    keep('cancel');
    expect(await runRefund(carrier, last, env)).toMatchObject({ ok: true, value: { state: 'pending' } });
    keep('refund');
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
    noteEvidence(manifest.slug, 'ship', { recovery: 'none' });
    noteEvidence(manifest.slug, 'cancel', { recovery: 'by-reference' });
  });

  it('the simulator refuses what the contract refuses', async () => {
    const harness = { samples, simulator: stand.simulator };
    const { env, all } = recordingEnv(manifest, harness);
    await drive(carrier, ship, newPurchase(harness, { shipment: full }), env, freshDrive<ShipResult>());
    let tried = 0;
    const taken: string[] = [];
    for (const { name, request } of all.filter((one) => !ELSEWHERE.includes(one.name)))
      for (const mutant of jsonMutants(JSON.parse(request.body ?? '{}'))) {
        const body = JSON.stringify(mutant.value);
        if (contract.judge({ ...request, body }).accepted) continue;
        tried += 1;
        const response = await fetch(`${stand.simulator.address}${request.path}`, {
          method: request.method,
          headers: { ...request.headers },
          body,
        });
        await response.text();
        if (response.status !== 400) taken.push(`${name} ${mutant.what}: ${response.status}`);
      }
    expect(tried).toBeGreaterThan(150);
    expect(taken).toEqual([]);
  });

  const playing = (json: unknown) =>
    playingEnv(manifest, samples.account.credentials, json, 200, {
      'restricted data token': { restrictedDataToken: 'Atz.sprdt|played', expiresIn: 3600 },
    });
  const offers = example('/mfn/v0/eligibleShippingServices', 'post');
  const ready = JSON.parse(
    JSON.stringify(offers).replaceAll(
      '"RequiresAdditionalSellerInputs":true',
      '"RequiresAdditionalSellerInputs":false',
    ),
  ) as unknown;
  const rated = (json: unknown) => runRate(carrier, { shipment: samples.domestic }, playing(json));

  it('the example of offers needs further facts, which is said; without that need both are read with credit and day', async () => {
    const whole = await rated(offers);
    expect(whole).toMatchObject({
      ok: true,
      value: {
        offers: [],
        problems: [
          { message: 'UPS®: not available at the moment.' },
          { message: 'DHLECOMMERCE: not available at the moment.' },
          { message: 'YANWEN: its terms have to be accepted in Seller Central first.' },
          { message: 'CHINA_POST: its terms have to be accepted in Seller Central first.' },
          { message: 'UPS_PTP_2ND_DAY_AIR needs facts that only Seller Central asks for.' },
          { message: 'UPS_PTP_NEXT_DAY_AIR_SAVER needs facts that only Seller Central asks for.' },
        ],
      },
    });
    expect(await rated(ready)).toMatchObject({
      ok: true,
      value: {
        offers: [
          {
            service: 'UPS_PTP_2ND_DAY_AIR',
            total: money(3373, 'USD'),
            lines: [{ amount: money(3473, 'USD') }, { kind: 'discount', amount: money(-100, 'USD') }],
            deliverBy: '2019-10-31',
            carriedBy: { carrier: 'ups', service: '02' },
          },
          { service: 'UPS_PTP_NEXT_DAY_AIR_SAVER', total: money(9875, 'USD'), deliverBy: '2019-10-30' },
        ],
      },
    });
    noteEvidence(manifest.slug, 'rate', { samples: 1 });
  });

  const created = example('/mfn/v0/shipments', 'post');
  const orderId = String(at(created, 'payload', 'AmazonOrderId'));
  const { storeOrder } = samples.domestic;
  const purchase = {
    ...newPurchase({ samples, simulator: undefined }),
    shipment: { ...samples.domestic, storeOrder: storeOrder && { ...storeOrder, orderId } },
  };
  const bought = (json: unknown) =>
    runStep(ship, 'purchase', purchase, { offerId: 'x', labelFormat: 'PNG' }, playing(json), options);
  // The example's label is cut off; a whole one is put in its place.
  const withLabel = JSON.parse(
    JSON.stringify(created).replace(
      JSON.stringify(at(created, 'payload', 'Label', 'FileContents', 'Contents')),
      JSON.stringify(gzipSync(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')).toString('base64')),
    ),
  ) as unknown;

  it('the example of a purchase: its cut-off label is not taken, a whole one is, with number and charge', async () => {
    expect(await bought(created)).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    expect(await bought(withLabel)).toMatchObject({
      ok: true,
      value: {
        result: {
          carrierShipmentId: 'be7a0a53-00c3-4f6f-a63a-639f76ee9253',
          parcels: [{ number: 1, trackingNumber: '1Z17E2100217295733' }],
          files: [{ document: 'label', format: 'png', parcelNumber: 1 }],
          charged: { total: money(3373, 'USD') },
        },
      },
    });
    noteEvidence(manifest.slug, 'ship', { samples: 1 });
  });

  it('the examples of a cancellation and of a shipment say what became of the money', async () => {
    const cancelled = example('/mfn/v0/shipments/{shipmentId}', 'delete');
    const read = example('/mfn/v0/shipments/{shipmentId}', 'get');
    const of = (answer: unknown) => ({
      reference: 'S1',
      carrierShipmentId: String(at(answer, 'payload', 'ShipmentId')),
      trackingNumbers: [],
      kept: {},
    });
    expect(await runStep(cancel, 'cancel', of(cancelled), {}, playing(cancelled), options)).toMatchObject({
      ok: true,
      value: { result: { refund: 'later' } },
    });
    noteEvidence(manifest.slug, 'cancel', { samples: 1 });
    expect(await runRefund(carrier, of(cancelled), playing(cancelled))).toMatchObject({ value: { state: 'pending' } });
    expect(await runRefund(carrier, of(read), playing(read))).toMatchObject({ value: { state: 'refused' } });
    noteEvidence(manifest.slug, 'refund', { samples: 2 });
  });

  it.each([
    ['offers', ready, rated],
    ['purchase', withLabel, bought],
  ] as const)('damaged %s: no crash, no wrong value', async (_what, json, play) => {
    const whole = await play(json);
    if (!whole.ok) throw new Error(whole.problem.message);
    const all = mutationsOf('application/json', Buffer.from(JSON.stringify(json)));
    const faults: string[] = [];
    for (const mutation of all) {
      const got = await play(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
      if (got.ok && survival(whole.value, got.value).wrong.length > 0) faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });
});
