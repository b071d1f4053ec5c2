/** What the API accepts: every request is checked, and refused with the field that is wrong. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import type { TariffParcel } from '@scanship/simulator-kit/tariff';
import { z } from 'zod';

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const postal = { CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(-?\d{4})?$/ };

const address = z
  .strictObject({
    name: text(60),
    company: text(60).optional(),
    line1: text(60),
    line2: text(60).optional(),
    city: text(40),
    region: z.string().regex(/^[A-Z]{2}$/),
    postalCode: text(10),
    country: z.enum(['CA', 'US']),
    phone: text(25).optional(),
    residential: z.boolean(),
  })
  .refine((a) => postal[a.country].test(a.postalCode), {
    path: ['postalCode'],
    error: 'The postal code does not belong to the country.',
  });

const centimetres = z.number().min(0.1).max(150);
const piece = z.strictObject({
  number: z.int().min(1).max(10),
  weightKg: z.number().positive().max(30),
  lengthCm: centimetres,
  widthCm: centimetres,
  heightCm: centimetres,
});

const customs = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  purpose: text(20),
  incoterm: text(3),
  dutiesPaidBy: z.enum(['SENDER', 'RECEIVER']),
  items: z
    .array(
      z.strictObject({
        description: text(80),
        quantity: z.int().positive(),
        unitValue: z.string().regex(/^\d{1,7}\.\d{2}$/),
        unitWeightKg: z.number().nonnegative(),
        hsCode: z
          .string()
          .regex(/^\d{6,10}$/)
          .optional(),
        origin: z
          .string()
          .regex(/^[A-Z]{2}$/)
          .optional(),
      }),
    )
    .min(1),
});

const shipment = {
  shipDate: z.iso.date(),
  from: address,
  to: address,
  pieces: z.array(piece).min(1).max(10),
  signature: z.enum(['NONE', 'ANY', 'ADULT']),
  customs: customs.optional(),
};

export const rateRequest = z.strictObject({ ...shipment, services: z.array(text(20)).min(1).optional() });
export const shipRequest = z.strictObject({
  ...shipment,
  serviceCode: text(20),
  reference: z.string().regex(/^[A-Z0-9]{1,20}$/),
  labelFormat: z.enum(['PDF', 'ZPL']),
  notes: z.array(text(60)).max(3),
});
export const pushRequest = z.strictObject({
  address: z.url({ protocol: /^https?$/ }),
  secret: z.string().min(16).max(200),
});
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const pickup = {
  address,
  date: z.iso.date(),
  readyTime: clock,
  closeTime: clock,
  place: z.enum(['FRONT', 'BACK', 'RECEPTION', 'DOCK', 'MAIL_ROOM', 'OTHER']),
  instructions: text(60).optional(),
  pieces: z.int().min(1).max(9999),
  weightKg: z.number().positive().max(100_000),
};
export const availabilityRequest = z.strictObject(pickup);
export const pickupRequest = z.strictObject({ ...pickup, reference: z.string().regex(/^[A-Z0-9]{1,20}$/) });
export const closingRequest = z.strictObject({
  date: z.iso.date(),
  reference: z.string().regex(/^[A-Z0-9]{1,20}$/),
  from: address,
  shipments: z
    .array(z.string().regex(/^xs_[0-9a-f]{12}$/))
    .min(1)
    .max(20),
});
export type AvailabilityRequest = z.infer<typeof availabilityRequest>;
export type RateRequest = z.infer<typeof rateRequest>;
export type ShipRequest = z.infer<typeof shipRequest>;

/** @throws SimRefusal 400 naming the first wrong field */
export const accept = accepting((issue) => {
  const field = issue.path.join('.');
  return new SimRefusal(400, 'INVALID_FIELD', `${field === '' ? 'The body' : field}: ${issue.message}`, field);
});

export const parcelsOf = (request: RateRequest | ShipRequest): TariffParcel[] =>
  request.pieces.map((p) => ({
    grams: Math.round(p.weightKg * 1000),
    lengthMm: p.lengthCm * 10,
    widthMm: p.widthCm * 10,
    heightMm: p.heightCm * 10,
  }));

export const placeOf = (a: RateRequest['to']): { countryCode: string; provinceCode: string; residential: boolean } => ({
  countryCode: a.country,
  provinceCode: a.region,
  residential: a.residential,
});
