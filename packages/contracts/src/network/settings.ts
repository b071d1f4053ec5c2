/** Default settings of a customer (decisions 10 and 29) and its ship-from addresses (decisions 28). */
import * as z from 'zod/mini';
import { SIGNATURE_OPTIONS } from '@scanship/domain/shipping/shipment';
import {
  address,
  addressProblem,
  autoPopupTag,
  day,
  dimensions,
  grams,
  id,
  idParams,
  MOST_CHANGES,
  recordVersion,
  required,
} from '../common.ts';
import { defineCall } from '../call.ts';

export const LABEL_SIZES = ['4x6', '4x8', 'letter', 'a4', 'a6'] as const;
/** Sheets that packing slips are drawn for; `4x6` comes out of the label printer. */
export const SLIP_PAPERS = ['letter', 'a4', '4x6'] as const;

/** The default ship-from address, package and what bulk buying and label forms begin with. */
const shippingDefaults = {
  /** Ship-from address; setting another makes that one the default of `getLocations`. Null: there is none yet. */
  locationId: z.nullable(id),
  packageId: z.nullable(id),
  labelSize: z.enum(LABEL_SIZES),
  /** Of packing slips that are opened, merged or saved; a printer of a station has its own. */
  slipPaper: z.enum(SLIP_PAPERS),
  /** Packing slips end with a QR code of the page on which the buyer sees where the order is. */
  slipTracking: z.boolean(),
  /** Which of the allowed offers Auto Ship buys; `withinDays`: only those that arrive within so many days. */
  autoShip: z.object({
    prefer: z.enum(['cheapest', 'fastest']),
    withinDays: z.nullable(z.int().check(z.minimum(1), z.maximum(60))),
  }),
  notifyBuyer: z.boolean(),
  insurance: z.discriminatedUnion('mode', [
    z.object({ mode: z.literal('none') }),
    /** The value of the goods. */
    z.object({ mode: z.literal('orderTotal') }),
  ]),
  signature: z.enum(SIGNATURE_OPTIONS),
  /** One press from selection to label: the cost summary is skipped for a single order (ux.md line 21). */
  quickShip: z.boolean(),
};

export const defaultSettings = z.object({
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
  lengthUnit: z.enum(['mm', 'cm', 'in']),
  labelFormat: z.enum(['pdf', 'zpl']),
  defaultDimensions: z.nullable(dimensions),
  defaultWeightGrams: z.nullable(grams),
  autoPopupTag,
  timeZone: z.string().check(z.maxLength(60)),
  locale: z.enum(['en-CA', 'fr-CA']),
  /** What becomes of suggestions for addresses (`checkAddress`). Answered always; left out of a change, it stays. */
  addressCheck: z.optional(z.enum(['confirm', 'automatic', 'off'])),
  /** Whether documents carry a logo (`putDocumentLogo`); not changed by saving the settings. */
  hasLogo: z.optional(z.boolean()),
  ...shippingDefaults,
  /** Answered always; sent back with a change, a change by somebody else meanwhile is refused as stale_version. */
  version: z.optional(recordVersion),
});
export type DefaultSettings = z.infer<typeof defaultSettings>;

/** As they are sent: what is left out of the shipping defaults stays as it is. */
export const defaultSettingsInput = z.extend(defaultSettings, z.partial(z.object(shippingDefaults)).shape);
export type DefaultSettingsInput = z.infer<typeof defaultSettingsInput>;

export const getDefaultSettings = defineCall({
  id: 'getDefaultSettings',
  method: 'GET',
  path: '/customer/default-settings',
  summary: 'Default settings of the customer',
  auth: 'access',
  data: defaultSettings,
});

export const putDefaultSettings = defineCall({
  id: 'putDefaultSettings',
  method: 'PUT',
  audited: true,
  path: '/customer/default-settings',
  summary: 'Change the default settings',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  body: defaultSettingsInput,
  data: defaultSettings,
});

/** Printed in the head of packing slips, lists and commercial invoices, instead of the company's name. */
export const getDocumentLogo = defineCall({
  id: 'getDocumentLogo',
  method: 'GET',
  path: '/customer/document-logo',
  summary: "The logo of the customer's own documents; not_found where there is none",
  auth: 'access',
  produces: 'application/octet-stream',
});

const documentLogo = { right: 'settings.manage', auth: 'access', permission: 'PROFILE_SETTINGS' } as const;

export const putDocumentLogo = defineCall({
  id: 'putDocumentLogo',
  method: 'POST',
  audited: true,
  path: '/customer/document-logo',
  summary: "Upload the logo of the customer's own documents: PNG, JPEG, WebP, GIF or SVG, at most 2 MB",
  ...documentLogo,
  upload: true,
  data: defaultSettings,
});

export const removeDocumentLogo = defineCall({
  id: 'removeDocumentLogo',
  method: 'DELETE',
  audited: true,
  path: '/customer/document-logo',
  summary: "Print the company's name instead of a logo",
  ...documentLogo,
  data: defaultSettings,
});

/** When a place works: what ship dates, ship-by dates and the end of a day go by. */
const calendar = {
  /** Name of the IANA database ("America/Toronto"). */
  timeZone: z.string().check(z.maxLength(60)),
  /** Local time until which a label is for the same day, HH:mm. */
  cutOff: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** 1 is Monday ... 7 is Sunday; none: every day is worked. */
  workingDays: z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.maxLength(7)),
  /** Local days without work. */
  holidays: z.array(day).check(z.maxLength(400)),
  /** Working days that an order may wait at most; null: this place sets no ship-by dates. */
  handlingDays: z.nullable(z.int().check(z.minimum(0), z.maximum(60))),
  /** Where returns go, when not to this place. */
  returnLocationId: z.nullable(id),
};

export const location = z.object({
  id,
  name: z.string(),
  address,
  isDefault: z.boolean(),
  ...calendar,
  /** Name of the store it was imported from; null: made here. */
  importedFrom: z.nullable(z.string()),
  version: recordVersion,
  problems: z.array(addressProblem),
});
export type LocationDto = z.infer<typeof location>;

export const getLocations = defineCall({
  id: 'getLocations',
  method: 'GET',
  path: '/customer/locations',
  summary: 'Ship-from addresses',
  auth: 'access',
  data: z.object({ locations: z.array(location) }),
});

/** What is left out of the calendar stays as it is, or as the customer's settings say for a new place. */
const locationBody = z.extend(
  z.object({ name: required(80), address, isDefault: z.boolean() }),
  z.partial(z.object(calendar)).shape,
);
export type LocationBody = z.infer<typeof locationBody>;

export const addLocation = defineCall({
  id: 'addLocation',
  method: 'POST',
  audited: true,
  path: '/customer/locations',
  summary: 'Add a ship-from address',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  body: locationBody,
  data: location,
});

export const updateLocation = defineCall({
  id: 'updateLocation',
  method: 'PUT',
  audited: true,
  path: '/customer/locations/{id}',
  summary: 'Change a ship-from address',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  params: idParams,
  body: z.extend(locationBody, { version: recordVersion }),
  data: location,
});

export const archiveLocation = defineCall({
  id: 'archiveLocation',
  method: 'DELETE',
  audited: true,
  path: '/customer/locations/{id}',
  summary: 'Archived a ship-from address; orders and shipments that name it keep it',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  params: idParams,
  query: z.object({ version: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(MOST_CHANGES)) }),
  data: z.object({ locations: z.array(location) }),
});
