/** Carrier catalogue, accounts and the rate sheet (product-spec section 7, "Carriers"; decisions 36). */
import { CARRIER_OPERATIONS } from '@scanship/domain/shipping/carrier-operations';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, money, recordVersion, required } from '../common.ts';

export const credentialField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
  /** What is asked for where it is no free text; a switch is on with the value "yes". */
  kind: z.optional(z.enum(['switch', 'currency', 'time-zone', 'email'])),
  /** The typed-in value in whole, as a regular expression with the flag u. */
  pattern: z.optional(z.string()),
  /** A value in the right form. */
  example: z.optional(z.string()),
  /** Chosen, not typed; the value may be empty. */
  choices: z.optional(z.array(z.object({ value: z.string(), label: z.string() }))),
  /** Asked for only while the other field has this value. */
  when: z.optional(z.object({ field: z.string(), value: z.string() })),
  /** True: any random text of one's own will do. */
  ours: z.optional(z.boolean()),
});
export type CredentialField = z.infer<typeof credentialField>;

/** Where the keys come from: what a seller needs or asks for at the vendor first, and the vendor's page with the keys. */
export const keySource = z.object({ before: z.string(), page: z.nullable(z.string()) });
export type KeySource = z.infer<typeof keySource>;
export const carrierService = z.object({
  code: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  /** Absent: the carrier was not asked, or cannot be; false: it does not list the service for this account. */
  listed: z.optional(z.boolean()),
  /** False: the carrier lists it and we know nothing more of it. */
  known: z.optional(z.boolean()),
});
export type AccountService = z.infer<typeof carrierService>;

const mode = z.enum(['live', 'sandbox', 'simulator']);

export const catalogueCarrier = z.object({
  id: z.string(),
  name: z.string(),
  maturity: z.enum(['own', 'contract', 'samples']),
  /** Fictional carrier of the demo, answered by a simulator. */
  sample: z.boolean(),
  originCountries: z.array(z.string()),
  credentials: z.array(credentialField),
  /** Null: nothing has to be had from anybody. */
  keys: z.nullable(keySource),
  capabilities: z.record(z.string(), z.union([z.boolean(), z.number()])),
  contractVersion: z.nullable(z.string()),
  /** Modes an account can be connected in here, the usual one first. */
  modes: z.array(mode),
  /** Modes in which it can be connected by signing in at the carrier; empty: only with keys. */
  signInModes: z.array(mode),
  services: z.array(z.object({ code: z.string(), name: z.string() })),
  /** `list`: the carrier tells no prices, they come from a list that the account's owner uploads. */
  prices: z.enum(['carrier', 'list']),
  labelFormats: z.array(z.string()),
  limits: z.object({
    maxGrams: z.int(),
    maxLengthMm: z.nullable(z.int()),
    maxLengthPlusGirthMm: z.nullable(z.int()),
    dimensionsRequired: z.boolean(),
  }),
  packagings: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      shape: z.enum(['box', 'envelope', 'pak', 'tube']),
      lengthMm: z.int(),
      widthMm: z.int(),
      heightMm: z.int(),
      maxGrams: z.nullable(z.int()),
      flatRate: z.boolean(),
    }),
  ),
  /** What it offers, and for what it does not why. */
  operations: z.array(
    z.object({ operation: z.enum(CARRIER_OPERATIONS), offered: z.boolean(), why: z.nullable(z.string()) }),
  ),
});
export type CatalogueCarrier = z.infer<typeof catalogueCarrier>;

export const carrierAccount = z.object({
  id,
  grantId: id,
  carrier: z.string(),
  carrierName: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'sandbox', 'simulator']),
  state: z.enum(['active', 'paused', 'broken']),
  /**
   * After a restore or failover: labels that were bought since then may be missing here, and nothing is bought with the account until its
   * carrier was asked for them.
   */
  unaskedSince: z.optional(z.string()),
  /** Of an own account: labels that its carrier knows otherwise than they are known here (`getLabelReconciliation`). Absent: none. */
  differences: z.optional(z.int()),
  /** Owned by the franchise or the platform and lent: settings are not shown. */
  lent: z.boolean(),
  /** Connected by signing in at the carrier: it is renewed there, not with keys. */
  signedIn: z.boolean(),
  services: z.array(carrierService),
  health: z.object({ lastOkAt: z.nullable(z.string()), lastProblem: z.nullable(z.string()) }),
  rateSheet: z.nullable(
    z.object({ version: recordVersion, name: z.string(), uploadedAt: z.string(), sourceName: z.string() }),
  ),
});
export type CarrierAccount = z.infer<typeof carrierAccount>;

