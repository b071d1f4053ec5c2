/** Sign-up, sign-in, sessions, second factors and the own account. */
import * as contract from '@scanship/contracts/access/auth';
import { PRINTED_DEMO_PASSWORD } from '../../config/config.ts';
import { sessionTokensOf } from '../../platform/http/app.ts';
import { data, type Incoming, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { Call } from '@scanship/contracts/call';
import type { MailModule } from '../mail/index.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { accountRoutes } from './account-routes.ts';
import { createAttempts } from './attempts.ts';
import type { SignedIn } from './complete-sign-in.ts';
import { forgotPassword, resetPassword } from './forgotten-password.ts';
import { createKeyedHashes } from './keyed-hashes.ts';
import { createKnownDevices, DEVICE_COOKIE } from './known-device.ts';
import { createMailedCodes } from './mailed-codes.ts';
import type { AuthParts, Visitor } from './parts.ts';
import { passkeyOptions, signInPasskey } from './passkeys.ts';
import { readProfile } from './read-profile.ts';
import { rotateSession } from './refresh-session.ts';
import { signInSecondFactor } from './second-stage.ts';
import { endSession } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { showInvitation, signUp } from './sign-up.ts';
import { resendVerification, type SendCode, sendCodeTo, verifyByCode, verifyByToken } from './verification.ts';

export { endOneSession, endSessionsOf, openActingSession, parkSession, restoreSession } from './session-chain.ts';
export { forgetFactors } from './second-factors.ts';
export { waitingPeople } from './attempts.ts';
export { noticeKindsFor, readNotices, readPolicy, rightOfNotice, wantsNotice } from './policy.ts';
export { tidyAccounts } from './tidy-accounts.ts';

export type { SendCode } from './verification.ts';

export interface AuthModule {
  readonly routes: readonly Route[];
  readonly sendCode: SendCode;
}

export interface AuthDeps {
  readonly hosts: HostDirectory;
  readonly mail: MailModule;
}

type Caller = Pick<Incoming<Call>, 'host' | 'origin' | 'ip' | 'userAgent' | 'cookies'>;

/** What a call says of where it comes from. */
export const visitorOf = ({ host, origin, ip, userAgent, cookies }: Caller): Visitor => ({
  host,
  origin,
  ip,
  userAgent,
  deviceCookie: cookies[DEVICE_COOKIE],
});

const answered = (outcome: Outcome<SignedIn>) =>
  outcome.ok ? data(outcome.value.data, { cookies: outcome.value.cookies }) : outcome;
const empty = (outcome: Outcome<true>) => (outcome.ok ? data({}) : outcome);
const plain = <T>(outcome: Outcome<T>) => (outcome.ok ? data(outcome.value) : outcome);

export const createAuthModule = (services: Services, deps: AuthDeps): AuthModule => {
  const { config, db, clock, log, sealer } = services;
  const tokens = sessionTokensOf(services);
  const hashes = createKeyedHashes(services.cookieSecret);
  const parts: AuthParts = {
    db,
    clock,
    log,
    sealer,
    budgets: services.budgets,
    sessionsPerPerson: services.config.sessionsPerPerson,
    hosts: deps.hosts,
    mail: deps.mail,
    tokens,
    hashes,
    attempts: createAttempts(services),
    codes: createMailedCodes(hashes),
    devices: createKnownDevices(hashes),
  };
  return {
    sendCode: sendCodeTo(parts),
    routes: [
      route(contract.signIn, async (call) => {
        // Everybody knows it: it opens the demo to nobody but the person in front of the machine.
        if (config.demo && call.body.password === PRINTED_DEMO_PASSWORD && !call.local)
          return problem('forbidden', {
            message: 'The printed password of the demo signs in only on the machine the demo runs on.',
            advice: 'Start the demo with DEMO_PASSWORD set to a password of your own, on a fresh DATA_DIR.',
          });
        return answered(await signIn(parts, visitorOf(call), { ...call.body, tenantId: call.query.tenantId }));
      }),
      route(contract.signInSecondFactor, async (call) =>
        answered(await signInSecondFactor(parts, visitorOf(call), call.body)),
      ),
      route(contract.passkeyOptions, async (call) =>
        plain(await passkeyOptions(parts, visitorOf(call), call.body.challengeId)),
      ),
      route(contract.signInPasskey, async (call) => answered(await signInPasskey(parts, visitorOf(call), call.body))),
      route(contract.signUp, async (call) =>
        plain(await signUp(parts, visitorOf(call), call.query.tenantId, call.body)),
      ),
      route(contract.getInvitation, async (call) =>
        plain(await showInvitation(parts, visitorOf(call), call.params.token)),
      ),
      route(contract.verifyAccount, async (call) => answered(await verifyByCode(parts, visitorOf(call), call.query))),
      route(contract.resendVerification, async (call) =>
        plain(await resendVerification(parts, visitorOf(call), call.body.ticket)),
      ),
      route(contract.verifyByToken, async (call) => {
        const outcome = await verifyByToken(parts, visitorOf(call), call.query);
        return outcome.ok ? data({}, { successMessage: contract.VERIFIED_MESSAGE }) : outcome;
      }),
      route(contract.forgotPassword, async (call) => {
        const outcome = await forgotPassword(parts, visitorOf(call), call.params.x);
        return outcome.ok
          ? data({}, { successMessage: 'If there is such an account, a mail with a link is on its way.' })
          : outcome;
      }),
      route(contract.resetPassword, async (call) =>
        empty(await resetPassword(parts, visitorOf(call), call.params.x, call.body.password)),
      ),
      route(contract.refreshSession, async ({ bearer }) => plain(await rotateSession(services, tokens, bearer))),
      route(contract.logout, async ({ ctx }) => {
        await endSession(db, ctx, clock.now());
        return data({});
      }),
      route(contract.getProfile, async ({ ctx }) => plain(await readProfile(db, ctx))),
      ...accountRoutes(parts, visitorOf),
    ],
  };
};
