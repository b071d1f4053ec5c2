/** What a person sees of an account's comparisons. Runs as the owner. */
import type { LabelReconciliation, LabelRun } from '@scanship/contracts/carriers/label-reconciliation';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { Database } from '../../platform/database/database.ts';
import { readUnasked } from '../../platform/database/unasked-accounts.ts';
import { readUnknownCharges } from '../carrier-bills/index.ts';
import { placeOf } from './causes.ts';
import { readStanding } from './hold.ts';
import type { AccountRef } from './read-ours.ts';
import type { Evidence } from './run-rows.ts';

const MOST_RUNS = 20;
const MOST_FINDINGS = 200;
const MOST_CHARGES = 100;

/** Why a carrier cannot be asked for its labels; null where it can. */
export const whyNotAsked = ({ name, capabilities, notOffered }: CarrierManifest): string | null =>
  capabilities.listLabels === true
    ? null
    : (notOffered?.listLabels ?? `${name} does not list the labels of an account.`);

export async function readReconciliation(
  db: Database,
  account: AccountRef,
  manifest: CarrierManifest,
): Promise<LabelReconciliation> {
  const read = await db.tenant(
    account,
    async (tx) => {
      const runs = await tx
        .selectFrom('label_runs')
        .selectAll()
        .where('tenant_id', '=', account.tenantId)
        .where('account_id', '=', account.accountId)
        .orderBy('created_at', 'desc')
        .limit(MOST_RUNS)
        .execute();
      const open = tx
        .selectFrom('label_findings')
        .where('tenant_id', '=', account.tenantId)
        .where('account_id', '=', account.accountId)
        .where('gone_at', 'is', null)
        .where('staged', '=', false);
      const findings = await open
        .select(['id', 'kind', 'subject', 'made_at', 'found_at', 'evidence', 'inbox_tenant_id'])
        .orderBy('made_at', 'desc')
        .limit(MOST_FINDINGS)
        .execute();
      const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
      const hold = (await readUnasked(tx, account.tenantId)).find(({ accountId }) => accountId === account.accountId);
      const listed = whyNotAsked(manifest) === null;
      const unasked = hold && {
        since: hold.since.toISOString(),
        markedAt: hold.markedAt.toISOString(),
        standing: await readStanding(tx, account, { markedAt: hold.markedAt, listed }),
      };
      return { runs, findings, count, unasked };
    },
    { readOnly: true },
  );
  const others = [...new Set(read.findings.map((row) => row.inbox_tenant_id))].filter((id) => id !== account.tenantId);
  const names =
    others.length === 0
      ? []
      : await db.reference((tx) => tx.selectFrom('tenants').select(['id', 'name']).where('id', 'in', others).execute());
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  const charged = await readUnknownCharges(db, account, account.accountId);
  return {
    whyNot: whyNotAsked(manifest),
    charged: charged
      .slice(0, MOST_CHARGES)
      .map(({ number, invoiceNumber, invoiceDate, amount }) => ({ number, invoiceNumber, invoiceDate, amount })),
    chargedCount: charged.length,
    unasked: read.unasked ?? null,
    runs: read.runs.map(
      (row): LabelRun => ({
        id: row.id,
        why: row.why,
        state: row.state,
        since: row.since.toISOString(),
        until: row.until.toISOString(),
        listed: row.listed,
        matched: row.matched,
        elsewhere: row.elsewhere,
        found: row.found,
        // Written by the comparison alone.
        problems: [...(row.problems as readonly string[])],
        error: row.error,
        startedAt: row.created_at.toISOString(),
        endedAt: row.ended_at?.toISOString() ?? null,
      }),
    ),
    findings: read.findings.map((row) => {
      // Written by `keepFindings` alone.
      const evidence = row.evidence as object as Evidence;
      return {
        id: row.id,
        kind: row.kind,
        number: evidence.trackingNumbers[0] ?? evidence.carrierShipmentId ?? row.subject,
        madeAt: row.made_at.toISOString(),
        foundAt: row.found_at.toISOString(),
        service: evidence.service ?? null,
        cost: evidence.cost ?? null,
        place: placeOf(evidence) || null,
        customer: nameOf.get(row.inbox_tenant_id) ?? null,
      };
    }),
    open: read.count,
  };
}
