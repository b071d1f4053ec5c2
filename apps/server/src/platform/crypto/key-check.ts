/** Whether the master keys of this process are those that the database was sealed with. */
import { sql } from 'kysely';
import type { Database, Tx } from '../database/database.ts';
import { SealError, type Sealer } from './sealer.ts';

/** The keys given do not belong to this database; `message` is a sentence for the operator. */
export class WrongKeyError extends Error {
  override readonly name = 'WrongKeyError';
}

const NOBODY = '';
const PURPOSE = 'canary';
const CANARY = Buffer.from('scanship');

const opens = (sealer: Sealer, keyId: string, canary: Uint8Array): boolean => {
  try {
    return sealer.open(NOBODY, keyId, PURPOSE, canary).equals(CANARY);
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
};

const readKeys = (tx: Tx) => tx.selectFrom('master_keys').select(['key_id', 'canary']).execute();

const refusal = (sealer: Sealer, known: readonly string[]): WrongKeyError =>
  new WrongKeyError(
    `MASTER_KEY: this key (${sealer.keyId}) is not the one this database is sealed with (${known.join(', ')}); without that key its secrets do not open. Set it, or for a new key put the old one behind it: MASTER_KEY=new,old.`,
  );

/**
 * At start: the first key is one the database knows; or a new one beside one it knows (rotation), or the first of all, and is
 * then written down with its canary.
 * @param keyIds of all keys that `sealer` opens with
 * @returns ids of keys that sealed something here and are no longer given
 * @throws WrongKeyError
 */
export const adoptMasterKey = (db: Database, sealer: Sealer, keyIds: readonly string[]): Promise<string[]> =>
  db.system(async (tx) => {
    // Two first starts with different keys: the second must see what the first wrote.
    await sql`SELECT pg_advisory_xact_lock(hashtext('scanship master keys'))`.execute(tx);
    const known = await readKeys(tx);
    const ours = known.filter(({ key_id }) => keyIds.includes(key_id));
    const wrong = ours.some(({ key_id, canary }) => canary !== null && !opens(sealer, key_id, canary));
    if (wrong || (known.length > 0 && ours.length === 0))
      throw refusal(
        sealer,
        known.map(({ key_id }) => key_id),
      );
    if (!ours.some(({ key_id, canary }) => key_id === sealer.keyId && canary !== null)) {
      const { sealed } = sealer.seal(NOBODY, sealer.keyId, PURPOSE, CANARY);
      await tx
        .insertInto('master_keys')
        .values({ key_id: sealer.keyId, canary: sealed })
        .onConflict((conflict) => conflict.column('key_id').doUpdateSet({ canary: sealed }))
        .execute();
    }
    return known.map(({ key_id }) => key_id).filter((id) => !keyIds.includes(id));
  });

/**
 * While running: the database behind this process is still one that its key was used for. One restored from another
 * installation's backup is not.
 * @throws WrongKeyError
 */
export const requireMasterKey = async (db: Database, sealer: Sealer): Promise<void> => {
  const known = await db.probe<{ key_id: string; canary: Buffer | null }>('SELECT key_id, canary FROM master_keys');
  const own = known.find(({ key_id }) => key_id === sealer.keyId);
  if (!own?.canary || !opens(sealer, own.key_id, own.canary))
    throw refusal(
      sealer,
      known.map(({ key_id }) => key_id),
    );
};
