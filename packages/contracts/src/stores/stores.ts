/** Store platforms, connecting and running stores (product-spec sections 3, 4, 5 and 7, "Stores"; decisions 28, 29, 33 to 35). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { credentialField, keySource } from '../carriers/carriers.ts';
import { autoPopupTag, id, idParams, optionalText, recordVersion, required } from '../common.ts';

/** What a store's address must have before anything is imported; blank counts as missing (decisions 33). */
export const STORE_ADDRESS_FIELDS = [
  'address1',
  'city',
  'countryCode',
  'zipcode',
  'provinceCode',
  'companyName',
] as const;
export type StoreAddressField = (typeof STORE_ADDRESS_FIELDS)[number];

export const storeMode = z.enum(['live', 'sandbox', 'simulator']);
export const STORE_STATES = ['pending', 'connected', 'stale', 'needs_consent', 'paused', 'disconnected'] as const;
export const SYNC_STREAMS = ['orders', 'products', 'locations', 'reconcile', 'webhooks'] as const;
export type SyncStream = (typeof SYNC_STREAMS)[number];

export const platform = z.object({
  id: z.int(),
  name: z.string(),
  /** The connecting page's address below /ecommerce/connect-store ("shopify-store"; decisions 35). */
  path: z.string(),
  /** Whether it can be connected here and now. */
  available: z.boolean(),
  /** Why not, in a sentence; null when it can. */
  unavailableBecause: z.nullable(z.string()),
  /** `redirect`: the seller consents at the platform; `credentials`: keys are typed in; null: not there yet. */
  connect: z.nullable(z.enum(['redirect', 'credentials'])),
  /** Ways it can be connected here; the first is the usual one. Everything but `live` is shown as TEST. */
  modes: z.array(storeMode),
});
export type Platform = z.infer<typeof platform>;

export const platformDetail = z.object({
  ...platform.shape,
  /** What the seller gives: before the redirect (`account` is sent as `shop`) or as keys. */
  fields: z.array(credentialField),
  /** What is needed at the platform first; null where it cannot be connected. */
  keys: z.nullable(keySource),
  /** One sentence: what will happen on connecting. */
  help: z.string(),
  /** orders, products, locations, fulfil, partialFulfilment, severalParcels, withdraw, webhooks, disconnect. */
  capabilities: z.record(z.string(), z.boolean()),
  /** How far back the platform shows orders, in a sentence; null: no limit known. */
  historyNote: z.nullable(z.string()),
});
export type PlatformDetail = z.infer<typeof platformDetail>;

/** Something wrong with a store, in plain words; the action says which button helps. */
export const storeProblem = z.object({
  code: z.string(),
  message: z.string(),
  nextStep: z.string(),
  action: z.enum(['address', 'reconnect', 'resume', 'sync', 'wait', 'none']),
  at: z.nullable(z.string()),
});
export type StoreProblem = z.infer<typeof storeProblem>;

export const storeSummary = z.object({
  id,
  name: z.string(),
  platformId: z.int(),
  platformName: z.string(),
  /** The platform's own name of the store ("maple.myshopify.com"). */
  externalAccount: z.string(),
  mode: storeMode,
  /** Not live: shown as TEST. */
  test: z.boolean(),
  state: z.enum(STORE_STATES),
  /** When its orders were last asked for with success: the age of what is shown. Null: never. */
  lastOkAt: z.nullable(z.string()),
  syncing: z.boolean(),
  missingAddressFields: z.array(z.enum(STORE_ADDRESS_FIELDS)),
  problem: z.nullable(storeProblem),
});
export type StoreSummary = z.infer<typeof storeSummary>;

const text = (max: number) => z.nullable(z.string().check(z.trim(), z.maxLength(max)));

