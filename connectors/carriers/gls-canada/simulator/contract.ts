/** What the API accepts, from its samples: known members, their types, what every sample has. Refused with 400 and words. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(100);
const optional = z.string().max(200).optional();
const postalCode = z.string().regex(/^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/);
const province = z.string().regex(/^[A-Z]{2}$/);
const clock = z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$/);

/** The rate sample writes its measures as text, the shipment sample as numbers. */
const measure = z.union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)]).transform(Number);
const positive = measure.refine((value) => value > 0);

const surcharge = z.strictObject({
  id: optional,
  type: z.string().regex(/^[A-Z0-9]{2,6}$/),
  value: z.string().optional(),
  name: optional,
  amount: z.number().optional(),
});

const parcel = z.strictObject({
  id: optional,
  parcelType: z.enum(['Box', 'Envelope', 'Mixed', 'Other', 'Tube']),
  quantity: positive.refine((value) => Number.isInteger(value)),
  weight: positive,
  length: positive,
  depth: positive,
  width: positive,
  note: optional,
  status: z.number().optional(),
  FCA_Class: optional,
  hazmat: z.strictObject({ number: optional, phone: optional }).optional(),
  requestReturnLabel: z.boolean().optional(),
  returnWaybill: optional,
});

const common = {
  category: z.enum(['Parcel', 'Freight', 'Distribution', 'Logistics']),
  paymentType: z.enum(['Prepaid', 'ThirdParty', 'Collect']),
  deliveryType: z.enum(['GRD', 'AIR']),
  unitOfMeasurement: z.enum(['K', 'L', 'KC', 'KM', 'LI', 'LF']),
  parcels: z.array(parcel).min(1),
  surcharges: z.array(surcharge).optional(),
  promoCodes: z.array(z.strictObject({ code: text })).optional(),
  appointment: z.strictObject({ type: text, date: optional, time: optional, phone: optional }).optional(),
};

const ratedPlace = z.strictObject({
  number: optional,
  postalCode,
  provinceCode: province,
  countryCode: z.literal('CA'),
  name: optional,
});

export const rateRequest = z.strictObject({
  ...common,
  billing: z.string().regex(/^\d{4,12}$/),
  sender: ratedPlace,
  consignee: ratedPlace,
});
export type RateRequestMessage = z.infer<typeof rateRequest>;

const contact = z.strictObject({
  language: z.enum(['en', 'fr']),
  email: z.email().optional(),
  department: optional,
  telephone: z
    .string()
    .regex(/^\d{7,15}$/)
    .optional(),
  extension: optional,
  fullName: text,
});

const party = z.strictObject({
  addressLine1: text,
  addressLine2: optional,
  streetNumber: optional,
  streetType: optional,
  streetName: optional,
  streetDirection: optional,
  suite: optional,
  city: text,
  provinceCode: province,
  postalCode,
  countryCode: z.literal('CA'),
  customerName: text,
  customerNickName: optional,
  contact,
});
export type PartyMessage = z.infer<typeof party>;

export const shipmentRequest = z.strictObject({
  ...common,
  trackingNumber: optional,
  billingAccount: z.string().regex(/^\d{4,12}$/),
  note: optional,
  sender: party,
  consignee: party,
  references: z.array(z.strictObject({ type: z.string().regex(/^[A-Z]{2,4}$/), code: text })).optional(),
  returnAddress: party.optional(),
  internationalDetails: z.unknown().optional(),
  pickupDate: optional,
});
export type ShipmentRequestMessage = z.infer<typeof shipmentRequest>;

const booking = {
  officeClose: clock,
  date: z.iso.date(),
  ready: clock,
  location: z.enum(['SS', 'RC', 'PH', 'MR', 'MB', 'BU', 'OT', 'SH']),
  otherLocation: optional,
  category: common.category,
};

/** For shipments that are named, or for a place. */
export const pickupRequest = z.union([
  z.strictObject({ ...booking, sender: party }),
  z.strictObject({
    ...booking,
    contact,
    shipments: z.array(z.strictObject({ id: text, status: z.number().optional() })).min(1),
  }),
]);

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting(
  (issue) => new SimRefusal(400, '400', `The request is invalid: ${issue.path.join('.') || 'body'} is not valid.`),
);
