/** Filing with the carrier: the intent is stored in one transaction, the call is the journal's. One act a claim at a time. */
import type { BodyOf } from '@scanship/contracts/call';
import type { decideClaim, fileClaim } from '@scanship/contracts/shipping/claims';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import { runClaimState } from '@scanship/connector-kit/steps/run-question';
import type { ClaimKind } from '@scanship/domain/shipping/claims';
import type { Money } from '@scanship/domain/money/money';
import type { Json } from '@scanship/domain/values/json';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { newCarrierReference, problemWords, storeEffect } from '../../platform/journal/effects.ts';
import { recordChange } from '../../platform/journal/journal-store.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { GrantOpener } from '../carriers/index.ts';
import { stillDraft } from './lock-claim.ts';
import { noteClaim } from './claim-causes.ts';
import { type ClaimAct, type ClaimKit, type Contact, parcelsOf, readActs } from './filing.ts';
import { readClaim } from './read-claim.ts';

/** What is sealed with the act: the same on every retry. Photos and paper are read when it is opened. */
export interface ClaimRequest {
  readonly claimId: string;
  readonly grantId: string;
  readonly reference: string;
  readonly trackingNumber: string;
  readonly carrierShipmentId: string;
  readonly kind: ClaimKind;
  readonly delivered: boolean;
  readonly amount: Money;
  readonly description: string;
  readonly contact: Contact;
  readonly french: boolean;
}

/** @throws Error for a value this module did not write: the row must not be worked on */
export function claimRequestOf(value: Json): ClaimRequest {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !('claimId' in value))
    throw new Error('not a sealed claim');
  return value as Json & ClaimRequest;
}

export interface FilingDeps {
  readonly db: Database;
  readonly sealer: Sealer;
  readonly journal: Journal;
  readonly grants: GrantOpener;
  readonly nameOf: (slug: string) => string;
}

/** The carrier itself says that there is no such claim, or that it is of another parcel. */
const DENIES: ReadonlySet<ConnectorProblem['kind']> = new Set(['refused', 'invalid-input']);

/** Problems: as of the call `fileClaim`, without the carrier's. */
export async function beginFiling(
  deps: FilingDeps,
  ctx: RequestContext,
  kit: ClaimKit,
  id: string,
  input: BodyOf<typeof fileClaim>,
): Promise<Outcome<JournalRef>> {
  const { tenantId } = ctx;
  const seen = await deps.db.tenant(ctx, (tx) => readClaim(tx, tenantId, id, kit), { readOnly: true });
  if (!seen) return problem('not_found', { message: 'This claim was not found.' });
  const parcels = await deps.db.tenant(ctx, (tx) => parcelsOf(tx, tenantId, seen.detail.shipmentId), {
    readOnly: true,
  });
  const parcel = parcels.find((one) => one.tracking_number === input.trackingNumber && !one.lent);
  const [grant] = parcel ? await deps.grants.open(ctx, { only: [parcel.grant_id], toSettle: true }) : [];
  const recovery = (await grant?.load())?.claims?.file.recovery;
  const stored = await deps.db.tenant(ctx, async (tx): Promise<Outcome<JournalRef>> => {
    const draft = await stillDraft(tx, tenantId, id, input.version);
    if (!draft.ok) return draft;
    const now = await readClaim(tx, tenantId, id, kit);
    if (!now) return problem('not_found', { message: 'This claim was not found.' });
    const { detail } = now;
    if (!detail.filing) return problem('forbidden', { message: detail.notFiled ?? 'This claim is filed on paper.' });
    const errors = detail.filing.missing.map((each) => ({ ...each }));
    if (errors.length > 0) return problem('validation', { errors });
    if (!parcel || !detail.filing.trackingNumbers.includes(parcel.tracking_number))
      return problem('validation', {
        errors: [{ field: 'trackingNumber', message: 'Choose the parcel that is claimed.' }],
      });
    if (!grant || recovery === undefined)
      return problem('no_carrier', { message: 'The carrier account of this label is gone.' });
    const request: ClaimRequest = {
      claimId: id,
      grantId: parcel.grant_id,
      reference: newCarrierReference(),
      trackingNumber: parcel.tracking_number,
      carrierShipmentId: parcel.carrier_shipment_id,
      kind: detail.kind,
      delivered: now.deliveredDay !== undefined,
      amount: detail.amount,
      description: detail.note.trim(),
      contact: kit.contact,
      french: ctx.locale === 'fr-CA',
    };
    return ok(await storeFiling(tx, deps.sealer, ctx, request, recovery));
  });
  if (stored.ok) deps.journal.wake(stored.value);
  return stored;
}

