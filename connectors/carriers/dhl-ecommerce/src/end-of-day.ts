/**
 * Driver summary manifest: the account's parcels are closed by number, which takes DHL some minutes, so the paper is polled.
 * After a cut-off a parcel's own tracking tells the manifest it stands on; the paper of such a close cannot be fetched.
 */
import { pdfIn } from '@scanship/connector-kit/answers/pdf-file';
import type { CarrierFile } from '@scanship/connector-kit/carrier/carrier';
import type { ClosingShipment, EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { exchange, pickupOf } from './client.ts';
import { manifest } from './manifest.ts';
import { askPackage } from './track.ts';

const POLL_MS = 2000;
/** DHL takes up to a quarter of an hour until a parcel tells its manifest. */
const SETTLE_MS = 1_200_000;
const REQUEST = /^[\w-]{6,80}$/;

/** DHL's number of a parcel, as the purchase kept it. */
function dhlPackageId(one: ClosingShipment): string {
  const { dhlPackageId: kept } = one.kept;
  if (typeof kept !== 'string') throw new RangeError(`the number of ${one.reference} at DHL was not kept`);
  return kept;
}

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/shipping/v4/manifest',
    name: 'request manifest',
    declined: 'refused',
    json: { pickup: pickupOf(env), manifests: [{ dhlPackageIds: input.shipments.map(dhlPackageId) }] },
  });
  return { kind: 'done', keep: { requestId: readObject(response.json()).string('requestId', REQUEST) } };
}

function paper(one: ObjectReader): { readonly id: string; readonly file: CarrierFile } {
  one.choice('encodeType', { BASE64: true });
  one.choice('format', { PDF: true });
  const bytes = pdfIn(one, 'manifestData');
  return {
    id: one.id('manifestId', REQUEST),
    file: { kind: 'bytes', document: 'manifest', format: 'pdf', bytes },
  };
}

/** @throws FieldProblem when a paper or what was left out cannot be read */
export function readManifest(answer: ObjectReader, input: EndOfDayInput): StepOutcome<EndOfDayResult> {
  const status = answer.choice('status', { CREATED: 'open', IN_PROGRESS: 'open', COMPLETED: 'closed' });
  if (status === 'open') return { kind: 'wait', retryAfterMs: POLL_MS };
  const papers = answer.has('manifests') ? answer.strictList('manifests', paper) : [];
  const summary = answer.object('manifestSummary');
  const invalid = summary.has('invalid') ? summary.object('invalid') : undefined;
  const errors =
    invalid?.has('dhlPackageIds') === true
      ? invalid.strictList('dhlPackageIds', (one) => ({
          id: one.id('dhlPackageId').toUpperCase(),
          words: one.string('errorDescription'),
        }))
      : [];
  if (invalid && invalid.integer('total', 0) !== errors.length)
    throw new FieldProblem(invalid.at('dhlPackageIds'), 'do not name every parcel that was left out');
  return {
    kind: 'done',
    result: {
      manifestNumbers: papers.map(({ id }) => id),
      files: papers.map(({ file }) => file),
      leftOut: input.shipments.flatMap((one) => {
        const error = errors.find(({ id }) => id === dhlPackageId(one).toUpperCase());
        return error ? [{ reference: one.reference, message: `${manifest.name}: ${error.words}` }] : [];
      }),
    },
  };
}

async function download(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const { requestId, manifestId } = kept;
  if (typeof requestId !== 'string') {
    if (typeof manifestId !== 'string') throw new RangeError('the number of the request was not kept');
    return { kind: 'done', result: { manifestNumbers: [manifestId], files: [], leftOut: [] } };
  }
  const response = await exchange(env, {
    method: 'GET',
    path: path`/shipping/v4/manifest/${pickupOf(env)}/${requestId}`,
    name: 'download manifest',
  });
  const answer = readObject(response.json());
  if (answer.string('requestId') !== requestId)
    throw new FieldProblem(answer.at('requestId'), 'is another request than the one asked for');
  return readManifest(answer, input);
}

async function recover(
  input: EndOfDayInput,
  step: string,
  _kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const [first] = input.shipments;
  if (!first) return { kind: 'absent' };
  const id = dhlPackageId(first);
  const found = await askPackage(env, 'dhlPackageId', id);
  const about = found?.object('package');
  if (about?.has('manifestId') !== true) return { kind: 'absent' };
  return { kind: 'found', step, keep: { manifestId: about.id('manifestId', REQUEST) } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'close', effect: 'create', run: close },
    { name: 'download', effect: 'read', run: download },
  ],
  recovery: 'by-reference',
  recover,
  settleAfterMs: SETTLE_MS,
};
