/** A connected store as it is kept. */
import type { AutoPopupTag } from '@scanship/contracts/common';
import {
  type ImportSettings,
  STORE_ADDRESS_FIELDS,
  type StoreAddressField,
  type StoreBranding,
  type STORE_STATES,
} from '@scanship/contracts/stores/stores';
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import type { Address } from '@scanship/domain/addresses/address';
import type { JsonObject } from '@scanship/domain/values/json';
import type { Tx } from '../../platform/database/database.ts';

export type StoreState = (typeof STORE_STATES)[number];

/** `stores.settings`. */
export interface StoredSettings {
  readonly autoPopupTag?: AutoPopupTag | null;
  readonly notifyBuyer?: boolean | null;
  /** What the store is told of returns; absent: nothing. */
  readonly returns?: { readonly refund: boolean; readonly restock: boolean };
  readonly defaultLocationId?: string | null;
  /** Our location of each location of the store; one that is missing is its own imported place. */
  readonly warehouses?: Readonly<Record<string, string>>;
  /** What comes in and how; absent: the usual. */
  readonly imports?: ImportSettings;
  /** What the connector keeps (`ConnectedStore.settings`). */
  readonly vendor?: JsonObject;
  /** Where the platform's notifications reach us. */
  readonly hookOrigin?: string;
}

/** `stores.last_error` and `sync_streams.last_error`. */
export interface StoredError {
  readonly code: string;
  readonly message: string;
  readonly at: string;
}

export interface StoreRow {
  readonly id: string;
  readonly tenantId: string;
  readonly platformCode: string;
  readonly externalAccount: string;
  readonly name: string;
  readonly mode: ConnectorMode;
  readonly state: StoreState;
  readonly address: Partial<Address>;
  readonly settings: StoredSettings;
  readonly branding: Partial<StoreBranding>;
  readonly locationId: string | null;
  readonly currency: string | null;
  readonly timeZone: string | null;
  readonly lastOkAt: Date | null;
  readonly lastError: StoredError | null;
  /** What is missing for full use, with what it is about ("consent", "notifications"). */
  readonly remarks: readonly { readonly about: string; readonly text: string }[];
  readonly registrationTenantId: string | null;
  readonly deleted: boolean;
  readonly connectedAt: Date;
  readonly version: number;
}

const COLUMNS = [
  'id',
  'tenant_id',
  'platform_code',
  'external_account',
  'name',
  'mode',
  'state',
  'address',
  'settings',
  'branding',
  'location_id',
  'currency',
  'time_zone',
  'last_ok_at',
  'last_error',
  'remarks',
  'registration_tenant_id',
  'deleted_at',
  'connected_at',
  'created_at',
  'version',
] as const;

/** Stores of platforms; the customer's own store for orders by hand and by file is none. */
const select = (tx: Tx) => tx.selectFrom('stores').select(COLUMNS).where('platform_code', 'not in', ['manual', 'file']);
type Selected = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

const toStore = (row: Selected): StoreRow => ({
  id: row.id,
  tenantId: row.tenant_id,
  platformCode: row.platform_code,
  externalAccount: row.external_account,
  name: row.name,
  mode: row.mode,
  state: row.state,
  address: row.address ?? {},
  settings: row.settings as StoredSettings,
  branding: row.branding as Partial<StoreBranding>,
  locationId: row.location_id,
  currency: row.currency,
  timeZone: row.time_zone,
  lastOkAt: row.last_ok_at,
  lastError: row.last_error as StoredError | null,
  remarks: row.remarks as StoreRow['remarks'],
  registrationTenantId: row.registration_tenant_id,
  deleted: row.deleted_at !== null,
  connectedAt: row.connected_at ?? row.created_at,
  version: row.version,
});

/** One store of the tenant; deleted ones only with `evenDeleted`. */
export async function readStore(
  tx: Tx,
  tenantId: string,
  storeId: string,
  options: { readonly evenDeleted?: boolean; readonly lock?: boolean } = {},
): Promise<StoreRow | undefined> {
  let query = select(tx).where('tenant_id', '=', tenantId).where('id', '=', storeId);
  if (options.evenDeleted !== true) query = query.where('deleted_at', 'is', null);
  if (options.lock === true) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  return row && toStore(row);
}

/** By name, deleted ones left out. */
export async function readStores(tx: Tx, tenantId: string): Promise<StoreRow[]> {
  const rows = await select(tx)
    .where('tenant_id', '=', tenantId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(toStore);
}

/** A store by what its platform calls it, deleted ones included: connecting it again revives it. */
export async function readStoreOfAccount(
  tx: Tx,
  tenantId: string,
  which: { readonly platformCode: string; readonly externalAccount: string },
): Promise<StoreRow | undefined> {
  const row = await select(tx)
    .where('tenant_id', '=', tenantId)
    .where('platform_code', '=', which.platformCode)
    .where('external_account', '=', which.externalAccount)
    .orderBy('deleted_at', (order) => order.desc().nullsFirst())
    .forUpdate()
    .executeTakeFirst();
  return row && toStore(row);
}

/** Required address fields that are empty; a blank counts as empty (decisions 33). */
export const missingAddress = (address: Partial<Address>): StoreAddressField[] =>
  STORE_ADDRESS_FIELDS.filter((field) => (address[field] ?? '').trim() === '');

/** Whether imports may run at all. */
export const isOpen = (store: Pick<StoreRow, 'state' | 'deleted'>): boolean =>
  !store.deleted && (store.state === 'connected' || store.state === 'stale');
