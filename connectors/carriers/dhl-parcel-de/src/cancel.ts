/**
 * Deletes a label that was not closed out yet. After a cut-off the label itself is asked for: where it is still there, nothing
 * was deleted; where it is not, it was deleted, unless it stands on a manifest.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { profileOf } from './account.ts';
import { call } from './client.ts';
import { dailyManifest } from './daily-manifest.ts';
import { manifest } from './manifest.ts';
import { today } from './messages.ts';
import { refusalOf, statusOf } from './problems.ts';
import { onlyItem } from './ship.ts';

const VOIDED: CancelResult = { refund: 'now' };

async function withdraw(input: CancelInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if ({ ...input.kept, ...kept }['return'] === true)
    throw fail('refused', `${manifest.name} has no call that voids a return label.`, { vendorCode: 'return' });
  const response = await call(env, {
    api: 'shipping',
    method: 'DELETE',
    path: '/orders',
    query: { profile: profileOf(env), shipment: input.carrierShipmentId },
    name: 'delete order',
    declined: 'refused',
  });
  const item = onlyItem(readObject(response.json()));
  const status = statusOf(item.object('sstatus'));
  if (status === 200) return { kind: 'done', result: VOIDED };
  if (status < 400 || status >= 500)
    throw new FieldProblem(item.at('sstatus'), 'does not say what became of the label');
  const { message = '', ...more } = refusalOf(item);
  throw fail('refused', message, more);
}

/** Still there, and so not deleted. */
async function stands(number: string, env: CarrierEnv): Promise<boolean> {
  const response = await call(env, {
    api: 'shipping',
    method: 'GET',
    path: '/orders',
    query: { shipment: number, includeDocs: 'URL' },
    name: 'find order',
    accept: [400, 404],
  });
  if (response.status === 404) return false;
  const answer = readObject(response.json());
  if (!answer.has('items')) {
    if (response.status === 400) return false;
    throw new FieldProblem(answer.at('items'), 'is missing');
  }
  const status = statusOf(onlyItem(answer).object('sstatus'));
  if (status === 200) return true;
  if (status === 400 || status === 404) return false;
  throw new FieldProblem('items[0].sstatus', 'does not say whether the label is there');
}

async function recover(
  input: CancelInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const number = input.carrierShipmentId;
  if (await stands(number, env)) return { kind: 'absent' };
  const now = today(env);
  const { shipDate } = { ...input.kept, ...kept };
  // Closed out by itself on the day of hand-over, or today by hand.
  const days = new Set([now, typeof shipDate === 'string' && shipDate < now ? shipDate : now]);
  for (const day of days) if ((await dailyManifest(day, env, 'URL'))?.sheets.has(number)) return { kind: 'absent' };
  return { kind: 'found', step, result: VOIDED };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [{ name: 'delete', effect: 'create', run: withdraw }],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 60_000,
};
