/** What the service accepts: every request is checked, and refused with code E100 and the field that is wrong. */
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import type { TariffParcel } from '@scanship/simulator-kit/tariff';
import { many } from '@scanship/simulator-kit/xml-message';
import { z } from 'zod';

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const digits = (max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .pipe(z.number().min(1).max(max));
const centimetres = z
  .string()
  .regex(/^\d{1,3}(\.\d)?$/)
  .transform(Number)
  .pipe(z.number().min(0.1).max(274));
const postal = { CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(-?\d{4})?$/ };

const address = z
  .strictObject({
    Name: text(40),
    Company: text(40).optional(),
    Street1: text(40),
    Street2: text(40).optional(),
    City: text(30),
    Province: z.string().regex(/^[A-Z]{2}$/),
    PostalCode: text(10),
    Country: z.enum(['CA', 'US']),
    Residential: z.enum(['Y', 'N']),
  })
  .refine((a) => postal[a.Country].test(a.PostalCode), {
    path: ['PostalCode'],
    error: 'The postal code does not belong to the country.',
  });

const list = <T extends z.ZodType>(item: T, min: number, max: number): z.ZodPreprocess<z.ZodArray<T>> =>
  z.preprocess(many, z.array(item).min(min).max(max));

const shipment = {
  ShipDate: z.iso.date(),
  From: address,
  To: address,
  Parcel: list(
    z.strictObject({ Grams: digits(34_000), Length: centimetres, Width: centimetres, Height: centimetres }),
    1,
    20,
  ),
  Signature: z.enum(['Y', 'N']),
  Customs: z
    .strictObject({
      Currency: z.string().regex(/^[A-Z]{3}$/),
      Reason: text(20),
      DutiesPaidBy: z.enum(['SHIPPER', 'CONSIGNEE']),
      Item: list(
        z.strictObject({
          Description: text(60),
          Quantity: digits(99_999),
          UnitValue: z.string().regex(/^\d{1,7}\.\d{2}$/),
          UnitGrams: z.string().regex(/^\d{1,6}$/),
          HsCode: z
            .string()
            .regex(/^\d{6,10}$/)
            .optional(),
          Origin: z
            .string()
            .regex(/^[A-Z]{2}$/)
            .optional(),
        }),
        1,
        99,
      ),
    })
    .optional(),
};

export const ratesRequest = z.strictObject({ ...shipment, Service: list(text(6), 0, 10) });
export const createRequest = z.strictObject({
  ...shipment,
  Service: text(6),
  Reference: z.string().regex(/^[A-Z0-9]{1,16}$/),
  LabelFormat: z.enum(['PDF', 'ZPL']),
  Note: list(text(40), 0, 2),
});
export const findRequest = z.strictObject({
  Reference: z.string().regex(/^[A-Z0-9]{1,16}$/),
  LabelFormat: z.enum(['PDF', 'ZPL']),
});
export const voidRequest = z.strictObject({ ShipmentId: text(40) });
export const trackRequest = z.strictObject({ ParcelNumber: list(text(40), 1, 50) });
const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const reference = z.string().regex(/^[A-Z0-9]{1,16}$/);
export const bookRequest = z.strictObject({
  Reference: reference,
  Address: address,
  Date: z.iso.date(),
  Ready: clock,
  Close: clock,
  Place: text(20),
  Parcels: digits(9_999),
  Grams: digits(9_999_999),
  Instructions: text(50).optional(),
});
export const byReferenceRequest = z.strictObject({ Reference: reference });
export const cancelPickupRequest = z.strictObject({ Number: z.string().regex(/^GP\d{8}$/) });
export const closeRequest = z.strictObject({
  Reference: reference,
  Date: z.iso.date(),
  From: address,
  ShipmentId: list(z.string().regex(/^gs-[0-9a-f]{12}$/), 1, 3),
});
export type RatesRequest = z.infer<typeof ratesRequest>;
export type CreateRequest = z.infer<typeof createRequest>;

/** @throws SimRefusal E100 naming the first wrong field */
export function accept<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value === '' ? {} : value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new SimRefusal(
    200,
    'E100',
    `${field === '' ? 'The request' : field}: ${issue?.message ?? 'is not valid'}`,
    field,
  );
}

export const parcelsOf = (r: RatesRequest | CreateRequest): TariffParcel[] =>
  r.Parcel.map((p) => ({ grams: p.Grams, lengthMm: p.Length * 10, widthMm: p.Width * 10, heightMm: p.Height * 10 }));

export const placeOf = (
  a: RatesRequest['To'],
): { countryCode: string; provinceCode: string; residential: boolean } => ({
  countryCode: a.Country,
  provinceCode: a.Province,
  residential: a.Residential === 'Y',
});
