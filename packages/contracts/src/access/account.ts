/**
 * What a signed-in person sees and changes about the own account: details, password, e-mail address, sessions, lock screen,
 * second factor, notices; and what a franchise asks of its people's sign-in (issue 4, line 1; decisions 9 and 13).
 *
 * - Changes of how one signs in ask for the password again (`wrong_password`, 400); guesses at it are limited.
 * - What of it may be done while acting for somebody else stands in acting-table.ts; the rest is refused: `not_while_acting`.
 * - Times are ISO 8601 in UTC.
 */
import * as z from 'zod/mini';
import {
  codeInput,
  credentialJson,
  emailInput,
  givenPassword,
  languageInput,
  newPassword,
  PLAN_NAMES,
} from './auth.ts';
import { id, idParams, required } from '../common.ts';
import { defineCall, type SessionLimit } from '../call.ts';
import { OWNER_NOTICE_KINDS } from '../network/owner-notices.ts';

const moment = z.iso.datetime();
/** Counts changes. */
const version = z.int().check(z.minimum(0), z.maximum(2_000_000_000));
const phone = z.nullable(z.string().check(z.trim(), z.maxLength(40)));
const SET_UP = ['second_factor_due'] as const satisfies readonly SessionLimit[];

// --- Details -----------------------------------------------------------------------------------------------------------

export const passkey = z.object({
  id,
  name: z.string(),
  createdAt: moment,
  lastUsedAt: z.nullable(moment),
  /** Host the passkey was made on; it works there only. */
  host: z.string(),
  /** Kept in an account of Apple, Google ... and so on several devices. */
  synced: z.boolean(),
});
export type PasskeyDto = z.infer<typeof passkey>;

export const secondFactor = z.object({
  /** The franchise asks this person for one. */
  required: z.boolean(),
  /** There is one: a sign-in asks for it. */
  active: z.boolean(),
  /** Authenticator app: since when; null when there is none. */
  totpSince: z.nullable(moment),
  passkeys: z.array(passkey),
  recoveryCodesLeft: z.int(),
});
export type SecondFactorDto = z.infer<typeof secondFactor>;

export const account = z.object({
  userName: z.string(),
  email: z.string(),
  /** New address that waits for its code (`confirmEmail`); null when there is none. */
  pendingEmail: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  phone,
  language: languageInput,
  passwordChangedAt: z.nullable(moment),
  secondFactor,
  /** Sent back with a change; a change from another tab meanwhile is refused as `stale_version`. */
  version,
});
export type AccountDto = z.infer<typeof account>;

export const getAccount = defineCall({
  id: 'getAccount',
  method: 'GET',
  path: '/account',
  summary: 'The own account',
  auth: 'access',
  openWhile: SET_UP,
  data: account,
});

export const putAccount = defineCall({
  id: 'putAccount',
  method: 'PUT',
  audited: true,
  path: '/account',
  summary: 'Change name, phone and language',
  auth: 'access',
  body: z.object({
    firstName: required(60),
    lastName: required(60),
    phone,
    language: languageInput,
    version,
  }),
  data: account,
});

/** Ends the other sessions; this one goes on. Problems: `wrong_password`, `weak_password`. */
export const changePassword = defineCall({
  id: 'changePassword',
  method: 'POST',
  path: '/account/password',
  summary: 'Change the password',
  auth: 'access',
  audited: true,
  body: z.object({ currentPassword: givenPassword, newPassword }),
  data: z.object({ sessionsEnded: z.int() }),
});

/**
 * A code goes to the new address and a notice to the old one; the address changes with `confirmEmail`. Asking again is
 * asking for another code: `wait_to_resend` until `resendInSeconds` have passed. Whether the address is somebody else's is not told.
 */
export const changeEmail = defineCall({
  id: 'changeEmail',
  method: 'POST',
  path: '/account/email',
  summary: 'Ask for another e-mail address',
  auth: 'access',
  audited: true,
  body: z.object({ email: emailInput, password: givenPassword }),
  data: z.object({ pendingEmail: z.string(), resendInSeconds: z.int(), expiresInSeconds: z.int() }),
});

/** Problems: `wrong_code`, `code_expired`. */
export const confirmEmail = defineCall({
  id: 'confirmEmail',
  method: 'POST',
  path: '/account/email/confirm',
  summary: 'Prove the new e-mail address by its code',
  auth: 'access',
  audited: true,
  body: z.object({ code: codeInput }),
  data: account,
});

export const cancelEmail = defineCall({
  id: 'cancelEmail',
  method: 'DELETE',
  path: '/account/email',
  summary: 'Keep the e-mail address after all',
  auth: 'access',
  data: account,
});

