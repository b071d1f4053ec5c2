/** Closed lists of carriers' bills, apart from what works with them: the browser needs the names alone. */

/** Layouts of billing files; `mapped`: a person said which column is what. */
export const BILL_LAYOUTS = ['ups', 'fedex', 'canada-post', 'purolator', 'mapped'] as const;
export type BillLayout = (typeof BILL_LAYOUTS)[number];

/** What a column of a mapped file can mean. */
export const MAPPED_FIELDS = [
  'invoiceNumber',
  'invoiceDate',
  'trackingNumber',
  'reference',
  'shipDate',
  'service',
  'postalCode',
  'chargeCode',
  'chargeLabel',
  'amount',
  'tax',
  'currency',
  'declaredWeight',
  'billedWeight',
  'length',
  'width',
  'height',
] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];
/** Without these nothing can be audited; a charge without words counts as freight. */
export const REQUIRED_FIELDS: readonly MappedField[] = ['invoiceNumber', 'trackingNumber', 'amount'];

/** Why a carrier billed something else than was bought. */
export const DIFFERENCE_KINDS = [
  'weight',
  'dimensions',
  'address_correction',
  'residential',
  'surcharge',
  'fuel',
  'tax',
  'price',
  'duplicate',
  'void_not_credited',
  'late_fee',
  'service_credit',
  'credit',
  /** Bought and not, or not yet, billed. No credit: the carrier may still ask for it. */
  'not_billed',
  'unknown',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What the carrier gives back in lines of its own. */
export const CREDIT_KINDS: ReadonlySet<DifferenceKind> = new Set(['credit', 'service_credit']);

/** Nothing proves what these are: they are charged or credited to nobody below until a person has said what they are. */
export const TO_DECIDE: ReadonlySet<DifferenceKind> = new Set(['unknown', 'not_billed']);

/** Goes the other way than its kind does: what was decided before is taken back, by the carrier or by its next invoice. */
export const isTakenBack = (kind: DifferenceKind, minor: number): boolean =>
  kind !== 'unknown' && (CREDIT_KINDS.has(kind) || kind === 'not_billed' ? minor > 0 : minor < 0);

/** How a seller passes a difference on: as it comes, with the mark-ups of the sale, or not at all. */
export const PASS_MODES = ['at_cost', 'marked_up', 'absorb'] as const;
export type PassMode = (typeof PASS_MODES)[number];

export const DEFAULT_NOTICE_DAYS = 7;
