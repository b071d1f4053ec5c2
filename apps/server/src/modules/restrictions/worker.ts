/**
 * Takes away restrictions whose debt is paid, however it was: by card, transfer, credit note or adjustment. Purchases do not wait
 * for it (`mayShip` looks at the books); the pages, the log and the mail do.
 */
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { createSweep } from '../../platform/jobs/sweep.ts';
import type { Services } from '../../platform/services.ts';
import { OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import type { MailModule } from '../mail/index.ts';
import { companyOf } from '../subscriptions/index.ts';
import { type Debt, isPaid, readPaid, setRestriction } from './restriction.ts';
import { tellCompany } from './tell.ts';

export interface RestrictionWorker {
  /** One round; answers how many it lifted. */
  look(): Promise<number>;
  start(): void;
  /** Waits for a round that is running. */
  stop(): Promise<void>;
}

export interface RestrictionDeps extends Pick<Services, 'db' | 'clock' | 'log'> {
  readonly mail: Pick<MailModule, 'queue' | 'links' | 'soon'>;
}

const SWEEP_MS = 30_000;

export function createRestrictionWorker(deps: RestrictionDeps): RestrictionWorker {
  const { db, clock, log, mail } = deps;
  /** Two processes may come to the same customer; the row's lock lets one of them find it restricted. */
  async function lift(customerId: string, franchiseId: string): Promise<boolean> {
    const company = await companyOf(deps, customerId);
    const refs = await db.system(async (tx) => {
      // Restricted anew meanwhile: the next round looks at that.
      const debt = await lockDebt(tx, customerId);
      if (!debt) return undefined;
      await actAs(tx, { role: 'app_tenant', tenantId: franchiseId });
      if (!(await isPaid(tx, franchiseId, customerId, debt))) return undefined;
      await setRestriction(tx, franchiseId, customerId, undefined);
      const id = await recordEvent(tx, {
        tenantId: franchiseId,
        actors: [],
        action: 'restrictionPaid',
        subject: { kind: 'franchise', id: customerId },
        details: {
          summary: 'What was owed is paid: the customer can ship again',
          params: { id: customerId },
          fields: [],
        },
      });
      await recordEvent(tx, {
        tenantId: franchiseId,
        actors: [],
        action: OUTCOME,
        subject: { kind: OUTCOME_SUBJECT, id },
        details: { outcome: 'done' },
      });
      return tellCompany(mail, tx, company, 'lifted', clock.now());
    });
    if (refs) mail.soon(refs);
    return refs !== undefined;
  }

  async function look(): Promise<number> {
    const held = await db.reference((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'realm_id', 'restricted_at', 'restricted_due_until'])
        .where('restricted_at', 'is not', null)
        .where('restricted_until_paid', '=', true)
        // Paid or not, it ships elsewhere now.
        .where('moved_at', 'is', null)
        .execute(),
    );
    const byFranchise = new Map<string, Map<string, Debt>>();
    for (const row of held) {
      if (row.restricted_at === null) continue;
      const debts = byFranchise.get(row.realm_id) ?? new Map<string, Debt>();
      debts.set(row.id, { since: row.restricted_at, dueUntil: row.restricted_due_until });
      byFranchise.set(row.realm_id, debts);
    }
    let lifted = 0;
    for (const [franchiseId, debts] of byFranchise) {
      const paid = await trying({ tenantId: franchiseId }, () =>
        db.tenant({ tenantId: franchiseId }, (tx) => readPaid(tx, franchiseId, debts), { readOnly: true }),
      );
      for (const id of paid ?? []) if (await trying({ tenantId: id }, () => lift(id, franchiseId))) lifted += 1;
    }
    return lifted;
  }

  async function trying<T>(about: { readonly tenantId: string }, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      log.error({ err: error, ...about }, 'whether restricted customers have paid could not be looked up');
      return undefined;
    }
  }

  const sweep = createSweep(
    {
      log,
      everyMs: SWEEP_MS,
      firstMs: 2_000,
      name: 'restrictions',
      failed: 'restricted customers could not be looked for',
    },
    look,
  );
  return { ...sweep, look };
}

/** What a customer is restricted for until it is paid; its row stays locked. Runs as the system. */
async function lockDebt(tx: Tx, customerId: string): Promise<Debt | undefined> {
  const { rows } = await sql<{ at: Date; due: string | null }>`
    SELECT restricted_at AS at, restricted_due_until AS due FROM tenants
    WHERE id = ${customerId} AND restricted_at IS NOT NULL AND restricted_until_paid AND moved_at IS NULL FOR UPDATE`.execute(
    tx,
  );
  const [row] = rows;
  return row && { since: row.at, dueUntil: row.due };
}
