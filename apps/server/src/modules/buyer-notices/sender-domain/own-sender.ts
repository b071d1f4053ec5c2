/**
 * A seller's own sender (decision 0387): set, given a new key, taken away, and read by whoever sends. Only a proved one is used.
 */
import { SealError } from '../../../platform/crypto/sealer.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { clearException } from '../../exceptions/index.ts';
import type { SellerSenderOf } from '../../mail/index.ts';
import { isOurs } from '../../tenants/index.ts';
import { readOwnAddress } from './own-address.ts';
import { readRow } from './sender-rows.ts';
import { dropSigningKeys, keepSigningKey, makeSigningKey, openSigningKey } from './signing-keys.ts';
import { senderKey } from './tell-sender.ts';

type Deps = Pick<Services, 'db' | 'clock' | 'sealer' | 'config'>;

const refuse = (message: string) => problem('validation', { errors: [{ field: 'address', message }] });

/** Problems: `validation`, `stale_version`. */
export async function putSender(
  deps: Deps,
  tenantId: string,
  typed: { readonly address: string; readonly version: number },
): Promise<Outcome<void>> {
  const { db, clock } = deps;
  const read = readOwnAddress(typed.address);
  if (!read.ok) return refuse(read.message);
  const { address, domain } = read.value;
  if (await isOurs(deps, domain))
    return refuse(`${domain} is part of this platform. Enter an address of your own domain.`);
  const before = await db.tenant({ tenantId }, (tx) => readRow(tx, tenantId));
  if ((before?.version ?? 0) !== typed.version) return problem('stale_version');
  const key = before?.domain === domain ? undefined : await makeSigningKey();
  return db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const row = await readRow(tx, tenantId, true);
    if ((row?.version ?? 0) !== typed.version) return problem('stale_version');
    const now = clock.now();
    if (row && !key) {
      await tx
        .updateTable('sender_domains')
        .set({ address, updated_at: now, version: row.version + 1 })
        .where('tenant_id', '=', tenantId)
        .execute();
      return { ok: true, value: undefined };
    }
    if (!key) return problem('stale_version');
    if (row) await dropRow(tx, tenantId);
    const secretId = await keepSigningKey(deps, tx, tenantId, key);
    const added = await tx
      .insertInto('sender_domains')
      .values({
        tenant_id: tenantId,
        address,
        domain,
        selector: key.selector,
        public_key: key.publicKey,
        secret_id: secretId,
        check_at: now,
        created_at: now,
        updated_at: now,
        version: typed.version + 1,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    // Another person of the company was faster; its own key stays alone.
    if ((added.numInsertedOrUpdatedRows ?? 0n) === 0n) {
      await dropSigningKeys(tx, tenantId, [secretId]);
      return problem('stale_version');
    }
    return { ok: true, value: undefined };
  });
}

/** Repeatable. */
export const removeSender = ({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<void> =>
  db.tenant({ tenantId }, (tx) => dropRow(tx, tenantId));

async function dropRow(tx: Tx, tenantId: string): Promise<void> {
  const row = await readRow(tx, tenantId, true);
  if (!row) return;
  await tx.deleteFrom('sender_domains').where('tenant_id', '=', tenantId).execute();
  await dropSigningKeys(tx, tenantId, [row.secret_id, row.next_secret_id]);
  await clearException(tx, tenantId, senderKey);
}

/** A key that signs goes on until the new one is published; one that does not is replaced at once. Problem: `not_found`. */
export async function renewKey(deps: Deps, tenantId: string): Promise<Outcome<void>> {
  const { db, clock } = deps;
  const noAddress = problem('not_found', { message: 'No address is set.', advice: 'Set one first.' });
  const before = await db.tenant({ tenantId }, (tx) => readRow(tx, tenantId));
  if (!before) return noAddress;
  const key = await makeSigningKey();
  return db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const row = await readRow(tx, tenantId, true);
    if (!row) return noAddress;
    const secretId = await keepSigningKey(deps, tx, tenantId, key);
    const signs = row.state === 'proved';
    await tx
      .updateTable('sender_domains')
      .set({
        ...(signs
          ? { next_selector: key.selector, next_public_key: key.publicKey, next_secret_id: secretId }
          : {
              selector: key.selector,
              public_key: key.publicKey,
              secret_id: secretId,
              next_selector: null,
              next_public_key: null,
              next_secret_id: null,
            }),
        checked_at: null,
        updated_at: clock.now(),
        version: row.version + 1,
      })
      .where('tenant_id', '=', tenantId)
      .execute();
    await dropSigningKeys(tx, tenantId, signs ? [row.next_secret_id] : [row.secret_id, row.next_secret_id]);
    return { ok: true, value: undefined };
  });
}

/** Who mails of a seller come from, once the domain is proved; undefined: the franchise. Throws when the database does not answer. */
export const createSellerSender = (deps: Pick<Services, 'db' | 'sealer' | 'log'>): SellerSenderOf => {
  const readProved = (tenantId: string) =>
    deps.db.tenant(
      { tenantId },
      (tx) =>
        tx
          .selectFrom('sender_domains')
          .select(['address', 'domain', 'selector', 'secret_id'])
          .where('tenant_id', '=', tenantId)
          .where('state', '=', 'proved')
          .executeTakeFirst(),
      { readOnly: true },
    );
  /** Undefined where the key is gone, because another took its place since the row was read. */
  const read = async (tenantId: string) => {
    const row = await readProved(tenantId);
    if (!row) return { sender: undefined };
    const privateKey = await openSigningKey(deps, tenantId, row.secret_id);
    if (privateKey === undefined) return undefined;
    return {
      sender: { address: row.address, dkim: { domainName: row.domain, keySelector: row.selector, privateKey } },
    };
  };
  return async (tenantId) => {
    try {
      return ((await read(tenantId)) ?? (await read(tenantId)))?.sender;
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      // It will not open later either, and the buyers are to hear of their parcels.
      deps.log.error({ err: error, tenantId }, 'the signing key of a sender domain does not open; the franchise sends');
      return undefined;
    }
  };
};
