/** What people type for products of a plan that lack something, and what is sent of it. */
import type { BodyOf } from '@scanship/contracts/call';
import type { BatchGap, mendBatch } from '@scanship/contracts/shipping/batch-mending';
import { parseMoney } from '@scanship/domain/money/money';
import { hsProblem } from '@scanship/domain/customs/hs-code';
import type { WeightUnit } from '@scanship/domain/values/measure';
import { readWeight, type Wrong } from '../products/model/drafts.ts';

export type MendField = 'weight' | 'hsCode' | 'origin' | 'value' | 'description';
export type MendDraft = Readonly<Partial<Record<MendField, string>>>;
type Mend = BodyOf<typeof mendBatch>['products'][number];

export const gapName = ({ sku, title }: Pick<BatchGap, 'sku' | 'title'>): string => JSON.stringify([sku, title]);

/** One product: what is given of it, and what cannot be read. Empty fields are left as they are. */
export function readMend(
  gap: BatchGap,
  draft: MendDraft,
  unit: WeightUnit,
): { readonly mend: Mend | undefined; readonly wrong: Readonly<Partial<Record<MendField, Wrong>>> } {
  const wrong: Partial<Record<MendField, Wrong>> = {};
  const mend: { -readonly [K in keyof Mend]: Mend[K] } = { sku: gap.sku, title: gap.title };
  const typed = (field: MendField) => draft[field]?.trim() ?? '';
  const grams = readWeight(typed('weight'), unit);
  if (grams === undefined) wrong.weight = 'weight';
  else if (grams !== null) mend.weightGrams = grams;
  const code = typed('hsCode');
  if (code !== '') {
    const problem = hsProblem(code);
    if (problem) wrong.hsCode = problem;
    else mend.hsCode = code;
  }
  if (typed('origin') !== '') mend.originCountry = typed('origin');
  if (typed('description') !== '') mend.customsDescription = typed('description');
  const [currency] = gap.currencies;
  if (typed('value') !== '' && currency !== undefined) {
    const amount = parseMoney(typed('value'), currency);
    if (!amount || amount.minor <= 0) wrong.value = 'amount';
    else mend.unitValueMinor = amount.minor;
  }
  return { mend: Object.keys(mend).length > 2 ? mend : undefined, wrong };
}
