/**
 * Sign-up, sign-in, verification, forgotten passwords, session and profile (product-spec sections 3, 4, 7 and 8;
 * decisions 1 to 7 and 13). What a signed-in person changes about the own account is in `account.ts`.
 *
 * Sign-in has up to three stages, told apart by the answer of `signIn`:
 * - `verified` false: no tokens; a code was sent; go to `/otp/verify` (`verifyAccount`, `resendVerification`);
 * - `challenge` present: no tokens yet; `signInSecondFactor`, or `passkeyOptions` and `signInPasskey` with the challenge;
 * - `token` present: signed in. When `secondFactorDue` is true the session may only set one up (`account.ts`).
 */
import * as z from 'zod/mini';
import { actingChain } from './acting.ts';
import { required } from '../common.ts';
import { defineCall, PAGE_PERMISSIONS, ROLES } from '../call.ts';

export const PLAN_NAMES = ['Basic', 'Standard', 'Advanced'] as const;

/** Shortest password; the other rules (`weak_password`): not the user name or e-mail, not on the list of common ones. */
export const PASSWORD_MIN = 10;
export const PASSWORD_MAX = 200;
/** A password that is checked, not chosen: no rule but that there is one. */
export const givenPassword = z.string().check(z.minLength(1), z.maxLength(PASSWORD_MAX));
/** A password that is chosen. Blanks count and are kept. */
export const newPassword = z
  .string()
  .check(
    z.minLength(PASSWORD_MIN, 'Use at least 10 characters.'),
    z.maxLength(PASSWORD_MAX, 'Use at most 200 characters.'),
  );

/** 3 to 60 letters, digits, dots, hyphens, underscores; no "@", so that a user name is never an e-mail address. */
export const userNameInput = z
  .string()
  .check(
    z.trim(),
    z.minLength(3),
    z.maxLength(60),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'Use letters, digits, dots, hyphens and underscores.'),
  );
export const emailInput = z
  .string()
  .check(
    z.trim(),
    z.minLength(1),
    z.maxLength(254),
    z.regex(
      /^[^\s@<>()[\],;:\\"]+@[^\s@<>()[\],;:\\"]+\.[^\s@<>()[\],;:\\".]+$/u,
      'This is not a valid e-mail address.',
    ),
  );
/** Six digits; blanks between them are taken out ("123 456"). */
export const codeInput = z.string().check(
  z.overwrite((text) => text.replaceAll(/\s/g, '')),
  z.regex(/^\d{6}$/, 'The code has six digits.'),
);
export const languageInput = z.enum(['en', 'fr']);

/** Opaque tokens; the access token lives minutes, the refresh token rotates. */
export const tokenPair = z.object({ token: z.string(), refreshToken: z.string(), expiresInSeconds: z.int() });

/** Ways to pass a challenge. `email`: a code was sent, because the account is being guessed at and this device is new. */
export const FACTOR_METHODS = ['totp', 'passkey', 'recovery', 'email'] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** What must be shown beside the password; lives minutes and holds no secret of the person. */
export const challenge = z.object({
  /** Opaque; handed back with the proof. */
  id: z.string(),
  methods: z.array(z.enum(FACTOR_METHODS)),
  expiresInSeconds: z.int(),
});

/** Where a mailed verification code stands. */
export const verification = z.object({
  /** Proves to `resendVerification` that the password was right, so that strangers cannot have codes sent. */
  ticket: z.string(),
  /** 0 when another code may be asked for at once. */
  resendInSeconds: z.int(),
  expiresInSeconds: z.int(),
});

export const signedIn = z.object({
  verified: z.boolean(),
  /** User name and address are empty while a challenge is due. */
  userName: z.string(),
  email: z.string(),
  /** Present when the account is not verified yet (decisions 6). */
  verification: z.optional(verification),
  /** Present when a second factor is due; then there are no tokens yet. */
  challenge: z.optional(challenge),
  /** Present with tokens: true while the session may do nothing but set up a second factor. */
  secondFactorDue: z.optional(z.boolean()),
  token: z.optional(z.string()),
  refreshToken: z.optional(z.string()),
  expiresInSeconds: z.optional(z.int()),
});
export type SignedInDto = z.infer<typeof signedIn>;

export const signIn = defineCall({
  id: 'signIn',
  method: 'POST',
  path: '/user/sign-in',
  summary: 'Exchange a user name (or e-mail) and password for a token pair',
  auth: 'public',
  query: z.object({ tenantId: z.optional(z.string().check(z.maxLength(60))) }),
  body: z.object({ userName: required(254), password: givenPassword }),
  data: signedIn,
});

/** The second stage of a sign-in, except passkeys. Problems: `challenge_expired`, `wrong_code`, `rate_limited`. */
export const signInSecondFactor = defineCall({
  id: 'signInSecondFactor',
  method: 'POST',
  path: '/user/sign-in/second-factor',
  summary: 'Complete a sign-in with a code of the authenticator app, a recovery code or a mailed code',
  auth: 'public',
  body: z.object({
    challengeId: z.string().check(z.minLength(1), z.maxLength(400)),
    method: z.enum(['totp', 'recovery', 'email']),
    /** Six digits, or a recovery code ("k7pq-2m9x-w4tz"); blanks, hyphens and case do not matter. */
    code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)),
  }),
  data: signedIn,
});