const manager = { auth: 'access', permission: 'SHIPPING_CARRIER_MANAGER' } as const;

export const listCatalogue = defineCall({
  id: 'listCarrierCatalogue',
  method: 'GET',
  path: '/shippingCarrier/all',
  summary: 'All carriers that can be connected',
  ...manager,
  data: z.object({ carriers: z.array(catalogueCarrier) }),
});

export const getCatalogueCarrier = defineCall({
  id: 'getCatalogueCarrier',
  method: 'GET',
  path: '/shippingCarrier/carriers/{id}',
  summary: 'One carrier of the catalogue with its credential form',
  noScreen: 'programs that draw the form of one carrier; screens read the whole catalogue',
  ...manager,
  params: z.object({ id: z.string().check(z.maxLength(60)) }),
  data: catalogueCarrier,
});

export const listAccounts = defineCall({
  id: 'listCarrierAccounts',
  method: 'GET',
  path: '/shippingCarrier/customer',
  summary: 'Own and lent carrier accounts',
  ...manager,
  data: z.object({
    accounts: z.array(carrierAccount),
    /**
     * What the labels of this calendar month cost the company, by carrier, in its time zone; all accounts at one carrier
     * together. Null for who may not see money.
     */
    monthCosts: z.nullable(z.array(z.object({ carrier: z.string(), sums: z.array(money) }))),
  }),
});

export const getAccount = defineCall({
  id: 'getCarrierAccount',
  method: 'GET',
  path: '/shippingCarrier/{id}',
  summary: 'One carrier account',
  ...manager,
  params: idParams,
  data: carrierAccount,
});

export const addAccount = defineCall({
  id: 'addCarrierAccount',
  method: 'POST',
  audited: true,
  path: '/shippingCarrier/add',
  summary: 'Connect a carrier account',
  right: 'carriers.manage',
  ...manager,
  body: z.object({
    carrier: required(60),
    name: required(80),
    mode: z.enum(['live', 'sandbox', 'simulator']),
    credentials: z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(4000))),
    /** False: stored without asking the carrier whether the keys are right. */
    check: z.optional(z.boolean()),
  }),
  data: carrierAccount,
  idempotent: true,
});

export const updateAccount = defineCall({
  id: 'updateCarrierAccount',
  method: 'PUT',
  audited: true,
  path: '/shippingCarrier/{id}',
  summary: 'Rename, pause or give new credentials',
  right: 'carriers.manage',
  ...manager,
  params: idParams,
  body: z.object({
    name: required(80),
    paused: z.boolean(),
    credentials: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(4000)))),
  }),
  data: carrierAccount,
});

export const deleteAccount = defineCall({
  id: 'deleteCarrierAccount',
  method: 'DELETE',
  audited: true,
  path: '/shippingCarrier/{id}',
  summary: 'Disconnect a carrier account; its shipments stay',
  right: 'carriers.manage',
  ...manager,
  params: idParams,
  data: z.object({}),
});

export const setService = defineCall({
  id: 'setCarrierService',
  method: 'PATCH',
  audited: true,
  path: '/shippingCarrier/{id}/services/{serviceId}',
  summary: 'Switch a service on or off',
  right: 'carriers.manage',
  ...manager,
  params: z.object({ id, serviceId: z.string().check(z.maxLength(80)) }),
  body: z.object({ enabled: z.boolean() }),
  data: carrierAccount,
});

const accountServices = z.object({
  services: z.array(carrierService),
  /** Whether the carrier can be asked at all. */
  canAsk: z.boolean(),
  /** When the carrier was last asked. */
  askedAt: z.nullable(z.string()),
});

export const listServices = defineCall({
  id: 'listCarrierServices',
  method: 'GET',
  path: '/shippingCarrier/{id}/services',
  summary: 'Services of an account with their switches, as they were last known',
  ...manager,
  params: idParams,
  data: accountServices,
});

