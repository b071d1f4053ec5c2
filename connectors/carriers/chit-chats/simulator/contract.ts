/** What the API accepts, from its documents: required members, code values, sizes. Refused with 422 and the field. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const optional = z.string().max(100).nullish();
const text = z.string().trim().min(1).max(100);
const decimal = z.string().regex(/^\d{1,7}(\.\d{1,2})?$/);
const size = z.number().positive().max(1000);

const POSTAL: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
  US: /^\d{5}(-?\d{4})?$/,
};

export const POSTAGE_TYPES = [
  'unknown',
  'chit_chats_us_edge',
  'chit_chats_us_select',
  'usps_express',
  'usps_first',
  'usps_ground_advantage',
  'usps_library_mail',
  'usps_media_mail',
  'usps_priority',
  'usps_other',
  'chit_chats_canada_tracked',
  'chit_chats_select',
  'chit_chats_slim',
  'chit_chats_international_tracked',
  'usps_express_mail_international',
  'usps_first_class_mail_international',
  'usps_first_class_package_international_service',
  'usps_priority_mail_international',
] as const;

const lineItem = z.strictObject({
  quantity: z.number().int().positive(),
  description: text,
  value_amount: decimal,
  currency_code: z.enum(['cad', 'usd']),
  hs_tariff_code: z
    .string()
    .regex(/^[\d.]{4,14}$/)
    .nullish(),
  origin_country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullish(),
  sku_code: optional,
  weight: z.number().positive().nullish(),
  weight_unit: z.enum(['lb', 'oz', 'kg', 'g']).nullish(),
});

export const shipmentRequest = z
  .strictObject({
    name: text,
    address_1: text,
    address_2: optional,
    city: text,
    province_code: z.string().max(40).nullish(),
    postal_code: text,
    country_code: z.string().regex(/^[A-Z]{2}$/),
    phone: optional,
    email: optional,
    return_name: optional,
    return_address_1: optional,
    return_address_2: optional,
    return_city: optional,
    return_province_code: optional,
    return_postal_code: optional,
    return_phone: optional,
    package_contents: z.enum(['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'other']),
    description: z.string().trim().min(1).max(2000),
    value: decimal,
    value_currency: z.enum(['cad', 'usd']),
    order_id: optional,
    order_store: optional,
    package_type: z.enum([
      'unknown',
      'card',
      'letter',
      'envelope',
      'thick_envelope',
      'parcel',
      'flat_rate_envelope',
      'flat_rate_legal_envelope',
      'flat_rate_padded_envelope',
      'flat_rate_gift_card_envelope',
      'flat_rate_window_envelope',
      'flat_rate_cardboard_envelope',
      'small_flat_rate_envelope',
      'small_flat_rate_box',
      'medium_flat_rate_box_1',
      'medium_flat_rate_box_2',
      'large_flat_rate_box',
    ]),
    weight_unit: z.enum(['lb', 'oz', 'kg', 'g']),
    weight: z.number().positive(),
    size_unit: z.enum(['m', 'cm', 'in']),
    size_x: size,
    size_y: size,
    size_z: size,
    insurance_requested: z.boolean().optional(),
    signature_requested: z.boolean().optional(),
    vat_reference: optional,
    duties_paid_requested: z.boolean().optional(),
    postage_type: z.enum(POSTAGE_TYPES),
    cheapest_postage_type_requested: z.enum(['yes', 'no']).optional(),
    tracking_number: optional,
    ship_date: z.union([z.literal('today'), z.iso.date()]),
    line_items: z.array(lineItem).optional(),
  })
  .refine((s) => POSTAL[s.country_code]?.test(s.postal_code.toUpperCase()) !== false, {
    path: ['postal_code'],
    error: 'is invalid',
  })
  .refine((s) => ['CA', 'US'].includes(s.country_code) || (s.line_items?.length ?? 0) > 0, {
    path: ['line_items'],
    error: 'are required',
  })
  .refine((s) => s.duties_paid_requested !== true || (s.vat_reference ?? '') !== '', {
    path: ['vat_reference'],
    error: 'is required for duties paid',
  });
export type ShipmentRequestMessage = z.infer<typeof shipmentRequest>;

export const buyRequest = z.strictObject({ postage_type: z.string().optional() });
export const addRequest = z.strictObject({
  batch_id: z.number().int().positive(),
  shipment_ids: z.array(z.string().regex(/^[A-Z0-9]{10}$/)).min(1),
});

/** @throws SimRefusal 422 naming the first wrong field */
export const accept = accepting(
  (issue) => new SimRefusal(422, 'invalid', issue.message, String(issue.path[0] ?? 'base')),
);