/**
 * Options for the browser's `navigator.credentials.get` (`startAuthentication({ optionsJSON })`): with a challenge for
 * that person's passkeys, without one for any passkey of this site (signing in without a password).
 */
export const passkeyOptions = defineCall({
  id: 'passkeyOptions',
  method: 'POST',
  path: '/user/sign-in/passkey/options',
  summary: 'Begin to sign in with a passkey',
  auth: 'public',
  body: z.object({ challengeId: z.optional(z.string().check(z.minLength(1), z.maxLength(400))) }),
  data: z.object({
    /** Opaque; handed back with the browser's answer. */
    ceremony: z.string(),
    /** PublicKeyCredentialRequestOptionsJSON. */
    options: z.record(z.string(), z.unknown()),
  }),
});

/** PublicKeyCredential as the browser library serialises it (RegistrationResponseJSON or AuthenticationResponseJSON). */
export const credentialJson = z.looseObject({
  id: z.string().check(z.maxLength(2000)),
  rawId: z.string().check(z.maxLength(2000)),
  type: z.literal('public-key'),
  response: z.record(z.string().check(z.maxLength(100)), z.unknown()),
});

/** Problems: `challenge_expired`, `passkey_refused`. */
export const signInPasskey = defineCall({
  id: 'signInPasskey',
  method: 'POST',
  path: '/user/sign-in/passkey',
  summary: 'Sign in with a passkey, as second factor or without a password',
  auth: 'public',
  body: z.object({ ceremony: z.string().check(z.minLength(1), z.maxLength(600)), credential: credentialJson }),
  data: signedIn,
});

/** Which terms were shown to who agrees: the version, and the hash of what was read. */
export const termsAgreement = z.object({ id: z.uuid(), hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)) });

export const signUpResult = z.object({ userName: z.string(), email: z.string(), verified: z.boolean() });

/**
 * A new customer of the franchise with its first administrator; with an invitation, a new person of the company that
 * invited. The client then signs in with the same user name and password. Problems: `user_name_taken`, `weak_password`,
 * `invitation_invalid`, `sign_up_closed`, `wrong_tenant`. An e-mail address that is in use is never told: the answer is the same
 * and its owner gets a notice.
 */
