/**
 * Facts that stores leave out every day: the label is bought, or the person is told in a sentence which field to fill in, at
 * rating: instead of the price, or beside it. The purchase says no other than what stood there, and nothing was paid.
 */
import assert from 'node:assert/strict';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Carrier, ShipResult } from '../carrier/carrier.ts';
import type { ConnectorProblem } from '../errors.ts';
import {
  type ConformanceCase,
  drive,
  freshDrive,
  type Harness,
  newPurchase,
  openHarnessEnv,
} from './conformance-harness.ts';
import { runRate } from '../steps/run-question.ts';

const BARE: Readonly<Record<string, (of: ShipmentRequest) => ShipmentRequest>> = {
  'a receiver without telephone and e-mail': (of) => ({ ...of, to: { ...of.to, phone: undefined, email: undefined } }),
  'a sender without telephone, e-mail and company': (of) => ({
    ...of,
    from: { ...of.from, phone: undefined, email: undefined, companyName: undefined },
  }),
  'a parcel without measures': (of) => ({
    ...of,
    parcels: of.parcels.map((parcel) => ({ ...parcel, dimensions: undefined })),
  }),
};

function checkTold(problem: ConnectorProblem): void {
  assert.equal(problem.kind, 'invalid-input', JSON.stringify(problem));
  assert.ok(problem.field, `no field is named: ${problem.message}`);
  assert.match(problem.message, /^\S.*\.$/);
}

export function quotedCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship } = carrier;
  if (!ship || !carrier.manifest.capabilities.rate) return [];
  const { domestic, crossBorder } = harness.samples;
  const trips = [
    ['inside the country', domestic],
    ['across the border', crossBorder?.shipment],
  ] as const;
  return trips.flatMap(([where, sample]) =>
    Object.entries(BARE).map(([name, made]) => ({
      name: `bought, or told which field is missing: ${name}, ${where}`,
      capability: 'ship' as const,
      notApplicable: sample ? undefined : 'not international',
      run: async () => {
        assert.ok(sample);
        const env = openHarnessEnv(carrier.manifest, harness);
        const shipment = made(sample);
        const answer = await runRate(carrier, { shipment }, env);
        if (!answer.ok) {
          checkTold(answer.problem);
          return undefined;
        }
        const [offer] = answer.value.offers;
        if (!offer) {
          assert.ok(answer.value.problems.length > 0, 'neither an offer nor a reason');
          return undefined;
        }
        const input = newPurchase(harness, { shipment, service: offer.service, rateToken: offer.token });
        const { problem } = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
        if (!problem) {
          assert.deepEqual(offer.missing ?? [], [], 'it said that something is missing, and sold');
          return undefined;
        }
        checkTold(problem.problem);
        // Said beside the price already, in the same words.
        assert.ok(
          offer.missing?.some(({ message }) => message === problem.problem.message),
          `quoted without a word about it: ${problem.problem.message}`,
        );
        const books = (await harness.simulator?.books()) ?? [];
        assert.ok(!books.some((entry) => entry.kind === 'paid' && entry.reference === input.reference), 'it was paid');
        return undefined;
      },
    })),
  );
}
