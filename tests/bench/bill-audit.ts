/**
 * The audit of carriers' invoices at size: 100,000 charges of UPS with 3 % of the labels billed wrongly in every way, from
 * the bytes of the file to differences in the database. What was put in is known, so what is found can be judged.
 *
 *     node --import tsx tests/bench/bill-audit.ts 100000                                                  (with its time)
 *     npx vitest run --project postgres apps/server/src/modules/carrier-bills/audit-measure.pg.test.ts     (small, no time)
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  addLabels,
  type BilledChain,
  type BoughtLabel,
  labelOf,
  makeChain,
} from '../../apps/server/test/billed-labels.ts';
import { testFiles } from '../../apps/server/test/file-reading.ts';
import { type UpsCharge, upsFile } from '../../apps/server/test/ups-bill.ts';
import { makeTenantTree } from '../../apps/server/test/tenant-tree.ts';
import type { DifferenceKind } from '@scanship/domain/carrier-bills/bill-kinds';
import { createBillWorker } from '@scanship/server/modules/carrier-bills/bill-worker';
import { uploadBill } from '@scanship/server/modules/carrier-bills/upload';
import { bootstrap } from '@scanship/server/platform/database/bootstrap';
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { type Database, openDatabase } from '@scanship/server/platform/database/database';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import { newId } from '@scanship/server/platform/database/ids';
import { migrate } from '@scanship/server/platform/database/migrator';
import { silentLogger } from '@scanship/server/platform/logging/logger';
import { sql } from 'kysely';
import type { Row } from './table.ts';

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

interface SeededBill {
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
async function seedBill(db: Database, chain: BilledChain, lines: number, seed = 20_261_122): Promise<SeededBill> {
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

interface Judged {
  /** Of the differences put in, those found with their right kind. */
  readonly recall: number;
  /** Of the differences found, those put in with that kind. */
  readonly precision: number;
  /** Of the charges of labels, those matched to their own. */
  readonly match: number;
}

function judge(
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

export interface AuditFigures extends Judged {
  readonly charges: number;
  /** From the upload of the packed file to its differences; the making of labels and bill is not in it. */
  readonly seconds: number;
}

/** Labels of a customer of a franchise on the platform's account, billed and audited by the real worker. */
export async function measureAudit(db: Database, lines: number): Promise<AuditFigures> {
  const tree = await makeTenantTree(db);
  const owner = { tenantId: tree.platformId };
  const chain = await makeChain(db, {
    owner: tree.platformId,
    sellers: [
      { tenantId: tree.platformId, percentBp: 1_000 },
      { tenantId: tree.franchises[0], percentBp: 2_000 },
    ],
    shipper: tree.customers[0].tenantId,
  });
  const bill = await seedBill(db, chain, lines);
  const bytes = gzipSync(bill.bytes);
  const started = performance.now();
  const taken = await uploadBill(
    { db, files: testFiles },
    { ...owner, userId: newId(), currency: 'CAD' },
    { fileName: 'bill.csv.gz', contentType: 'application/gzip', bytes },
    { accountId: chain.accountId },
  );
  if (!taken.ok) throw new Error(`the bill was refused: ${taken.problem.message ?? taken.problem.code}`);
  await createBillWorker({ db, log: silentLogger(), files: testFiles }).look();
  const seconds = (performance.now() - started) / 1_000;
  const { found, matched } = await db.tenant(owner, async (tx) => ({
    found: (
      await sql<{
        kind: string;
        tracking: string | null;
      }>`SELECT kind, evidence->>'trackingNumber' AS tracking FROM bill_differences WHERE state = 'open'`.execute(tx)
    ).rows,
    matched: (
      await sql<{ n: number }>`SELECT count(*)::int AS n FROM invoice_lines l JOIN bill_shipments s
          ON s.tenant_id = l.tenant_id AND s.purchase_id = l.purchase_id
        WHERE l.state = 'matched' AND (l.tracking_number IS NULL OR l.tracking_number = s.tracking_number)`.execute(tx)
    ).rows[0]?.n,
  }));
  return { charges: bill.lines, seconds, ...judge(bill, found, matched ?? 0) };
}

const CHARGES = 100_000;
const LIMIT_SECONDS = 60;

/** For `npm run bench`: on a server of its own, with the settings of the embedded one. */
export async function billAuditRows(charges = CHARGES): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'scanship-bench-bills-'));
  const server = await startEmbedded({ dataDir: join(folder, 'db') });
  try {
    const connections = embeddedConnections(server);
    await withClient(connections.admin('postgres'), (client) =>
      client.query(`CREATE DATABASE "${connections.database}"`),
    );
    await bootstrap(connections.admin());
    await migrate(connections.migrator());
    const db = openDatabase({ connection: connections.app(), maxConnections: 4 });
    try {
      const figures = await measureAudit(db, charges);
      const of = `of ${figures.charges} charges`;
      const percent = (share: number): number => (1 - share) * 100;
      return [
        { measure: `audit ${of}`, value: figures.seconds, unit: 's', limit: LIMIT_SECONDS, kind: 'time' },
        { measure: `wrong ones ${of} not found`, value: percent(figures.recall), unit: '%', limit: 1, kind: 'count' },
        {
          measure: 'differences found that are none',
          value: percent(figures.precision),
          unit: '%',
          limit: 2,
          kind: 'count',
        },
        { measure: 'charges without their label', value: percent(figures.match), unit: '%', limit: 0.5, kind: 'count' },
      ];
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await billAuditRows(Number(process.argv[2] ?? CHARGES)));