export const signUp = defineCall({
  id: 'signUp',
  method: 'POST',
  path: '/user/sign-up',
  summary: 'Open an account',
  auth: 'public',
  query: z.object({ tenantId: z.optional(z.string().check(z.maxLength(60))) }),
  body: z.object({
    userName: userNameInput,
    email: emailInput,
    password: newPassword,
    firstName: required(60),
    lastName: required(60),
    /** Name of the customer; without it first and last name. Not used with an invitation. */
    companyName: z.optional(z.string().check(z.trim(), z.maxLength(120))),
    phone: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    language: z.optional(languageInput),
    /** Token of the mailed invitation; the e-mail address then is the invited one. */
    invitation: z.optional(z.string().check(z.maxLength(200))),
    /** Terms of the franchise that were agreed to; without it the person is asked when they first come in. */
    terms: z.optional(termsAgreement),
    /** Code of a sales agent's link. Not used with an invitation; one that is not known or has ended changes nothing. */
    agent: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: signUpResult,
});

/** For `/auth/register?invitation=...`. Problem: `invitation_invalid`. */
export const getInvitation = defineCall({
  id: 'getInvitation',
  method: 'GET',
  path: '/user/invitation/{token}',
  summary: 'Who invites whom, for the sign-up page',
  auth: 'public',
  params: z.object({ token: z.string().check(z.maxLength(200)) }),
  data: z.object({
    tenantName: z.string(),
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    roleName: z.string(),
    language: languageInput,
    /** Whether they agree to the site's terms: people of a customer do, the franchise's own do not. */
    agreesToTerms: z.boolean(),
  }),
});

/**
 * The code of `/otp/verify`. Answers the pair, so the person is in (decisions 6); a challenge cannot be due yet. Problems:
 * `wrong_code`, `code_expired` (also after five wrong ones from one address), `rate_limited`.
 */
export const verifyAccount = defineCall({
  id: 'verifyAccount',
  method: 'POST',
  path: '/user/verify',
  summary: 'Verify an account by the mailed code',
  auth: 'public',
  query: z.object({ username: required(254), value: codeInput }),
  data: signedIn,
});

/** A new code; the one before stops working. Problems: `wait_to_resend` (with `retryAfterSeconds`), `challenge_expired`. */
export const resendVerification = defineCall({
  id: 'resendVerification',
  method: 'POST',
  path: '/user/verify/resend',
  summary: 'Send another verification code',
  auth: 'public',
  body: z.object({ ticket: z.string().check(z.minLength(1), z.maxLength(400)) }),
  data: verification,
});

/** Exactly this sentence means success (product-spec section 5; decisions 1). */
export const VERIFIED_MESSAGE = 'Account verified successfully!';

/**
 * The link of the mail, `/email-verification/{user}/{token}`. Its success message is `VERIFIED_MESSAGE`, always in English;
 * failure: `verification_failed`.
 */
export const verifyByToken = defineCall({
  id: 'verifyByToken',
  method: 'POST',
  path: '/user/verify/token',
  summary: 'Verify an account by the mailed link',
  auth: 'public',
  query: z.object({ username: required(254), token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({}),
});

/** Always answers alike, whether there is such an account or not. The mailed link is `/auth/reset-password?token=...`. */
export const forgotPassword = defineCall({
  id: 'forgotPassword',
  method: 'GET',
  path: '/user/forgot-password/{x}',
  summary: 'Send a link to choose a new password; x is user name or e-mail',
  auth: 'public',
  params: z.object({ x: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)) }),
  data: z.object({}),
});

/** `x` is the single-use token of the mailed link, good for 30 minutes. Ends all sessions. Problems: `reset_link_invalid`, `weak_password`. */
export const resetPassword = defineCall({
  id: 'resetPassword',
  method: 'POST',
  path: '/user/reset-password/{x}',
  summary: 'Choose a new password by the mailed link',
  auth: 'public',
  params: z.object({ x: z.string().check(z.minLength(1), z.maxLength(300)) }),
  body: z.object({ password: newPassword }),
  data: z.object({}),
});

export const refreshSession = defineCall({
  id: 'refreshSession',
  method: 'POST',
  path: '/user/refresh',
  summary: 'Rotate the refresh token (bearer) and get a new pair',
  auth: 'refresh',
  data: tokenPair,
});

export const logout = defineCall({
  id: 'logout',
  method: 'POST',
  path: '/user/logout',
  summary: 'End the session',
  auth: 'access',
  openWhile: ['locked', 'second_factor_due'],
  data: z.object({}),
});

export const permissionEntry = z.object({ name: z.enum(PAGE_PERMISSIONS), permission: z.boolean() });

export const profile = z.object({
  userName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roleName: z.enum(ROLES),
  email: z.string(),
  verified: z.boolean(),
  subscription: z.object({ currentPlan: z.object({ planName: z.enum(PLAN_NAMES) }) }),
  userRolePermission: z.array(permissionEntry),
  /** True while the session may do nothing but set up a second factor; every other call answers `second_factor_required`. */
  secondFactorDue: z.boolean(),
  /** Rights to act that the person holds, by the names of `rights.ts`; for showing only, the server checks every call. */
  rights: z.array(z.string()),
  /** Name of a custom role; null for a built-in one. */
  customRole: z.nullable(z.string()),
  /** Who is acting as this person, for the banner; empty while nobody is. */
  impersonation: actingChain,
  /** Name of the customer or franchise the person works for. */
  tenantName: z.string(),
  tenantKind: z.enum(['platform', 'franchise', 'group', 'customer']),
  /** Why their company may not ship for now, though it may do everything else; null: it may. */
  restriction: z.nullable(z.object({ since: z.iso.datetime(), reason: z.string(), untilPaid: z.boolean() })),
  timeZone: z.string(),
  locale: z.string(),
  currency: z.string(),
  /** For whom a page with this profile is drawn; sent with its calls (`drawn-for.ts`). Opaque, the same after a new sign-in. */
  principal: z.string(),
});
export type Profile = z.infer<typeof profile>;

/** Not while locked: `session_locked` (status 423) sends the client to `/auth/lock-screen`, which asks `getLock`. */
export const getProfile = defineCall({
  id: 'getProfile',
  method: 'GET',
  path: '/profile/me',
  summary: 'The signed-in person',
  auth: 'access',
  openWhile: ['second_factor_due'],
  data: profile,
});
