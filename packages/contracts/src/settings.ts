/** Default settings of a customer (decisions 10 and 29) and its ship-from addresses (decisions 28). */
import * as z from 'zod/mini';
import { address, addressProblem, autoPopupTag, dimensions, grams, id, idParams, required } from './common.ts';
import { defineCall } from './call.ts';

export const defaultSettings = z.object({
  weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
  lengthUnit: z.enum(['mm', 'cm', 'in']),
  labelFormat: z.enum(['pdf', 'zpl']),
  defaultDimensions: z.nullable(dimensions),
  defaultWeightGrams: z.nullable(grams),
  autoPopupTag,
  timeZone: z.string(),
  locale: z.enum(['en-CA', 'fr-CA']),
  /** What becomes of suggestions for addresses (`checkAddress`). Answered always; left out of a change, it stays. */
  addressCheck: z.optional(z.enum(['confirm', 'automatic', 'off'])),
  /** Answered always; sent back with a change, a change by somebody else meanwhile is refused as stale_version. */
  version: z.optional(z.int()),
});
export type DefaultSettings = z.infer<typeof defaultSettings>;

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
  path: '/customer/default-settings',
  summary: 'Change the default settings',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  body: defaultSettings,
  data: defaultSettings,
});

export const location = z.object({
  id,
  name: z.string(),
  address,
  isDefault: z.boolean(),
  timeZone: z.string(),
  version: z.int(),
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

const locationBody = z.object({ name: required(80), address, isDefault: z.boolean() });

export const addLocation = defineCall({
  id: 'addLocation',
  method: 'POST',
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
  path: '/customer/locations/{id}',
  summary: 'Change a ship-from address',
  right: 'settings.manage',
  auth: 'access',
  permission: 'PROFILE_SETTINGS',
  params: idParams,
  body: z.extend(locationBody, { version: z.int() }),
  data: location,
});
