/**
 * Boxes a customer ships in and packagings of its carriers (product-spec section 7, "Packages"), and which of them an order
 * fits into. Lengths are whole millimetres, weights whole grams.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dimensions, grams, id, idParams, minor, money, recordVersion, required } from '../common.ts';

export const packageEntry = z.object({
  id,
  name: z.string(),
  /** `own`: the seller's box. `preset`: a carrier's packaging, whose sizes and limit are the carrier's. */
  kind: z.enum(['own', 'preset']),
  /** Carrier of a preset, and its name for people. */
  carrier: z.nullable(z.string()),
  carrierName: z.nullable(z.string()),
  /** What the rate request names as the parcel's `packaging`; null for an own box. */
  presetCode: z.nullable(z.string()),
  /** Room inside; null where nobody measured it, then the outer size counts. */
  inner: z.nullable(dimensions),
  outer: dimensions,
  /** Weight of the empty box with its filling. */
  tareGrams: z.int(),
  /** Most it may weigh when packed, the box included. */
  maxGrams: z.nullable(z.int()),
  /** What the box itself costs the seller. */
  cost: z.nullable(money),
  isDefault: z.boolean(),
  version: recordVersion,
});
export type PackageEntry = z.infer<typeof packageEntry>;

export const listPackages = defineCall({
  id: 'listPackages',
  method: 'GET',
  path: '/package-manager/all',
  summary: 'Boxes and carrier packagings of the customer, the default first, then by name',
  // Everybody who ships needs them, so no page is asked for.
  auth: 'access',
  data: z.object({ packages: z.array(packageEntry) }),
});

export const getPackage = defineCall({
  id: 'getPackage',
  method: 'GET',
  path: '/package-manager/get/{id}',
  summary: 'One box',
  noScreen: 'programs that read one box; screens read the list',
  auth: 'access',
  permission: 'ECOMMERCE_PACKAGE_MANAGER',
  params: idParams,
  data: packageEntry,
});

export const packageInput = z.object({
  name: required(80),
  inner: z.optional(z.nullable(dimensions)),
  outer: dimensions,
  tareGrams: grams,
  maxGrams: z.optional(z.nullable(grams.check(z.minimum(1)))),
  /** In the customer's currency. */
  costMinor: z.optional(z.nullable(minor.check(z.minimum(0), z.maximum(100_000_000)))),
  isDefault: z.boolean(),
});
export type PackageInput = z.infer<typeof packageInput>;

/** A carrier's packaging: the sizes are the carrier's and not sent. */
export const presetInput = z.object({
  carrier: required(60),
  presetCode: required(60),
  name: z.optional(z.nullable(required(80))),
  tareGrams: z.optional(grams),
  costMinor: z.optional(z.nullable(minor.check(z.minimum(0), z.maximum(100_000_000)))),
  isDefault: z.boolean(),
});

export const addPackage = defineCall({
  id: 'addPackage',
  method: 'POST',
  path: '/package-manager/add',
  summary: 'Add a box, or a packaging of a carrier',
  right: 'packages.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PACKAGE_MANAGER',
  body: z.union([packageInput, presetInput]),
  data: packageEntry,
  idempotent: true,
});

/** Of a preset only name, tare, cost and default are taken; its sizes stay the carrier's. */
export const updatePackage = defineCall({
  id: 'updatePackage',
  method: 'PUT',
  path: '/package-manager/update/{id}',
  summary: 'Change a box',
  right: 'packages.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PACKAGE_MANAGER',
  params: idParams,
  body: z.extend(packageInput, { version: recordVersion }),
  data: packageEntry,
});

export const deletePackage = defineCall({
  id: 'deletePackage',
  method: 'DELETE',
  path: '/package-manager/delete/{id}',
  summary: 'Take a box out of use; shipments sent in it keep it',
  right: 'packages.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PACKAGE_MANAGER',
  params: idParams,
  data: z.object({ packages: z.array(packageEntry) }),
});

export const carrierPackaging = z.object({
  carrier: z.string(),
  carrierName: z.string(),
  presetCode: z.string(),
  name: z.string(),
  shape: z.enum(['box', 'envelope', 'pak', 'tube']),
  outer: dimensions,
  inner: z.nullable(dimensions),
  maxGrams: z.nullable(z.int()),
  /** The price does not hang on the weight, up to the limit. */
  flatRate: z.boolean(),
  /** Services that take it, by name; empty: all of the carrier's. */
  services: z.array(z.string()),
  /** Already among the customer's packages. */
  added: z.boolean(),
});
export type CarrierPackagingDto = z.infer<typeof carrierPackaging>;

export const listCarrierPackagings = defineCall({
  id: 'listCarrierPackagings',
  method: 'GET',
  path: '/package-manager/presets',
  summary: 'Packagings of the carriers the customer ships with',
  auth: 'access',
  permission: 'ECOMMERCE_PACKAGE_MANAGER',
  data: z.object({ packagings: z.array(carrierPackaging) }),
});

export const packageSuggestion = z.object({
  orderId: id,
  /** In shipping order; empty where nothing can be suggested. */
  parcels: z.array(
    z.object({
      packageId: id,
      packageName: z.string(),
      /** Units by line of the order. */
      items: z.array(z.object({ line: z.int(), quantity: z.int() })),
      /** Items and tare; null while an item has no weight. */
      weightGrams: z.nullable(z.int()),
      dimensions,
      /** As the rate request wants it; null for an own box. */
      packaging: z.nullable(z.string()),
    }),
  ),
  /**
   * How sure it is: `measured` (every item has its size and was placed), `default-box` (sizes are missing: the default box,
   * by weight alone), `none`.
   */
  basis: z.enum(['measured', 'default-box', 'none']),
  /** What to know or to do, one sentence; null where there is nothing to add. */
  note: z.nullable(z.string()),
});
export type PackageSuggestion = z.infer<typeof packageSuggestion>;

export const suggestPackages = defineCall({
  id: 'suggestPackages',
  method: 'POST',
  path: '/package-manager/suggest',
  summary: 'Which boxes the units of orders that still have to be shipped fit into',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({ orderIds: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  data: z.object({ suggestions: z.array(packageSuggestion) }),
});
