/**
 * A store's access, kept sealed in the database and renewed once for all callers and all processes. Who renews holds a
 * lease; what the platform answers is stored before anybody uses it. A process that dies between answer and storing leaves
 * the old refresh token behind, with which the next one renews again: platforms that rotate keep it good until the new one
 * is used.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError, fail } from '@scanship/connector-kit/errors';
import { accessIsFresh } from '@scanship/connector-kit/credentials/memory-access';
import type { Store } from '@scanship/connector-kit/store/store';
import { ACCESS_TOKEN, type AccessSource, type ConnectEnv } from '@scanship/connector-kit/store/store-environment';
import { runConnect } from '@scanship/connector-kit/store/store-run';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import type { Services } from '../../platform/services.ts';

export type Credentials = Readonly<Record<string, string>>;

/** Purpose under which credentials are sealed. */
const CREDENTIALS = 'store-credentials';
/** Longer than a renewal may take (the manifest's deadline for such questions). */
const LEASE_MS = 45_000;
const LOOK_AGAIN_MS = 150;

export interface StoreKey {
  readonly tenantId: string;
  readonly id: string;
}

interface Held {
  readonly version: number;
  readonly credentials: Credentials;
}

export interface StoreAccess {
  /** What is kept; undefined for a store without access. */
  credentials(store: StoreKey): Promise<Credentials | undefined>;
  /**
   * @param open the environment of a renewal with these credentials
   * @param lost the platform refused for good: the seller must consent again
   */
  source(
    store: StoreKey,
    connector: Store,
    open: (credentials: Credentials) => Promise<ConnectEnv>,
    lost: (message: string) => Promise<void>,
  ): AccessSource;
  /**
   * Adds values to what is kept, or replaces those of the same name. It and a renewal lock the same row and each puts its own values
   * over what is there then, so that neither loses what the other stored. Does nothing for a store without access.
   */
  keep(store: StoreKey, values: Credentials): Promise<void>;
  /** Takes it away from a store that is handed over, and answers it; 'in use' while it is being renewed. Runs as its customer. */
  take(tx: Tx, store: StoreKey): Promise<Credentials | 'in use' | undefined>;
  /** Replaces what is kept, in the caller's transaction. */
  put(tx: Tx, store: StoreKey, credentials: Credentials): Promise<void>;
  /** Destroys what is kept, in the caller's transaction. */
  destroy(tx: Tx, store: StoreKey): Promise<void>;
}

export interface AccessOptions {
  /** For tests of two processes that renew at once. Milliseconds. */
  readonly leaseMs?: number | undefined;
}

