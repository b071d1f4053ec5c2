/** One page of a carrier's list held against what is known here, and kept with the place where the list goes on. */
import type { LabelPage, ListedLabel } from '@scanship/connector-kit/carrier/label-list';
import { fail } from '@scanship/connector-kit/errors';
import {
  type CompareOptions,
  compareLabels,
  isWithin,
  type LabelFinding,
  type TheirLabel,
} from '@scanship/domain/shipping/label-reconciliation';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json, toJson } from '../../platform/database/json-column.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { trackingKey } from '../shipments/index.ts';
import { type KnownPurchase, readCandidates } from './read-ours.ts';
import { type Evidence, type HeldRun, type RunRow, writeRun } from './run-rows.ts';

interface Theirs extends TheirLabel {
  readonly listed: ListedLabel;
}

export type Found = LabelFinding<KnownPurchase, Theirs>;

/** Sentences about labels that could not be read; the first few tell enough. */
const MOST_PROBLEMS = 20;

const theirsOf = (listed: ListedLabel): Theirs => ({
  carrierShipmentId: listed.carrierShipmentId,
  trackingNumbers: listed.trackingNumbers,
  reference: listed.reference,
  state: listed.state,
  at: Date.parse(listed.madeAt),
  listed,
});

/**
 * Labels that no other page of this comparison has shown already. A page that shows nothing else and is not the last is one that a
 * carrier repeats: without an end, were it asked on.
 * @throws ConnectorError `vendor-broken` for such a page
 */
async function freshLabels(db: Database, run: HeldRun, page: LabelPage): Promise<readonly Theirs[]> {
  const listed = page.labels.map(theirsOf);
  if (listed.length === 0) return [];
  const known = await db.tenant(
    run,
    (tx) =>
      tx
        .selectFrom('label_run_labels')
        .select('carrier_shipment_id')
        .where('tenant_id', '=', run.tenantId)
        .where('run_id', '=', run.id)
        .where(
          'carrier_shipment_id',
          'in',
          listed.map(({ carrierShipmentId }) => carrierShipmentId),
        )
        .execute(),
    { readOnly: true },
  );
  const shown = new Set(known.map((each) => each.carrier_shipment_id));
  const fresh = listed.filter(({ carrierShipmentId }) => !shown.has(carrierShipmentId));
  if (fresh.length === 0 && page.next !== undefined)
    throw fail('vendor-broken', 'The carrier shows the same labels on one page of its list after the other.');
  return fresh;
}

/** A purchase without a number of its own, which an earlier page has shown, is that label and no other one. */
async function withShown(
  db: Database,
  run: HeldRun,
  candidates: readonly KnownPurchase[],
): Promise<readonly KnownPurchase[]> {
  const numberless = candidates.filter(
    ({ carrierShipmentId, trackingNumbers }) => carrierShipmentId === undefined && trackingNumbers.length === 0,
  );
  if (numberless.length === 0) return candidates;
  const shown = await db.tenant(
    run,
    (tx) =>
      tx
        .selectFrom('label_run_labels')
        .select(['purchase_id', 'carrier_shipment_id'])
        .where('tenant_id', '=', run.tenantId)
        .where('run_id', '=', run.id)
        .where(
          'purchase_id',
          'in',
          numberless.map(({ purchaseId }) => purchaseId),
        )
        .execute(),
    { readOnly: true },
  );
  const idOf = new Map(shown.map((each) => [each.purchase_id, each.carrier_shipment_id]));
  return candidates.map((own) => ({ ...own, carrierShipmentId: own.carrierShipmentId ?? idOf.get(own.purchaseId) }));
}

/**
 * Compares and keeps a page, in one transaction with the place where the list goes on.
 * @returns open purchases that the carrier has: asked about now, they are settled
 */
