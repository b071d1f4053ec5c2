/** What the service accepts: versioned media types, and every element checked. */
import { SimRefusal, type SimRequest } from '@scanship/simulator-kit/simulator';
import type { TariffParcel } from '@scanship/simulator-kit/tariff';
import { many, readXml } from '@scanship/simulator-kit/xml-message';
import { z } from 'zod';

const text = (max: number): z.ZodString => z.string().min(1).max(max);
const list = <T extends z.ZodType>(item: T, min: number, max: number): z.ZodPreprocess<z.ZodArray<T>> =>
  z.preprocess(many, z.array(item).min(min).max(max));
const postal = { CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z]\d[A-Z]\d$/, US: /^\d{5}(-?\d{4})?$/ };
const province = z.string().regex(/^[A-Z]{2}$/);

const fits = (a: { 'country-code': 'CA' | 'US'; 'postal-code': string }): boolean =>
  postal[a['country-code']].test(a['postal-code']);
const wrongPostal = { path: ['postal-code'], error: 'The postal code does not belong to the country.' };

const address = z
  .strictObject({
    name: text(44),
    company: text(44).optional(),
    'address-line-1': text(44),
    'address-line-2': text(44).optional(),
    city: text(40),
    province,
    'postal-code': text(10),
    'country-code': z.enum(['CA', 'US']),
  })
  .refine(fits, wrongPostal);

const size = z
  .string()
  .regex(/^\d{1,3}\.\d$/, 'has one decimal')
  .transform(Number)
  .pipe(z.number().min(0.1).max(200));
const parcel = z.strictObject({
  weight: z
    .string()
    .regex(/^\d{1,2}\.\d{3}$/, 'has three decimals')
    .transform(Number)
    .pipe(z.number().positive().max(30)),
  length: size,
  width: size,
  height: size,
});
const options = z.strictObject({ 'option-code': z.literal('SO') }).optional();

const customs = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  'reason-for-export': z.enum(['SOG', 'GIF', 'DOC', 'OTH']),
  item: list(
    z.strictObject({
      description: text(45),
      quantity: z.string().regex(/^[1-9]\d{0,4}$/),
      'unit-value': z.string().regex(/^\d{1,7}\.\d{2}$/),
      'unit-weight': z.string().regex(/^\d{1,2}\.\d{3}$/),
      'hs-code': z
        .string()
        .regex(/^\d{6,10}$/)
        .optional(),
      origin: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
    }),
    1,
    500,
  ),
});

export const rateRequest = z.strictObject({
  'customer-number': z.string().regex(/^\d{7}$/),
  'expected-mailing-date': z.iso.date(),
  parcel,
  options,
  services: z.strictObject({ 'service-code': list(text(10), 1, 20) }).optional(),
  origin: z.strictObject({ 'postal-code': z.string().regex(postal.CA, 'Parcels start in Canada.'), province }),
  destination: z
    .strictObject({ 'country-code': z.enum(['CA', 'US']), province, 'postal-code': text(10) })
    .refine(fits, wrongPostal),
});

export const shipmentRequest = z.strictObject({
  'customer-reference': z.string().regex(/^[A-Z0-9]{1,16}$/),
  'service-code': text(10),
  'mailing-date': z.iso.date(),
  sender: address,
  destination: address,
  parcel,
  options,
  customs: customs.optional(),
  'label-format': z.enum(['PDF', 'ZPL']),
  note: text(40).optional(),
});
export type ShipmentRequest = z.infer<typeof shipmentRequest>;

/** The root element of a body of the right media type. @throws SimRefusal 415, or 400 naming the first wrong element */
export function accept<T>(schema: z.ZodType<T>, request: SimRequest, type: string, root: string): T {
  if ((request.headers['content-type'] ?? '') !== type)
    throw new SimRefusal(415, '1415', `Content-Type must be ${type}.`);
  const result = schema.safeParse(readXml(request.text())[root]);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new SimRefusal(400, '1400', `${field === '' ? root : field}: ${issue?.message ?? 'is not valid'}`, field);
}

/** @throws SimRefusal 406 for anything but the exact type, wildcards included */
export function checkAccept(request: SimRequest, type: string): void {
  if (request.headers.accept !== type) throw new SimRefusal(406, '1406', `Accept must be ${type}.`);
}

export const parcelOf = (p: ShipmentRequest['parcel']): TariffParcel => ({
  grams: Math.round(p.weight * 1000),
  lengthMm: p.length * 10,
  widthMm: p.width * 10,
  heightMm: p.height * 10,
});
