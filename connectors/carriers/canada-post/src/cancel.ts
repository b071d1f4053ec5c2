/**
 * Two ways, told apart by asking first: a contract shipment that is not transmitted yet is deleted and never billed;
 * everything else gets a refund request, which Canada Post checks and pays later. A cut-off request is read from the
 * details of the shipment.
 */
import type { CancelInput, CancelResult } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail, type ConnectorError } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { accountOf, type Way } from './account.ts';
import { exchange, parse } from './client.ts';
import { manifest } from './manifest.ts';
import { keptLink, ROOTS } from './shipment-answer.ts';

/** How it was bought decides, not what the account is today. */
const wayOf = (input: CancelInput, env: CarrierEnv): Way =>
  input.kept.way === 'contract' || input.kept.way === 'non-contract' ? input.kept.way : accountOf(env).way;

function addressOf(input: CancelInput, env: CarrierEnv): string {
  const { customer } = accountOf(env);
  const id = input.carrierShipmentId;
  return wayOf(input, env) === 'contract'
    ? path`/rs/${customer}/${customer}/shipment/${id}`
    : path`/rs/${customer}/ncshipment/${id}`;
}

const kindOf = (way: Way): 'shipment' | 'ncshipment' => (way === 'contract' ? 'shipment' : 'ncshipment');

const unknown = (): ConnectorError =>
  fail('refused', `${manifest.name} does not know this shipment; it keeps shipments for 90 days.`, {
    vendorCode: '404',
  });

async function look(input: CancelInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  if (input.kept.way === 'return')
    throw fail(
      'refused',
      `${manifest.name} bills a return label only when it is used; one that is thrown away needs no cancelling.`,
      { vendorCode: 'return' },
    );
  const way = wayOf(input, env);
  const response = await exchange(env, kindOf(way), {
    method: 'GET',
    path: addressOf(input, env),
    name: 'shipment status',
    accept: [404],
  });
  if (response.status === 404) throw unknown();
  const answer = parse(response).object(ROOTS[way]);
  const status = way === 'contract' ? answer.string('shipment-status', /^[a-z]{1,14}$/) : 'transmitted';
  return { kind: 'done', keep: { status } };
}

const isCreated = (kept: JsonObject): boolean => kept.status === 'created';

async function voidShipment(input: CancelInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<CancelResult>> {
  const way = wayOf(input, env);
  const address = addressOf(input, env);
  if (way === 'contract' && isCreated(kept)) {
    const response = await exchange(env, 'shipment', {
      method: 'DELETE',
      path: address,
      name: 'void shipment',
      accept: [404],
    });
    // One that is gone since it was looked at is refused with messages that hold none.
    if (response.status === 404) throw unknown();
    // Only "no content" means done; messages under another status of success mean that it was not.
    if (response.status !== 204) throw new FieldProblem('The answer to the void', 'is not the one that confirms it');
    return { kind: 'done', result: { refund: 'now' } };
  }
  const { refundEmail } = accountOf(env);
  if (refundEmail === '')
    throw fail(
      'invalid-input',
      `${manifest.name} confirms a refund by e-mail: enter the address for refunds in the carrier account.`,
      { field: 'credentials.refundEmail' },
    );
  const contract = way === 'contract';
  const response = await exchange(env, kindOf(way), {
    method: 'POST',
    path: keptLink(input.kept, 'refund') ?? `${address}/refund`,
    name: 'request refund',
    content: {
      root: contract ? 'shipment-refund-request' : 'non-contract-shipment-refund-request',
      tree: { email: refundEmail },
    },
  });
  ticketOf(
    parse(response).object(contract ? 'shipment-refund-request-info' : 'non-contract-shipment-refund-request-info'),
  );
  return { kind: 'done', result: { refund: 'later' } };
}

const ticketOf = (info: ObjectReader): string => {
  info.date('service-ticket-date');
  return info.string('service-ticket-id');
};

async function recover(
  input: CancelInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<CancelResult>> {
  const way = wayOf(input, env);
  // Asked before it was looked at, it may be one that was deleted and forgotten.
  const deleting = way === 'contract' && (kept.status === undefined || isCreated(kept));
  const response = await exchange(env, kindOf(way), {
    method: 'GET',
    path: `${addressOf(input, env)}/details`,
    name: 'shipment details',
    accept: deleting ? [404] : [],
  });
  if (response.status === 404) return { kind: 'found', step, result: { refund: 'now' } };
  const details = parse(response);
  const where =
    way === 'contract'
      ? details.object('shipment-details').object('shipment-detail')
      : details.object('non-contract-shipment-details');
  if (!where.has('refund-request-info')) return { kind: 'absent' };
  ticketOf(where.object('refund-request-info'));
  return { kind: 'found', step, result: { refund: 'later' } };
}

export const cancel: SteppedOperation<CancelInput, CancelResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'void', effect: 'create', run: voidShipment },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
