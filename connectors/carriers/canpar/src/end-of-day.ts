/**
 * Canpar's end of day puts everything that is pending for the shipper number on one manifest; it cannot be told which
 * shipments. What of ours is not on it afterwards is named.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call, shipperOf } from './client.ts';
import { manifest } from './manifest.ts';
import { dayTime } from './messages.ts';
import { manifestOf, searchShipments } from './search.ts';
import { fileOf } from './ship.ts';

const NUMBER = /^[0-9A-Z]{1,8}$/i;
/** Any shipment tells whether the close went through; a few are asked, lest the first was closed before. */
const ASKED = 5;
const MOST_PAGES = 50;

/** The last day of the shipments: what is pending up to it is closed. */
const closingDay = (input: EndOfDayInput): string =>
  [input.date, ...input.shipments.flatMap(({ kept }) => (typeof kept.shipDate === 'string' ? [kept.shipDate] : []))]
    .toSorted()
    .at(-1) ?? input.date;

async function lastManifest(env: CarrierEnv): Promise<string | undefined> {
  const answer = await call(env, {
    service: 'business',
    method: 'getLastManifestNumber',
    name: 'last manifest',
    request: { shipper_num: shipperOf(env) },
    readOnly: true,
  });
  return answer.has('manifest_num') ? answer.string('manifest_num', NUMBER) : undefined;
}

async function before(_input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const last = await lastManifest(env);
  return { kind: 'done', keep: last === undefined ? {} : { last } };
}

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const answer = await call(env, {
    service: 'business',
    method: 'endOfDay',
    name: 'end of day',
    request: { date: dayTime(closingDay(input)), shipper_num: shipperOf(env) },
    readOnly: false,
  });
  return { kind: 'done', keep: { manifest: answer.string('manifest_num', NUMBER) } };
}

async function recover(
  input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  for (const { reference, carrierShipmentId, kept: bought } of input.shipments.slice(0, ASKED)) {
    const shipDate = typeof bought.shipDate === 'string' ? bought.shipDate : undefined;
    const found = await searchShipments(env, reference, shipDate);
    const ours = found.find((s) => s.string('id') === carrierShipmentId);
    const number = ours && manifestOf(ours);
    if (number !== undefined && number !== kept.last) return { kind: 'found', step, keep: { manifest: number } };
  }
  return { kind: 'absent' };
}

/** Ids of the shipments on a manifest; pages until one brings nothing new. */
async function idsOn(number: string, input: EndOfDayInput, env: CarrierEnv): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  const days = [
    closingDay(input),
    input.date,
    ...input.shipments.flatMap(({ kept }) => (typeof kept.shipDate === 'string' ? [kept.shipDate] : [])),
  ].toSorted();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const answer = await call(env, {
      service: 'business',
      method: 'searchShipmentsByManifestNum',
      name: 'shipments of the manifest',
      request: {
        from_shipping_date: dayTime(days[0] ?? input.date),
        manifest_num: number,
        page_num: page,
        shipper_num: shipperOf(env),
        to_shipping_date: dayTime(days.at(-1) ?? input.date),
      },
      readOnly: true,
      arrays: ['*.return.shipment'],
    });
    const found = answer.has('shipment') ? answer.strictList('shipment', (s) => s.string('id', /^\d{1,10}$/)) : [];
    const known = ids.size;
    for (const id of found) ids.add(id);
    if (ids.size === known || input.shipments.every((s) => ids.has(s.carrierShipmentId))) return ids;
  }
  throw fail('vendor-broken', `${manifest.name} lists the shipments of manifest ${number} without end.`);
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const number = typeof kept.manifest === 'string' ? kept.manifest : '';
  const answer = await call(env, {
    service: 'business',
    method: 'getManifest',
    name: 'manifest',
    request: { manifest_num: number, shipper_num: shipperOf(env), type: 'S' },
    readOnly: true,
  });
  const file = fileOf(answer.string('manifest'), answer.at('manifest'));
  if (file.format !== 'pdf') throw new FieldProblem(answer.at('manifest'), 'is not a PDF');
  const ids = await idsOn(number, input, env);
  const leftOut = input.shipments
    .filter((s) => !ids.has(s.carrierShipmentId))
    .map(({ reference }) => ({
      reference,
      message: `${manifest.name} did not put this shipment on manifest ${number}.`,
    }));
  return {
    kind: 'done',
    result: { manifestNumbers: [number], files: [{ kind: 'bytes', document: 'manifest', ...file }], leftOut },
  };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'before', effect: 'read', run: before },
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: 120_000,
};
