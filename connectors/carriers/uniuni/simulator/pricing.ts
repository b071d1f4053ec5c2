/** Invented prices of the simulator, in Canadian dollars. */
import { toGrams, type WeightUnit } from '@scanship/domain/values/measure';
import type { JsonObject } from '@scanship/domain/values/json';
import type { CreateRequest } from './contract.ts';

export interface Postage {
  readonly type: string;
  readonly abroad: boolean;
  readonly days: number;
  /** Cents for the first kilogram and each further one. */
  readonly first: number;
  readonly more: number;
}

export const POSTAGES: readonly Postage[] = [
  { type: 'NEXT DAY', abroad: false, days: 2, first: 488, more: 90 },
  { type: 'STANDARD', abroad: false, days: 4, first: 431, more: 80 },
  { type: 'USPS Ground Advantage', abroad: true, days: 6, first: 1120, more: 310 },
  { type: 'PostNL International Packet Tracked', abroad: true, days: 9, first: 890, more: 420 },
];

const UNITS: Readonly<Record<string, WeightUnit>> = { G: 'g', KG: 'kg', LB: 'lb', OZ: 'oz' };
export const gramsOf = ({ value, weightUnit }: CreateRequest['weight']): number =>
  toGrams(value, UNITS[weightUnit] ?? 'g');

const SIGNATURE_CENTS = 150;

/** What a shipment costs, as drafts say it. */
export function billing(
  postage: Postage,
  asked: Pick<CreateRequest, 'weight' | 'address'>,
  signature: boolean,
): JsonObject {
  const grams = gramsOf(asked.weight);
  const fee = postage.first + Math.round((Math.max(0, grams - 1000) / 1000) * postage.more);
  const signed = signature ? SIGNATURE_CENTS : 0;
  const duty = postage.type === 'USPS Ground Advantage' ? 240 : 0;
  const tax = postage.abroad ? 0 : Math.round((fee + signed) * 0.13);
  return {
    postageType: postage.type,
    postageFee: fee / 100,
    ...(signature ? { signatureFee: signed / 100 } : {}),
    ...(duty === 0 ? {} : { duty: duty / 100 }),
    tax: tax / 100,
    total: (fee + signed + duty + tax) / 100,
    currency: 'CAD',
  };
}
