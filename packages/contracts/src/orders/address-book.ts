/** Addresses that are not typed: taken apart from a pasted block, or kept from before. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { address, id, idParams } from '../common.ts';

/** Most addresses a customer keeps. */
export const MOST_ADDRESSES = 10_000;

const edit = { auth: 'access', permission: 'ECOMMERCE_ORDERS', right: 'orders.edit' } as const;

const typed = z.string();
/** An address on its way into a form: as far as it was understood. */
const typedAddress = z.object({
  name: typed,
  companyName: z.nullable(typed),
  address1: typed,
  address2: z.nullable(typed),
  city: typed,
  provinceCode: typed,
  zipcode: typed,
  /** Empty where nothing tells it. */
  countryCode: typed,
  phone: z.nullable(typed),
  email: z.nullable(typed),
});

export const readAddressText = defineCall({
  id: 'readAddressText',
  method: 'POST',
  path: '/address/read',
  summary: 'Take an address apart that somebody pasted as one text',
  readOnly: true,
  auth: 'access',
  body: z.object({
    text: z.string().check(z.maxLength(2_000)),
    /** Where the text names no country and nothing else tells it. */
    countryCode: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  }),
  data: z.object({
    address: typedAddress,
    /** What was not understood, as it was pasted. */
    left: z.array(z.string()),
  }),
});

export const keptAddress = z.object({
  id,
  /** The customer's own word for it. */
  label: z.nullable(z.string()),
  address,
  usedAt: z.string(),
});
export type KeptAddress = z.infer<typeof keptAddress>;

export const listKeptAddresses = defineCall({
  id: 'listKeptAddresses',
  method: 'GET',
  path: '/address-book',
  summary: 'Addresses kept for later, those used last first',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  query: z.object({
    /** Words of name, company, place, telephone, e-mail or label, without case and accents; all of them have to be there. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
  }),
  data: z.object({ addresses: z.array(keptAddress), more: z.boolean() }),
});

/** The same recipient and place are kept once; what is said anew counts. Problem `validation`: it is no address, or the book is full. */
export const keepAddress = defineCall({
  id: 'keepAddress',
  method: 'POST',
  path: '/address-book',
  summary: 'Keep an address for later',
  ...edit,
  body: z.object({ address, label: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(80)))) }),
  data: keptAddress,
});

/** So that the book shows first what is used. */
export const noteAddressUse = defineCall({
  id: 'noteAddressUse',
  method: 'POST',
  path: '/address-book/{id}/use',
  summary: 'Note that a kept address was taken for an order',
  ...edit,
  params: idParams,
  data: keptAddress,
});

export const forgetAddress = defineCall({
  id: 'forgetAddress',
  method: 'DELETE',
  path: '/address-book/{id}',
  summary: 'Take an address out of the book; orders keep theirs',
  ...edit,
  params: idParams,
  data: z.object({ removed: z.int() }),
});
