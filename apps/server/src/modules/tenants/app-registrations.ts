/**
 * App registrations of the operator or a franchise at stores, carriers, card provider and mail: client id, sealed
 * secrets, public settings. A tenant uses the nearest one above it: its franchise's own, else the operator's.
 */
import type { AppRegistration } from '@scanship/contracts/network/platform-apps';
import type { Services } from '../../platform/services.ts';
import { type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';

export type AppKind = AppRegistration['kind'];
export type AppMode = AppRegistration['mode'];
export type Texts = Readonly<Record<string, string>>;
type Deps = Pick<Services, 'db' | 'sealer'>;

export interface OpenedApp {
  /** Whose registration it is: the franchise's or the platform's. */
  readonly tenantId: string;
  readonly clientId: string;
  readonly secrets: Texts;
  readonly settings: Texts;
}

interface StoredSettings {
  readonly values: Texts;
  /** Names only; the values are sealed. */
  readonly secretNames: readonly string[];
}

const PURPOSE = 'app-registration';

const settingsOf = (stored: unknown): StoredSettings => {
  const { values = {}, secretNames = [] } = (stored ?? {}) as Partial<StoredSettings>;
  return { values, secretNames };
};

const selectOne = (tx: Tx, tenantId: string, kind: AppKind, slug: string, mode: AppMode) =>
  tx
    .selectFrom('app_registrations')
    .select(['id', 'client_id', 'secret_id', 'settings', 'expires_on', 'version'])
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', kind)
    .where('slug', '=', slug)
    .where('mode', '=', mode);

/** The registration a tenant works with, its secrets opened; undefined when nobody above has one. */
export const appRegistrationOf = async (
  deps: Deps,
  tenantId: string,
  kind: AppKind,
  slug: string,
  mode: AppMode,
): Promise<OpenedApp | undefined> => {
  const above = await deps.db.reference((tx) =>
    tx
      .selectFrom('tenant_closure')
      .select('ancestor_id')
      .where('descendant_id', '=', tenantId)
      .orderBy('depth')
      .execute(),
  );
  for (const { ancestor_id: owner } of above) {
    const row = await deps.db.tenant({ tenantId: owner }, (tx) =>
      selectOne(tx, owner, kind, slug, mode).executeTakeFirst(),
    );
    if (row)
      return {
        tenantId: owner,
        clientId: row.client_id,
        secrets: await openSecrets(deps, owner, row.secret_id),
        settings: settingsOf(row.settings).values,
      };
  }
  return undefined;
};

const openSecrets = async ({ db, sealer }: Deps, tenantId: string, secretId: string | null): Promise<Texts> => {
  if (secretId === null) return {};
  const row = await db.secrets({ tenantId }, (tx) =>
    tx
      .selectFrom('secrets')
      .select('sealed')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', secretId)
      .executeTakeFirst(),
  );
  return row ? (sealer.openJson(tenantId, secretId, PURPOSE, row.sealed) as Record<string, string>) : {};
};

export const listApps = async (
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
): Promise<Omit<AppRegistration, 'missing'>[]> => {
  const rows = await db.tenant({ tenantId }, (tx) =>
    tx
      .selectFrom('app_registrations')
      .select(['kind', 'slug', 'mode', 'client_id', 'settings', 'expires_on', 'version'])
      .where('tenant_id', '=', tenantId)
      .orderBy('kind')
      .orderBy('slug')
      .orderBy('mode')
      .execute(),
  );
  return rows.map((row) => {
    const { values, secretNames } = settingsOf(row.settings);
    return {
      kind: row.kind,
      slug: row.slug,
      mode: row.mode,
      clientId: row.client_id,
      secretsSet: [...secretNames],
      settings: { ...values },
      expiresOn: row.expires_on,
      version: row.version,
    };
  });
};

export interface AppChange {
  readonly kind: AppKind;
  readonly slug: string;
  readonly mode: AppMode;
  readonly clientId: string;
  /** Absent ones stay; an empty value removes one. */
  readonly secrets?: Texts | undefined;
  readonly settings?: Texts | undefined;
  /** YYYY-MM-DD; absent: as it was. */
  readonly expiresOn?: string | null | undefined;
  /** 0 for a new registration. */
  readonly version: number;
}

/** Problem: `stale_version`. */
export const putApp = async (deps: Deps, tenantId: string, change: AppChange): Promise<Outcome<void>> => {
  const { kind, slug, mode } = change;
  const before = await deps.db.tenant({ tenantId }, (tx) =>
    selectOne(tx, tenantId, kind, slug, mode).executeTakeFirst(),
  );
  if ((before?.version ?? 0) !== change.version) return problem('stale_version');
  const held = change.secrets && before ? await openSecrets(deps, tenantId, before.secret_id) : {};
  const secrets = Object.fromEntries(
    Object.entries({ ...held, ...change.secrets }).filter(([, value]) => value.trim() !== ''),
  );
  return deps.db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const current = await selectOne(tx, tenantId, kind, slug, mode).forUpdate().executeTakeFirst();
    if ((current?.version ?? 0) !== change.version) return problem('stale_version');
    const stored = settingsOf(current?.settings);
    let secretId = current?.secret_id ?? null;
    let secretNames = stored.secretNames;
    if (change.secrets) {
      secretNames = Object.keys(secrets).toSorted();
      secretId = secretNames.length === 0 ? null : newId();
      if (secretId !== null) {
        const { keyId, sealed } = deps.sealer.sealJson(tenantId, secretId, PURPOSE, secrets);
        await tx
          .insertInto('secrets')
          .values({ tenant_id: tenantId, id: secretId, purpose: PURPOSE, key_id: keyId, sealed })
          .execute();
      }
    }
    const row = {
      client_id: change.clientId,
      secret_id: secretId,
      settings: json({ values: { ...(change.settings ?? stored.values) }, secretNames: [...secretNames] }),
      expires_on: change.expiresOn === undefined ? (current?.expires_on ?? null) : change.expiresOn,
    };
    if (current)
      await tx
        .updateTable('app_registrations')
        .set({ ...row, version: current.version + 1 })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', current.id)
        .execute();
    else
      await tx
        .insertInto('app_registrations')
        .values({ tenant_id: tenantId, id: newId(), kind, slug, mode, ...row })
        .execute();
    if (current?.secret_id && current.secret_id !== secretId)
      await tx.deleteFrom('secrets').where('tenant_id', '=', tenantId).where('id', '=', current.secret_id).execute();
    return { ok: true, value: undefined };
  });
};

/** Problem: `not_found`. */
export const deleteApp = (
  { db }: Pick<Deps, 'db'>,
  tenantId: string,
  which: { readonly kind: AppKind; readonly slug: string; readonly mode: AppMode },
): Promise<Outcome<void>> =>
  db.tenant({ tenantId }, async (tx): Promise<Outcome<void>> => {
    const row = await selectOne(tx, tenantId, which.kind, which.slug, which.mode).forUpdate().executeTakeFirst();
    if (!row) return problem('not_found');
    await tx.deleteFrom('app_registrations').where('tenant_id', '=', tenantId).where('id', '=', row.id).execute();
    if (row.secret_id)
      await tx.deleteFrom('secrets').where('tenant_id', '=', tenantId).where('id', '=', row.secret_id).execute();
    return { ok: true, value: undefined };
  });
