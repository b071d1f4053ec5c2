/** What the contract (Shipping v2) refuses, written down by hand: required members, lengths, lists of words. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { invalid } from '@scanship/simulator-kit/selling-partner-refusals';
import { z } from 'zod';

const text = (most: number, least = 1): z.ZodString => z.string().min(least).max(most);
const currency = z.object({ value: z.number(), unit: z.string().length(3) });
const weight = z.object({ unit: z.enum(['GRAM', 'KILOGRAM', 'OUNCE', 'POUND']), value: z.number().positive() });

const instant = z.iso.datetime({ offset: true });
export const address = z.object({
  name: text(50),
  addressLine1: text(60),
  addressLine2: text(60).optional(),
  addressLine3: text(60).optional(),
  companyName: z.string().optional(),
  stateOrRegion: z.string(),
  city: z.string(),
  countryCode: z.string(),
  postalCode: z.string(),
  email: text(64, 0).optional(),
  phoneNumber: text(20).optional(),
});

const dangerousGoods = z.object({
  unitedNationsRegulatoryId: z
    .string()
    .regex(/^(UN|ID|NA)[0-9]{4}$/)
    .optional(),
  transportationRegulatoryClass: z
    .string()
    .regex(/^[1-9](\.[1-9])?$/)
    .optional(),
  packingGroup: z.enum(['I', 'II', 'III']).optional(),
  packingInstruction: z
    .enum([
      'PI965_SECTION_IA',
      'PI965_SECTION_IB',
      'PI965_SECTION_II',
      'PI966_SECTION_I',
      'PI966_SECTION_II',
      'PI967_SECTION_I',
      'PI967_SECTION_II',
      'PI968_SECTION_IA',
      'PI968_SECTION_IB',
      'PI969_SECTION_I',
      'PI969_SECTION_II',
      'PI970_SECTION_I',
      'PI970_SECTION_II',
    ])
    .optional(),
});

const item = z.object({
  quantity: z.number().int(),
  itemValue: currency.optional(),
  description: z.string().optional(),
  itemIdentifier: z.string().optional(),
  weight: weight.optional(),
  isHazmat: z.boolean().optional(),
  dangerousGoodsDetails: dangerousGoods.optional(),
});

export const ratesRequest = z.object({
  shipFrom: address,
  shipTo: address.optional(),
  returnTo: address.optional(),
  shipDate: instant.optional(),
  shipmentType: z.enum(['FORWARD', 'RETURNS']).optional(),
  channelDetails: z.object({
    channelType: z.enum(['AMAZON', 'EXTERNAL']),
    amazonOrderDetails: z.object({ orderId: z.string() }).optional(),
  }),
  taxDetails: z.array(z.object({ taxType: z.literal('GST'), taxRegistrationNumber: z.string() })).optional(),
  packages: z.array(
    z.object({
      packageClientReferenceId: z.string(),
      dimensions: z.object({
        length: z.number().positive(),
        width: z.number().positive(),
        height: z.number().positive(),
        unit: z.enum(['INCH', 'CENTIMETER']),
      }),
      weight,
      insuredValue: currency,
      isHazmat: z.boolean().optional(),
      sellerDisplayName: z.string().optional(),
      items: z.array(item),
    }),
  ),
});
export type RatesRequest = z.infer<typeof ratesRequest>;

const documents = z.enum(['PACKSLIP', 'LABEL', 'RECEIPT', 'CUSTOM_FORM']);
export const purchaseRequest = z.object({
  requestToken: z.string(),
  rateId: z.string(),
  requestedDocumentSpecification: z.object({
    format: z.enum(['PDF', 'PNG', 'ZPL']),
    size: z.object({ width: z.number(), length: z.number(), unit: z.enum(['INCH', 'CENTIMETER']) }),
    dpi: z.number().int().optional(),
    pageLayout: z.string().optional(),
    needFileJoining: z.boolean(),
    requestedDocumentTypes: z.array(documents),
    requestedLabelCustomization: z.object({}).loose().optional(),
  }),
  requestedValueAddedServices: z.array(z.object({ id: z.string() })).optional(),
  additionalInputs: z.object({}).loose().optional(),
});
export type PurchaseRequest = z.infer<typeof purchaseRequest>;

const clients = z
  .array(
    z.object({
      clientReferenceType: z.enum(['IntegratorShipperId', 'IntegratorMerchantId']),
      clientReferenceId: z.string(),
    }),
  )
  .optional();
export const formRequest = z.object({
  clientReferenceDetails: clients,
  carrierId: z.string(),
  shipFromAddress: address.optional(),
});
export const historyRequest = z.object({
  clientReferenceDetails: clients,
  maxResults: z.number().int().optional(),
  carrierId: z.string().optional(),
  shipFromAddress: address.optional(),
});
export const openRequest = z.object({ clientReferenceDetails: clients });

export const claimRequest = z.object({
  trackingId: z.string(),
  declaredValue: currency.optional(),
  claimReason: z.enum([
    'LOST_IN_TRANSIT',
    'DAMAGED_IN_TRANSIT',
    'DELIVERED_NOT_RECEIVED',
    'ITEM_MISSING_SWITCHEROO',
    'COD_ABUSE',
  ]),
  isReplacementPackageSent: z.boolean().optional(),
  proofs: z.array(z.string()).optional(),
  settlementType: z.enum(['REFUND', 'CERTIFICATE_OF_FACT']),
});

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) =>
  invalid(`Value at '${issue.path.join('.')}' is not valid: ${issue.message}`),
);
