/** Insurance of a shipment and claims on it, as the books have them. A claim is looked at after two days and paid after four. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { accept, claimRequest, insureRequest } from './contract.ts';
import { hex, type Kept, notFound, withNumber } from './shipments.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const DAY_MS = 86_400_000;

export function insure(kept: Kept, body: unknown, sim: SimContext): void {
  const { amount } = accept(insureRequest, body);
  if (!kept.paid) throw new SimRefusal(422, 'SHIPMENT.INSURANCE.FAILURE', 'Buy the label first.');
  sim.books.append({ kind: 'note', id: kept.id, account: kept.draft.account, data: { insurance: amount } });
}

const claimsOf = (sim: SimContext, account: SimAccount): readonly BookEntry[] =>
  sim.books
    .all()
    .filter((e) => e.kind === 'claim' && e.account === account.id)
    .toReversed();

const ended = (claim: BookEntry, sim: SimContext): boolean =>
  ['rejected', 'cancelled'].includes(stories(claim, sim)[0]);

/** What becomes of a claim whose description has the word; of any other: it is approved. */
const ENDS: readonly (readonly [word: string, status: string, detail: string])[] = [
  ['refuse', 'rejected', 'The packaging did not protect the contents.'],
  ['in part', 'approved_partial', 'Depreciation was deducted.'],
  ['ask me', 'needs_action', 'Send the receipt of the goods.'],
  ['withdraw', 'cancelled', 'Claim was cancelled.'],
];

function stories(claim: BookEntry, sim: SimContext): readonly [status: string, detail: string] {
  const days = (sim.now().getTime() - Date.parse(claim.at)) / DAY_MS;
  if (days < 2) return ['submitted', 'Claim was created.'];
  if (days < 4) return ['in_review', 'Claim is being reviewed.'];
  const said = text(claim.data.description).toLowerCase();
  const [, status, detail] = ENDS.find(([word]) => said.includes(word)) ?? ['', 'approved', 'Claim was approved.'];
  return [status, detail];
}

export function create(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const asked = accept(claimRequest, body);
  const [kept] = withNumber(asked.tracking_code, sim, account);
  if (!kept) throw notFound();
  if (kept.insurance === null)
    throw new SimRefusal(422, 'CLAIM.INSURANCE.MISSING', 'No insurance was found for this tracking code.');
  if (Number(asked.amount) > Number(kept.insurance))
    throw new SimRefusal(422, 'CLAIM.AMOUNT.INVALID', 'The amount exceeds the insured value.', 'amount');
  if (claimsOf(sim, account).some((e) => e.data.tracking === asked.tracking_code && !ended(e, sim)))
    throw new SimRefusal(422, 'CLAIM.EXISTS', 'A claim exists for this tracking code.', 'tracking_code');
  const files = [
    ...(asked.email_evidence_attachments ?? []),
    ...(asked.invoice_attachments ?? []),
    ...(asked.supporting_documentation_attachments ?? []),
  ];
  const claim = sim.books.append({
    kind: 'claim',
    id: `clm_${hex(sim.newId('k'))}`,
    account: account.id,
    data: {
      tracking: asked.tracking_code,
      shipment: kept.id,
      type: asked.type,
      amount: asked.amount,
      insurance: kept.insurance,
      description: asked.description,
      recipient: asked.recipient_name ?? null,
      email: asked.contact_email,
      method: asked.payment_method ?? 'easypost_wallet',
      files: files.length,
    },
  });
  return claimJson(claim, sim);
}

const approvedOf = (status: string, amount: string): string | null =>
  status === 'approved' ? amount : status === 'approved_partial' ? (Number(amount) / 2).toFixed(2) : null;

export function claimJson(claim: BookEntry, sim: SimContext): JsonObject {
  const { data } = claim;
  const [status, detail] = stories(claim, sim);
  const step = (what: string, why: string): JsonObject => ({ status: what, status_detail: why, timestamp: claim.at });
  return {
    approved_amount: approvedOf(status, text(data.amount)),
    attachments: Array.from(
      { length: Number(data.files) },
      (_, i) => `${sim.address}/files/insurance/${claim.id}-${i}.png`,
    ),
    check_delivery_address: null,
    contact_email: data.email ?? null,
    created_at: claim.at,
    description: data.description ?? null,
    history: [...(status === 'submitted' ? [] : [step(status, detail)]), step('submitted', 'Claim was created.')],
    id: claim.id,
    insurance_amount: data.insurance ?? null,
    insurance_id: `ins_${hex(text(data.shipment))}`,
    mode: 'test',
    object: 'Claim',
    payment_method: data.method ?? null,
    recipient_name: data.recipient ?? null,
    requested_amount: data.amount ?? null,
    salvage_value: null,
    shipment_id: data.shipment ?? null,
    status,
    status_detail: detail,
    status_timestamp: claim.at,
    tracking_code: data.tracking ?? null,
    type: data.type ?? null,
    updated_at: claim.at,
  };
}

export function one(id: string, sim: SimContext, account: SimAccount): JsonObject {
  const claim = claimsOf(sim, account).find((e) => e.id === id);
  if (!claim) throw notFound();
  return claimJson(claim, sim);
}

/** Newest first. */
export function list(query: URLSearchParams, sim: SimContext, account: SimAccount): JsonObject {
  const size = Math.min(100, Number(query.get('page_size') ?? '20'));
  const all = claimsOf(sim, account);
  const before = query.get('before_id');
  const rest = before === null ? all : all.slice(all.findIndex(({ id }) => id === before) + 1);
  return { claims: rest.slice(0, size).map((claim) => claimJson(claim, sim)), has_more: rest.length > size };
}
