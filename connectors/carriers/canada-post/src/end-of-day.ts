/**
 * Closing the day of a contract customer: what waits in groups is transmitted, and Canada Post makes its manifests of it. Each
 * shipment has a group of its own, so exactly the named ones are closed. A close whose answer was lost is found by the groups
 * that are gone and by our reference on the manifest.
 */
import { isPdf } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { ClosingShipment, EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Json, JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import type { XmlTree } from '@scanship/connector-kit/xml/xml';
import type { Address } from '@scanship/domain/addresses/address';
import { accountOf, type Account } from './account.ts';
import { exchange, fetchFile, parse } from './client.ts';
import { easternMinute } from './eastern-time.ts';
import { manifest } from './manifest.ts';
import { canadianPostalCode, fitting } from './messages.ts';
import { ADDRESS, readLinks } from './shipment-answer.ts';

const NAME = manifest.name;

/** Names of the groups that are not transmitted yet. */
async function openGroups({ customer }: Account, env: CarrierEnv): Promise<ReadonlySet<string>> {
  const response = await exchange(env, 'shipment', {
    method: 'GET',
    path: path`/rs/${customer}/${customer}/group`,
    name: 'open groups',
  });
  const document = parse(response);
  if (document.raw('groups') === '') return new Set();
  return new Set(document.object('groups').strictList('group', (g) => g.string('group-id')));
}

const groupOf = ({ kept }: ClosingShipment): string | undefined =>
  typeof kept.group === 'string' ? kept.group : undefined;

/** "created" until it is transmitted; undefined where it is gone. */
async function statusOf(
  { carrierShipmentId }: ClosingShipment,
  { customer }: Account,
  env: CarrierEnv,
): Promise<string | undefined> {
  const response = await exchange(env, 'shipment', {
    method: 'GET',
    path: path`/rs/${customer}/${customer}/shipment/${carrierShipmentId}`,
    name: 'shipment status',
    accept: [404],
  });
  return response.status === 404
    ? undefined
    : parse(response)
        .object('shipment-info')
        .string('shipment-status', /^[a-z]{1,14}$/);
}

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const account = accountOf(env);
  if (account.way !== 'contract')
    throw fail('refused', `${NAME} needs no manifest of parcels sent without a contract.`, {
      vendorCode: 'no-manifest',
    });
  transmitSet(input, [], account);
  const open = await openGroups(account, env);
  const groups: string[] = [];
  const leftOut: { reference: string; message: string }[] = [];
  const leave = ({ reference }: ClosingShipment, message: string): void => void leftOut.push({ reference, message });
  for (const shipment of input.shipments) {
    const group = groupOf(shipment);
    if (group === undefined) leave(shipment, `${NAME} got this shipment when it was bought; it needs no manifest.`);
    else if (open.has(group)) groups.push(group);
    else {
      // A list that lacks it is not believed alone: the shipment itself is asked.
      const status = await statusOf(shipment, account, env);
      if (status === 'created') groups.push(group);
      else
        leave(
          shipment,
          status === undefined
            ? `${NAME} does not know this shipment any more; it was voided.`
            : `${NAME} has this shipment on a manifest already (${status}).`,
        );
    }
  }
  if (groups.length === 0)
    throw fail('refused', leftOut[0]?.message ?? 'There is nothing to close.', { vendorCode: 'nothing-open' });
  return { kind: 'done', keep: { groups, since: env.now().toISOString() }, result: { leftOut } };
}

function manifestAddress(from: Address): XmlTree {
  const need = (value: string | undefined, what: string, field: string): string => {
    if (value === undefined) throw fail('invalid-input', `${NAME} needs ${what} on the manifest.`, { field });
    return value;
  };
  const name = fitting(from.name, 44, 'The name', 'from.name');
  return {
    'manifest-company': need(
      fitting(from.companyName, 44, 'The company', 'from.companyName') ?? name,
      'a name',
      'from.name',
    ),
    'manifest-name': name,
    'phone-number': need(
      fitting(from.phone, 25, 'The telephone number', 'from.phone'),
      'a telephone number',
      'from.phone',
    ),
    'address-details': {
      'address-line-1': need(
        fitting(from.address1, 44, 'The first line of the address', 'from.address1'),
        'a street',
        'from.address1',
      ),
      'address-line-2': fitting(from.address2, 44, 'The second line of the address', 'from.address2'),
      city: need(fitting(from.city, 40, 'The city', 'from.city'), 'a city', 'from.city'),
      'prov-state': need(
        fitting(from.provinceCode, 2, 'The province', 'from.provinceCode'),
        'a province',
        'from.provinceCode',
      ),
      'country-code': 'CA',
      'postal-zip-code': canadianPostalCode(from.zipcode, 'from.zipcode'),
    },
  };
}