/** A store's address; unfinished ones are kept as they are. Fields beyond the six are for the label. */
export const storeAddress = z.object({
  companyName: text(100),
  address1: text(200),
  address2: text(200),
  city: text(100),
  provinceCode: text(10),
  zipcode: text(20),
  countryCode: text(2),
  /** Person of contact. */
  name: text(100),
  phone: text(40),
  email: text(254),
});
export type StoreAddress = z.infer<typeof storeAddress>;

export const storeBranding = z.object({
  /** Sender's name on packing slips and other papers of this store's orders; null: the store's name. */
  displayName: text(100),
  email: text(254),
  phone: text(40),
  website: text(200),
  /** A line at the foot of the packing slip. */
  message: text(500),
});
export type StoreBranding = z.infer<typeof storeBranding>;

/** What becomes of an order that its store holds: here and held as well, here and open, or not here until it is released. */
export const HELD_ORDERS = ['hold', 'open', 'leave-out'] as const;
/** Why stores hold orders: codes of `StoreOrder.hold`. */
export const HOLD_CODES = ['payment-pending', 'on-hold', 'fraud-review'] as const;
const heldOrder = z.enum(HELD_ORDERS);

export const importSettings = z.object({
  products: z.boolean(),
  /** Orders placed before this day (YYYY-MM-DD, UTC) are left out; null: all the store shows. Those that are here stay. */
  from: z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))),
  /** Orders the store has shipped or cancelled before they were here. */
  finished: z.boolean(),
  /** For each reason a store gives. */
  held: z.object({ 'payment-pending': heldOrder, 'on-hold': heldOrder, 'fraud-review': heldOrder }),
  /** Grams of one unit where neither order nor product says; null: the person enters it. */
  defaultUnitGrams: z.nullable(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** The store is told of a shipment as soon as its label is bought. */
  autoFulfil: z.boolean(),
});
export type ImportSettings = z.infer<typeof importSettings>;

export const USUAL_IMPORT: ImportSettings = {
  products: true,
  from: null,
  finished: true,
  held: { 'payment-pending': 'hold', 'on-hold': 'hold', 'fraud-review': 'hold' },
  defaultUnitGrams: null,
  autoFulfil: true,
};

export const storeSettings = z.object({
  imports: importSettings,
  /** Null: as the customer's default settings say. */
  autoPopupTag: z.nullable(autoPopupTag),
  notifyBuyer: z.nullable(z.boolean()),
  /** What the store is told of returns, where its platform has a call for it; absent: left as it is, at first nothing. */
  returns: z.optional(z.object({ refund: z.boolean(), restock: z.boolean() })),
  /** Ship-from address of orders that name no location; null: the store's own address. */
  defaultLocationId: z.nullable(id),
  /** The store's locations and what they are here; a null `locationId` means the imported address is used. */
  warehouses: z
    .array(z.object({ externalLocationId: z.string().check(z.maxLength(200)), locationId: z.nullable(id) }))
    .check(z.maxLength(500)),
  branding: storeBranding,
});
export type StoreSettings = z.infer<typeof storeSettings>;

export const syncStreamState = z.object({
  stream: z.enum(SYNC_STREAMS),
  state: z.enum(['idle', 'running', 'waiting', 'failing', 'off']),
  lastOkAt: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  failures: z.int(),
  problem: z.nullable(z.string()),
});

export const storeDetail = z.object({
  ...storeSummary.shape,
  ecommerceStoreAddress: storeAddress,
  /** The sentence of section 5 while fields are missing, else null. */
  addressSentence: z.nullable(z.string()),
  settings: storeSettings,
  currency: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  streams: z.array(syncStreamState),
  counts: z.object({
    orders: z.int(),
    unfulfilled: z.int(),
    products: z.int(),
    importFailed: z.int(),
    pushesOpen: z.int(),
    pushesFailed: z.int(),
    eventsFailed: z.int(),
  }),
  /** Locations the store has at the platform, for the warehouse mapping. */
  locations: z.array(z.object({ externalLocationId: z.string(), name: z.string(), locationId: z.nullable(id) })),
  capabilities: z.record(z.string(), z.boolean()),
  historyNote: z.nullable(z.string()),
  /** What is missing for full use (a right not granted, notifications not set up), one sentence each. */
  remarks: z.array(z.string()),
  connectedAt: z.string(),
  version: recordVersion,
});
export type StoreDetail = z.infer<typeof storeDetail>;

