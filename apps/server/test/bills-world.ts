/** A world in which a carrier's account of the platform is lent through a franchise to a customer, and what tests do there. */
import type { Adjustment, BillDifference, BillFile } from '@scanship/contracts/carriers/carrier-bills';
import { sql } from 'kysely';
import { type BillWorkerOptions, createBillWorker } from '../src/modules/carrier-bills/bill-worker.ts';
import { type Decided, decideDifferences, planDecision } from '../src/modules/carrier-bills/decide.ts';
import { listAdjustments } from '../src/modules/carrier-bills/read-adjustments.ts';
import { listDifferences, listFiles } from '../src/modules/carrier-bills/read-bills.ts';
import { uploadBill } from '../src/modules/carrier-bills/upload.ts';
import { readBalances } from '../src/modules/billing/index.ts';
import { newId } from '../src/platform/database/ids.ts';
import { createLogger, silentLogger } from '../src/platform/logging/logger.ts';
import { addLabels, type BilledChain, type BoughtLabel, labelOf, makeChain } from './billed-labels.ts';
import { testFiles } from './file-reading.ts';
import { makeTenantTree, type TenantTree } from './tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { type UpsCharge, upsFile } from './ups-bill.ts';

export const DAY = '2026-11-18';
export let base: TestDatabase;
export let tree: TenantTree;
export let chain: BilledChain;
let serial = 0;
/** A number no label of this file has. */
export const nextSerial = (): number => (serial += 1);
const user = newId();

export async function openBillsWorld(): Promise<void> {
  base = await createTestDatabase({ maxConnections: 8 });
  tree = await makeTenantTree(base.db);
  chain = await makeChain(base.db, {
    owner: tree.platformId,
    sellers: [
      { tenantId: tree.platformId, percentBp: 1_000 },
      { tenantId: tree.franchises[0], percentBp: 2_000 },
    ],
    shipper: tree.customers[0].tenantId,
  });
}
export const closeBillsWorld = (): Promise<void> => base.drop();

const log = process.env['TEST_LOG'] ? createLogger('warn') : silentLogger();
export const worker = (options: BillWorkerOptions = {}) =>
  createBillWorker({ db: base.db, log, files: testFiles }, options);
export const as = (tenantId: string) => ({ tenantId, userId: user });
export const platform = () => as(tree.platformId);
export const franchise = () => as(tree.franchises[0]);
export const customer = () => as(tree.customers[0].tenantId);

export async function newLabels(count: number, voided = false): Promise<BoughtLabel[]> {
  const labels = Array.from({ length: count }, () => labelOf((serial += 1), DAY));
  await addLabels(base.db, chain, labels, new Set(voided ? labels.map((label) => label.purchaseId) : []));
  return labels;
}
export const charge = (label: BoughtLabel, more: Partial<UpsCharge> = {}): UpsCharge => ({
  invoice: 'INV1',
  date: DAY,
  tracking: label.tracking,
  minor: label.freight,
  label: 'Standard Commercial',
  postal: label.postal,
  enteredLb: Math.ceil(label.grams / 454),
  billedLb: Math.ceil(label.grams / 454),
  ...more,
});
export const asBought = (label: BoughtLabel, invoice = 'INV1'): UpsCharge[] => [
  charge(label, { invoice }),
  charge(label, { invoice, minor: label.fuel, classification: 'FSC', code: 'FSC', label: 'Fuel Surcharge' }),
  charge(label, { invoice, minor: label.tax, classification: 'TAX', code: '01', label: 'HST' }),
];
export const upload = (charges: readonly UpsCharge[], name = `${newId()}.csv`) =>
  uploadBill(
    { db: base.db, files: testFiles },
    { ...platform(), currency: 'CAD' },
    { fileName: name, contentType: 'text/csv', bytes: new TextEncoder().encode(upsFile(charges)) },
    { accountId: chain.accountId },
  );
export async function taken(charges: readonly UpsCharge[]): Promise<BillFile> {
  const done = await upload(charges);
  if (!done.ok || !('fileId' in done.value)) throw new Error(JSON.stringify(done));
  await worker().look();
  const file = (await listFiles(base.db, platform(), {}, done.value.fileId)).files[0];
  if (!file) throw new Error('no file');
  return file;
}
export const open = async (label: BoughtLabel): Promise<readonly BillDifference[]> =>
  (await listDifferences(base.db, platform(), { search: label.tracking, size: 50 })).differences;
export const mine = async (
  who: { readonly tenantId: string },
  kind: 'customer' | 'franchise' = 'customer',
): Promise<readonly Adjustment[]> =>
  (await listAdjustments(base.db, { ...who, tenantKind: kind, rights: new Set(['money.pricing']) }, { size: 200 }))
    .adjustments;
export const adjustmentOf = async (who: { readonly tenantId: string }, label: BoughtLabel): Promise<Adjustment> => {
  const found = (await mine(who, who.tenantId === customer().tenantId ? 'customer' : 'franchise')).find(
    (each) => each.evidence.trackingNumber === label.tracking,
  );
  if (!found) throw new Error(`no adjustment of ${label.tracking}`);
  return found;
};
/** The clock of notices is the database's; a test moves what it compares with. */
export const noticeIsOver = () =>
  Promise.all(
    [tree.platformId, ...tree.franchises, customer().tenantId].map((tenantId) =>
      base.db.tenant({ tenantId }, (tx) =>
        sql`UPDATE adjustments SET notice_until = clock_timestamp() - interval '1 second',
          due_at = CASE WHEN due_at IS NULL THEN NULL ELSE clock_timestamp() - interval '1 second' END WHERE state IN ('notice', 'disputed')`.execute(
          tx,
        ),
      ),
    ),
  );
export const balance = async (tenantId: string, kind: string, party: string | null = null): Promise<number> =>
  (await base.db.tenant({ tenantId }, readBalances)).find((b) => b.kind === kind && b.party === party)?.amount.minor ??
  0;
/** A parcel that weighs 20 lb more than was said: freight, fuel and tax. */
export const heavier = (label: BoughtLabel, by = 1_000): UpsCharge[] => {
  const pounds = Math.ceil(label.grams / 454) + 20;
  const fuel = Math.round((label.freight + by) * 0.15);
  return [
    charge(label, { minor: label.freight + by, billedLb: pounds }),
    charge(label, { minor: fuel, classification: 'FSC', code: 'FSC', label: 'Fuel Surcharge' }),
    charge(label, {
      minor: Math.round((label.freight + by + fuel) * 0.13),
      classification: 'TAX',
      code: '01',
      label: 'HST',
    }),
  ];
};
/** As a person does it: looks at what it would book, and books that. */
export async function accept(ids: readonly string[]): Promise<Decided> {
  const { fingerprint } = await planDecision(base.db, platform(), ids, 'accept');
  const done = await decideDifferences(base.db, platform(), ids, { action: 'accept', note: '', fingerprint });
  if (!done.ok) throw new Error(JSON.stringify(done.problem));
  return done.value;
}
export async function heavyCase(by = 1_000) {
  const [label] = await newLabels(1);
  if (!label) throw new Error('one label');
  await taken(heavier(label, by));
  const [difference] = await open(label);
  if (!difference) throw new Error('no difference');
  await accept([difference.id]);
  return { label, difference };
}
