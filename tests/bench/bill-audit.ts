/**
 * The audit of carriers' invoices at size: 100,000 charges of UPS with 3 % of the labels billed wrongly in every way, from
 * the bytes of the file to differences in the database. What was put in is known, so what is found can be judged.
 *
 *     npx vitest run --project postgres apps/server/src/modules/carrier-bills/audit-measure.pg.test.ts     (small)
 *     BILL_LINES=100000 npx vitest run --project postgres apps/server/src/modules/carrier-bills/audit-measure.pg.test.ts
 */
import { addLabels, type BilledChain, type BoughtLabel, labelOf } from '../../apps/server/test/billed-labels.ts';
import { type UpsCharge, upsFile } from '../../apps/server/test/ups-bill.ts';
import type { DifferenceKind } from '@scanship/domain/bill-kinds';
import type { Database } from '@scanship/server/platform/database/database';

const DAY = '2026-11-10';
const INVOICE_DAY = '2026-11-14';

/** Reproducible: the same seed gives the same bill. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Wrong = Exclude<DifferenceKind, 'price' | 'credit' | 'unknown'>;
const KINDS: readonly Wrong[] = [
  'weight',
  'dimensions',
  'address_correction',
  'residential',
  'surcharge',
  'fuel',
  'tax',
  'duplicate',
  'void_not_credited',
  'late_fee',
  'service_credit',
];

export interface SeededBill {
  readonly bytes: Uint8Array;
  readonly lines: number;
  /** Kind by tracking number; late fees by their number in the file. */
  readonly wrong: ReadonlyMap<string, Wrong>;
  readonly lateFees: number;
  readonly labels: readonly BoughtLabel[];
  /** Charges that belong to a label (all but the account's own). */
  readonly ofLabels: number;
}

const pounds = (grams: number): number => Math.ceil(grams / 453.59237);
const FUEL = 0.15;
const HST = 0.13;

function chargesOf(label: BoughtLabel, wrong: Wrong | undefined, next: () => number): UpsCharge[] {
  const common = {
    invoice: `INV${label.tracking.slice(-3, -2)}`,
    date: INVOICE_DAY,
    tracking: label.tracking,
    postal: label.postal,
    account: 'A1',
  };
  // Half of one per cent of the charges come without a tracking number, but with our reference; cents differ by rounding.
  const named = next() < 0.005 ? { ...common, tracking: '', reference: label.reference } : common;
  let freight = label.freight;
  let weight: Partial<UpsCharge> = { enteredLb: pounds(label.grams), billedLb: pounds(label.grams) };
  if (wrong === 'weight' || wrong === 'dimensions') {
    freight += 300 + Math.floor(next() * 2_000);
    weight = { enteredLb: pounds(label.grams), billedLb: pounds(label.grams) + 5 + Math.floor(next() * 20) };
    if (wrong === 'dimensions') weight = { ...weight, weightType: '2', dimensions: '24.0x 20.0x 18.0' };
  }
  const extras: UpsCharge[] = [];
  const extra = (minor: number, label_: string, more: Partial<UpsCharge>): void => {
    extras.push({ ...named, minor, label: label_, ...more });
  };
  if (wrong === 'address_correction') extra(1_550, 'Address Correction Standard', { detail: 'ADC' });
  if (wrong === 'residential')
    extra(430 + Math.floor(next() * 200), 'Residential Surcharge', { classification: 'ACC', code: 'RES' });
  if (wrong === 'surcharge')
    extra(350 + Math.floor(next() * 400), 'Delivery Area Surcharge', { classification: 'ACC', code: 'RDC' });
  if (wrong === 'service_credit') extra(-label.freight, 'Guaranteed Service Refund', { detail: 'GSR' });
  const onFuel = wrong === 'weight' || wrong === 'dimensions' ? freight : label.freight;
  const fuel =
    wrong === 'fuel'
      ? label.fuel + 60 + Math.floor(next() * 200)
      : onFuel === label.freight
        ? label.fuel
        : Math.round(onFuel * FUEL);
  const taxed = wrong === 'service_credit' ? 0 : extras.reduce((sum, each) => sum + each.minor, 0);
  const changed = freight !== label.freight || fuel !== label.fuel || taxed !== 0;
  let tax = changed ? Math.round((freight + fuel + taxed) * HST) : label.tax + (next() < 0.02 ? 1 : 0);
  if (wrong === 'tax') tax += 50 + Math.floor(next() * 100);
  const lines: UpsCharge[] = [
    { ...named, ...weight, minor: freight, label: 'Standard Commercial' },
    { ...named, minor: fuel, classification: 'FSC', code: 'FSC', label: 'Fuel Surcharge' },
    { ...named, minor: tax, classification: 'TAX', code: '01', label: 'HST' },
    ...extras,
  ];
  return wrong === 'duplicate' ? [...lines, ...lines.map((line) => ({ ...line, invoice: 'INVX' }))] : lines;
}

/** @param lines about how many charges the file has */
export async function seedBill(
  db: Database,
  chain: BilledChain,
  lines: number,
  seed = 20_261_122,
): Promise<SeededBill> {
  const next = random(seed);
  const labels: BoughtLabel[] = [];
  const charges: UpsCharge[] = [];
  const wrong = new Map<string, Wrong>();
  const voided = new Set<string>();
  let lateFees = 0;
  for (let n = 1; charges.length < lines; n += 1) {
    const label = labelOf(n, DAY);
    labels.push(label);
    const bad = next() < 0.03 ? KINDS[n % KINDS.length] : undefined;
    if (bad === 'late_fee') {
      lateFees += 1;
      charges.push({
        invoice: `LATE${n}`,
        date: INVOICE_DAY,
        tracking: '',
        minor: 1_000 + n,
        label: 'Late Payment Fee',
        detail: 'SVCH',
        classification: 'MSC',
        code: '',
      });
    } else if (bad) wrong.set(label.tracking, bad);
    if (bad === 'void_not_credited') voided.add(label.purchaseId);
    charges.push(...chargesOf(label, bad, next));
  }
  await addLabels(db, chain, labels, voided);
  return {
    bytes: new TextEncoder().encode(upsFile(charges)),
    lines: charges.length,
    wrong,
    lateFees,
    labels,
    ofLabels: charges.length - lateFees,
  };
}

export interface Judged {
  /** Of the differences put in, those found with their right kind. */
  readonly recall: number;
  /** Of the differences found, those put in with that kind. */
  readonly precision: number;
  /** Of the charges of labels, those matched to their own. */
  readonly match: number;
}

export function judge(
  bill: SeededBill,
  found: readonly { readonly kind: string; readonly tracking: string | null }[],
  matchedLines: number,
): Judged {
  let right = 0;
  let late = 0;
  for (const { kind, tracking } of found)
    if (kind === 'late_fee' && tracking === null && late < bill.lateFees) late += 1;
    else if (tracking !== null && bill.wrong.get(tracking) === kind) right += 1;
  const put = bill.wrong.size + bill.lateFees;
  return {
    recall: (right + late) / put,
    precision: found.length === 0 ? 1 : (right + late) / found.length,
    match: matchedLines / bill.ofLabels,
  };
}
