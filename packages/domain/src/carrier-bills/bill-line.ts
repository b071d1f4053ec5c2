/**
 * One charge of a carrier's invoice in our own terms, whatever file it came in. Readers of this folder make them;
 * `bill-audit.ts` compares them with what was bought.
 */
import type { Dimensions } from '../values/measure.ts';
import type { Money } from '../money/money.ts';

/** What a carrier charges for, as far as its code or words tell. */
export const CHARGE_KINDS = [
  'freight',
  'weight_correction',
  'dimension_correction',
  'fuel',
  'residential',
  'address_correction',
  'surcharge',
  'late_fee',
  'tax',
  'duty',
  'discount',
  'void_credit',
  'service_credit',
  'other',
] as const;
export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** What a person can say that a carrier's words mean. */
export const NAMEABLE_KINDS = [
  'freight',
  'surcharge',
  'fuel',
  'residential',
  'address_correction',
  'dimension_correction',
  'weight_correction',
  'duty',
  'tax',
  'late_fee',
  'service_credit',
] as const satisfies readonly ChargeKind[];
export type NameableKind = (typeof NAMEABLE_KINDS)[number];

/** What the billed weight is: weighed, computed from the size, or the service's least weight. */
export type WeightBasis = 'actual' | 'dimensional' | 'minimum';

export interface BillLine {
  /** Row in the file as a spreadsheet counts, from 1. */
  readonly row: number;
  readonly invoiceNumber: string;
  /** YYYY-MM-DD. */
  readonly invoiceDate?: string | undefined;
  readonly accountNumber?: string | undefined;
  /** As printed, without spaces. */
  readonly trackingNumber?: string | undefined;
  /** The shipper's and the carrier's own references, in the file's order. */
  readonly references: readonly string[];
  /** YYYY-MM-DD. */
  readonly shipDate?: string | undefined;
  readonly service?: string | undefined;
  /** Of the receiver. */
  readonly postalCode?: string | undefined;
  readonly charge: { readonly kind: ChargeKind; readonly code: string; readonly label: string };
  /** Negative: a credit. */
  readonly amount: Money;
  readonly declaredGrams?: number | undefined;
  readonly billedGrams?: number | undefined;
  readonly weightBasis?: WeightBasis | undefined;
  /** What the carrier measured. */
  readonly measured?: Dimensions | undefined;
  /** Addresses of pictures or documents that the file names. */
  readonly links: readonly string[];
  /** The same charge of the same invoice has the same key, whichever file it comes in and however often. */
  readonly key: string;
}

/** What is wrong with a row; the rows around it are read all the same. */
export interface BillFault {
  readonly row: number;
  /** Name or number of the column. */
  readonly column: string | null;
  readonly message: string;
}

/** The first sheet of a file: every row as text, the header row (where there is one) included. */
export interface BillTable {
  readonly rows: readonly (readonly string[])[];
  readonly rowNumbers: readonly number[];
}

export interface BillReading {
  readonly lines: readonly BillLine[];
  readonly faults: readonly BillFault[];
  /** Rows that only inform (no amount). */
  readonly informational: number;
}

export interface ReadOptions {
  /** Of the account: where the file names none. */
  readonly currency: string;
}

/** What a reader puts together; keys are given at the end, when all lines of an invoice are known. */
export type BillDraft = Omit<BillLine, 'key'>;

/** Keys count equal charges of one invoice, so that two parcels with the same surcharge stay two lines. */
export function withKeys(drafts: readonly BillDraft[]): readonly BillLine[] {
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const { charge, amount } = draft;
    const same = [
      draft.trackingNumber ?? draft.references.join('+'),
      charge.code,
      charge.label,
      amount.minor,
      amount.currency,
      draft.shipDate ?? '',
    ].join('|');
    const within = `${draft.invoiceNumber}|${same}`;
    const number = (seen.get(within) ?? 0) + 1;
    seen.set(within, number);
    return { ...draft, key: `${same}|${number}` };
  });
}
