/**
 * Claims on EasyPost's own insurance, for shipments that were insured there. The list of claims says before and after a cut-off whether
 * this parcel has one.
 */
import type {
  ClaimFiled,
  ClaimInput,
  ClaimOperations,
  ClaimStanding,
  NumberedClaim,
} from '@scanship/connector-kit/carrier/claims';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import { path } from '@scanship/connector-kit/http/http-address';
import { asSentence } from '@scanship/connector-kit/http/http-response';
import type { JsonObject, Recovery, StepOutcome } from '@scanship/connector-kit/steps/steps';
import { toDecimal } from '@scanship/domain/money/money';
import { exchange } from './client.ts';
import { manifest } from './manifest.ts';
import { shipmentById } from './ship.ts';

const NAME = manifest.name;
const CLAIM = /^clm_[0-9a-f]{8,40}$/;
const PAGE = 100;
/** Two thousand claims since a label was bought: more than any account has. */
const MOST_PAGES = 20;

const STATES = {
  submitted: 'open',
  in_review: 'open',
  needs_action: 'asks',
  approved: 'accepted',
  approved_partial: 'accepted',
  rejected: 'refused',
  cancelled: 'withdrawn',
} as const;
type State = (typeof STATES)[keyof typeof STATES];
const stateOf = (claim: ObjectReader): State => claim.choice<State>('status', STATES);

interface Known {
  readonly id: string;
  readonly state: State;
}

/**
 * Claims of a parcel, the newest first; all pages, or none where one cannot be read.
 * @param since when its label was made: what was claimed before is of another; absent: the whole list is read
 */
async function claimsFor(
  trackingNumber: string,
  since: string | undefined,
  env: CarrierEnv,
): Promise<readonly Known[]> {
  const found: Known[] = [];
  let before: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await exchange(env, {
      method: 'GET',
      path: '/v2/claims',
      name: 'claims',
      query: { page_size: PAGE, before_id: before },
    });
    const answer = readObject(response.json());
    const all = answer.strictList('claims', (claim) => ({
      id: claim.string('id', CLAIM),
      madeAt: claim.maybe('created_at', (name) => Date.parse(claim.instant(name))),
      // Claims of other parcels may stand as they like.
      state: claim.string('tracking_code') === trackingNumber ? stateOf(claim) : undefined,
    }));
    found.push(...all.flatMap(({ id, state }) => (state === undefined ? [] : [{ id, state }])));
    const oldest = all.at(-1);
    before = oldest?.id;
    const past = since !== undefined && oldest?.madeAt !== undefined && oldest.madeAt < Date.parse(since);
    if (past || !answer.boolean('has_more')) return found;
    if (before === undefined) throw new FieldProblem('has_more', 'names more claims than the page has');
  }
  throw fail('refused', `${NAME} lists more claims than are looked through here; file this one in its dashboard.`);
}

/** Insured there, and without a claim that runs or was paid. */
async function look(input: ClaimInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ClaimFiled>> {
  const shipment = await shipmentById(env, input.carrierShipmentId, 'shipment of a claim');
  if (!shipment.has('insurance'))
    throw fail('refused', `${NAME} takes claims on its own insurance alone, and this label was not insured there.`);
  const insured = shipment.rounded('insurance', 'USD');
  if (input.amount.minor > insured.minor)
    throw fail('invalid-input', `This label is insured at ${NAME} for ${toDecimal(insured)} USD.`, { field: 'amount' });
  const since = shipment.maybe('created_at', (name) => shipment.instant(name));
  const known = await claimsFor(input.trackingNumber, since, env);
  const standing = known.find(({ state }) => state !== 'refused' && state !== 'withdrawn');
  if (standing) throw fail('refused', `${NAME} has a claim for this label already: ${standing.id}.`);
  return { kind: 'done', keep: { before: known.map(({ id }) => id), ...(since !== undefined && { since }) } };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Delivered and not there is what EasyPost calls theft; it wants papers for it as for damage. */
const typeOf = ({ kind, delivered }: ClaimInput): 'damage' | 'loss' | 'theft' =>
  kind === 'damage' ? 'damage' : delivered ? 'theft' : 'loss';

async function file(input: ClaimInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<ClaimFiled>> {
  const type = typeOf(input);
  const paper = base64(await input.paper());
  const photos = (await input.photos()).map(base64);
  const response = await exchange(env, {
    method: 'POST',
    path: '/v2/claims',
    name: 'create claim',
    json: {
      tracking_code: input.trackingNumber,
      type,
      amount: toDecimal(input.amount),
      // The paper names the value of the contents.
      invoice_attachments: [paper],
      // Wanted for all but a loss; without a photo the paper is what supports it.
      supporting_documentation_attachments: photos.length > 0 || type === 'loss' ? photos : [paper],
      description: input.description,
      recipient_name: input.contact.name,
      contact_email: input.contact.email,
      payment_method: 'easypost_wallet',
    },
  });
  const claim = readObject(response.json());
  return { kind: 'done', result: { claimNumber: claim.string('id', CLAIM), messages: wordsOf(claim) } };
}

const wordsOf = (claim: ObjectReader): string[] =>
  claim.has('status_detail') ? [asSentence(claim.string('status_detail'))] : [];

async function recover(
  input: ClaimInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<ClaimFiled>> {
  const before: readonly unknown[] = Array.isArray(kept.before) ? kept.before : [];
  const since = typeof kept.since === 'string' ? kept.since : undefined;
  const [made] = (await claimsFor(input.trackingNumber, since, env)).filter(({ id }) => !before.includes(id));
  return made ? { kind: 'found', step, result: { claimNumber: made.id, messages: [] } } : { kind: 'absent' };
}

async function state({ claimNumber, trackingNumber }: NumberedClaim, env: CarrierEnv): Promise<ClaimStanding> {
  const response = await exchange(env, { method: 'GET', path: path`/v2/claims/${claimNumber}`, name: 'claim' });
  const claim = readObject(response.json());
  if (claim.string('id') !== claimNumber) throw new FieldProblem('id', 'is another claim than the one asked for');
  if (claim.string('tracking_code') !== trackingNumber)
    throw fail('refused', `The claim ${claimNumber} of ${NAME} is of another parcel.`);
  return {
    state: stateOf(claim),
    message: wordsOf(claim)[0],
    approved: claim.has('approved_amount') ? claim.money('approved_amount', 'USD') : undefined,
  };
}

export const claims: ClaimOperations = {
  file: {
    steps: [
      { name: 'look', effect: 'read', run: look },
      { name: 'file', effect: 'create', run: file },
    ],
    recovery: 'listing',
    recover,
    settleAfterMs: 60_000,
  },
  state,
};