export async function keepPage(
  db: Database,
  run: HeldRun,
  row: RunRow,
  page: LabelPage,
  list: { readonly showsReferences: boolean; readonly leaseMs: number },
): Promise<readonly JournalRef[]> {
  const labels = await freshLabels(db, run, page);
  // A carrier may date a label by its draft: one outside the span is in the list all the same.
  const judged = { from: row.since.getTime(), to: row.until.getTime() };
  const candidates = await readCandidates(db, run, labels, row.until);
  const ours = await withShown(db, run, candidates.ours);
  const compared = compareLabels(ours, labels, {
    showsReferences: list.showsReferences,
    whole: undefined,
    judged,
  });
  const { pairs, listed, matched, settles } = compared;
  const boughtElsewhere = ({ kind, theirs }: Found): boolean =>
    kind === 'unknown-here' &&
    theirs !== undefined &&
    [theirs.reference ?? '', ...theirs.trackingNumbers.map(trackingKey)].some((name) => candidates.elsewhere.has(name));
  const findings = compared.findings.filter((found) => !boughtElsewhere(found));
  const elsewhere = compared.elsewhere + compared.findings.length - findings.length;
  const unread = page.problems.slice(0, Math.max(0, MOST_PROBLEMS - row.problems.length));
  await db.tenant(run, async (tx) => {
    await writeRun(
      tx,
      run,
      list.leaseMs,
      sql`next_page = ${page.next ?? null}, read_whole = ${page.next === undefined}, listed = listed + ${listed},
        matched = matched + ${matched}, elsewhere = elsewhere + ${elsewhere}, tries = 0,
        problems = problems || ${json([...unread])}`,
    );
    await keepLabels(tx, run, labels, pairs);
    await keepFindings(tx, run, findings, judged);
  });
  return settles
    .filter(({ inJournal }) => inJournal)
    .map(({ tenantId, purchaseId }) => ({ table: 'purchases', tenantId, id: purchaseId }));
}

async function keepLabels(
  tx: Tx,
  run: HeldRun,
  labels: readonly Theirs[],
  pairs: ReadonlyMap<Theirs, KnownPurchase>,
): Promise<void> {
  const rows = labels.map((label) => ({
    id: label.carrierShipmentId,
    shipper: pairs.get(label)?.tenantId,
    purchase: pairs.get(label)?.purchaseId,
  }));
  if (rows.length > 0)
    await sql`INSERT INTO label_run_labels (tenant_id, run_id, carrier_shipment_id, shipper_tenant_id, purchase_id)
      SELECT ${run.tenantId}, ${run.id}, l.id, l.shipper, l.purchase
      FROM jsonb_to_recordset(${toJson(rows)}::jsonb) AS l(id text, shipper uuid, purchase uuid)
      ON CONFLICT DO NOTHING`.execute(tx);
}

const evidenceOf = ({ theirs, ours }: Found): Evidence =>
  theirs
    ? {
        carrierShipmentId: theirs.carrierShipmentId,
        trackingNumbers: theirs.trackingNumbers,
        reference: theirs.reference,
        service: theirs.listed.service,
        to: theirs.listed.to,
        cost: theirs.listed.cost,
      }
    : {
        carrierShipmentId: ours?.carrierShipmentId,
        trackingNumbers: ours?.trackingNumbers ?? [],
        reference: ours?.reference,
      };

/** By the carrier's date, unless that is outside the span: it then is found, and gone again, by our own. */
const madeAt = ({ theirs, ours }: Found, judged: CompareOptions['judged']): number =>
  theirs && (!ours || isWithin(theirs.at, judged)) ? theirs.at : (ours?.at ?? 0);

/**
 * What is found again is brought up to date, and is open again where it was gone. What was not open is staged: it is told when the
 * comparison has ended.
 */
export async function keepFindings(
  tx: Tx,
  run: HeldRun,
  findings: readonly Found[],
  judged?: CompareOptions['judged'],
): Promise<void> {
  if (findings.length === 0) return;
  const rows = findings.map((found) => ({
    id: newId(),
    kind: found.kind,
    subject: found.theirs?.carrierShipmentId ?? found.ours?.purchaseId,
    purchase: found.ours?.purchaseId,
    inbox: found.ours?.tenantId ?? run.tenantId,
    made: new Date(madeAt(found, judged)).toISOString(),
    evidence: evidenceOf(found),
  }));
  await sql`INSERT INTO label_findings AS f (tenant_id, id, account_id, kind, subject, purchase_id, inbox_tenant_id, made_at, evidence, run_id, staged)
    SELECT ${run.tenantId}, n.id, ${run.accountId}, n.kind, n.subject, n.purchase, n.inbox, n.made, n.evidence, ${run.id}, true
    FROM jsonb_to_recordset(${toJson(rows)}::jsonb)
      AS n(id uuid, kind text, subject text, purchase uuid, inbox uuid, made timestamptz, evidence jsonb)
    ON CONFLICT (tenant_id, account_id, kind, subject) DO UPDATE SET purchase_id = excluded.purchase_id,
      inbox_tenant_id = excluded.inbox_tenant_id, evidence = excluded.evidence, run_id = excluded.run_id, gone_at = NULL,
      made_at = excluded.made_at, staged = f.staged OR f.gone_at IS NOT NULL, found_at = CASE WHEN f.gone_at IS NULL THEN f.found_at ELSE excluded.found_at END`.execute(
    tx,
  );
}