// --- Notices -----------------------------------------------------------------------------------------------------------

/**
 * Notices by e-mail that a person may switch off; the report of a Monday, for who may see it, comes once it is switched on. Those
 * about the account's safety always come.
 */
export const NOTICE_KINDS = [
  'new_device',
  'invitation_accepted',
  'announcements',
  'monday_report',
  ...OWNER_NOTICE_KINDS,
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];
export const notices = z.object({
  notices: z
    .array(
      z.object({
        kind: z.enum(NOTICE_KINDS),
        email: z.boolean(),
        /** Whether it stands in the header as well; absent for kinds that never do. */
        header: z.optional(z.boolean()),
      }),
    )
    .check(z.maxLength(NOTICE_KINDS.length)),
});

export const getNotices = defineCall({
  id: 'getNotices',
  method: 'GET',
  path: '/account/notifications',
  summary: 'Which notices come by e-mail',
  auth: 'access',
  data: notices,
});

/** Kinds that are not named stay as they are. */
export const putNotices = defineCall({
  id: 'putNotices',
  method: 'PUT',
  path: '/account/notifications',
  summary: 'Choose which notices come by e-mail',
  auth: 'access',
  body: notices,
  data: notices,
});

// --- Sessions and lock screen --------------------------------------------------------------------------------------------

export const session = z.object({
  id,
  /** The one that asks. */
  current: z.boolean(),
  /** "Firefox on Windows"; empty when the program does not say what it is. */
  device: z.string(),
  ip: z.string(),
  createdAt: moment,
  /** To the nearest quarter of an hour: sessions are marked when they refresh. */
  lastSeenAt: moment,
  secondFactor: z.boolean(),
  locked: z.boolean(),
});
export type SessionDto = z.infer<typeof session>;

/** Newest use first; sessions that somebody else opened to act for the person are not listed. */
export const getSessions = defineCall({
  id: 'getSessions',
  method: 'GET',
  path: '/account/sessions',
  summary: 'Where one is signed in',
  auth: 'access',
  data: z.object({
    sessions: z.array(session),
    /** One more than these ends the one that was not used for longest. */
    atMost: z.int(),
    /** The last that ended so, lately. */
    surplusEnded: z.nullable(z.object({ device: z.string(), endedAt: moment })),
  }),
});

/** The current one ends by `logout`; asked to end it here, `bad_request`. */
export const endSession = defineCall({
  id: 'endSession',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  summary: 'Sign one other device out',
  auth: 'access',
  audited: true,
  params: idParams,
  data: z.object({}),
});

export const endOtherSessions = defineCall({
  id: 'endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary: 'Sign all other devices out',
  auth: 'access',
  audited: true,
  data: z.object({ sessionsEnded: z.int() }),
});

/** Who is behind the lock screen; works locked or not. */
export const getLock = defineCall({
  id: 'getLock',
  method: 'GET',
  path: '/account/lock',
  summary: 'Whether the session is locked, and whose it is',
  auth: 'access',
  openWhile: ['locked', 'second_factor_due'],
  data: z.object({ locked: z.boolean(), userName: z.string(), firstName: z.string(), lastName: z.string() }),
});

/** From now on every other call answers `session_locked` (423); refreshing goes on, so the session is kept. */
export const lockSession = defineCall({
  id: 'lockSession',
  method: 'POST',
  path: '/account/lock',
  summary: 'Lock the screen',
  auth: 'access',
  openWhile: ['locked', 'second_factor_due'],
  data: z.object({}),
});

/** Problems: `wrong_password`, `rate_limited`; after ten wrong passwords the session ends (`session_expired`). */
export const unlockSession = defineCall({
  id: 'unlockSession',
  method: 'POST',
  path: '/account/unlock',
  summary: 'Unlock the screen by the password',
  auth: 'access',
  openWhile: ['locked', 'second_factor_due'],
  body: z.object({ password: givenPassword }),
  data: z.object({}),
});

// --- Second factor -------------------------------------------------------------------------------------------------------

const confirmation = z.object({
  secondFactor,
  /** Shown once, now; present when this was the first factor or the codes were made anew. */
  recoveryCodes: z.optional(z.array(z.string())),
});

/** A secret that waits for its first code; asking again makes another one. */
export const beginTotp = defineCall({
  id: 'beginTotp',
  method: 'POST',
  path: '/account/totp',
  summary: 'Begin to set up an authenticator app',
  auth: 'access',
  openWhile: SET_UP,
  body: z.object({ password: givenPassword }),
  data: z.object({
    /** Base 32, for typing. */
    secret: z.string(),
    /** otpauth://totp/... with the franchise's issuerName. */
    otpauthUrl: z.string(),
    /** A whole SVG document with that address, black on white. */
    qrSvg: z.string(),
  }),
});

