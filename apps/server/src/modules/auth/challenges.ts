/** What a sign-in, or the making of a passkey, remembers between two calls. */
import { randomUUID } from 'node:crypto';
import type { FactorMethod } from '@scanship/contracts/access/auth';
import { FACTOR_METHODS } from '@scanship/contracts/access/auth';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/ids.ts';

export const CHALLENGE_MINUTES = 10;
const MOST_MISSES = 5;

export type ChallengeKind = 'sign_in' | 'passkey_sign_in' | 'passkey_add';

export interface NewChallenge {
  readonly kind: ChallengeKind;
  /** Absent: a blind, or a sign-in that does not yet know whom it is for. */
  readonly user?: { readonly realmId: string; readonly userId: string } | undefined;
  readonly methods?: readonly FactorMethod[] | undefined;
  readonly codeHash?: Buffer | undefined;
  readonly host?: string | undefined;
  readonly webauthn?: string | undefined;
}

export interface Challenge {
  readonly id: string;
  readonly kind: ChallengeKind;
  readonly user: { readonly realmId: string; readonly userId: string } | undefined;
  readonly methods: readonly FactorMethod[];
  readonly codeHash: Buffer | null;
  readonly host: string;
  readonly webauthn: string | null;
}

/** @returns its id: 122 random bits, known to this browser only */
export const addChallenge = async (tx: Tx, realmId: string, input: NewChallenge, now: Date): Promise<string> => {
  const id = randomUUID();
  await tx
    .insertInto('challenges')
    .values({
      realm_id: realmId,
      id,
      kind: input.kind,
      user_id: input.user?.userId ?? null,
      user_realm_id: input.user?.realmId ?? null,
      host: input.host ?? '',
      webauthn: input.webauthn ?? null,
      methods: (input.methods ?? []).join(' '),
      code_hash: input.codeHash ?? null,
      created_at: now,
      expires_at: new Date(now.getTime() + CHALLENGE_MINUTES * 60_000),
    })
    .execute();
  return id;
};

/** The living challenge, held until the transaction ends; undefined when it is unknown, used, too old or was guessed at. */
export const lockChallenge = async (
  tx: Tx,
  realmId: string,
  id: string,
  kinds: readonly ChallengeKind[],
  now: Date,
): Promise<Challenge | undefined> => {
  if (!isUuid(id)) return undefined;
  const row = await tx
    .selectFrom('challenges')
    .selectAll()
    .where('realm_id', '=', realmId)
    .where('id', '=', id)
    .where('kind', 'in', [...kinds])
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('misses', '<', MOST_MISSES)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const methods = row.methods.split(' ');
  return {
    id: row.id,
    kind: row.kind,
    user: row.user_id && row.user_realm_id ? { userId: row.user_id, realmId: row.user_realm_id } : undefined,
    methods: FACTOR_METHODS.filter((method) => methods.includes(method)),
    codeHash: row.code_hash,
    host: row.host,
    webauthn: row.webauthn,
  };
};

const change = (tx: Tx, realmId: string, id: string) =>
  tx.updateTable('challenges').where('realm_id', '=', realmId).where('id', '=', id);

export const countMiss = async (tx: Tx, realmId: string, id: string): Promise<void> => {
  await change(tx, realmId, id)
    .set((eb) => ({ misses: eb('misses', '+', 1) }))
    .execute();
};

export const setWebauthn = async (
  tx: Tx,
  realmId: string,
  id: string,
  webauthn: string,
  host: string,
): Promise<void> => {
  await change(tx, realmId, id).set({ webauthn, host }).execute();
};

/** @returns false when another call used it meanwhile */
export const useChallenge = (db: Database, realmId: string, id: string, now: Date): Promise<boolean> =>
  db.identity({ realmId }, async (tx) => {
    const { numUpdatedRows } = await change(tx, realmId, id)
      .set({ used_at: now })
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
