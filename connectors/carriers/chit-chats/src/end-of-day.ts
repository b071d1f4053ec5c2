/**
 * A batch is a bag of shipments with a label of its own that a branch scans once. It is made empty, which is free, and then
 * filled; what is in another batch already, or not ready, is named.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import type { HttpResponse } from '@scanship/connector-kit/http/http';
import { FieldProblem, readList, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { labelPicture } from '@scanship/connector-kit/carrier/label-picture';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { exchange, ID } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const PAGE = 1000;
const MOST_PAGES = 50;
const BATCH = /^\d{1,15}$/;

const keptBatch = (kept: JsonObject): string => {
  if (typeof kept.batchId !== 'string') throw new RangeError('the id of the batch was not kept');
  return kept.batchId;
};

/** Shipments by a filter, whole pages until one is not full. Read whole or not at all: half a list proves nothing. */
async function listed<T>(
  env: CarrierEnv,
  filter: Readonly<Record<string, string>>,
  read: (s: ObjectReader) => T,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const response = await exchange(env, {
      method: 'GET',
      path: '/shipments',
      name: 'list shipments',
      query: { ...filter, limit: PAGE, page },
    });
    const { items, problems } = readList({ shipments: response.json() }, 'shipments', read);
    const [problem] = problems;
    if (problem !== undefined)
      throw new FieldProblem('The list of shipments', `cannot be read: ${problem.replace(/\.$/, '')}`);
    all.push(...items);
    if (items.length < PAGE) return all;
  }
  throw fail('vendor-broken', `${NAME} lists shipments without end.`);
}

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const free = await listed(env, { status: 'ready' }, (s) => ({ id: s.string('id', ID), taken: s.has('batch_id') }));
  const open = new Set(free.filter(({ taken }) => !taken).map(({ id }) => id));
  const ids = input.shipments.map((s) => s.carrierShipmentId).filter((id) => open.has(id));
  if (ids.length === 0)
    throw fail('refused', `${NAME} has these shipments in a batch already, or they are not ready for one.`);
  return { kind: 'done', keep: { ids } };
}

/** The new batch's id, from the address of it or from the answer itself. */
function batchOf(response: HttpResponse): string {
  const fromAddress = /\/batches\/(\d{1,15})$/.exec(response.headers.location ?? '')?.[1];
  if (fromAddress !== undefined) return fromAddress;
  const body = readObject(response.json());
  return (body.has('batch') ? body.object('batch') : body).id('id', BATCH);
}

async function batch(_input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/batches',
    name: 'create batch',
    json: {},
    readOnly: true,
  });
  return { kind: 'done', keep: { batchId: batchOf(response) } };
}

async function add(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const json = { batch_id: Number(keptBatch(kept)), shipment_ids: kept.ids };
  await exchange(env, { method: 'PATCH', path: '/shipments/add_to_batch', name: 'fill batch', json });
  return { kind: 'done' };
}

const idsIn = (batchId: string, env: CarrierEnv): Promise<readonly string[]> =>
  listed(env, { batch_id: batchId }, (s) => s.string('id', ID));

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const inside = await idsIn(keptBatch(kept), env);
  return inside.length > 0 ? { kind: 'found', step } : { kind: 'absent' };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const id = keptBatch(kept);
  const answer = readObject((await exchange(env, { method: 'GET', path: path`/batches/${id}`, name: 'batch' })).json());
  const made = answer.has('batch') ? answer.object('batch') : answer;
  if (made.id('id', BATCH) !== id) throw new FieldProblem(made.at('id'), 'is another batch than the one made');
  const bytes = await download(env, made.string('label_png_url', /^https?:\/\/\S+$/), 'batch label');
  if (Buffer.from(bytes.subarray(1, 4)).toString('latin1') !== 'PNG')
    throw new FieldProblem(made.at('label_png_url'), 'does not lead to a label in PNG');
  const put = new Set(Array.isArray(kept.ids) ? kept.ids : []);
  const leftOut = input.shipments
    .filter((s) => !put.has(s.carrierShipmentId))
    .map(({ reference }) => ({
      reference,
      message: `${NAME} has this shipment in another batch, or it is not ready.`,
    }));
  const file = { kind: 'bytes', document: 'manifest', format: 'png', bytes, picture: labelPicture(bytes) } as const;
  return { kind: 'done', result: { manifestNumbers: [id], files: [file], leftOut } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'batch', effect: 'reserve', run: batch },
    { name: 'add', effect: 'create', run: add },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
