/** What the API accepts, from its samples: known members, their types, what every sample has. Refused with 400 and words. */
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(100);
const optional = z.string().max(200).optional();
const postalCode = z.string().regex(/^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/);
const day = z.iso.date();

const parcel = z.strictObject({
  NCV: z.boolean(),
  Weight: z.number().positive().max(99),
  Dimensions: z.strictObject({
    Height: z.number().positive(),
    Length: z.number().positive(),
    Width: z.number().positive(),
    Cubing: z.number().positive(),
  }),
});

const load = {
  CustomerId: z.int().positive(),
  ExpeditionDate: day,
  ShipmentType: z.literal('Delivery'),
  TotalWeight: z.number().positive(),
  TotalParcels: z.int().positive(),
  UnitsOfMeasurement: z.enum(['LI', 'KC']),
  Accessory: z.strictObject({
    InsuranceAmount: z.number().nonnegative(),
    FrozenProtection: z.boolean(),
    DangerousGoods: z.boolean(),
    SNR: z.boolean().optional(),
  }),
  Parcels: z.array(parcel).min(1),
};

export const rateRequest = z.strictObject({
  ...load,
  SourcePostalCode: postalCode,
  DestinationPostalCode: postalCode,
});
export type RateRequestMessage = z.infer<typeof rateRequest>;

const party = z.strictObject({
  Contact: text,
  AccountNumber: optional,
  AccountName: optional,
  Address1: text,
  Address2: optional,
  PostalCode: postalCode,
  City: optional,
  ProvinceState: z.string().regex(/^[A-Z]{2}$/),
  Phone: z
    .string()
    .regex(/^\d{7,15}$/)
    .optional(),
  Email: z.email().optional(),
  SmsNotification: z.boolean().optional(),
  EmailNotification: z.boolean().optional(),
  NoCivic: optional,
  Suite: optional,
  StreetName: optional,
});

export const shipmentRequest = z.strictObject({
  ...load,
  ShipmentId: z.int().optional(),
  ReferenceNumber: optional,
  CustomBarcode: optional,
  Note: optional,
  BillingAccount: z.int().positive().optional(),
  Sender: party,
  Destination: party,
});
export type ShipmentRequestMessage = z.infer<typeof shipmentRequest>;

/** @throws SimRefusal 400 naming the first wrong field by its path */
export function accept<T extends { readonly TotalParcels: number; readonly Parcels: readonly unknown[] }>(
  schema: z.ZodType<T>,
  value: unknown,
): T {
  const result = schema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new SimRefusal(400, '400', `${issue?.path.join('.') || 'body'} is not valid`);
  }
  if (result.data.TotalParcels !== result.data.Parcels.length)
    throw new SimRefusal(400, '400', 'TotalParcels does not match Parcels');
  return result.data;
}