export const syncRun = z.object({
  id,
  stream: z.enum(SYNC_STREAMS),
  cause: z.enum(['poll', 'webhook', 'manual', 'nightly']),
  state: z.enum(['running', 'done', 'failed']),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  pages: z.int(),
  seen: z.int(),
  created: z.int(),
  changed: z.int(),
  failed: z.int(),
  /** How many the platform counts, where it says so. */
  remoteCount: z.nullable(z.int()),
  problem: z.nullable(z.string()),
  /** Items that could not be taken, the first hundred. */
  items: z.array(z.object({ externalId: z.nullable(z.string()), message: z.string() })),
});
export type SyncRun = z.infer<typeof syncRun>;

/** A fulfilment reported to a store, or its withdrawal, as the order's page shows it. */
export const orderPush = z.object({
  id,
  kind: z.enum(['fulfilment', 'withdrawal']),
  /**
   * waiting: will be sent; sending; arrived: the store has it; retrying: failed, tried again by itself; failed: a person
   * is needed; unknown: being looked up; withdrawn: taken back; not-sent: dropped before it went out.
   */
  state: z.enum(['waiting', 'sending', 'arrived', 'retrying', 'failed', 'unknown', 'withdrawn', 'not-sent']),
  storeName: z.string(),
  trackingNumbers: z.array(z.string()),
  carrierName: z.string(),
  /** Of the last change of state. */
  at: z.string(),
  nextAt: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  nextStep: z.nullable(z.string()),
  canRetry: z.boolean(),
});
export type OrderPush = z.infer<typeof orderPush>;

/** Something the store did that a person should look at ("cancelled there, label bought here"). */
export const storeNotice = z.object({
  id,
  code: z.string(),
  message: z.string(),
  nextStep: z.string(),
  since: z.string(),
});
export type StoreNotice = z.infer<typeof storeNotice>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;

export const addStore = defineCall({
  id: 'addStore',
  method: 'POST',
  audited: true,
  path: '/store/add',
  summary: 'Connect a store: with typed-in keys, or with the code that came back from the consent page',
  right: 'stores.manage',
  ...manager,
  body: z.object({
    platformId: z.int().check(z.minimum(1), z.maximum(10_000_000)),
    mode: z.optional(storeMode),
    name: optionalText(100),
    credentials: z.optional(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(4000)))),
    /** The `code` parameter of /connect-marketplace/{id}: ours, sealed, good once and for twenty minutes. */
    code: optionalText(4000),
    /** The `shop` parameter beside it. */
    shop: optionalText(255),
  }),
  data: storeDetail,
  idempotent: true,
});

export const getStore = defineCall({
  id: 'getStore',
  method: 'GET',
  path: '/store/{id}',
  summary: 'One connected store',
  ...manager,
  params: idParams,
  data: storeDetail,
});

export const putStore = defineCall({
  id: 'putStore',
  method: 'PUT',
  audited: true,
  path: '/store/{id}',
  summary: 'Rename a store',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  body: z.object({ name: required(100), version: z.optional(recordVersion) }),
  data: storeDetail,
});

export const deleteStore = defineCall({
  id: 'deleteStore',
  method: 'DELETE',
  audited: true,
  path: '/store/{id}',
  summary: 'Disconnect a store: the platform is told, access is destroyed; orders, shipments and history stay',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  /** What is left to do at the platform by hand; null: nothing. */
  data: z.object({ note: z.nullable(z.string()) }),
});

