/** What the contract (public API 1.0.0) refuses, written down by hand: required members, lengths, lists of words. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const ORIGINS = ['GB', 'US', 'AT', 'BE', 'DE', 'ES', 'FR', 'IT', 'LU', 'NL'] as const;
const DESTINATIONS =
  'US GB CA AU AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SI SK ES SE CH IS LI NO'.split(' ');
const CURRENCIES = 'GBP USD EUR CAD AUD BGN CZK DKK HUF PLN RON SEK'.split(' ');

const text = z.string();
const amount = z.object({ amount: z.number(), currency: z.enum(CURRENCIES) });
const weight = z.object({ value: z.number().min(0.001), unit: z.enum(['kg', 'lb']) });
const country = z.string().regex(/^[A-Z]{2}$/);

const address = <T extends z.ZodType<string>>(of: T) =>
  z.object({
    line1: text,
    line2: text.optional(),
    city: text.optional(),
    state: text.optional(),
    postcode: text.optional(),
    isResidential: z.boolean().optional(),
    country: of,
  });
const place = <T extends z.ZodType<string>>(of: T) =>
  z.object({
    name: text,
    email: text.optional(),
    phone: text.optional(),
    company: text.optional(),
    address: address(of),
  });
const origin = place(z.enum(ORIGINS));

const commodity = z.object({
  title: text.max(250),
  description: text.max(250).optional(),
  hsCode: text.optional(),
  sku: text.max(50).optional(),
  quantity: z.number(),
  value: amount,
  unitWeight: weight,
  countryOfOrigin: country.optional(),
});
export type Commodity = z.infer<typeof commodity>;

const customs = z.object({
  contentType: z.enum(['Documents', 'Gift', 'Sample', 'Other', 'CommercialGoods', 'ReturnOfGoods']),
  incoterms: z.enum(['DAP', 'DDP', 'DDU']).optional(),
  invoiceNumber: text.optional(),
  invoiceDate: z.iso.datetime({ offset: true }).optional(),
  orderTotalValue: amount.optional(),
  certified: z.boolean().optional(),
  signedBy: text.optional(),
  EORI: text.optional(),
  IOSS: text.optional(),
  VAT: text.optional(),
  EIN: text.optional(),
  VOECNUMBER: text.optional(),
  SWISSVAT: text.optional(),
  CA_GST: text.optional(),
  AU_GST: text.optional(),
  NZ_GST: text.optional(),
});

const parcel = {
  shipTo: place(z.enum(DESTINATIONS)),
  shipFrom: origin,
  returnTo: origin.optional(),
  shipDate: z.iso.datetime({ offset: true }).optional(),
  weight,
  dimensions: z.object({
    length: z.number(),
    width: z.number(),
    height: z.number(),
    unit: z.enum(['cm', 'in']),
  }),
  packageType: z.enum(['envelope', 'tube', 'parcel']),
  commodities: z.array(commodity).optional(),
  customs,
  additionalServices: z.object({ signatureRequired: z.boolean().optional() }).optional(),
  orderTrackingReference: text.optional(),
  customerReference: text.optional(),
};

export const tokenRequest = z.object({ clientId: text, clientSecret: text });
export const quoteRequest = z.object({
  ...parcel,
  packageType: parcel.packageType.optional(),
  customs: customs.optional(),
});
export type QuoteRequest = z.infer<typeof quoteRequest>;
export const labelRequest = z.object({ ...parcel, serviceCode: text });
export type LabelRequest = z.infer<typeof labelRequest>;
export const dutiesRequest = z.object({
  shipTo: place(country),
  shipFrom: place(country),
  commodities: z.array(commodity),
  customs: customs.optional(),
  currency: z.enum(CURRENCIES).optional(),
});
export const manifestRequest = z.object({
  shipmentIds: z.array(text),
  reference: text.optional(),
  address: address(z.enum(ORIGINS)).optional(),
});
export const pickupRequest = z.object({
  startAt: text,
  endAt: text,
  shipmentIds: z.array(text),
  address: origin,
  reference: text.optional(),
});
export const uploadRequest = z.object({
  shipmentId: text,
  electronicTradeDocuments: z.array(
    z.object({
      name: text.optional(),
      type: z
        .enum([
          'PROFORMA_INVOICE',
          'COMMERCIAL_INVOICE',
          'CERTIFICATE_OF_ORIGIN',
          'IMPORT_LICENSE',
          'HEALTH_CERTIFICATE',
          'SAFETY_DATA_SHEET',
          'CE_DECLARATION',
          'FDA_PRIOR_NOTICE',
          'TEST_REPORT',
          'DECLARATION_OF_COMPLIANCE',
          'OTHER',
        ])
        .optional(),
      format: z.enum(['PDF', 'PNG']).optional(),
      content: text,
    }),
  ),
});

export const invalid = (message: string): SimRefusal => new SimRefusal(400, '400', message);

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) => invalid(`${issue.path.join('.')} is not valid: ${issue.message}`));
