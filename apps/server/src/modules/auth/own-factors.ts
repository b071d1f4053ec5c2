/** Setting up and removing the own second factors. */
import type { SecondFactorDto } from '@scanship/contracts/access/account';
import { barcode } from '@scanship/documents/barcodes/barcode';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { JournalRef } from '../../platform/journal/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { MailData } from '../mail/index.ts';
import { ownAccount } from './accounts.ts';
import { SECOND_FACTOR } from './attempts.ts';
import { checkOwnPassword, describeFactors, queueOwnMail } from './own-account.ts';
import type { AuthParts, Site, Visitor } from './parts.ts';
import { beginPasskey, finishPasskey } from './passkeys.ts';
import {
  beginTotp,
  forgetRecoveryCodes,
  isActive,
  readFactors,
  renewRecoveryCodes,
  totpOf,
  useTotp,
} from './second-factors.ts';
import { endOtherSessions } from './session-list.ts';

export interface Confirmed {
  readonly secondFactor: SecondFactorDto;
  readonly recoveryCodes?: string[] | undefined;
}

/** A QR code as a whole SVG document, black on white with its quiet zone. */
export const qrSvg = (text: string): string => {
  const { rects, width, height, quiet } = barcode('qr', text, 4);
  const path = rects.map((r) => `M${r.x + quiet} ${r.y + quiet}h${r.width}v${r.height}h-${r.width}z`).join('');
  const [w, h] = [width + 2 * quiet, height + 2 * quiet];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" shape-rendering="crispEdges"><rect width="${w}" height="${h}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`;
};

/** Who the code is for, as the authenticator shows it: the franchise's issuerName, else its brand. */
const issuerOf = async (parts: AuthParts, site: Site): Promise<string> => {
  const row = await parts.db.tenant({ tenantId: site.franchiseId }, (tx) =>
    tx
      .selectFrom('branding')
      .select(['issuer_name', 'brand_name'])
      .where('tenant_id', '=', site.franchiseId)
      .executeTakeFirst(),
  );
  return row?.issuer_name || row?.brand_name || site.franchiseName;
};

export const setUpTotp = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  password: string,
): Promise<Outcome<{ readonly secret: string; readonly otpauthUrl: string; readonly qrSvg: string }>> => {
  const checked = await checkOwnPassword(parts, ctx, ctx, password);
  if (!checked.ok) return checked;
  const secret = await parts.db.identity(ctx, (tx) => beginTotp(tx, parts.sealer, ctx, parts.clock.now()));
  const totp = totpOf(secret, await issuerOf(parts, site), ctx.userName);
  const otpauthUrl = totp.toString();
  return { ok: true, value: { secret: totp.secret.base32, otpauthUrl, qrSvg: qrSvg(otpauthUrl) } };
};

/** Problems: `wrong_code`, `rate_limited`, `not_found` when none was begun. */
export const confirmTotp = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  code: string,
): Promise<Outcome<Confirmed>> => {
  const now = parts.clock.now();
  const waiting = await parts.db.identity(ctx, (tx) =>
    tx
      .selectFrom('credentials')
      .select('id')
      .where('realm_id', '=', ctx.realmId)
      .where('user_id', '=', ctx.userId)
      .where('kind', '=', 'totp')
      .where('confirmed_at', 'is', null)
      .executeTakeFirst(),
  );
  if (!waiting) return problem('not_found', { message: 'No authenticator app waits to be confirmed.' });
  const counted = [{ rule: SECOND_FACTOR, of: `set-up ${ctx.userId}` }];
  const wait = await parts.attempts.take(ctx.realmId, counted);
  if (wait !== undefined) return problem('rate_limited', { retryAfterSeconds: wait });
  const id = await useTotp(parts.db, parts.sealer, ctx, code, now, true);
  if (id === undefined)
    return problem('wrong_code', { advice: 'Check the clock of the telephone, and type the newest code.' });
  await parts.attempts.clear(ctx.realmId, counted);
  return added(parts, ctx, site, { change: 'totp_added', detail: '' }, async (tx) => {
    // One app: the new one takes the place of the old.
    await tx
      .deleteFrom('credentials')
      .where('realm_id', '=', ctx.realmId)
      .where('user_id', '=', ctx.userId)
      .where('kind', '=', 'totp')
      .where('id', '<>', id)
      .execute();
    await tx
      .updateTable('credentials')
      .set({ confirmed_at: now })
      .where('realm_id', '=', ctx.realmId)
      .where('id', '=', id)
      .execute();
  });
};

export const setUpPasskey = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  visitor: Visitor,
  password: string,
) => {
  const checked = await checkOwnPassword(parts, ctx, ctx, password);
  if (!checked.ok) return checked;
  return beginPasskey(parts, site, visitor, await ownAccount(parts.db, ctx), await issuerOf(parts, site));
};

export const addPasskey = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  visitor: Visitor,
  input: Parameters<typeof finishPasskey>[4],
): Promise<Outcome<Confirmed>> => {
  const finished = await finishPasskey(parts, site, visitor, await ownAccount(parts.db, ctx), input);
  return finished.ok
    ? added(parts, ctx, site, { change: 'passkey_added', detail: input.name }, finished.value)
    : finished;
};

type Change = Omit<MailData['second_factor_changed'], 'when'>;

/** With the first factor come recovery codes, other sessions end, and this one counts as proved. */
const added = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  change: Change,
  store: (tx: Tx) => Promise<void>,
): Promise<Outcome<Confirmed>> => {
  const now = parts.clock.now();
  const account = await ownAccount(parts.db, ctx);
  const done = await parts.db.identity(ctx, async (tx) => {
    const first = !isActive(await readFactors(tx, ctx));
    await store(tx);
    await tx
      .updateTable('sessions')
      .set({ second_factor_at: now })
      .where('realm_id', '=', ctx.realmId)
      .where('id', '=', ctx.sessionId)
      .execute();
    const recoveryCodes = first ? [...(await renewRecoveryCodes(tx, parts.hashes, ctx, now))] : undefined;
    if (first) await endOtherSessions(tx, ctx, 'a second factor was set up', now);
    const ref = await tell(parts, tx, ctx, site, account, change);
    return { ref, confirmed: { secondFactor: await describeFactors(tx, ctx), recoveryCodes } };
  });
  parts.mail.soon([done.ref]);
  return { ok: true, value: done.confirmed };
};

const tell = (
  parts: AuthParts,
  tx: Tx,
  ctx: RequestContext,
  site: Site,
  account: Awaited<ReturnType<typeof ownAccount>>,
  change: Change,
): Promise<JournalRef> =>
  queueOwnMail(parts, tx, ctx, site, account, 'second_factor_changed', {
    ...change,
    when: { at: parts.clock.now().toISOString(), timeZone: ctx.timeZone },
  });

/**
 * Removes the authenticator app, or one passkey. Without any factor left the recovery codes go too. Problems:
 * `wrong_password`, `not_found`, `second_factor_required` when it is the last and the franchise requires one.
 */
export const removeFactor = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  which: { readonly kind: 'totp' } | { readonly kind: 'passkey'; readonly id: string },
  password: string,
): Promise<Outcome<SecondFactorDto>> => {
  const factors = await parts.db.identity(ctx, (tx) => readFactors(tx, ctx));
  const passkey = which.kind === 'passkey' ? factors.passkeys.find(({ id }) => id === which.id) : undefined;
  const id = which.kind === 'totp' ? factors.totp?.id : passkey?.id;
  if (id === undefined) return problem('not_found');
  const checked = await checkOwnPassword(parts, ctx, ctx, password);
  if (!checked.ok) return checked;
  const account = await ownAccount(parts.db, ctx);
  const done = await parts.db
    .identity(ctx, async (tx): Promise<Outcome<{ dto: SecondFactorDto; ref: JournalRef }>> => {
      // Two removals at once must not leave none where one is required.
      await tx
        .selectFrom('users')
        .select('id')
        .where('realm_id', '=', ctx.realmId)
        .where('id', '=', ctx.userId)
        .forUpdate()
        .execute();
      await tx.deleteFrom('credentials').where('realm_id', '=', ctx.realmId).where('id', '=', id).execute();
      const left = await describeFactors(tx, ctx);
      if (!left.active) await forgetRecoveryCodes(tx, ctx);
      const ref = await tell(parts, tx, ctx, site, account, {
        change: which.kind === 'totp' ? 'totp_removed' : 'passkey_removed',
        detail: passkey?.name ?? '',
      });
      if (left.required && !left.active) throw new LastFactor();
      return { ok: true, value: { dto: left.active ? left : { ...left, recoveryCodesLeft: 0 }, ref } };
    })
    .catch((error: unknown): Outcome<never> => {
      if (error instanceof LastFactor)
        return problem('second_factor_required', {
          message: 'Your company requires a second factor, and this is your last one.',
          advice: 'Add another one first.',
        });
      throw error;
    });
  if (!done.ok) return done;
  parts.mail.soon([done.value.ref]);
  return { ok: true, value: done.value.dto };
};

/** Undoes the removal. */
class LastFactor extends Error {}

/** Problem `not_found` while there is no second factor they could stand in for. */
export const newRecoveryCodes = async (
  parts: AuthParts,
  ctx: RequestContext,
  site: Site,
  password: string,
): Promise<Outcome<Confirmed>> => {
  const checked = await checkOwnPassword(parts, ctx, ctx, password);
  if (!checked.ok) return checked;
  const account = await ownAccount(parts.db, ctx);
  const done = await parts.db.identity(ctx, async (tx) => {
    if (!isActive(await readFactors(tx, ctx))) return undefined;
    const recoveryCodes = [...(await renewRecoveryCodes(tx, parts.hashes, ctx, parts.clock.now()))];
    const ref = await tell(parts, tx, ctx, site, account, { change: 'recovery_renewed', detail: '' });
    return { ref, confirmed: { secondFactor: await describeFactors(tx, ctx), recoveryCodes } };
  });
  if (!done)
    return problem('not_found', { message: 'There is no second factor to recover.', advice: 'Set one up first.' });
  parts.mail.soon([done.ref]);
  return { ok: true, value: done.confirmed };
};

export const renamePasskey = (
  parts: AuthParts,
  ctx: RequestContext,
  id: string,
  name: string,
): Promise<Outcome<SecondFactorDto>> =>
  parts.db.identity(ctx, async (tx): Promise<Outcome<SecondFactorDto>> => {
    const { numUpdatedRows } = await tx
      .updateTable('credentials')
      .set({ name })
      .where('realm_id', '=', ctx.realmId)
      .where('user_id', '=', ctx.userId)
      .where('kind', '=', 'passkey')
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n ? { ok: true, value: await describeFactors(tx, ctx) } : problem('not_found');
  });
