/** What is typed to be set on many orders, and as the server takes it. Empty fields are not sent. */
import type { OrderEdit } from '@scanship/contracts/orders/order-edits';
import { hsDigits } from '@scanship/domain/customs/order-customs';
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import { parseDecimal } from '../../../lib/format.ts';

export interface EditDraft {
  readonly weight: string;
  readonly hsCode: string;
  readonly origin: string;
  readonly description: string;
  readonly packageId: string | null;
  /** YYYY-MM-DD. */
  readonly holdUntil: string;
  /** YYYY-MM-DD. */
  readonly shipDate: string;
  readonly service: string;
  readonly onlyMissing: boolean;
}
export const EMPTY_EDIT: EditDraft = {
  weight: '',
  hsCode: '',
  origin: '',
  description: '',
  packageId: null,
  holdUntil: '',
  shipDate: '',
  service: '',
  onlyMissing: false,
};

export type EditProblem = 'weight' | 'hsCode' | 'origin' | 'holdUntil' | 'shipDate';

/** Heavier than this is no unit of an order. */
const MOST_GRAMS = 10_000_000;

/** @param today YYYY-MM-DD in the customer's zone. `edit` is undefined while something is wrong, or while nothing is to be set. */
export function readEdit(
  draft: EditDraft,
  unit: WeightUnit,
  today: string,
): { readonly edit: OrderEdit | undefined; readonly problems: ReadonlySet<EditProblem> } {
  const problems = new Set<EditProblem>();
  const edit: OrderEdit = {};
  const [weight, hsCode, description] = [draft.weight.trim(), draft.hsCode.trim(), draft.description.trim()];
  const origin = draft.origin.trim().toUpperCase();
  if (weight) {
    const number = parseDecimal(weight);
    if (number === undefined || !(number > 0) || number > MOST_GRAMS || toGrams(number, unit) > MOST_GRAMS)
      problems.add('weight');
    else edit.weightGrams = toGrams(number, unit);
  }
  if (hsCode && hsDigits(hsCode) === undefined) problems.add('hsCode');
  else if (hsCode) edit.hsCode = hsCode;
  if (origin && !/^[A-Z]{2}$/.test(origin)) problems.add('origin');
  else if (origin) edit.originCountry = origin;
  if (description) edit.customsDescription = description;
  if (draft.holdUntil !== '' && draft.holdUntil <= today) problems.add('holdUntil');
  else if (draft.holdUntil) edit.holdUntil = draft.holdUntil;
  if (draft.shipDate !== '' && draft.shipDate < today) problems.add('shipDate');
  else if (draft.shipDate) edit.shipDate = draft.shipDate;
  const service = draft.service.trim();
  if (service) edit.requestedService = service;
  if (draft.packageId) edit.packageId = draft.packageId;
  const nothing = Object.keys(edit).length === 0;
  if (draft.onlyMissing) edit.onlyMissing = true;
  return { edit: problems.size > 0 || nothing ? undefined : edit, problems };
}
