/**
 * The suite every carrier connector is judged by: a list of named cases that any test runner can register. It compares what
 * the connector says with the simulator's own books, never with itself.
 */
import assert from 'node:assert/strict';
import { add, zero } from '@scanship/domain/money/money';
import { assertAsked, assertFields } from './conformance-fields.ts';
import type { Carrier, RateAnswer } from '../carrier/carrier.ts';
import { claimCases } from './conformance-claims.ts';
import { faultCases } from './conformance-faults.ts';
import {
  CONFORMANCE_OPERATIONS,
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Harness,
} from './conformance-harness.ts';
import { mutationCases } from './conformance-mutations.ts';
import { moreMutationCases } from './conformance-mutations-more.ts';
import { labelListCases } from './conformance-label-list.ts';
import { moreOperationCases } from './conformance-operations.ts';
import { pushCases } from './conformance-push.ts';
import { placeCases } from './conformance-places.ts';
import { quotedCases } from './conformance-quoted.ts';
import { silenceCases } from './conformance-silence.ts';
import { cancelCases, shipCases } from './conformance-ship.ts';
import { CARRIER_OPERATIONS, type CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { checkOwnCase } from './own-case.ts';
import { runRate, runTestConnection, runTrack } from '../steps/run-question.ts';
import type { SteppedOperation } from '../steps/steps.ts';

/** Whether a connector offers an operation of the table; the properties among them are read from the manifest. */
export function offers(carrier: Carrier, operation: CarrierOperation): boolean {
  const { capabilities, dangerousGoods } = carrier.manifest;
  switch (operation) {
    case 'trackPush':
      return carrier.trackWebhook !== undefined;
    case 'refund':
      return carrier.refund !== undefined;
    case 'dangerousGoods':
      return (dangerousGoods?.length ?? 0) > 0;
    default:
      return capabilities[operation] ?? false;
  }
}

function checkStepped<I, R>(name: string, operation: SteppedOperation<I, R> | undefined): void {
  if (!operation) return;
  const names = operation.steps.map((s) => s.name);
  assert.ok(names.length > 0, `${name} has no step`);
  assert.equal(new Set(names).size, names.length, `${name}: step names are not unique`);
  assert.ok(operation.settleAfterMs >= 0 && Number.isFinite(operation.settleAfterMs), `${name}: settle time`);
  const asks = operation.recovery === 'by-reference' || operation.recovery === 'listing';
  assert.equal(
    operation.recover !== undefined,
    asks,
    `${name}: recovery "${operation.recovery}" and a recover function do not fit`,
  );
}

const check = (name: string, run: () => void | Promise<void>): ConformanceCase => ({
  name,
  capability: 'manifest',
  run: async () => {
    await run();
    return undefined;
  },
});

function manifestCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { manifest } = carrier;
  return [
    check('the manifest is plain data with unique codes', () => {
      assert.deepEqual(JSON.parse(JSON.stringify(manifest)), manifest);
      assert.match(manifest.slug, /^[a-z][a-z0-9-]*$/);
      const codes = manifest.services.map((s) => s.code);
      assert.equal(new Set(codes).size, codes.length, `${codes.join()} are not unique`);
      assert.ok(manifest.quota.calls > 0 && manifest.quota.perMs > 0, 'quota');
      assertFields(manifest.credentials);
      assertAsked(manifest.credentials);
      assert.ok(manifest.capabilities.parcelsPerCall >= 1, 'parcelsPerCall');
    }),
    check('declared capabilities and implemented operations are the same', () => {
      for (const name of CONFORMANCE_OPERATIONS.filter((one) => one !== 'refund'))
        assert.equal(
          carrier[name] !== undefined,
          manifest.capabilities[name] ?? false,
          `${name} is declared ${String(manifest.capabilities[name])}`,
        );
      for (const part of ['pickup', 'endOfDay', 'onboarding'] as const)
        assert.equal(
          manifest[part] !== undefined,
          carrier[part] !== undefined,
          `manifest.${part} stands beside ${part}`,
        );
      assert.equal(manifest.claims !== undefined, carrier.claims !== undefined, 'manifest.claims');
      assert.equal(manifest.claims?.asked ?? false, carrier.claims?.state !== undefined, 'claims.asked');
      assert.equal(manifest.labelList !== undefined, carrier.listLabels !== undefined, 'manifest.labelList');
      assert.equal(manifest.pickup?.canCancel ?? false, carrier.pickup?.cancel !== undefined, 'pickup.canCancel');
      assert.equal(manifest.pickup?.canChange ?? false, carrier.pickup?.change !== undefined, 'pickup.canChange');
    }),
    check('what is not offered is explained in a sentence, what is offered is not', () => {
      for (const name of CARRIER_OPERATIONS) {
        const why = manifest.notOffered?.[name];
        if (why !== undefined) {
          assert.match(why, /^[A-Z].*\.$/, `notOffered.${name} is a sentence`);
          assert.ok(!offers(carrier, name), `${name} is offered and explained away`);
        } else if (!manifest.slug.startsWith('testline-'))
          assert.ok(offers(carrier, name), `${name} is not offered and notOffered does not say why`);
      }
    }),
    check('what is beside the operations has its operation', () => {
      assert.ok(carrier.trackWebhook === undefined || manifest.capabilities.track, 'trackWebhook stands beside track');
      assert.ok(carrier.refund === undefined || manifest.capabilities.cancel, 'refund stands beside cancel');
      assert.ok((manifest.tracking?.numbersPerCall ?? 1) >= 1, 'numbersPerCall');
      assert.ok((manifest.voiding?.withinHours ?? 1) > 0, 'withinHours');
    }),
    check('steps, recovery and settle time fit together', () => {
      checkStepped('ship', carrier.ship);
      checkStepped('cancel', carrier.cancel);
      checkStepped('endOfDay', carrier.endOfDay);
      checkStepped('attachDocument', carrier.attachDocument);
      checkStepped('claims.file', carrier.claims?.file);
      checkStepped('pickup.book', carrier.pickup?.book);
      checkStepped('pickup.change', carrier.pickup?.change);
      checkStepped('pickup.cancel', carrier.pickup?.cancel);
      if (carrier.ship?.recovery !== undefined && carrier.ship.recovery !== 'none')
        assert.ok(
          carrier.ship.settleAfterMs > 0 || harness.simulator === undefined,
          'a carrier that is asked over the network needs a settle time',
        );
    }),
    check('every declared operation has an own case', () => {
      const covered = new Set(harness.samples.ownCases.map((c) => c.operation));
      for (const name of CONFORMANCE_OPERATIONS)
        if (carrier[name] !== undefined) assert.ok(covered.has(name), `no own case for ${name}`);
    }),
  ];
}