export const discoverServices = defineCall({
  id: 'discoverCarrierServices',
  method: 'GET',
  path: '/shippingCarrier/{id}/discover-services',
  summary: 'Ask the carrier which services the account has; answers those known so far where it cannot be asked',
  right: 'carriers.manage',
  ...manager,
  params: idParams,
  query: z.object({
    /** Where parcels leave, for accounts without a ship-from address (a franchise's, the operator's). */
    countryCode: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
    zipcode: z.optional(z.string().check(z.maxLength(20))),
    provinceCode: z.optional(z.string().check(z.maxLength(3))),
    city: z.optional(z.string().check(z.maxLength(100))),
  }),
  data: z.extend(accountServices, {
    asked: z.boolean(),
    /** Codes that were not known for this account before. */
    added: z.array(z.string()),
    /** Codes the carrier no longer lists. */
    gone: z.array(z.string()),
    account: carrierAccount,
  }),
});

export const beginOnboarding = defineCall({
  id: 'beginCarrierOnboarding',
  method: 'POST',
  path: '/shippingCarrier/onboarding/begin',
  summary: 'Where the browser goes to let our application use an account at the carrier',
  right: 'carriers.manage',
  ...manager,
  body: z.object({
    carrier: required(60),
    name: required(80),
    mode: z.optional(mode),
    /** An account whose access is renewed. */
    accountId: z.optional(id),
    language: z.optional(z.enum(['en', 'fr'])),
  }),
  data: z.object({ address: z.string() }),
});

export const completeOnboarding = defineCall({
  id: 'completeCarrierOnboarding',
  method: 'POST',
  audited: true,
  path: '/shippingCarrier/onboarding/complete',
  summary: 'The browser is back from the carrier: connects the account. Works once',
  right: 'carriers.manage',
  ...manager,
  body: z.object({ consent: id }),
  data: z.object({ account: carrierAccount, problems: z.array(z.string()) }),
});

export const testAccount = defineCall({
  id: 'testCarrierAccount',
  method: 'POST',
  path: '/shippingCarrier/{id}/test',
  summary: 'Try the connection and say the result in plain words',
  ...manager,
  params: idParams,
  data: z.object({ ok: z.boolean(), message: z.string(), reference: z.nullable(z.string()) }),
});

export const sheetProblem = z.object({
  section: z.string(),
  row: z.nullable(z.int()),
  column: z.nullable(z.string()),
  message: z.string(),
});

export const uploadRateSheet = defineCall({
  id: 'uploadRateSheet',
  method: 'POST',
  path: '/shippingCarrier/{id}/rate-sheet',
  summary:
    'Check a rate sheet (CSV or XLSX); without a problem the first of an account is put into force, a later one is a draft',
  right: 'carriers.manage',
  audited: true,
  ...manager,
  params: idParams,
  upload: true,
  data: z.object({
    accepted: z.boolean(),
    /** Another sheet is in force: this one waits until it is published. */
    draft: z.boolean(),
    problems: z.array(sheetProblem),
    summary: z.nullable(
      z.object({
        name: z.string(),
        currency: z.string(),
        services: z.array(z.object({ code: z.string(), name: z.string() })),
        zones: z.array(z.string()),
        rateCount: z.int(),
      }),
    ),
    account: carrierAccount,
  }),
});

export const rateSheetTemplate = defineCall({
  id: 'rateSheetTemplate',
  method: 'GET',
  path: '/shippingCarrier/rate-sheet/template',
  summary: 'A filled-in example rate sheet to start from',
  ...manager,
  query: z.object({
    format: z.optional(z.enum(['csv', 'xlsx'])),
    /** A carrier that tells no prices: its services, to be filled in. */
    carrier: z.optional(z.string().check(z.maxLength(60))),
  }),
  produces: 'application/octet-stream',
});

export const currentRateSheet = defineCall({
  id: 'currentRateSheet',
  method: 'GET',
  path: '/shippingCarrier/{id}/rate-sheet',
  summary: 'The file of the rate sheet in force',
  ...manager,
  params: idParams,
  produces: 'application/octet-stream',
});
