/** Claims, judged by the simulator's books: filed once, refused a second time, never twice over a cut-off, and told afterwards. */
import assert from 'node:assert/strict';
import type { Carrier, ShipResult } from '../carrier/carrier.ts';
import type { ClaimFiled, ClaimInput } from '../carrier/claims.ts';
import type { CarrierEnv } from '../environment.ts';
import { runClaimState } from '../steps/run-question.ts';
import {
  type ConformanceCase,
  drive,
  freshDrive,
  type Harness,
  newPurchase,
  openHarnessEnv,
} from './conformance-harness.ts';
import { booked, cutCases } from './conformance-operations.ts';

/** A claim for a label that was just bought. */
export async function claimOf(carrier: Carrier, harness: Harness, env: CarrierEnv): Promise<ClaimInput> {
  const { claim } = harness.samples;
  assert.ok(claim && carrier.ship, 'samples.claim is missing');
  const state = await drive(carrier, carrier.ship, newPurchase(harness), env, freshDrive<ShipResult>());
  const { carrierShipmentId, parcels } = state.result;
  assert.ok(carrierShipmentId !== undefined && parcels?.[0], JSON.stringify(state.problem));
  await claim.prepare?.(harness.simulator?.address ?? '', carrierShipmentId);
  return {
    ...claim.input,
    reference: newPurchase(harness).reference,
    trackingNumber: parcels[0].trackingNumber,
    carrierShipmentId,
  };
}

export function claimCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { claims, manifest } = carrier;
  if (!claims) return [];
  const env = (): CarrierEnv => openHarnessEnv(manifest, harness);
  const file = (input: ClaimInput) => drive(carrier, claims.file, input, env(), freshDrive<ClaimFiled>());
  const one = (name: string, run: ConformanceCase['run'], notApplicable?: string): ConformanceCase => ({
    name,
    capability: 'claims',
    run,
    notApplicable,
  });
  return [
    one('a claim is filed once and has a number; a second one is refused in words', async () => {
      const input = await claimOf(carrier, harness, env());
      const before = await booked(harness, 'claim');
      const filed = await file(input);
      assert.equal(filed.problem, undefined, JSON.stringify(filed.problem));
      assert.ok(filed.result.claimNumber, 'no number of the claim');
      const again = await file({ ...input, reference: newPurchase(harness).reference });
      assert.equal(again.problem?.problem.kind, 'refused', JSON.stringify(again));
      assert.equal((await booked(harness, 'claim')) - before, 1);
      return undefined;
    }),
    one('a parcel that the carrier does not know has no claim', async () => {
      const input = await claimOf(carrier, harness, env());
      const before = await booked(harness, 'claim');
      const state = await file({ ...input, trackingNumber: 'NOSUCHNUMBER1', carrierShipmentId: 'shp_00000000' });
      assert.ok(
        state.problem && ['refused', 'invalid-input'].includes(state.problem.problem.kind),
        JSON.stringify(state),
      );
      assert.equal(await booked(harness, 'claim'), before);
      return undefined;
    }),
    one(
      'what became of a claim is told',
      async () => {
        const input = await claimOf(carrier, harness, env());
        const filed = await file(input);
        const claim = { claimNumber: filed.result.claimNumber ?? '', trackingNumber: input.trackingNumber };
        const answer = await runClaimState(carrier, claim, env());
        assert.ok(answer.ok && answer.value.state === 'open', JSON.stringify(answer));
        const other = await runClaimState(carrier, { ...claim, trackingNumber: 'NOSUCHNUMBER1' }, env());
        assert.ok(!other.ok && other.problem.kind === 'refused', JSON.stringify(other));
        return undefined;
      },
      claims.state ? undefined : 'cannot be asked',
    ),
    ...cutCases('claims', 'a claim', carrier, harness, claims.file, (open) => claimOf(carrier, harness, open), 'claim'),
  ];
}
