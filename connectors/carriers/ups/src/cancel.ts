/** Voiding a whole shipment; what became of a cut-off void is read from label recovery, which knows voided shipments. */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { everyOf } from './reading.ts';
import { isVoided } from './recovery.ts';

/** UPS bills on tender: a voided label is never billed, so its price comes back with the void. */
const REFUND: CancelResult = { refund: 'now' };

async function voidShipment(input: CancelInput, _kept: unknown, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const response = await call(env, {
    method: 'DELETE',
    path: path`/api/shipments/v2409/void/cancel/${input.carrierShipmentId}`,
    name: 'void shipment',
  });
  return readVoid(response.json());
}

/** UPS's test system wrote line ends out before the code ("&#xD;&#xD;1"); a void that was made is not to be asked for again. */
const statusOf = (o: ObjectReader): boolean =>
  o
    .object('Status')
    .string('Code', /^(?:&#xD;)*[01]$/)
    .endsWith('1');

/**
 * 1 is "voided or already voided", 0 is "not voided". Only the shipment's own 1, with no package that says 0, is a void.
 * @throws ConnectorError `refused` when nothing was voided, `unknown-effect` when only a part was
 */
export function readVoid(json: unknown): StepOutcome<CancelResult> {
  const answer = readObject(json).object('VoidShipmentResponse');
  const voided = statusOf(answer.object('SummaryResult'));
  // The contract says PackageLevelResults, recorded answers say PackageLevelResult.
  const packages = ['PackageLevelResults', 'PackageLevelResult'].flatMap((name) => everyOf(answer, name, statusOf));
  if (voided && packages.every(Boolean)) return { kind: 'done', result: REFUND };
  if (packages.includes(true) || voided)
    throw fail(
      'unknown-effect',
      'UPS voided only some parcels of this shipment; whether more follow is being checked.',
    );
  throw fail('refused', 'UPS did not void this shipment.', { vendorCode: 'not-voided' });
}

async function recover(
  input: CancelInput,
  step: string,
  _kept: unknown,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const numbers = [...new Set([input.carrierShipmentId, ...input.trackingNumbers])];
  const voided: boolean[] = [];
  for (const number of numbers) voided.push(await isVoided(env, number));
  if (voided.every(Boolean)) return { kind: 'found', step, result: REFUND };
  if (!voided.includes(true)) return { kind: 'absent' };
  throw new FieldProblem('SummaryResult', 'says that only some parcels are voided');
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'void', effect: 'create', run: voidShipment }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
