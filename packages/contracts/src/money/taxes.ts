/**
 * Sales taxes of a level: where it is, its numbers with tax authorities, and which buyers need not pay. Rates and rules:
 * `domain/sales-tax`.
 */
import * as z from 'zod/mini';
import { TAX_AUTHORITIES } from '@scanship/domain/taxes/sales-tax';
import { defineCall } from '../call.ts';
import { day, id, idParams } from '../common.ts';

const authority = z.enum(TAX_AUTHORITIES);
export const taxPlace = z.object({
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  provinceCode: z.string().check(z.trim(), z.maxLength(3)),
});
export type TaxPlaceDto = z.infer<typeof taxPlace>;

const registration = z.object({ authority, number: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)) });
const exemption = z.object({
  authority,
  certificate: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Last day, included; null: until it is taken back. */
  validTo: z.nullable(day),
});

const seller = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.view',
} as const;
const change = { ...seller, right: 'money.pricing', audited: true } as const;

export const taxSettings = z.object({
  /** Null: not said yet; nothing is taxed then. */
  place: z.nullable(taxPlace),
  registrations: z.array(registration),
});
export type TaxSettings = z.infer<typeof taxSettings>;

export const getTaxSettings = defineCall({
  id: 'getTaxSettings',
  method: 'GET',
  path: '/money/taxes',
  summary: 'Where this level is for sales taxes and what it is registered for',
  ...seller,
  data: taxSettings,
});

export const putTaxSettings = defineCall({
  id: 'putTaxSettings',
  method: 'PUT',
  path: '/money/taxes',
  summary: 'Replace the place and the registration numbers; invoices from now on have them',
  ...change,
  body: z.object({ place: z.nullable(taxPlace), registrations: z.array(registration).check(z.maxLength(5)) }),
  data: taxSettings,
});

/** One tax a buyer would be charged today, or why it would not. */
const taxToday = z.object({
  code: z.string(),
  label: z.string(),
  charged: z.boolean(),
  /** Why not: `exempt`, `not-registered`, `export`, `us-not-collected`; null where it is charged. */
  reason: z.nullable(z.string()),
});

export const buyerTaxes = z.object({
  buyer: z.object({ id, name: z.string() }),
  /** Typed here, else the buyer's own address; null: not known, and nothing is taxed. */
  place: z.nullable(taxPlace),
  placeFrom: z.enum(['typed', 'address', 'none']),
  exemptions: z.array(exemption),
  /** On a plan's fee today. */
  onFees: z.array(taxToday),
});
export type BuyerTaxes = z.infer<typeof buyerTaxes>;

export const getBuyerTaxes = defineCall({
  id: 'getBuyerTaxes',
  method: 'GET',
  path: '/money/taxes/buyers/{id}',
  summary: "A customer's (or a franchise's) place and exemptions, and what a fee is taxed today",
  ...seller,
  params: idParams,
  data: buyerTaxes,
});

export const putBuyerTaxes = defineCall({
  id: 'putBuyerTaxes',
  method: 'PUT',
  path: '/money/taxes/buyers/{id}',
  summary: "Replace a buyer's place for taxes and its exemption certificates",
  ...change,
  params: idParams,
  body: z.object({
    /** Null: the buyer's own address counts. */
    place: z.nullable(taxPlace),
    exemptions: z.array(exemption).check(z.maxLength(5)),
  }),
  data: buyerTaxes,
});