export const putStoreAddress = defineCall({
  id: 'putStoreAddress',
  method: 'PUT',
  audited: true,
  path: '/store/address/{id}',
  summary: 'Address of a store; its first sync starts when the six required fields are there',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  body: storeAddress,
  data: storeDetail,
});

export const putStoreSettings = defineCall({
  id: 'putStoreSettings',
  method: 'PUT',
  audited: true,
  path: '/store/settings/{id}',
  summary: 'Settings and branding of a store',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  /** `imports` absent: as they are. */
  body: z.object({
    ...storeSettings.shape,
    imports: z.optional(importSettings),
    version: z.optional(recordVersion),
  }),
  data: storeDetail,
});

export const syncStore = defineCall({
  id: 'syncStore',
  method: 'POST',
  path: '/store/sync/{id}',
  summary: 'Sync now ("Syncing in Process"); refused with the sentence of section 5 while the address is incomplete',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  data: storeDetail,
});

export const testStore = defineCall({
  id: 'testStore',
  method: 'POST',
  path: '/store/{id}/test',
  summary: 'Try the connection and say the result in plain words',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  data: z.object({ ok: z.boolean(), message: z.string() }),
});

export const pauseStore = defineCall({
  id: 'pauseStore',
  method: 'POST',
  audited: true,
  path: '/store/{id}/pause',
  summary: 'Stop importing for now; access is kept',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  data: storeDetail,
});

export const resumeStore = defineCall({
  id: 'resumeStore',
  method: 'POST',
  audited: true,
  path: '/store/{id}/resume',
  summary: 'Go on importing where it stopped',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  data: storeDetail,
});

export const listStoreRuns = defineCall({
  id: 'listStoreRuns',
  method: 'GET',
  path: '/store/{id}/runs',
  summary: 'Sync history, newest first',
  ...manager,
  params: idParams,
  query: z.object({
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
    /** `nextCursor` of the page before. */
    after: z.optional(id),
  }),
  data: z.object({ runs: z.array(syncRun), nextCursor: z.nullable(id) }),
});

export const authoriseStore = defineCall({
  id: 'authoriseStore',
  method: 'GET',
  path: '/public/{marketPlaceId}/oauth',
  summary: "Address of the platform's consent page, for a person signed in or not; binds the consent to this browser",
  auth: 'public',
  namesCaller: true,
  params: z.object({ marketPlaceId: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(999_999_999)) }),
  query: z.object({
    /** Host of the page, with its port. */
    host: z.string().check(z.minLength(1), z.maxLength(260)),
    shop: z.optional(z.string().check(z.maxLength(255))),
    mode: z.optional(storeMode),
    /** A store to be connected again: consent then renews that one. */
    storeId: z.optional(id),
    /**
     * Where the platform sent the browser (an install link): the page's whole query as it came, since the platform signed
     * every parameter of it, its own `host` among them. Checked on the server.
     */
    vendor: z.optional(z.string().check(z.maxLength(4000))),
  }),
  /** `url` leaves our site: `location.assign(url)`. */
  data: z.object({ url: z.string() }),
});

export const reconnectStore = defineCall({
  id: 'reconnectStore',
  method: 'POST',
  audited: true,
  path: '/store/reconnect/{id}',
  summary: 'Give a store new access with the code that came back from the consent page',
  right: 'stores.manage',
  ...manager,
  params: idParams,
  query: z.object({
    domain: z.optional(z.string().check(z.maxLength(255))),
    code: z.string().check(z.minLength(1), z.maxLength(4000)),
  }),
  data: storeDetail,
});

export const retryPush = defineCall({
  id: 'retryPush',
  method: 'POST',
  path: '/store/push/{id}/retry',
  summary: 'Report a fulfilment (or its withdrawal) to the store again',
  right: 'stores.manage',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: orderPush,
});

export const dismissNotice = defineCall({
  id: 'dismissStoreNotice',
  method: 'POST',
  path: '/store/notice/{id}/dismiss',
  summary: 'A person has seen to what the store did',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: z.object({}),
});