/** As much of our reference as the manifest has room for. */
const markOf = ({ reference }: EndOfDayInput): string => reference.slice(-12);

export const transmitSet = (input: EndOfDayInput, groups: readonly string[], account: Account): XmlTree => ({
  'group-ids': { 'group-id': groups },
  'requested-shipping-point': canadianPostalCode(input.from.zipcode, 'from.zipcode'),
  'detailed-manifests': true,
  'method-of-payment': account.payment,
  'manifest-address': manifestAddress(input.from),
  'customer-reference': markOf(input),
});

const texts = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

async function transmit(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const account = accountOf(env);
  const { customer } = account;
  const response = await exchange(env, 'manifest', {
    method: 'POST',
    path: path`/rs/${customer}/${customer}/manifest`,
    name: 'transmit',
    content: { root: 'transmit-set', tree: transmitSet(input, texts(kept.groups), account) },
  });
  return { kind: 'done', keep: { manifests: [...linksOf(parse(response))] } };
}

/** @throws FieldProblem when there is none: something was transmitted and has to be asked for */
const linksOf = (document: ObjectReader): readonly string[] =>
  document.object('manifests').strictList('link', (l) => l.string('@href', ADDRESS));

/** Manifests are made behind the answer. */
const NOT_READY_MS = 2000;

async function papers(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const manifestNumbers: string[] = [];
  const files: CarrierFile[] = [];
  for (const link of texts(kept.manifests)) {
    const response = await exchange(env, 'manifest', { method: 'GET', path: link, name: 'manifest', accept: [404] });
    if (response.status === 202 || response.status === 404) return { kind: 'wait', retryAfterMs: NOT_READY_MS };
    const answer = parse(response).object('manifest');
    const number = answer.string('po-number', /^[a-zA-Z0-9]{1,10}$/);
    // What was voided in between leaves a manifest of nothing.
    if (number === 'EMPTY') continue;
    const { artifact } = readLinks(answer);
    if (artifact === undefined)
      throw fail('vendor-broken', `${NAME} gave no link to the paper of manifest ${number}.`, {
        traceId: response.traceId,
      });
    const paper = await fetchFile(env, 'fetch manifest', artifact, 'application/pdf');
    if (paper.status === 202) return { kind: 'wait', retryAfterMs: NOT_READY_MS };
    if (!isPdf(paper.bytes))
      throw fail('vendor-broken', `${NAME} sent something else in place of manifest ${number}.`, {
        traceId: paper.traceId,
      });
    manifestNumbers.push(number);
    files.push({ kind: 'bytes', document: 'manifest', format: 'pdf', bytes: paper.bytes });
  }
  return { kind: 'done', result: { manifestNumbers, files } };
}

async function isOurs(link: string, mark: string, env: CarrierEnv): Promise<boolean> {
  const response = await exchange(env, 'manifest', {
    method: 'GET',
    path: `${link.replace(/\/$/, '')}/details`,
    name: 'manifest details',
    accept: [404],
  });
  if (response.status !== 200) return false;
  const details = parse(response).object('manifest-details');
  return details.has('customer-ref') && details.string('customer-ref') === mark;
}

async function recover(
  input: EndOfDayInput,
  _step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const account = accountOf(env);
  const groups = texts(kept.groups);
  const open = await openGroups(account, env);
  const waiting = groups.filter((group) => open.has(group)).length;
  if (waiting === groups.length) return { kind: 'absent' };
  if (waiting > 0) return { kind: 'not-yet', retryAfterMs: NOT_READY_MS };
  if (typeof kept.since !== 'string') throw new RangeError('the time of the close was not kept');
  const { customer } = account;
  const response = await exchange(env, 'manifest', {
    method: 'GET',
    path: path`/rs/${customer}/${customer}/manifest`,
    query: { start: easternMinute(new Date(kept.since)).slice(0, 8) },
    name: 'list manifests',
  });
  const document = parse(response);
  const links = document.raw('manifests') === '' ? [] : linksOf(document);
  const own: string[] = [];
  for (const link of links) if (await isOurs(link, markOf(input), env)) own.push(link);
  // Everything is transmitted, so there will be a manifest.
  return own.length === 0
    ? { kind: 'not-yet', retryAfterMs: NOT_READY_MS }
    : { kind: 'found', step: 'transmit', keep: { manifests: own } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'transmit', effect: 'pay', run: transmit },
    { name: 'papers', effect: 'read', run: papers },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
