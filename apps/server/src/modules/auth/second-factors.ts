/** The second factors of a person: which there are, and checking an authenticator's code or a recovery code. */
import { randomBytes } from 'node:crypto';
import type { FactorMethod } from '@scanship/contracts/access/auth';
import { Secret, TOTP } from 'otpauth';
import type { Sealer } from '../../platform/crypto/sealer.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { KeyedHashes } from './keyed-hashes.ts';

export interface FactorOwner {
  readonly realmId: string;
  readonly userId: string;
}

export interface Factors {
  readonly totp: { readonly id: string; readonly since: Date } | undefined;
  readonly passkeys: readonly {
    readonly id: string;
    readonly name: string;
    readonly host: string;
    readonly synced: boolean;
    readonly createdAt: Date;
    readonly lastUsedAt: Date | null;
  }[];
  readonly recoveryCodesLeft: number;
}

export const readFactors = async (tx: Tx, { realmId, userId }: FactorOwner): Promise<Factors> => {
  const rows = await tx
    .selectFrom('credentials')
    .select(['id', 'kind', 'name', 'host', 'synced', 'created_at', 'last_used_at', 'confirmed_at'])
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('created_at')
    .execute();
  const totp = rows.find((row) => row.kind === 'totp');
  return {
    totp: totp?.confirmed_at ? { id: totp.id, since: totp.confirmed_at } : undefined,
    passkeys: rows
      .filter((row) => row.kind === 'passkey')
      .map((row) => ({
        id: row.id,
        name: row.name,
        host: row.host,
        synced: row.synced,
        createdAt: row.created_at,
        lastUsedAt: row.last_used_at,
      })),
    recoveryCodesLeft: rows.filter((row) => row.kind === 'recovery').length,
  };
};

export const isActive = (factors: Factors): boolean => factors.totp !== undefined || factors.passkeys.length > 0;

/** What can be shown on this host; a passkey works only where it was made. */
export const methodsAt = (factors: Factors, host: string): FactorMethod[] => [
  ...(factors.totp ? ['totp' as const] : []),
  ...(factors.passkeys.some((passkey) => passkey.host === host) ? ['passkey' as const] : []),
  ...(factors.recoveryCodesLeft > 0 ? ['recovery' as const] : []),
];

// --- Authenticator app (RFC 6238: SHA-1, six digits, thirty seconds, as every app knows it) --------------------------------

const PERIOD_SECONDS = 30;
/** One step before and after: clocks of telephones. */
const WINDOW = 1;
const TOTP_SEAL = 'totp';

