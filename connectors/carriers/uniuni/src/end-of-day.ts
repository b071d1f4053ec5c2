/**
 * A batch: one label for a bag that is dropped off. It carries our reference as its name, by which a cut-off one is found in the
 * list. A shipment that is in another batch already would be moved out of it, so those are left where they are.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { ask } from './client.ts';
import { manifest } from './manifest.ts';
import { labelPdf } from './ship.ts';

const BATCH = /^[A-Z0-9]{6,40}$/;
const PAGE_SIZE = 500;
/** Older batches were handed over long ago; so many of the newest are looked into. */
const LOOKED_INTO = 20;

const textsOf = (holder: ObjectReader, name: string): readonly string[] => {
  const raw = holder.raw(name);
  if (!Array.isArray(raw) || !raw.every((one): one is string => typeof one === 'string'))
    throw new FieldProblem(holder.at(name), 'should be a list of order numbers');
  return raw;
};

interface Batch {
  readonly number: string;
  readonly name: string | undefined;
  readonly createdAt: string;
}

/** Every batch of the account, newest first; whole pages or nothing. */
async function batches(env: CarrierEnv): Promise<readonly Batch[]> {
  const all: Batch[] = [];
  for (let page = 1; page < 100; page += 1) {
    const data = await ask(env, {
      method: 'GET',
      path: '/batch',
      query: { page, pageSize: PAGE_SIZE },
      name: 'list batches',
    });
    const part = data.strictList('batches', (one) => ({
      number: one.string('batchNumber', BATCH),
      name: one.has('batchName') ? one.string('batchName') : undefined,
      createdAt: one.instant('createdAt'),
    }));
    all.push(...part);
    if (part.length === 0 || all.length >= data.object('pagination').integer('count', 0)) break;
  }
  return all.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

const NOT_CLOSED = `${manifest.name} has this shipment in another batch.`;

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const taken = new Set<string>();
  for (const { number } of (await batches(env)).slice(0, LOOKED_INTO)) {
    const batch = await ask(env, { method: 'GET', path: path`/batch/${number}`, name: 'look into a batch' });
    if (batch.string('batchNumber') !== number)
      throw new FieldProblem(batch.at('batchNumber'), 'is another batch than the one asked for');
    for (const order of textsOf(batch, 'shipments')) taken.add(order);
  }
  const free = input.shipments.map((one) => one.carrierShipmentId).filter((order) => !taken.has(order));
  if (free.length === 0) throw fail('refused', `${manifest.name} has these shipments in another batch already.`);
  return { kind: 'done', keep: { orders: free } };
}

const ordersOf = (kept: JsonObject): readonly unknown[] => (Array.isArray(kept['orders']) ? kept['orders'] : []);

async function create(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const orders = ordersOf(kept);
  const data = await ask(env, {
    method: 'POST',
    path: '/batch/create',
    name: 'create batch',
    json: { batchName: input.reference, shipments: orders },
  });
  if (data.integer('shipmentCount', 0) !== orders.length)
    throw new FieldProblem(data.at('shipmentCount'), 'is not how many shipments were put in');
  return { kind: 'done', keep: { batchNumber: data.string('batchNumber', BATCH) } };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { batchNumber } = kept;
  if (typeof batchNumber !== 'string') throw new RangeError('the number of the batch was not kept');
  const orders = ordersOf(kept);
  const bytes = await labelPdf(batchNumber, 'batching', env);
  return {
    kind: 'done',
    result: {
      manifestNumbers: [batchNumber],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut: input.shipments
        .filter((one) => !orders.includes(one.carrierShipmentId))
        .map((one) => ({ reference: one.reference, message: NOT_CLOSED })),
    },
  };
}

async function recover(
  input: EndOfDayInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const found = (await batches(env)).find(({ name }) => name === input.reference);
  return found ? { kind: 'found', step, keep: { batchNumber: found.number } } : { kind: 'absent' };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'create', effect: 'create', run: create },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
