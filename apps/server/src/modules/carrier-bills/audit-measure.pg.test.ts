/** The promised figures of the audit, small in every run; BILL_LINES=100000 measures them at full size (tests/bench). */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { judge, seedBill } from '../../../../../tests/bench/bill-audit.ts';
import { makeChain } from '../../../test/billed-labels.ts';
import { makeTenantTree } from '../../../test/tenant-tree.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { newId } from '../../platform/database/ids.ts';
import { silentLogger } from '../../platform/logging/logger.ts';
import { createBillWorker } from './bill-worker.ts';
import { uploadBill } from './upload.ts';
import { gzipSync } from 'node:zlib';

const LINES = Number(process.env['BILL_LINES'] ?? '6000');
let base: TestDatabase;
beforeAll(async () => {
  base = await createTestDatabase({ maxConnections: 4 });
});
afterAll(() => base.drop());

test(`${LINES} charges with 3 % wrong ones`, async () => {
  const tree = await makeTenantTree(base.db);
  const chain = await makeChain(base.db, {
    owner: tree.platformId,
    sellers: [
      { tenantId: tree.platformId, percentBp: 1_000 },
      { tenantId: tree.franchises[0], percentBp: 2_000 },
    ],
    shipper: tree.customers[0].tenantId,
  });
  const bill = await seedBill(base.db, chain, LINES);
  const started = performance.now();
  const cpu = process.cpuUsage();
  const taken = await uploadBill(
    base.db,
    { tenantId: tree.platformId, userId: newId(), currency: 'CAD' },
    { fileName: 'bill.csv.gz', contentType: 'application/gzip', bytes: gzipSync(bill.bytes) },
    { accountId: chain.accountId },
  );
  expect(taken.ok).toBe(true);
  await createBillWorker({ db: base.db, log: silentLogger() }).look();
  const seconds = (performance.now() - started) / 1000;
  const used = process.cpuUsage(cpu);
  const busy = (used.user + used.system) / 1e6;
  const { found, matched } = await base.db.tenant({ tenantId: tree.platformId }, async (tx) => ({
    found: (
      await sql<{
        kind: string;
        tracking: string | null;
      }>`SELECT kind, evidence->>'trackingNumber' AS tracking FROM bill_differences
          WHERE state = 'open'`.execute(tx)
    ).rows,
    matched: (
      await sql<{ n: number }>`SELECT count(*)::int AS n FROM invoice_lines l JOIN bill_shipments s
            ON s.tenant_id = l.tenant_id AND s.purchase_id = l.purchase_id
          WHERE l.state = 'matched' AND (l.tracking_number IS NULL OR l.tracking_number = s.tracking_number)`.execute(
        tx,
      )
    ).rows[0]?.n,
  }));
  const judged = judge(bill, found, matched ?? 0);
  console.info(
    `audit of ${bill.lines} charges: ${seconds.toFixed(1)} s (${busy.toFixed(1)} s of this process), recall ${judged.recall.toFixed(4)}, precision ${judged.precision.toFixed(4)}, match ${judged.match.toFixed(4)}`,
  );
  expect(judged.recall).toBeGreaterThanOrEqual(0.99);
  expect(judged.precision).toBeGreaterThanOrEqual(0.98);
  expect(judged.match).toBeGreaterThanOrEqual(0.995);
  // Times are judged where nothing else runs.
  if (LINES >= 100_000) expect(seconds).toBeLessThan(60);
}, 600_000);
