/** Makes the files that were asked for, one at a time in a process, and removes those that had their days. */
import { inSpan } from '@scanship/connector-kit/spans';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import type { Client } from 'pg';
import { exportTenant } from '../../operations/export-tenant.ts';
import { bytesNow } from '../../operations/stored-files.ts';
import {
  GIVEN_BACK,
  Hung,
  jobSpan,
  type Lease,
  leasedRows,
  LeaseLost,
  LEFT_BEHIND,
} from '../../platform/jobs/leased-rows.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Services } from '../../platform/services.ts';
import { goneAt } from './exports.ts';

export interface ExportDeps extends Pick<Services, 'db' | 'clock' | 'log' | 'bucket'> {
  /** The invoices of a buyer as its seller issued them: the seller keeps them. */
  papersOf(sellerId: string, buyerId: string): AsyncIterable<{ readonly number: string; readonly pdf: Uint8Array }>;
  /** For tests. */
  readonly hungMs?: number | undefined;
}

export interface ExportWorker {
  /** One round; answers how many files it made. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a file that is being made. */
  stop(): Promise<void>;
}

const SWEEP_MS = 5_000;
const PART_BYTES = 4 * 1024 * 1024;
/** Renewed while it is being made. */
const LEASE_MS = 60_000;
const MOST_ATTEMPTS = 3;
const AGAIN_MS = 60_000;
/** Followed by the export's id. */
const FOLDER = 'scanship-export-';
const ID_LENGTH = 36;
const FILE = 'customer.tar.gz';
/** Nothing was written to it for so long, and nobody has its lease: whoever made it was killed. */
const LEFT_MS = 3_600_000;

interface Wanted {
  readonly customerId: string;
  readonly made: boolean;
}
type Taken = Lease & Wanted;

/** Another process may take it away meanwhile. */
const writtenAt = (at: string): Promise<number> =>
  stat(at).then(
    ({ mtimeMs }) => mtimeMs,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );

export function createExportWorker(deps: ExportDeps): ExportWorker {
  const { db, clock, log } = deps;

  const exports = leasedRows<Wanted>(db, {
    table: 'customer_exports',
    leaseMs: LEASE_MS,
    hungMs: deps.hungMs,
    columns: sql`customer_id AS "customerId", state <> 'waiting' AS made`,
    now: () => clock.now(),
  });

  /** A process that was killed leaves everything of a customer in the disk's temporary folder. */
  let tidied: number | undefined;
  async function tidy(): Promise<void> {
    if (tidied !== undefined && performance.now() - tidied < LEFT_MS) return;
    tidied = performance.now();
    const folders = (await readdir(tmpdir())).filter((name) => name.startsWith(FOLDER));
    if (folders.length === 0) return;
    const { rows } = await db.system(
      (tx) => sql<{ id: string }>`SELECT id FROM customer_exports WHERE lease_until > clock_timestamp()`.execute(tx),
      { readOnly: true },
    );
    const held = new Set(rows.map(({ id }) => id));
    for (const name of folders) {
      const folder = path.join(tmpdir(), name);
      const written = await Promise.all([folder, path.join(folder, FILE)].map(writtenAt));
      if (Math.max(...written) > Date.now() - LEFT_MS || held.has(name.slice(FOLDER.length, FOLDER.length + ID_LENGTH)))
        continue;
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function make(taken: Taken): Promise<void> {
    const { id } = taken;
    const folder = await mkdtemp(path.join(tmpdir(), `${FOLDER}${id}-`));
    // It may take longer than a lease: the customer may have a million labels.
    const going = exports.keep(taken, (error) =>
      log.warn({ err: error, exportId: id }, 'the lease of an export could not be renewed'),
    );
    const client = db.ownConnection();
    try {
      await going.during(fill(taken, folder, client));
    } finally {
      going.stop();
      // Whoever hangs holds what it reads from; nothing waits for the goodbye of a connection that may hang itself.
      void client.end();
      await rm(folder, { recursive: true, force: true });
    }
  }

  async function fill(taken: Taken, folder: string, client: Client): Promise<void> {
    const { tenantId, id, customerId } = taken;
    const file = path.join(folder, FILE);
    const { bucket } = deps;
    await exportTenant(
      client,
      customerId,
      file,
      clock.now(),
      bucket && ((owner, sha256) => bytesNow({ db, bucket }, { tenantId: owner, sha256 })),
      papers(taken),
      () => exports.sign(taken),
    );
    await exports.write(taken, (tx) =>
      sql`DELETE FROM customer_export_parts WHERE tenant_id = ${tenantId} AND export_id = ${id}`.execute(tx),
    );
    let size = 0;
    let no = 0;
    for await (const bytes of createReadStream(file, { highWaterMark: PART_BYTES }) as AsyncIterable<Buffer>) {
      no += 1;
      size += bytes.length;
      await exports.write(taken, (tx) =>
        tx.insertInto('customer_export_parts').values({ tenant_id: tenantId, export_id: id, no, bytes }).execute(),
      );
    }
    const now = clock.now();
    await exports.settle(
      taken,
      sql`state = 'ready', ready_at = ${now}, due_at = ${goneAt(now)}, ${GIVEN_BACK}, size = ${size}, parts = ${no}`,
    );
  }

  async function* papers({ tenantId, customerId }: Taken) {
    for await (const { number, pdf } of deps.papersOf(tenantId, customerId))
      yield { name: `invoices/${number.replace(/[^\w.-]/g, '_')}.pdf`, bytes: pdf };
  }

  async function look(): Promise<number> {
    let made = 0;
    await tidy();
    while (!sweep.stopping()) {
      const taken = await exports.take();
      if (!taken) break;
      const { tenantId, id } = taken;
      if (taken.made) {
        await db.tenant({ tenantId }, (tx) =>
          tx.deleteFrom('customer_exports').where('tenant_id', '=', tenantId).where('id', '=', id).execute(),
        );
        continue;
      }
      if (await inSpan(jobSpan('customer_exports', taken), () => goOn(taken))) made += 1;
    }
    return made;
  }

  /** @returns whether the file was made */
  async function goOn(taken: Taken): Promise<boolean> {
    const { tenantId, id, attempt } = taken;
    try {
      await make(taken);
      return true;
    } catch (error) {
      if (error instanceof LeaseLost && !(error instanceof Hung)) return false;
      log.error(
        { err: error, tenantId, exportId: id, attempt },
        error instanceof Hung ? 'the file of a customer makes no progress' : 'the file of a customer could not be made',
      );
      const now = clock.now();
      await exports.settle(
        taken,
        attempt < MOST_ATTEMPTS
          ? sql`due_at = ${new Date(now.getTime() + AGAIN_MS)}, ${LEFT_BEHIND}`
          : sql`state = 'failed', due_at = ${goneAt(now)}, ${GIVEN_BACK}`,
      );
      return false;
    }
  }

  const sweep = createSweep({ log, everyMs: SWEEP_MS, failed: 'files of customers could not be looked for' }, look);
  return { ...sweep, look };
}
