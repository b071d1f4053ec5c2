/**
 * `Consolidate` closes whatever the account has open, without a list. Which manifests it made is told by those that were
 * not there before, so the day's manifests are read first.
 */
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { call } from './client.ts';
import { checked } from './documents.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

interface Batch {
  /** Shipment day and closing time: all that tells one manifest from another. */
  readonly number: string;
  readonly papers: readonly { readonly status: string; readonly url: string | undefined }[];
}

/** Days of the shipments: manifests are kept by them, and a purchase may have been for another day than that of the close. */
function daysOf(input: EndOfDayInput): readonly string[] {
  const days = input.shipments.map(({ kept }) => kept.shipDate);
  const known = days.filter((day): day is string => typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day));
  return [...new Set([input.date, ...known])].toSorted();
}

const URL_FORM = /^https?:\/\/[\x21-\x7e]+$/;

function batch(b: ObjectReader): Batch {
  const details = b.object('ManifestBatchDetails');
  return {
    number: `${b.string('ShipmentManifestDate')} / ${b.string('ManifestCloseDateTime')}`,
    papers: details.has('ManifestBatchDetail')
      ? details.strictList('ManifestBatchDetail', (d) => ({
          status: d.string('DocumentStatus', /^(Pending|Queued|Processing|Completed|Error)$/),
          url: d.has('URL') ? d.string('URL', URL_FORM) : undefined,
        }))
      : [],
  };
}

async function batchesOf(input: EndOfDayInput, env: CarrierEnv): Promise<readonly Batch[]> {
  const { answer } = await call(env, {
    service: 'documents',
    operation: 'GetShipmentManifestDocument',
    name: 'manifests of the day',
    body: {
      ShipmentManifestDocumentCriterium: {
        ShipmentManifestDocumentCriteria: daysOf(input).map((ManifestDate) => ({ ManifestDate })),
      },
    },
    readOnly: true,
    reference: input.reference,
  });
  if (!answer.has('ManifestBatches')) return [];
  const list = answer.object('ManifestBatches');
  return list.has('ManifestBatch') ? list.strictList('ManifestBatch', batch) : [];
}

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const before = (await batchesOf(input, env)).map((one) => one.number);
  return { kind: 'done', keep: { before } };
}

function newOnes(all: readonly Batch[], kept: JsonObject): readonly Batch[] {
  const { before } = kept;
  if (!Array.isArray(before)) throw new RangeError('the manifests before the close were not kept');
  return all.filter((one) => !before.includes(one.number));
}

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { answer } = await call(env, {
    service: 'shipping',
    operation: 'Consolidate',
    name: 'close the day',
    body: {},
    readOnly: false,
    reference: input.reference,
  });
  if (!answer.boolean('Consolidate'))
    throw fail('refused', `${NAME} has nothing to close for this account.`, { vendorCode: 'not-consolidated' });
  return { kind: 'done', result: { leftOut: [] } };
}

const WAIT_MS = 3000;

async function fetchPapers(
  input: EndOfDayInput,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<StepOutcome<EndOfDayResult>> {
  const made = newOnes(await batchesOf(input, env), kept);
  const papers = made.flatMap((one) => one.papers);
  const waits = typeof kept.paperWaits === 'number' ? kept.paperWaits : 0;
  const making = papers.some((paper) => paper.status !== 'Completed' && paper.status !== 'Error');
  if (making || papers.length === 0) {
    if (waits >= 60)
      throw fail('temporary-before-effect', `${NAME} has closed the day and has not made the manifest yet.`);
    return { kind: 'wait', retryAfterMs: WAIT_MS, keep: { paperWaits: waits + 1 } };
  }
  const files: CarrierFile[] = [];
  for (const { url } of papers.filter((paper) => paper.status === 'Completed')) {
    if (url === undefined) continue;
    // The link carries its own key; ours is not given away with it.
    const response = await env.http.send({ method: 'GET', path: url, name: 'fetch manifest' });
    files.push({
      kind: 'bytes',
      document: 'manifest',
      format: 'pdf',
      bytes: checked(response.bytes, 'pdf', 'manifest'),
    });
  }
  return { kind: 'done', result: { manifestNumbers: made.map((one) => one.number), files } };
}

async function recover(
  input: EndOfDayInput,
  _step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const made = newOnes(await batchesOf(input, env), kept);
  return made.length === 0 ? { kind: 'absent' } : { kind: 'found', step: 'close', result: { leftOut: [] } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: fetchPapers },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 10 * 60_000,
};