export const totpOf = (secret: Uint8Array, issuer: string, label: string): TOTP =>
  new TOTP({
    issuer: issuer.replaceAll(':', ' '),
    label: label.replaceAll(':', ' '),
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** A secret of 160 bits that waits for its first code; one that waited before is forgotten. */
export const beginTotp = async (
  tx: Tx,
  sealer: Sealer,
  { realmId, userId }: FactorOwner,
  now: Date,
): Promise<Buffer> => {
  await tx
    .deleteFrom('credentials')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is', null)
    .execute();
  const id = newId();
  const secret = randomBytes(20);
  const { keyId, sealed } = sealer.seal(realmId, id, TOTP_SEAL, secret);
  await tx
    .insertInto('credentials')
    .values({ realm_id: realmId, id, user_id: userId, kind: 'totp', key_id: keyId, sealed, created_at: now })
    .execute();
  return secret;
};

/**
 * Checks a code and uses it up: the same code, or one of an earlier step, is not taken again (RFC 6238, 5.2).
 * @param waiting the secret that waits for its first code, instead of the one in use
 * @returns the credential's id when the code is right
 */
export const useTotp = async (
  db: Database,
  sealer: Sealer,
  owner: FactorOwner,
  code: string,
  now: Date,
  waiting = false,
): Promise<string | undefined> => {
  const { realmId, userId } = owner;
  const row = await db.identity(owner, (tx) =>
    tx
      .selectFrom('credentials')
      .select('id')
      .where('realm_id', '=', realmId)
      .where('user_id', '=', userId)
      .where('kind', '=', 'totp')
      .where('confirmed_at', waiting ? 'is' : 'is not', null)
      .orderBy('created_at', 'desc')
      .executeTakeFirst(),
  );
  if (!row) return undefined;
  const { id } = row;
  const held = await db.secrets({ realmId }, (tx) =>
    tx
      .selectFrom('credentials')
      .select('sealed')
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      .executeTakeFirst(),
  );
  if (!held?.sealed) return undefined;
  const totp = totpOf(sealer.open(realmId, id, TOTP_SEAL, held.sealed), '', '');
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  if (delta === null) return undefined;
  const step = Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
  const { numUpdatedRows } = await db.identity(owner, (tx) =>
    tx
      .updateTable('credentials')
      .set({ counter: step, last_used_at: now })
      .where('realm_id', '=', realmId)
      .where('id', '=', id)
      .where('counter', '<', step)
      .executeTakeFirst(),
  );
  return numUpdatedRows > 0n ? id : undefined;
};

// --- Recovery codes ---------------------------------------------------------------------------------------------------------

const RECOVERY_CODES = 10;
/** No vowels and nothing that looks like something else; 28 characters, 12 of them: 57 bits. */
const ALPHABET = '23456789bcdfghjkmnpqrstvwxyz';

const newRecoveryCode = (): string => {
  const letters: string[] = [];
  while (letters.length < 12)
    for (const byte of randomBytes(24)) {
      // Above the last whole multiple some letters would come more often than others.
      const letter = byte < 252 ? ALPHABET[byte % ALPHABET.length] : undefined;
      if (letter !== undefined && letters.length < 12) letters.push(letter);
    }
  const text = letters.join('');
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`;
};

const hashOfRecovery = (hashes: KeyedHashes, { realmId, userId }: FactorOwner, code: string): string =>
  `recovery ${hashes.of('recovery', realmId, userId, code.toLowerCase().replaceAll(/[\s-]/g, '')).toString('base64url')}`;

/** Ten new ones; old ones stop working. They are shown now and never again. */
export const renewRecoveryCodes = async (
  tx: Tx,
  hashes: KeyedHashes,
  owner: FactorOwner,
  now: Date,
): Promise<readonly string[]> => {
  await forgetRecoveryCodes(tx, owner);
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  await tx
    .insertInto('credentials')
    .values(
      codes.map((code) => ({
        realm_id: owner.realmId,
        id: newId(),
        user_id: owner.userId,
        kind: 'recovery' as const,
        external_key: hashOfRecovery(hashes, owner, code),
        confirmed_at: now,
        created_at: now,
      })),
    )
    .execute();
  return codes;
};

export const forgetRecoveryCodes = async (tx: Tx, { realmId, userId }: FactorOwner): Promise<void> => {
  await tx
    .deleteFrom('credentials')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'recovery')
    .execute();
};

/** All of them, with the recovery codes and what waits for its first code. */
export const forgetFactors = async (tx: Tx, { realmId, userId }: FactorOwner): Promise<void> => {
  await tx.deleteFrom('credentials').where('realm_id', '=', realmId).where('user_id', '=', userId).execute();
};

/** Good once. @returns how many are left, or undefined when it was not one of theirs */
export const useRecoveryCode = async (
  tx: Tx,
  hashes: KeyedHashes,
  owner: FactorOwner,
  code: string,
): Promise<number | undefined> => {
  const { numDeletedRows } = await tx
    .deleteFrom('credentials')
    .where('realm_id', '=', owner.realmId)
    .where('user_id', '=', owner.userId)
    .where('kind', '=', 'recovery')
    .where('external_key', '=', hashOfRecovery(hashes, owner, code))
    .executeTakeFirst();
  return numDeletedRows > 0n ? (await readFactors(tx, owner)).recoveryCodesLeft : undefined;
};
