/**
 * Passkeys (WebAuthn). A passkey is bound to the host it was made on, which must be proved to be the franchise's; an address
 * of another kind (an IP address, an unproved host) gets none.
 */
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { credentialJson } from '@scanship/contracts/access/auth';
import type * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type Account, mayWork, readAccount } from './accounts.ts';
import { addChallenge, lockChallenge, setWebauthn, useChallenge } from './challenges.ts';
import { completeSignIn, type SignedIn } from './complete-sign-in.ts';
import { type AuthParts, type Site, siteOf, type Visitor } from './parts.ts';
import type { FactorOwner } from './second-factors.ts';

/** Loaded with the first passkey: 30 MB and most of a second of the start. */
const webauthn = () => import('@simplewebauthn/server');

type CredentialJson = z.output<typeof credentialJson>;
type Options = Record<string, unknown>;

interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/** Host and origin a passkey is bound to. Problem `passkey_refused` where the host is not proved. */
const relyingParty = async (parts: AuthParts, site: Site, visitor: Visitor): Promise<Outcome<RelyingParty>> => {
  const origin = await parts.mail.links.proved(site.franchiseId, visitor.origin);
  const id = origin === undefined ? undefined : new URL(origin).hostname;
  return origin === undefined || id === undefined || /^[\d.]+$|^\[/.test(id)
    ? problem('passkey_refused', {
        message: 'Passkeys do not work at this address.',
        advice: 'Open the site at its own name, or use an authenticator app.',
      })
    : { ok: true, value: { id, origin } };
};

const transportsOf = (text: string): AuthenticatorTransport[] =>
  text.split(' ').filter((part): part is AuthenticatorTransport => part !== '');

const passkeysOf = (tx: Tx, { realmId, userId }: FactorOwner, host: string) =>
  tx
    .selectFrom('credentials')
    .select(['id', 'external_key', 'transports'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'passkey')
    .where('host', '=', host)
    .execute();

const described = (rows: Awaited<ReturnType<typeof passkeysOf>>) =>
  rows.flatMap(({ external_key, transports }) =>
    external_key === null ? [] : [{ id: external_key, transports: transportsOf(transports) }],
  );

// --- Making one -------------------------------------------------------------------------------------------------------------

export const beginPasskey = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  account: Account,
  brandName: string,
): Promise<Outcome<{ readonly ceremony: string; readonly options: Options }>> => {
  const party = await relyingParty(parts, site, visitor);
  if (!party.ok) return party;
  const held = await parts.db.identity(account, (tx) => passkeysOf(tx, account, party.value.id));
  const options = await (await webauthn()).generateRegistrationOptions({
    rpID: party.value.id,
    rpName: brandName,
    // No personal data on the authenticator (WebAuthn 14.6.1): the id tells nothing outside.
    userID: new TextEncoder().encode(account.userId),
    userName: account.userName,
    userDisplayName: `${account.firstName} ${account.lastName}`.trim() || account.userName,
    attestationType: 'none',
    excludeCredentials: described(held),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
  const ceremony = await parts.db.identity({ realmId: site.franchiseId }, (tx) =>
    addChallenge(
      tx,
      site.franchiseId,
      { kind: 'passkey_add', user: account, webauthn: options.challenge, host: party.value.id },
      parts.clock.now(),
    ),
  );
  return { ok: true, value: { ceremony, options: { ...options } } };
};

/** Problems: `challenge_expired`, `passkey_refused` (also one that is registered already). */
export const finishPasskey = async (
  parts: AuthParts,
  site: Site,
  visitor: Visitor,
  account: Account,
  input: { readonly ceremony: string; readonly name: string; readonly credential: CredentialJson },
): Promise<Outcome<(tx: Tx) => Promise<void>>> => {
  const { db, clock } = parts;
  const now = clock.now();
  const party = await relyingParty(parts, site, visitor);
  if (!party.ok) return party;
  const challenge = await db.identity({ realmId: site.franchiseId }, (tx) =>
    lockChallenge(tx, site.franchiseId, input.ceremony, ['passkey_add'], now),
  );
  if (!challenge?.webauthn || challenge.user?.userId !== account.userId || challenge.host !== party.value.id)
    return problem('challenge_expired');
  const verified = await heard(parts, async () =>
    (await webauthn()).verifyRegistrationResponse({
      response: input.credential as CredentialJson & RegistrationResponseJSON,
      expectedChallenge: challenge.webauthn ?? '',
      expectedOrigin: party.value.origin,
      expectedRPID: party.value.id,
      requireUserVerification: false,
    }),
  );
  if (!verified?.verified) return problem('passkey_refused');
  if (!(await useChallenge(db, site.franchiseId, challenge.id, now))) return problem('challenge_expired');
  const { credential, credentialBackedUp } = verified.registrationInfo;
  const twin = await db.identity(account, (tx) =>
    tx
      .selectFrom('credentials')
      .select('id')
      .where('realm_id', '=', account.realmId)
      .where('external_key', '=', credential.id)
      .executeTakeFirst(),
  );
  if (twin) return problem('passkey_refused', { message: 'This passkey is registered already.' });
  return {
    ok: true,
    value: async (tx) => {
      await tx
        .insertInto('credentials')
        .values({
          realm_id: account.realmId,
          id: newId(),
          user_id: account.userId,
          kind: 'passkey',
          name: input.name,
          external_key: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          host: party.value.id,
          synced: credentialBackedUp,
          transports: (credential.transports ?? []).join(' '),
          confirmed_at: now,
          created_at: now,
        })
        .execute();
    },
  };
};

/** What the library says of an answer; undefined for one it cannot read or that does not hold. */
const heard = async <T>({ log }: AuthParts, work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work();
  } catch (error) {
    log.info(
      { reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
      'a passkey was not accepted',
    );
    return undefined;
  }
};

// --- Signing in with one ------------------------------------------------------------------------------------------------------

/** Problems: `challenge_expired`, `passkey_refused`. */
export const passkeyOptions = async (
  parts: AuthParts,
  visitor: Visitor,
  challengeId: string | undefined,
): Promise<Outcome<{ readonly ceremony: string; readonly options: Options }>> => {
  const { db, clock } = parts;
  const now = clock.now();
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const site = found.value;
  const party = await relyingParty(parts, site, visitor);
  if (!party.ok) return party;
  const realm = { realmId: site.franchiseId };

  const challenge =
    challengeId === undefined
      ? undefined
      : await db.identity(realm, (tx) => lockChallenge(tx, site.franchiseId, challengeId, ['sign_in'], now));
  if (challengeId !== undefined && !challenge?.methods.includes('passkey')) return problem('challenge_expired');
  const user = challenge?.user;
  const allowed = user && described(await db.identity(user, (tx) => passkeysOf(tx, user, party.value.id)));
  const options = await (await webauthn()).generateAuthenticationOptions({
    rpID: party.value.id,
    // Without a password the passkey alone must show that it is the person.
    userVerification: challenge ? 'preferred' : 'required',
    ...(allowed ? { allowCredentials: allowed } : {}),
  });
  const ceremony = await db.identity(realm, async (tx) => {
    if (!challenge)
      return addChallenge(
        tx,
        site.franchiseId,
        { kind: 'passkey_sign_in', webauthn: options.challenge, host: party.value.id },
        now,
      );
    await setWebauthn(tx, site.franchiseId, challenge.id, options.challenge, party.value.id);
    return challenge.id;
  });
  return { ok: true, value: { ceremony, options: { ...options } } };
};

/** Problems: `challenge_expired`, `passkey_refused`, `forbidden` (switched off). */
export const signInPasskey = async (
  parts: AuthParts,
  visitor: Visitor,
  input: { readonly ceremony: string; readonly credential: CredentialJson },
): Promise<Outcome<SignedIn>> => {
  const { db, clock } = parts;
  const now = clock.now();
  const found = await siteOf(parts, visitor);
  if (!found.ok) return found;
  const site = found.value;
  const party = await relyingParty(parts, site, visitor);
  if (!party.ok) return party;
  const challenge = await db.identity({ realmId: site.franchiseId }, (tx) =>
    lockChallenge(tx, site.franchiseId, input.ceremony, ['sign_in', 'passkey_sign_in'], now),
  );
  if (!challenge?.webauthn || challenge.host !== party.value.id) return problem('challenge_expired');

  const stored = await findPasskey(parts, site, input.credential.id);
  const isTheirs = challenge.kind === 'passkey_sign_in' || stored?.userId === challenge.user?.userId;
  if (!stored || !isTheirs || stored.host !== party.value.id) return problem('passkey_refused');
  const verified = await heard(parts, async () =>
    (await webauthn()).verifyAuthenticationResponse({
      response: input.credential as CredentialJson & AuthenticationResponseJSON,
      expectedChallenge: challenge.webauthn ?? '',
      expectedOrigin: party.value.origin,
      expectedRPID: party.value.id,
      requireUserVerification: challenge.kind === 'passkey_sign_in',
      credential: {
        id: stored.externalKey,
        publicKey: new Uint8Array(stored.publicKey),
        counter: stored.counter,
        transports: transportsOf(stored.transports),
      },
    }),
  );
  if (!verified?.verified) return problem('passkey_refused');
  if (!(await useChallenge(db, site.franchiseId, challenge.id, now))) return problem('challenge_expired');
  const account = await readAccount(db, stored);
  if (!account) return problem('passkey_refused');
  const allowed = mayWork(account);
  if (!allowed.ok) return allowed;
  await db.identity(stored, (tx) =>
    tx
      .updateTable('credentials')
      .set({
        counter: verified.authenticationInfo.newCounter,
        synced: verified.authenticationInfo.credentialBackedUp,
        last_used_at: now,
      })
      .where('realm_id', '=', stored.realmId)
      .where('id', '=', stored.id)
      .execute(),
  );
  return completeSignIn(parts, site, visitor, account, { secondFactor: true });
};

const findPasskey = async (parts: AuthParts, site: Site, externalKey: string) => {
  for (const realmId of site.realms) {
    const row = await parts.db.identity({ realmId }, (tx) =>
      tx
        .selectFrom('credentials')
        .select(['id', 'user_id', 'public_key', 'counter', 'transports', 'host'])
        .where('realm_id', '=', realmId)
        .where('external_key', '=', externalKey)
        .where('kind', '=', 'passkey')
        .executeTakeFirst(),
    );
    if (row?.public_key)
      return {
        realmId,
        id: row.id,
        userId: row.user_id,
        externalKey,
        publicKey: row.public_key,
        counter: row.counter,
        transports: row.transports,
        host: row.host,
      };
  }
  return undefined;
};
