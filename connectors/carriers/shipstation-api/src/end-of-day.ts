/**
 * Manifests of the labels named, made by carrier. Carriers without manifests answer with a message for their labels; the
 * others' are made. Which were made is looked up by label.
 */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download, exchange, ID, LINK } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const MOST_MANIFESTS = 100;

interface Made {
  readonly id: string;
  readonly link: string;
  readonly labels: readonly string[];
}

/** Whole or not at all: half a list proves nothing. */
const made = (answer: ObjectReader): Made[] =>
  answer.strictList('manifests', (m) => {
    const labels = m.raw('label_ids');
    if (!Array.isArray(labels) || labels.some((each) => typeof each !== 'string' || !ID.test(each)))
      throw new FieldProblem(m.at('label_ids'), 'should be a list of labels');
    if (labels.length !== m.integer('shipments', 1))
      throw new FieldProblem(m.at('label_ids'), 'are not as many as the manifest has');
    return {
      id: m.string('manifest_id', ID),
      link: m.object('manifest_download').string('href', LINK),
      labels: labels.filter((each): each is string => typeof each === 'string'),
    };
  });

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  await exchange(env, {
    method: 'POST',
    path: '/v1/manifests',
    name: 'create manifest',
    json: { label_ids: input.shipments.map((s) => s.carrierShipmentId) },
  });
  return { kind: 'done' };
}

async function list(input: EndOfDayInput, env: CarrierEnv): Promise<readonly Made[]> {
  const wanted = new Set(input.shipments.map((s) => s.carrierShipmentId));
  const response = await exchange(env, {
    method: 'GET',
    path: '/v1/manifests',
    name: 'list manifests',
    query: { created_at_start: `${input.date}T00:00:00Z`, page_size: MOST_MANIFESTS },
  });
  const answer = readObject(response.json());
  if (answer.integer('pages', 0) > 1)
    throw fail('vendor-broken', `${NAME} lists more manifests of a day than are read.`);
  return made(answer).filter(({ labels }) => labels.some((label) => wanted.has(label)));
}

async function recover(
  input: EndOfDayInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  return (await list(input, env)).length > 0 ? { kind: 'found', step } : { kind: 'absent' };
}

async function paper(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const found = await list(input, env);
  if (found.length === 0) return { kind: 'wait', retryAfterMs: 2000 };
  const files: CarrierFile[] = [];
  for (const { link } of found) {
    const bytes = await download(env, link, 'manifest file');
    if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '%PDF')
      throw new FieldProblem('manifest_download', 'does not lead to a PDF');
    files.push({ kind: 'bytes', document: 'manifest', format: 'pdf', bytes });
  }
  const on = new Set(found.flatMap(({ labels }) => labels));
  const leftOut = input.shipments
    .filter((s) => !on.has(s.carrierShipmentId))
    .map(({ reference }) => ({ reference, message: `${NAME} put this label on no manifest.` }));
  return { kind: 'done', result: { manifestNumbers: found.map(({ id }) => id), files, leftOut } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
