/** What the contract (Merchant Fulfillment v0) refuses, written down by hand: required members, lengths, lists of words. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { invalid } from '@scanship/simulator-kit/selling-partner-refusals';
import { z } from 'zod';

const text = (most: number): z.ZodString => z.string().max(most);
const currency = z.object({ CurrencyCode: text(3), Amount: z.number() });
const weight = z.object({ Value: z.number(), Unit: z.enum(['oz', 'g']) });
const instant = z.iso.datetime({ offset: true });

const address = z.object({
  Name: text(30),
  AddressLine1: text(180),
  AddressLine2: text(60).optional(),
  AddressLine3: text(60).optional(),
  DistrictOrCounty: z.string().optional(),
  Email: z.string(),
  City: text(30),
  StateOrProvinceCode: text(30).optional(),
  PostalCode: text(30),
  CountryCode: z.string(),
  Phone: text(30),
});

const item = z.object({
  OrderItemId: z.string(),
  Quantity: z.number().int(),
  ItemWeight: weight.optional(),
  ItemDescription: z.string().optional(),
  IsHazmat: z.boolean().optional(),
  DangerousGoodsDetails: z
    .object({
      UnitedNationsRegulatoryId: z
        .string()
        .regex(/^(UN|ID|NA)[0-9]{4}$/)
        .optional(),
      TransportationRegulatoryClass: z
        .string()
        .regex(/^[1-9](\.[1-9])?$/)
        .optional(),
      PackingGroup: z.enum(['I', 'II', 'III']).optional(),
      PackingInstruction: z
        .string()
        .regex(/^PI9(65|66|67|68|69|70)_SECTION_(IA|IB|II|I)$/)
        .optional(),
    })
    .optional(),
});

const details = z.object({
  AmazonOrderId: z.string(),
  SellerOrderId: text(64).optional(),
  ItemList: z.array(item),
  ShipFromAddress: address,
  PackageDimensions: z.object({
    Length: z.number().optional(),
    Width: z.number().optional(),
    Height: z.number().optional(),
    Unit: z.enum(['inches', 'centimeters']).optional(),
  }),
  Weight: weight,
  MustArriveByDate: instant.optional(),
  ShipDate: instant.optional(),
  ShippingServiceOptions: z.object({
    DeliveryExperience: z.enum([
      'DeliveryConfirmationWithAdultSignature',
      'DeliveryConfirmationWithSignature',
      'DeliveryConfirmationWithoutSignature',
      'NoTracking',
    ]),
    DeclaredValue: currency.optional(),
    CarrierWillPickUp: z.boolean(),
    CarrierWillPickUpOption: z.enum(['CarrierWillPickUp', 'ShipperWillDropOff', 'NoPreference']).optional(),
    LabelFormat: z.enum(['PDF', 'PNG', 'ZPL203', 'ZPL300', 'ShippingServiceDefault']).optional(),
  }),
});
export type Details = z.infer<typeof details>;

export const eligibleRequest = z.object({ ShipmentRequestDetails: details });
export const createRequest = z.object({
  ShipmentRequestDetails: details,
  ShippingServiceId: z.string(),
  ShippingServiceOfferId: z.string().optional(),
  HazmatType: z.enum(['None', 'LQHazmat']).optional(),
});
export const restrictedRequest = z.object({
  targetApplication: z.string().optional(),
  restrictedResources: z
    .array(z.object({ method: z.enum(['GET', 'PUT', 'POST', 'DELETE']), path: z.string() }))
    .min(1)
    .max(50),
});

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) =>
  invalid(`Value at '${issue.path.join('.')}' is not valid: ${issue.message}`),
);
