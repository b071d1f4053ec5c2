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
  'unknown',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** How a seller passes a difference on: as it comes, with the mark-ups of the sale, or not at all. */
export const PASS_MODES = ['at_cost', 'marked_up', 'absorb'] as const;
export type PassMode = (typeof PASS_MODES)[number];

export const DEFAULT_NOTICE_DAYS = 7;
