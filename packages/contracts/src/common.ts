/** Pieces that several calls share. */
import * as z from 'zod/mini';
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import {
  PRICE_LINE_KINDS,
  INCOTERMS,
  PARTY_TYPES,
  EXPORT_FILINGS,
  DUTIES_ACCOUNT_HOLDERS,
  SHIPMENT_PURPOSES,
  DANGEROUS_GOODS,
  SIGNATURE_OPTIONS,
} from '@scanship/domain/shipping/shipment';

/** What small dangerous goods a product is or holds, as carriers are told of them. */
export const dangerousProduct = z.enum(DANGEROUS_PRODUCTS);

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max));
/** Text that must hold something besides blanks. */
export const required = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
export const optionalText = (max: number) => z.optional(z.nullable(text(max)));

export const id = z.uuid();
export const idParams = z.object({ id });
export const minor = z.int();
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** Accepts an ISO code or the spec's 1 = CAD, 2 = USD (decisions 15). */
export const currencyInput = z.union([currency, z.literal(1), z.literal(2)]);
export const money = z.object({ minor, currency });
/** What a person states something is worth or costs: never negative, at most a hundred million of a currency with cents. */
export const amountMinor = z.int().check(z.minimum(0), z.maximum(10_000_000_000));
export const amount = z.object({ minor: amountMinor, currency });
/** Page of a list, from 1. */
export const pageNumber = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000_000));
/** How often a record was changed: what was read with it is sent back when it is saved. */
export const MOST_CHANGES = 2_000_000_000;
export const recordVersion = z.int().check(z.minimum(0), z.maximum(MOST_CHANGES));

export const grams = z.int().check(z.minimum(0), z.maximum(10_000_000));
export const millimetres = z.int().check(z.minimum(1), z.maximum(20_000));
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/));
/** Day without a time, YYYY-MM-DD. */
export const day = z.iso.date();
/** YYYY-MM-DD HH:mm:ss in the customer's time zone (decisions 15). */
export const wireDateTime = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/));

export const address = z.object({
  name: text(100),
  companyName: optionalText(100),
  address1: text(200),
  address2: optionalText(200),
  city: text(100),
  provinceCode: text(10),
  zipcode: text(20),
  countryCode: z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/)),
  phone: optionalText(40),
  email: optionalText(254),
  residential: z.optional(z.nullable(z.boolean())),
});
export type AddressDto = z.infer<typeof address>;
/** As it came: an order that could not be read, or whose store names no country, has an address without one. */
export const givenAddress = z.extend(address, { countryCode: z.string().check(z.regex(/^([A-Z]{2})?$/)) });

/** One remark of the address check; `severity` error stops a label, warning does not. */
export const addressProblem = z.object({
  field: z.string(),
  severity: z.enum(['error', 'warning']),
  code: z.string(),
  message: z.string(),
});

export const dimensions = z.object({ lengthMm: millimetres, widthMm: millimetres, heightMm: millimetres });

export const parcel = z.object({
  number: z.int().check(z.minimum(1), z.maximum(100)),
  weightGrams: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  dimensions: z.optional(z.nullable(dimensions)),
  packaging: optionalText(60),
});
export type ParcelDto = z.infer<typeof parcel>;

export const shipmentOptions = z.object({
  signature: z.optional(z.enum(SIGNATURE_OPTIONS)),
  insuredValue: z.optional(z.nullable(amount)),
  saturdayDelivery: z.optional(z.boolean()),
  /** What small dangerous goods are in every parcel; carriers that do not take them say so. */
  dangerousGoods: z.optional(
    z.nullable(
      z.object({
        kind: z.enum(DANGEROUS_GOODS),
        /** Of each parcel; with `dry-ice` only. */
        dryIceGrams: z.optional(z.nullable(grams)),
      }),
    ),
  ),
});

export const customsItem = z.object({
  description: required(200),
  quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
  unitValue: amount,
  unitGrams: grams,
  hsCode: z.optional(z.nullable(z.string().check(z.regex(/^\d{6,12}$/)))),
  originCountry: z.optional(z.nullable(countryCode)),
  sku: optionalText(100),
  /** Lines of the order it declares; needed to say what is in which parcel. */
  lines: z.optional(z.array(z.int()).check(z.maxLength(500))),
});

/** Proof that import duty is paid before the parcel leaves (mail to the United States). */
const prepaidDuty = z.object({
  provider: required(40),
  reference: required(40),
  amount: z.optional(z.nullable(amount)),
});

/** The export report's number, or why none is needed (ITN, CERS). */
const exportFiling = z.object({ kind: z.enum(EXPORT_FILINGS), number: required(40) });

/** Whose account at the carrier pays duties and taxes, where it is not the one that ships. */
const dutiesAccount = z.object({
  holder: z.enum(DUTIES_ACCOUNT_HOLDERS),
  number: z.string().check(z.trim(), z.regex(/^[0-9A-Za-z]{4,12}$/)),
  countryCode: z.optional(z.nullable(countryCode)),
  postalCode: optionalText(12),
});

export const customs = z.object({
  purpose: z.enum(SHIPMENT_PURPOSES),
  incoterm: z.enum(INCOTERMS),
  dutiesPaidBy: z.enum(PARTY_TYPES),
  dutiesAccount: z.optional(z.nullable(dutiesAccount)),
  currency,
  items: z.array(customsItem).check(z.minLength(1), z.maxLength(200)),
  invoiceNumber: optionalText(40),
  signer: optionalText(100),
  prepaidDuty: z.optional(z.nullable(prepaidDuty)),
  exportFiling: z.optional(z.nullable(exportFiling)),
});
export type CustomsDto = z.infer<typeof customs>;

export const priceLine = z.object({
  kind: z.enum(PRICE_LINE_KINDS),
  code: z.string(),
  label: z.string(),
  amount: money,
});
export type PriceLineDto = z.infer<typeof priceLine>;

/** Which documents open after shipping (product-spec section 3; decisions 29). */
export const autoPopupTag = z.object({
  SHIPPING_LABEL: z.boolean(),
  PACKAGING_SLIPS: z.boolean(),
  CUSTOM_INVOICE: z.boolean(),
});
export type AutoPopupTag = z.infer<typeof autoPopupTag>;
