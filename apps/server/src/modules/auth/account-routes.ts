/** The calls of the own account (contracts/access/account.ts). */
import * as contract from '@scanship/contracts/access/account';
import type { Call } from '@scanship/contracts/call';
import type { RequestContext } from '../../platform/context.ts';
import { data, type Incoming, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { readAccount } from './accounts.ts';
import {
  cancelEmail,
  changeDetails,
  changeEmail,
  changePassword,
  checkOwnPassword,
  confirmEmail,
  readOwnAccount,
} from './own-account.ts';
import {
  addPasskey,
  confirmTotp,
  newRecoveryCodes,
  removeFactor,
  renamePasskey,
  setUpPasskey,
  setUpTotp,
} from './own-factors.ts';
import { type AuthParts, type Site, siteOf, type Visitor } from './parts.ts';
import { noticeKindsFor, readPolicy, readNotices, saveNotices, savePolicy } from './policy.ts';
import { readFactors, isActive } from './second-factors.ts';
import { countUnlockMiss, endOtherSessions, endOwnSession, listSessions, lock, unlock } from './session-list.ts';

const plain = <T>(outcome: Outcome<T>) => (outcome.ok ? data(outcome.value) : outcome);

export const accountRoutes = (parts: AuthParts, visitorOf: (call: Incoming<Call>) => Visitor): readonly Route[] => {
  const { db, clock } = parts;

  /** Mails wear the brand of the person's franchise; those of the platform's staff, of the site they are on. */
  const siteFor = async (ctx: RequestContext, visitor: Visitor): Promise<Outcome<Site>> => {
    const found = await siteOf(parts, visitor);
    if (!found.ok || ctx.tenantKind === 'platform' || found.value.franchiseId === ctx.realmId) return found;
    const realm = await db.reference((tx) =>
      tx.selectFrom('tenants').select('name').where('id', '=', ctx.realmId).executeTakeFirst(),
    );
    return {
      ok: true,
      value: { ...found.value, franchiseId: ctx.realmId, franchiseName: realm?.name ?? found.value.franchiseName },
    };
  };
  /** A change of the own account that a mail tells of. */
  const change = async <T>(
    call: Incoming<Call>,
    ctx: RequestContext,
    work: (site: Site, visitor: Visitor) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> => {
    const visitor = visitorOf(call);
    const site = await siteFor(ctx, visitor);
    return site.ok ? work(site.value, visitor) : site;
  };

  return [
    route(contract.getAccount, async ({ ctx }) => data(await readOwnAccount(parts, ctx))),
    route(contract.putAccount, async ({ ctx, body }) => plain(await changeDetails(parts, ctx, body))),
    route(contract.changePassword, async (call) => {
      const { ctx, body } = call;
      const outcome = await change(call, ctx, (site, visitor) => changePassword(parts, ctx, site, visitor, body));
      if (!outcome.ok) return outcome;
      const { sessionsEnded, account } = outcome.value;
      // Proofs of known devices from before the change count no more; this device has just shown the password.
      const cookie = parts.devices.remember(visitorOf(call).deviceCookie, account, clock.now());
      return data({ sessionsEnded }, { cookies: [cookie] });
    }),
    route(contract.changeEmail, async (call) =>
      plain(await change(call, call.ctx, (site) => changeEmail(parts, call.ctx, site, call.body))),
    ),
    route(contract.confirmEmail, async (call) =>
      plain(
        await change(call, call.ctx, (site, visitor) => confirmEmail(parts, call.ctx, site, visitor, call.body.code)),
      ),
    ),
    route(contract.cancelEmail, async ({ ctx }) => data(await cancelEmail(parts, ctx))),

    route(contract.getNotices, async ({ ctx }) =>
      data({ notices: await db.identity(ctx, (tx) => readNotices(tx, ctx, noticeKindsFor(ctx))) }),
    ),
    route(contract.putNotices, async ({ ctx, body }) =>
      data(
        await db.identity(ctx, async (tx) => {
          await saveNotices(tx, ctx, body.notices);
          return { notices: await readNotices(tx, ctx, noticeKindsFor(ctx)) };
        }),
      ),
    ),

    route(contract.getSessions, async ({ ctx }) =>
      data(await listSessions(db, ctx, parts.sessionsPerPerson, clock.now())),
    ),
    route(contract.endSession, async ({ ctx, params }) => plain(await endOwnSession(db, ctx, params.id, clock.now()))),
    route(contract.endOtherSessions, async ({ ctx }) => {
      const now = clock.now();
      return data({
        sessionsEnded: await db.identity(ctx, (tx) => endOtherSessions(tx, ctx, 'ended from another device', now)),
      });
    }),
    ...lockRoutes(parts),

    route(contract.beginTotp, async (call) =>
      plain(await change(call, call.ctx, (site) => setUpTotp(parts, call.ctx, site, call.body.password))),
    ),
    route(contract.confirmTotp, async (call) =>
      plain(await change(call, call.ctx, (site) => confirmTotp(parts, call.ctx, site, call.body.code))),
    ),
    route(contract.removeTotp, async (call) =>
      plain(
        await change(call, call.ctx, (site) =>
          removeFactor(parts, call.ctx, site, { kind: 'totp' }, call.body.password),
        ),
      ),
    ),
    route(contract.renewRecoveryCodes, async (call) =>
      plain(await change(call, call.ctx, (site) => newRecoveryCodes(parts, call.ctx, site, call.body.password))),
    ),
    route(contract.beginPasskey, async (call) =>
      plain(
        await change(call, call.ctx, (site, visitor) =>
          setUpPasskey(parts, call.ctx, site, visitor, call.body.password),
        ),
      ),
    ),
    route(contract.addPasskey, async (call) =>
      plain(await change(call, call.ctx, (site, visitor) => addPasskey(parts, call.ctx, site, visitor, call.body))),
    ),
    route(contract.renamePasskey, async ({ ctx, params, body }) =>
      plain(await renamePasskey(parts, ctx, params.id, body.name)),
    ),
    route(contract.removePasskey, async (call) =>
      plain(
        await change(call, call.ctx, (site) =>
          removeFactor(parts, call.ctx, site, { kind: 'passkey', id: call.params.id }, call.body.password),
        ),
      ),
    ),

    route(contract.getSignInPolicy, async ({ ctx }) =>
      data(await db.identity(ctx, (tx) => readPolicy(tx, ctx.realmId))),
    ),
    route(contract.putSignInPolicy, async ({ ctx, body }) =>
      plain(
        await db.identity(ctx, async (tx): Promise<Outcome<contract.SignInPolicyDto>> => {
          // Whoever asks it of others has it; else the first call after this one would be refused them.
          if (body.secondFactor !== 'optional' && ctx.actors.length === 0 && !isActive(await readFactors(tx, ctx)))
            return problem('second_factor_required', {
              message: 'Set up your own second factor before you require one of others.',
              advice: 'Account settings, Second factor.',
            });
          return (await savePolicy(tx, ctx.realmId, body, clock.now()))
            ? { ok: true, value: await readPolicy(tx, ctx.realmId) }
            : problem('stale_version');
        }),
      ),
    ),
  ];
};

/** The person at the keyboard: while acting for somebody, whoever really signed in. */
const lockRoutes = (parts: AuthParts): readonly Route[] => {
  const { db, clock } = parts;
  const atKeyboard = (ctx: RequestContext) => ctx.actors[0] ?? ctx;
  return [
    route(contract.getLock, async ({ ctx }) => {
      const account = await readAccount(db, atKeyboard(ctx));
      if (!account) return problem('unauthorized');
      const { userName, firstName, lastName } = account;
      return data({ locked: ctx.limits.has('locked'), userName, firstName, lastName });
    }),
    route(contract.lockSession, async ({ ctx }) => {
      await lock(db, ctx, clock.now());
      return data({});
    }),
    route(contract.unlockSession, async ({ ctx, body }) => {
      const checked = await checkOwnPassword(parts, ctx, atKeyboard(ctx), body.password);
      if (checked.ok) {
        await unlock(db, ctx);
        return data({});
      }
      if (checked.problem.code !== 'wrong_password') return checked;
      return (await countUnlockMiss(db, ctx, clock.now())) ? checked : problem('session_expired');
    }),
  ];
};