export function createStoreAccess(
  { db, sealer, clock }: Pick<Services, 'db' | 'sealer' | 'clock'>,
  options: AccessOptions = {},
): StoreAccess {
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const cached = new Map<string, Held>();
  const flights = new Map<string, Promise<Held>>();

  /** The transaction goes on as the one that may open secrets. */
  const openSecret = async (tx: Tx, store: StoreKey, secretId: string): Promise<Credentials | undefined> => {
    await actAs(tx, { role: 'app_secrets', tenantId: store.tenantId });
    const secret = await tx
      .selectFrom('secrets')
      .select('sealed')
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', secretId)
      .executeTakeFirst();
    return secret && (sealer.openJson(store.tenantId, secretId, CREDENTIALS, secret.sealed) as Credentials);
  };

  const read = async (store: StoreKey): Promise<Held | undefined> => {
    const held = await db.tenant(store, async (tx) => {
      const row = await tx
        .selectFrom('stores as s')
        .innerJoin('store_access as a', (join) =>
          join.onRef('a.tenant_id', '=', 's.tenant_id').onRef('a.store_id', '=', 's.id'),
        )
        .select(['s.secret_id', 'a.version'])
        .where('s.tenant_id', '=', store.tenantId)
        .where('s.id', '=', store.id)
        .executeTakeFirst();
      if (!row?.secret_id) return undefined;
      const credentials = await openSecret(tx, store, row.secret_id);
      return credentials && { version: row.version, credentials };
    });
    if (held) cached.set(store.id, held);
    else cached.delete(store.id);
    return held;
  };

  /** Good now, and not the value the platform has just refused. */
  const isGood = (held: Held, refused: string | undefined): boolean =>
    (held.credentials[ACCESS_TOKEN] ?? '') !== '' &&
    held.credentials[ACCESS_TOKEN] !== refused &&
    accessIsFresh(held.credentials, clock.now());

  const takeTurn = async (store: StoreKey): Promise<number | undefined> => {
    const taken = await db.tenant(store, (tx) =>
      sql<{ lease_no: number }>`UPDATE store_access SET lease_no = lease_no + 1,
          lease_until = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
        WHERE store_id = ${store.id} AND (lease_until IS NULL OR lease_until <= clock_timestamp()) RETURNING lease_no`.execute(
        tx,
      ),
    );
    return taken.rows[0]?.lease_no;
  };

  const endTurn = (store: StoreKey, leaseNo: number): Promise<unknown> =>
    db.tenant(store, (tx) =>
      sql`UPDATE store_access SET lease_until = NULL WHERE store_id = ${store.id} AND lease_no = ${leaseNo}`.execute(
        tx,
      ),
    );

  /** Undefined when somebody stored newer access meanwhile; theirs counts then. */
  const storeRenewed = (store: StoreKey, turn: number, before: Held, answer: Credentials): Promise<Held | undefined> =>
    db.tenant(store, async (tx) => {
      const mine = await sql`UPDATE store_access SET version = version + 1, renewed_at = now(),
          lease_until = CASE WHEN lease_no = ${turn} THEN NULL ELSE lease_until END
        WHERE store_id = ${store.id} AND version = ${before.version}`.execute(tx);
      if ((mine.numAffectedRows ?? 0n) === 0n) return undefined;
      const credentials = await putOver(tx, store, answer);
      return credentials && { version: before.version + 1, credentials };
    });

  /**
   * Puts values over what is kept now. The caller holds the row of `store_access`, so that nobody else does the same meanwhile.
   * Undefined for a store without access.
   */
  const putOver = async (tx: Tx, store: StoreKey, values: Credentials): Promise<Credentials | undefined> => {
    const row = await tx
      .selectFrom('stores')
      .select('secret_id')
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', store.id)
      .executeTakeFirst();
    const kept = row?.secret_id ? await openSecret(tx, store, row.secret_id) : undefined;
    if (!kept) return undefined;
    await actAs(tx, { role: 'app_tenant', tenantId: store.tenantId });
    const credentials = { ...kept, ...values };
    await replaceSecret(tx, store, credentials);
    return credentials;
  };

  const replaceSecret = async (tx: Tx, store: StoreKey, credentials: Credentials): Promise<void> => {
    const row = await tx
      .selectFrom('stores')
      .select('secret_id')
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow();
    const id = row.secret_id ?? newId();
    const { keyId, sealed } = sealer.sealJson(store.tenantId, id, CREDENTIALS, { ...credentials });
    if (row.secret_id !== null) {
      await sql`UPDATE secrets SET sealed = ${sealed}, key_id = ${keyId}, updated_at = now()
        WHERE tenant_id = ${store.tenantId} AND id = ${id}`.execute(tx);
      return;
    }
    await tx
      .insertInto('secrets')
      .values({ tenant_id: store.tenantId, id, purpose: CREDENTIALS, key_id: keyId, sealed })
      .execute();
    await tx
      .updateTable('stores')
      .set({ secret_id: id })
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', store.id)
      .execute();
  };

  const destroy = async (tx: Tx, store: StoreKey): Promise<void> => {
    cached.delete(store.id);
    const row = await tx
      .selectFrom('stores')
      .select('secret_id')
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', store.id)
      .executeTakeFirst();
    await sql`UPDATE store_access SET version = version + 1, lease_no = lease_no + 1, lease_until = NULL
      WHERE store_id = ${store.id}`.execute(tx);
    if (!row?.secret_id) return;
    await tx
      .updateTable('stores')
      .set({ secret_id: null })
      .where('tenant_id', '=', store.tenantId)
      .where('id', '=', store.id)
      .execute();
    await tx.deleteFrom('secrets').where('tenant_id', '=', store.tenantId).where('id', '=', row.secret_id).execute();
  };

  return {
    credentials: async (store) => (await read(store))?.credentials,

    source(store, connector, open, lost) {
      const refuse = (): ConnectorError =>
        fail('not-authorised', `${connector.manifest.name} has to be connected again.`, { vendorCode: 'no-access' });

      const renew = async (refused: string | undefined): Promise<Held> => {
        const giveUpAt = Date.now() + 2 * leaseMs;
        for (;;) {
          const turn = await takeTurn(store);
          const held = await read(store);
          if (held && isGood(held, refused)) {
            if (turn !== undefined) await endTurn(store, turn);
            return held;
          }
          if (!held) {
            if (turn !== undefined) await endTurn(store, turn);
            throw refuse();
          }
          if (turn === undefined) {
            // Another process is asking; its answer serves us too.
            if (Date.now() > giveUpAt)
              throw fail('temporary-before-effect', 'Access to the store is being renewed and takes too long.');
            await sleep(LOOK_AGAIN_MS);
            continue;
          }
          const answer = await askForAccess(held).catch(async (error: unknown) => {
            await endTurn(store, turn);
            throw error;
          });
          const renewed = await storeRenewed(store, turn, held, answer);
          if (renewed) {
            cached.set(store.id, renewed);
            return renewed;
          }
        }
      };

      const askForAccess = async ({ credentials }: Held): Promise<Credentials> => {
        if (!connector.renew) {
          await lost(`${connector.manifest.name} no longer accepts the keys of this store.`);
          throw refuse();
        }
        const answer = await runConnect(connector, await open(credentials), (env) =>
          connector.renew ? connector.renew(env) : Promise.reject(refuse()),
        );
        if (answer.ok) return answer.value;
        if (answer.problem.kind === 'not-authorised') await lost(answer.problem.message);
        throw new ConnectorError(answer.problem);
      };

      /** One renewal of this process for all its callers; the lease does the same between processes. */
      const renewOnce = (refused: string | undefined): Promise<string> => {
        const flight =
          flights.get(store.id) ??
          renew(refused).finally(() => {
            flights.delete(store.id);
          });
        flights.set(store.id, flight);
        return flight.then((held) => held.credentials[ACCESS_TOKEN] ?? '');
      };

      return {
        async get() {
          const held = cached.get(store.id) ?? (await read(store));
          if (held && isGood(held, undefined)) return held.credentials[ACCESS_TOKEN] ?? '';
          return renewOnce(undefined);
        },
        async refused(value) {
          const held = await read(store);
          if (held && isGood(held, value)) return held.credentials[ACCESS_TOKEN] ?? '';
          return renewOnce(value);
        },
      };
    },

    async keep(store, values) {
      await db.tenant(store, async (tx) => {
        const { rows } = await sql`SELECT 1 FROM store_access WHERE store_id = ${store.id} FOR UPDATE`.execute(tx);
        if (rows.length > 0) await putOver(tx, store, values);
      });
      // The access in it is good still, but it is not all that is kept.
      cached.delete(store.id);
    },

    async put(tx, store, credentials) {
      cached.delete(store.id);
      await sql`INSERT INTO store_access AS a (tenant_id, store_id) VALUES (${store.tenantId}, ${store.id})
        ON CONFLICT (tenant_id, store_id) DO UPDATE SET version = a.version + 1, lease_no = a.lease_no + 1, lease_until = NULL`.execute(
        tx,
      );
      await replaceSecret(tx, store, credentials);
    },

    destroy,

    async take(tx, store) {
      const { rows } = await sql<{ busy: boolean; secret_id: string | null }>`SELECT s.secret_id,
          coalesce(a.lease_until > clock_timestamp(), false) AS busy
        FROM store_access a JOIN stores s ON s.tenant_id = a.tenant_id AND s.id = a.store_id
        WHERE a.store_id = ${store.id} FOR UPDATE OF a`.execute(tx);
      const [row] = rows;
      if (row?.busy) return 'in use';
      if (!row?.secret_id) return undefined;
      const credentials = await openSecret(tx, store, row.secret_id);
      await actAs(tx, { role: 'app_tenant', tenantId: store.tenantId });
      await destroy(tx, store);
      return credentials;
    },
  };
}