/**
 * With the first factor all other sessions end, and this session counts as proved: `secondFactorDue` is over, no new
 * sign-in needed. Problems: `wrong_code`, `not_found` when none was begun.
 */
export const confirmTotp = defineCall({
  id: 'confirmTotp',
  method: 'POST',
  path: '/account/totp/confirm',
  summary: 'Confirm the authenticator app by its code',
  auth: 'access',
  audited: true,
  openWhile: SET_UP,
  body: z.object({ code: codeInput }),
  data: confirmation,
});

/** Problem `second_factor_required` when the franchise requires one and this is the last. */
export const removeTotp = defineCall({
  id: 'removeTotp',
  method: 'POST',
  path: '/account/totp/remove',
  summary: 'Remove the authenticator app',
  auth: 'access',
  audited: true,
  body: z.object({ password: givenPassword }),
  data: secondFactor,
});

/** Ten new ones; the old ones stop working. Problem `not_found` while there is no second factor. */
export const renewRecoveryCodes = defineCall({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: '/account/recovery-codes',
  summary: 'Make new recovery codes',
  auth: 'access',
  audited: true,
  body: z.object({ password: givenPassword }),
  data: confirmation,
});

/** Options for `startRegistration({ optionsJSON })`. */
export const beginPasskey = defineCall({
  id: 'beginPasskey',
  method: 'POST',
  path: '/account/passkeys/options',
  summary: 'Begin to add a passkey',
  auth: 'access',
  openWhile: SET_UP,
  body: z.object({ password: givenPassword }),
  data: z.object({
    ceremony: z.string(),
    /** PublicKeyCredentialCreationOptionsJSON. */
    options: z.record(z.string(), z.unknown()),
  }),
});

/** Problems: `challenge_expired`, `passkey_refused`. The first factor does what `confirmTotp` says. */
export const addPasskey = defineCall({
  id: 'addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  summary: 'Add the passkey the browser made',
  auth: 'access',
  audited: true,
  openWhile: SET_UP,
  body: z.object({
    ceremony: z.string().check(z.minLength(1), z.maxLength(600)),
    name: required(60),
    credential: credentialJson,
  }),
  data: confirmation,
});

export const renamePasskey = defineCall({
  id: 'renamePasskey',
  method: 'PUT',
  path: '/account/passkeys/{id}',
  summary: 'Rename a passkey',
  noScreen: 'programs that keep the passkeys of a person in order',
  auth: 'access',
  params: idParams,
  body: z.object({ name: required(60) }),
  data: secondFactor,
});

/** Problem `second_factor_required` when the franchise requires one and this is the last. */
export const removePasskey = defineCall({
  id: 'removePasskey',
  method: 'POST',
  path: '/account/passkeys/{id}/remove',
  summary: 'Remove a passkey',
  auth: 'access',
  audited: true,
  params: idParams,
  body: z.object({ password: givenPassword }),
  data: secondFactor,
});

// --- What the franchise asks of its people -------------------------------------------------------------------------------

/** Whom a second factor is required of: nobody, the franchise's own people, or its customers' people too. */
export const SECOND_FACTOR_RULES = ['optional', 'staff', 'everyone'] as const;
export type SecondFactorRule = (typeof SECOND_FACTOR_RULES)[number];

export const signInPolicy = z.object({
  secondFactor: z.enum(SECOND_FACTOR_RULES),
  /** `invited`: sign-up only with an invitation. */
  signUp: z.enum(['open', 'invited']),
  /** Plan of a customer that signs up by itself. */
  signUpPlan: z.enum(PLAN_NAMES),
  version,
});
export type SignInPolicyDto = z.infer<typeof signInPolicy>;

export const getSignInPolicy = defineCall({
  id: 'getSignInPolicy',
  method: 'GET',
  path: '/franchise/sign-in-policy',
  summary: 'What the franchise (or the platform, for its own staff) asks of a sign-in',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  data: signInPolicy,
});

/**
 * People without a second factor may from then on only set one up; nobody is signed out. Problem
 * `second_factor_required`: whoever makes the rule must have one first.
 */
export const putSignInPolicy = defineCall({
  id: 'putSignInPolicy',
  method: 'PUT',
  path: '/franchise/sign-in-policy',
  summary: 'Change what the franchise asks of a sign-in',
  auth: 'access',
  audited: true,
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  body: signInPolicy,
  data: signInPolicy,
});