const ownCases = (carrier: Carrier, harness: Harness): ConformanceCase[] =>
  harness.samples.ownCases.map((one) => ({
    name: `own case: ${one.name}`,
    capability: one.operation,
    run: async () => {
      await checkOwnCase(carrier, one, {
        credentials: harness.samples.account.credentials,
        settings: harness.samples.settings,
      });
      return undefined;
    },
  }));

/** Sums, codes and currency of an answer. */
export function checkRates(carrier: Carrier, answer: RateAnswer): void {
  assert.ok(answer.offers.length > 0, 'there is no offer');
  const codes = carrier.manifest.services.map((s) => s.code);
  for (const offer of answer.offers) {
    const lines = offer.lines.reduce((total, line) => add(total, line.amount), zero(offer.total.currency));
    assert.deepEqual(lines, offer.total, `${offer.service}: lines and total`);
    assert.ok(offer.total.minor > 0, `${offer.service}: the price is not positive`);
    if (codes.length > 0) assert.ok(codes.includes(offer.service), `${offer.service} is not in the manifest`);
    assert.equal(
      offer.carriedBy !== undefined,
      carrier.manifest.aggregator === true,
      `${offer.service}: an aggregator says whose service it is, and nobody else does`,
    );
    if (offer.carriedBy)
      assert.ok(
        /^[a-z0-9][a-z0-9-]*$/.test(offer.carriedBy.carrier) &&
          offer.carriedBy.carrier !== carrier.manifest.slug &&
          offer.carriedBy.carrierName.trim() !== '' &&
          offer.carriedBy.serviceName.trim() !== '',
        `${offer.service}: whose service it is cannot be read`,
      );
    for (const line of offer.lines)
      assert.ok(line.code !== '' && line.label !== '', `${offer.service}: a line without code or label`);
  }
}

const rateCase = (name: string, run: () => Promise<string | undefined>, notApplicable?: string): ConformanceCase => ({
  name,
  capability: 'rate',
  run,
  notApplicable,
});

function rateCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  if (!carrier.manifest.capabilities.rate) return [];
  const { samples } = harness;
  return [
    rateCase('offers inside the country sum to their totals', async () => {
      const answer = await runRate(carrier, { shipment: samples.domestic }, openHarnessEnv(carrier.manifest, harness));
      assert.ok(answer.ok, JSON.stringify(answer));
      checkRates(carrier, answer.value);
      assert.deepEqual(answer.value.problems, [], 'a clean answer has no problems');
      return `${answer.value.offers.length} offers`;
    }),
    rateCase(
      'offers across the border sum to their totals',
      async () => {
        assert.ok(samples.crossBorder);
        const answer = await runRate(
          carrier,
          { shipment: samples.crossBorder.shipment },
          openHarnessEnv(carrier.manifest, harness),
        );
        assert.ok(answer.ok, JSON.stringify(answer));
        checkRates(carrier, answer.value);
        return undefined;
      },
      samples.crossBorder ? undefined : 'not international',
    ),
    rateCase('asked for one service, only that one is offered', async () => {
      const answer = await runRate(
        carrier,
        { shipment: samples.domestic, services: [samples.service] },
        openHarnessEnv(carrier.manifest, harness),
      );
      assert.ok(answer.ok, JSON.stringify(answer));
      assert.deepEqual(
        answer.value.offers.map((o) => o.service),
        [samples.service],
      );
      return undefined;
    }),
    rateCase('the same question gives the same answer, also between others (no state is shared)', async () => {
      const env = openHarnessEnv(carrier.manifest, harness);
      const ask = async (shipment = samples.domestic): Promise<unknown> => {
        const answer = await runRate(carrier, { shipment }, env);
        assert.ok(answer.ok, JSON.stringify(answer));
        return answer.value.offers.map((o) => [o.service, o.total, o.lines, o.billableGrams, o.transitDays]);
      };
      const first = await ask();
      await ask(samples.crossBorder?.shipment);
      assert.deepEqual(await ask(), first);
      return undefined;
    }),
    rateCase('what the manifest rules out is said without a call', async () => {
      const [parcel] = samples.domestic.parcels;
      assert.ok(parcel);
      const heavy = {
        ...samples.domestic,
        parcels: [{ ...parcel, weightGrams: carrier.manifest.limits.maxGrams + 1 }],
      };
      const answer = await runRate(carrier, { shipment: heavy }, openHarnessEnv(carrier.manifest, harness));
      assert.ok(!answer.ok && answer.problem.kind === 'invalid-input', JSON.stringify(answer));
      assert.equal(answer.problem.field, 'parcels.0.weightGrams');
      return undefined;
    }),
  ];
}

function trackCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship } = carrier;
  if (!carrier.manifest.capabilities.track || !ship) return [];
  return [
    {
      name: 'a shipped parcel is found, an unknown number beside it gets a message',
      capability: 'track',
      run: async () => {
        const env = openHarnessEnv(carrier.manifest, harness);
        const bought = await drive(carrier, ship, newPurchase(harness), env, freshDrive());
        const number = bought.result.parcels?.[0]?.trackingNumber;
        assert.ok(number, JSON.stringify(bought.problem));
        // Another last digit: a number with a wrong check digit exists nowhere.
        const unknown = number.replace(/\d(?=\D*$)/, (d) => String((Number(d) + 1) % 10));
        const shipmentIds = { [number]: bought.result.carrierShipmentId ?? '' };
        const answer = await runTrack(carrier, { trackingNumbers: [number, unknown], shipmentIds }, env);
        assert.ok(answer.ok, JSON.stringify(answer));
        const [known, other] = answer.value;
        assert.equal(known?.trackingNumber, number);
        assert.ok(known.events.length > 0, 'a bought label has at least its first event');
        assert.deepEqual(known.problems, []);
        assert.equal(other?.events.length, 0);
        assert.ok(other.problems.length > 0, 'an unknown number needs a message');
        return undefined;
      },
    },
  ];
}

function connectionCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  if (!carrier.manifest.capabilities.testConnection) return [];
  return [
    {
      name: 'good credentials are confirmed',
      capability: 'testConnection',
      run: async () => {
        const answer = await runTestConnection(carrier, openHarnessEnv(carrier.manifest, harness));
        assert.ok(answer.ok, JSON.stringify(answer));
        assert.match(answer.value.message, /\.$/);
        return undefined;
      },
    },
  ];
}

/** All cases of one connector, in the order of the table. */
export function carrierConformance(carrier: Carrier, harness: Harness): ConformanceCase[] {
  return [
    ...manifestCases(carrier, harness),
    ...ownCases(carrier, harness),
    ...rateCases(carrier, harness),
    ...shipCases(carrier, harness),
    ...quotedCases(carrier, harness),
    ...placeCases(carrier, harness),
    ...cancelCases(carrier, harness),
    ...trackCases(carrier, harness),
    ...moreOperationCases(carrier, harness),
    ...claimCases(carrier, harness),
    ...labelListCases(carrier, harness),
    ...pushCases(carrier, harness),
    ...connectionCases(carrier, harness),
    ...faultCases(carrier, harness),
    ...mutationCases(carrier, harness),
    ...moreMutationCases(carrier, harness),
    ...silenceCases(carrier, harness),
  ];
}
