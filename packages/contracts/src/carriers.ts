/** Carrier catalogue, accounts and the rate sheet (product-spec section 7, "Carriers"; decisions 36). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { id, idParams, required } from './common.ts';

export const credentialField = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  secret: z.boolean(),
  required: z.boolean(),
});
export const carrierService = z.object({ code: z.string(), name: z.string(), enabled: z.boolean() });

export const catalogueCarrier = z.object({
  id: z.string(),
  name: z.string(),
  maturity: z.enum(['own', 'contract', 'samples']),
  /** Fictional carrier of the demo, answered by a simulator. */
  sample: z.boolean(),
  originCountries: z.array(z.string()),
  credentials: z.array(credentialField),
  capabilities: z.record(z.string(), z.union([z.boolean(), z.number()])),
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
  /** Owned by the franchise or the platform and lent: settings are not shown. */
  lent: z.boolean(),
  services: z.array(carrierService),
  health: z.object({ lastOkAt: z.nullable(z.string()), lastProblem: z.nullable(z.string()) }),
  rateSheet: z.nullable(
    z.object({ version: z.int(), name: z.string(), uploadedAt: z.string(), sourceName: z.string() }),
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
  data: z.object({ accounts: z.array(carrierAccount) }),
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
  path: '/shippingCarrier/add',
  summary: 'Connect a carrier account',
  right: 'carriers.manage',
  ...manager,
  body: z.object({
    carrier: required(60),
    name: required(80),
    mode: z.enum(['live', 'sandbox', 'simulator']),
    credentials: z.record(z.string(), z.string().check(z.maxLength(4000))),
  }),
  data: carrierAccount,
  idempotent: true,
});

export const updateAccount = defineCall({
  id: 'updateCarrierAccount',
  method: 'PUT',
  path: '/shippingCarrier/{id}',
  summary: 'Rename, pause or give new credentials',
  right: 'carriers.manage',
  ...manager,
  params: idParams,
  body: z.object({
    name: required(80),
    paused: z.boolean(),
    credentials: z.optional(z.record(z.string(), z.string().check(z.maxLength(4000)))),
  }),
  data: carrierAccount,
});

export const deleteAccount = defineCall({
  id: 'deleteCarrierAccount',
  method: 'DELETE',
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
  path: '/shippingCarrier/{id}/services/{serviceId}',
  summary: 'Switch a service on or off',
  right: 'carriers.manage',
  ...manager,
  params: z.object({ id, serviceId: z.string().check(z.maxLength(80)) }),
  body: z.object({ enabled: z.boolean() }),
  data: carrierAccount,
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
  summary: 'Check a rate sheet (CSV or XLSX) and, when it has no problem, put it into force',
  right: 'carriers.manage',
  ...manager,
  params: idParams,
  upload: true,
  data: z.object({
    accepted: z.boolean(),
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
  query: z.object({ format: z.optional(z.enum(['csv', 'xlsx'])) }),
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
