/** Asking for a reset, and the four ways it ends: confirmed, after a day, stopped by the person, taken back. */
import { randomBytes } from 'node:crypto';
import { FACTOR_RESET_HOURS, type FactorReset } from '@scanship/contracts/access/factor-resets';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Tx, violated } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { hashOf, sameHash } from '../../platform/http/session-token.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type AuditActor, actorsOf, OUTCOME, OUTCOME_SUBJECT, recordEvent } from '../audit/index.ts';
import { endSessionsOf, forgetFactors } from '../auth/index.ts';
import { mayReachCustomer } from '../customers/index.ts';
import type { MailData, MailModule } from '../mail/index.ts';
import { askedMail, endedMail } from './reset-mail.ts';
import { COLUMNS, findSubject, type ResetRow, resetViews, type Subject } from './reset-rows.ts';

export interface ResetDeps extends Pick<Services, 'db' | 'clock'> {
  readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'>;
}

/** Who ended it, as the customer's log names them; nobody where it was the day that passed. */
type Ending = 'confirmed' | 'waited' | 'stopped' | 'withdrawn';

const HOUR_MS = 3_600_000;
const MOST_SHOWN = 50;

export async function listResets(
  { db }: ResetDeps,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<readonly FactorReset[]>> {
  if (!(await mayReachCustomer(db, ctx, customerId))) return problem('not_found');
  return db.identity(ctx, async (tx) => {
    const rows = await tx
      .selectFrom('factor_resets')
      .select(COLUMNS)
      .where('realm_id', '=', ctx.realmId)
      .where('tenant_id', '=', customerId)
      .orderBy('id', 'desc')
      .limit(MOST_SHOWN)
      .execute();
    return { ok: true, value: await resetViews(tx, ctx, rows) };
  });
}

/** Problems: `not_found` (the customer, or the person there), `validation` (no second factor, or one waits already). */
export async function askReset(
  deps: ResetDeps,
  ctx: RequestContext,
  customerId: string,
  asked: { readonly username: string; readonly reason: string },
): Promise<Outcome<FactorReset>> {
  const { db, clock, mail } = deps;
  if (!(await mayReachCustomer(db, ctx, customerId))) return problem('not_found');
  const now = clock.now();
  const secret = randomBytes(32);
  const id = newId();
  const refused = (message: string) => problem('validation', { errors: [{ field: 'username', message }] });
  const origin = await mail.links.of(ctx.realmId, undefined);
  const link = origin && `${origin}/auth/stop-factor-reset?token=${tokenOf({ realmId: ctx.realmId, id, secret })}`;
  try {
    const done = await db.identity(
      ctx,
      async (tx): Promise<Outcome<{ readonly view: FactorReset; readonly ref: JournalRef }>> => {
        const place = { realmId: ctx.realmId, tenantId: customerId };
        const subject = await findSubject(tx, place, { userName: asked.username });
        if (!subject) return problem('not_found');
        if (!subject.hasFactor) return refused('This person has no second factor.');
        const row = await tx
          .insertInto('factor_resets')
          .values({
            realm_id: ctx.realmId,
            id,
            user_id: subject.userId,
            tenant_id: customerId,
            reason: asked.reason,
            asked_by: ctx.userId,
            stop_hash: hashOf(secret),
            due_at: new Date(now.getTime() + FACTOR_RESET_HOURS * HOUR_MS),
            asked_at: now,
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        const [view] = await resetViews(tx, ctx, [row]);
        if (!view) return problem('not_found');
        const words = askedMail(subject.language, {
          userName: subject.userName,
          reason: asked.reason,
          stopLink: link,
        });
        const ref = await tell(deps, tx, row, subject, words);
        await tellLog(tx, row.tenant_id, row, subject, await actorsOf(tx, ctx), 'askFactorReset');
        return { ok: true, value: { view, ref } };
      },
    );
    if (!done.ok) return done;
    mail.soon([done.value.ref]);
    return { ok: true, value: done.value.view };
  } catch (error) {
    if (violated(error) === 'factor_resets_waiting') return refused('A reset of this person waits already.');
    throw error;
  }
}

/** Problems: `not_found`, `forbidden` (who asked does not confirm), `stale_version` where it is over. */
export async function confirmReset(deps: ResetDeps, ctx: RequestContext, id: string): Promise<Outcome<FactorReset>> {
  return endByStaff(deps, ctx, id, 'confirmed', (row) =>
    row.asked_by === ctx.userId
      ? problem('forbidden', {
          message: 'Whoever asked for a reset does not confirm it.',
          advice: 'Ask another administrator of your franchise, or wait until the day is over.',
        })
      : undefined,
  );
}

/** Problems: `not_found`, `stale_version` where it is over. */
export const withdrawReset = (deps: ResetDeps, ctx: RequestContext, id: string): Promise<Outcome<FactorReset>> =>
  endByStaff(deps, ctx, id, 'withdrawn', () => undefined);

async function endByStaff(
  deps: ResetDeps,
  ctx: RequestContext,
  id: string,
  how: 'confirmed' | 'withdrawn',
  refusal: (row: ResetRow) => Outcome<never> | undefined,
): Promise<Outcome<FactorReset>> {
  const { db, mail } = deps;
  const done = await db.identity(
    ctx,
    async (tx): Promise<Outcome<{ readonly view: FactorReset; readonly refs: readonly JournalRef[] }>> => {
      const row = await lock(tx, ctx.realmId, id);
      if (!row) return problem('not_found');
      const refused = refusal(row);
      if (refused) return refused;
      if (row.state !== 'waiting') return over();
      const refs = await end(deps, tx, row, how, ctx);
      const ended = await lock(tx, ctx.realmId, id);
      const [view] = ended ? await resetViews(tx, ctx, [ended]) : [];
      return view ? { ok: true, value: { view, refs } } : problem('not_found');
    },
  );
  if (!done.ok) return done;
  mail.soon(done.value.refs);
  return { ok: true, value: done.value.view };
}

const over = () =>
  problem('stale_version', {
    message: 'This reset is over already.',
    advice: 'Load the page again to see how it ended.',
  });

/** By the link of the mail. Problem: `reset_link_invalid`, also for one that is over. */
export async function stopReset(deps: ResetDeps, token: string): Promise<Outcome<void>> {
  const { db, mail } = deps;
  const read = readToken(token);
  const invalid = () =>
    problem('reset_link_invalid', {
      message: 'This link is not valid, or the reset is over.',
      advice: 'If you cannot sign in, ask your administrator.',
    });
  if (!read) return invalid();
  const refs = await db.identity({ realmId: read.realmId }, async (tx) => {
    const row = await lock(tx, read.realmId, read.id);
    if (!row || row.state !== 'waiting' || !sameHash(row.stop_hash, hashOf(read.secret))) return undefined;
    return end(deps, tx, row, 'stopped');
  });
  if (!refs) return invalid();
  mail.soon(refs);
  return { ok: true, value: undefined };
}

/** One that nobody stopped for a day. @returns false where it ended meanwhile */
export async function endDue(
  deps: ResetDeps,
  due: { readonly realmId: string; readonly id: string },
): Promise<boolean> {
  const { db, clock, mail } = deps;
  const refs = await db.identity({ realmId: due.realmId }, async (tx) => {
    const row = await lock(tx, due.realmId, due.id);
    return row?.state === 'waiting' && row.due_at <= clock.now() ? end(deps, tx, row, 'waited') : undefined;
  });
  if (refs) mail.soon(refs);
  return refs !== undefined;
}

const lock = (tx: Tx, realmId: string, id: string) =>
  tx
    .selectFrom('factor_resets')
    .select([...COLUMNS, 'stop_hash'])
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Ends one that waits, under its lock; works as the realm before and after. */
async function end(
  deps: ResetDeps,
  tx: Tx,
  row: ResetRow,
  how: Ending,
  ctx?: RequestContext,
): Promise<readonly JournalRef[]> {
  const now = deps.clock.now();
  const { realm_id: realmId, user_id: userId } = row;
  const takesAway = how === 'confirmed' || how === 'waited';
  if (takesAway) {
    await forgetFactors(tx, { realmId, userId });
    await endSessionsOf(tx, { realmId, userId }, 'second factor reset', now);
  }
  const state = takesAway ? 'done' : how;
  await tx
    .updateTable('factor_resets')
    .set({ state, ended_at: now, confirmed_by: how === 'confirmed' ? (ctx?.userId ?? null) : null })
    .where('realm_id', '=', realmId)
    .where('id', '=', row.id)
    .execute();
  const subject = await findSubject(tx, { realmId, tenantId: row.tenant_id }, { userId });
  if (!subject) return [];
  const ref = await tell(deps, tx, row, subject, endedMail(subject.language, state));
  const actors = ctx ? await actorsOf(tx, ctx) : [];
  const action = ACTIONS[how];
  await tellLog(tx, row.tenant_id, row, subject, actors, action);
  // What a colleague does is in the franchise's log already; what the day or the person did is not.
  if (!ctx) await tellLog(tx, realmId, row, subject, actors, action);
  return [ref];
}

const SUMMARIES = {
  askFactorReset: 'Support asked that a second factor is taken away',
  confirmFactorReset: 'A second person took a second factor away',
  factorResetWaited: 'A second factor was taken away: nobody stopped it for a day',
  stopFactorReset: 'The person stopped the reset of their second factor',
  withdrawFactorReset: 'The reset of a second factor was taken back',
} as const;
const ACTIONS = {
  confirmed: 'confirmFactorReset',
  waited: 'factorResetWaited',
  stopped: 'stopFactorReset',
  withdrawn: 'withdrawFactorReset',
} as const satisfies Readonly<Record<Ending, keyof typeof SUMMARIES>>;

/** Written into the log of a company; works as the realm afterwards. */
async function tellLog(
  tx: Tx,
  tenantId: string,
  row: ResetRow,
  subject: Subject,
  actors: readonly AuditActor[],
  action: keyof typeof SUMMARIES,
): Promise<void> {
  const id = await recordEvent(tx, {
    tenantId,
    actors,
    action,
    subject: { kind: 'user', id: row.user_id },
    details: {
      summary: SUMMARIES[action],
      params: { id: row.id },
      fields: [],
      told: { username: subject.userName, reason: row.reason },
    },
  });
  await recordEvent(tx, {
    tenantId,
    actors,
    action: OUTCOME,
    subject: { kind: OUTCOME_SUBJECT, id },
    details: { outcome: 'done' },
  });
  await actAs(tx, { role: 'app_identity', realmId: row.realm_id });
}

const tell = (
  { mail, clock }: ResetDeps,
  tx: Tx,
  row: ResetRow,
  subject: Subject,
  data: MailData['notice'],
): Promise<JournalRef> =>
  mail.queue(
    tx,
    { tenantId: row.tenant_id, franchiseId: row.realm_id, userId: subject.userId },
    { template: 'notice', to: subject.email, language: subject.language, data },
    clock.now(),
  );

interface StopToken {
  readonly realmId: string;
  readonly id: string;
  readonly secret: Uint8Array;
}
const tokenOf = ({ realmId, id, secret }: StopToken): string =>
  [realmId, id, Buffer.from(secret).toString('base64url')].join('.');

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const readToken = (token: string): StopToken | undefined => {
  const [realmId = '', id = '', secret = ''] = token.split('.');
  return UUID.test(realmId) && UUID.test(id) ? { realmId, id, secret: Buffer.from(secret, 'base64url') } : undefined;
};