async function storeFiling(
  tx: Tx,
  sealer: Sealer,
  ctx: RequestContext,
  request: ClaimRequest,
  recovery: string,
): Promise<JournalRef> {
  const { tenantId } = ctx;
  const { claimId, reference, trackingNumber } = request;
  const effectId = newId();
  const before = await sql<{ tries: number }>`SELECT count(*)::int AS tries FROM effects
    WHERE tenant_id = ${tenantId} AND subject_kind = 'claim' AND subject_id = ${claimId}`.execute(tx);
  const ref = await storeEffect(tx, sealer, {
    tenantId,
    id: effectId,
    kind: 'claim_file',
    subject: { kind: 'claim', id: claimId },
    // Behind the lock of the claim: two presses that both came through would have one number.
    intentKey: `claim-file ${claimId} ${before.rows[0]?.tries ?? 0}`,
    request: { ...request, amount: { ...request.amount }, contact: { ...request.contact } },
    payload: { reference, recovery, trackingNumber },
    by: { userId: ctx.userId, sessionId: ctx.sessionId },
  });
  await sql`UPDATE claims SET effect_id = ${effectId}, grant_id = ${request.grantId}, version = version + 1
    WHERE tenant_id = ${tenantId} AND id = ${claimId}`.execute(tx);
  return ref;
}

/** A person states what the carrier has. Problems: as of the call `decideClaim`. */
export async function decideFiling(
  deps: FilingDeps,
  ctx: RequestContext,
  id: string,
  said: BodyOf<typeof decideClaim>,
): Promise<Outcome<void>> {
  const { tenantId } = ctx;
  const [act] = await deps.db.tenant(ctx, (tx) => readActs(tx, sql`c.tenant_id = ${tenantId} AND c.id = ${id}`), {
    readOnly: true,
  });
  if (!act) return problem('not_found', { message: 'This claim was not found.' });
  if (said.decision === 'take-back') return takeBack(deps, ctx, id, act.effect_id);
  const claimNumber = said.claimNumber?.trim() ?? '';
  if (said.decision === 'exists' && claimNumber === '')
    return problem('validation', {
      errors: [{ field: 'claimNumber', message: 'Enter the number the carrier has for the claim.' }],
    });
  if (said.decision === 'exists') {
    const wrong = await deniedNumber(deps, ctx, act, claimNumber);
    if (wrong !== undefined) return problem('validation', { errors: [{ field: 'claimNumber', message: wrong }] });
  }
  return deps.journal.decide(
    { table: 'effects', tenantId, id: act.effect_id },
    said.decision,
    { userId: ctx.userId, sessionId: ctx.sessionId, note: said.note?.trim() || null },
    claimNumber === '' ? {} : { claimNumber, messages: [] },
  );
}

/** What the carrier says against a number that a person typed. One that cannot be asked now says nothing: the person looked. */
async function deniedNumber(
  deps: FilingDeps,
  ctx: RequestContext,
  { claim_id: id, grant_id: grantId, tracking_number: trackingNumber }: ClaimAct,
  claimNumber: string,
): Promise<string | undefined> {
  const [grant] = grantId === null ? [] : await deps.grants.open(ctx, { only: [grantId], toSettle: true });
  const carrier = await grant?.load();
  if (!grant || !carrier?.claims?.state) return undefined;
  const env = await grant.environment({ kind: 'claim', id });
  const answer = await runClaimState(carrier, { claimNumber, trackingNumber }, env);
  if (answer.ok || !DENIES.has(answer.problem.kind)) return undefined;
  return problemWords(answer.problem);
}

/** What was stored and cannot begin: nothing was sent, and nothing will be. Problems: `claim_state` once it began. */
function takeBack(deps: FilingDeps, ctx: RequestContext, id: string, effectId: string): Promise<Outcome<void>> {
  const { tenantId } = ctx;
  const said = { code: 'taken-back', message: 'It was taken back before anything was sent.' };
  return deps.db.tenant(ctx, async (tx) => {
    // The attempt counts on, so that whoever took it up meanwhile has lost it before its first call.
    const taken = await sql<{
      id: string;
    }>`UPDATE effects SET state = 'refused', problem = ${json(said)}, due_at = NULL,
        lease_until = NULL, attempt = attempt + 1, updated_at = now()
      WHERE tenant_id = ${tenantId} AND id = ${effectId} AND state = 'planned' AND problem IS NOT NULL RETURNING id`.execute(
      tx,
    );
    if (taken.rows.length === 0) return problem('claim_state', { message: 'It was begun by now.' });
    const { userId, sessionId } = ctx;
    await recordChange(tx, tenantId, { kind: 'effect', id: effectId }, 'planned', 'refused', { userId, sessionId });
    await sql`UPDATE claims SET version = version + 1 WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
    await noteClaim(tx, tenantId, id, deps.nameOf);
    return ok(undefined);
  });
}
