/** What the API accepts: every request is checked, and refused with the field that is wrong. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import type { TariffParcel } from '@scanship/simulator-kit/tariff';
import { z } from 'zod';

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const postal = { CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(-?\d{4})?$/ };

const party = z
  .strictObject({
    contact: text(50),
    company: text(50).optional(),
    street: z.array(text(50)).min(1).max(2),
    city: text(40),
    state: z.string().regex(/^[A-Z]{2}$/),
    zip: text(10),
    country: z.enum(['CA', 'US']),
    residential: z.boolean(),
  })
  .refine((a) => postal[a.country].test(a.zip), {
    path: ['zip'],
    error: 'The postal code does not belong to the country.',
  });

const side = z.int().min(1).max(600);
const request = {
  pickupDate: z.iso.date(),
  origin: party,
  destination: party,
  units: z
    .array(
      z.strictObject({
        unit: z.int().min(1).max(20),
        kg: z.number().positive().max(1000),
        cm: z.tuple([side, side, side]),
      }),
    )
    .min(1)
    .max(20),
  customs: z
    .strictObject({
      currency: z.string().regex(/^[A-Z]{3}$/),
      lines: z
        .array(
          z.strictObject({
            text: text(80),
            count: z.int().positive(),
            value: z.string().regex(/^\d{1,8}\.\d{2}$/),
            hs: z
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
    })
    .optional(),
};

export const ratesBody = z.strictObject({ ...request, services: z.array(text(30)).optional() });
export const bookingBody = z.strictObject({
  ...request,
  serviceId: text(30),
  clientReference: z.string().regex(/^[A-Z0-9]{1,20}$/),
  quoteId: text(20).optional(),
  remarks: z.array(text(60)).max(3),
});
export type RatesBody = z.infer<typeof ratesBody>;
export type BookingBody = z.infer<typeof bookingBody>;

/** @throws SimRefusal 422 naming the first wrong field */
export const accept = accepting((issue) => {
  const where = issue.path.join('.');
  return new SimRefusal(422, 'bad_field', `${where === '' ? 'The body' : where}: ${issue.message}`, where);
});

export const parcelsOf = (r: RatesBody | BookingBody): TariffParcel[] =>
  r.units.map((u) => ({
    grams: Math.round(u.kg * 1000),
    lengthMm: u.cm[0] * 10,
    widthMm: u.cm[1] * 10,
    heightMm: u.cm[2] * 10,
  }));

export const placeOf = (
  p: RatesBody['origin'],
): { countryCode: string; provinceCode: string; residential: boolean } => ({
  countryCode: p.country,
  provinceCode: p.state,
  residential: p.residential,
});
