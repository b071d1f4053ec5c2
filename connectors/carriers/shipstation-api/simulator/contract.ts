/** What the API accepts, from its OpenAPI document: required members, code values, sizes. Refused with 400 and the field. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const id = z
  .string()
  .regex(/^se(-[a-z0-9]+)+$/)
  .max(25);
const text = z.string().min(1);
const money = z.strictObject({ currency: z.string().regex(/^[a-z]{3}$/), amount: z.number().min(0) });
const weight = z.strictObject({ value: z.number().min(0), unit: z.enum(['pound', 'ounce', 'gram', 'kilogram']) });

const address = z.strictObject({
  name: text,
  company_name: text.nullish(),
  phone: text.optional(),
  email: z.string().nullish(),
  address_line1: text,
  address_line2: text.nullish(),
  address_line3: text.nullish(),
  city_locality: text,
  state_province: text,
  postal_code: text,
  country_code: z.string().length(2),
  address_residential_indicator: z.enum(['unknown', 'yes', 'no']).optional(),
});
const sender = address.extend({ phone: text });

const product = z.strictObject({
  description: z.string().max(100).nullish(),
  quantity: z.number().int().min(0),
  value: money.optional(),
  weight: weight.optional(),
  harmonized_tariff_code: z.string().nullish(),
  country_of_origin: z.string().length(2).optional(),
  sku: z.string().nullish(),
});

const parcel = z.strictObject({
  package_code: z
    .string()
    .regex(/^[a-z0-9]+(_[a-z0-9]+)*$/)
    .max(50)
    .default('package'),
  weight,
  dimensions: z
    .strictObject({
      unit: z.enum(['inch', 'centimeter']),
      length: z.number().min(0),
      width: z.number().min(0),
      height: z.number().min(0),
    })
    .optional(),
  insured_value: money.optional(),
  label_messages: z
    .strictObject({
      reference1: z.string().nullable(),
      reference2: z.string().nullable(),
      reference3: z.string().nullable(),
    })
    .optional(),
  products: z.array(product).optional(),
});

const shipment = z.strictObject({
  validate_address: z.enum(['no_validation', 'validate_only', 'validate_and_clean']).optional(),
  ship_date: z.union([z.iso.datetime(), z.iso.date()]).optional(),
  ship_from: sender,
  ship_to: address,
  return_to: address.optional(),
  is_return: z.boolean().default(false),
  confirmation: z.enum(['none', 'delivery', 'signature', 'adult_signature', 'direct_signature']).default('none'),
  insurance_provider: z.enum(['none', 'shipsurance', 'carrier', 'third_party']).default('none'),
  advanced_options: z
    .strictObject({ saturday_delivery: z.boolean().default(false), delivered_duty_paid: z.boolean().optional() })
    .default({ saturday_delivery: false }),
  customs: z
    .strictObject({
      contents: z.enum(['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'other']),
      non_delivery: z.enum(['return_to_sender', 'treat_as_abandoned']),
      terms_of_trade_code: z.enum(['exw', 'fca', 'cpt', 'cip', 'dpu', 'dap', 'ddp', 'ddu']).optional(),
      declaration: z.string().optional(),
      invoice_additional_details: z.strictObject({ invoice_number: z.string() }).optional(),
    })
    .optional(),
  tax_identifiers: z
    .array(
      z.strictObject({
        taxable_entity_type: z.enum(['shipper', 'recipient', 'ior']),
        identifier_type: z.enum([
          ...([
            'vat',
            'eori',
            'ssn',
            'ein',
            'tin',
            'ioss',
            'pan',
            'voec',
            'pccc',
            'oss',
            'passport',
            'abn',
            'ukims',
          ] as const),
        ]),
        issuing_authority: z.string(),
        value: z.string(),
      }),
    )
    .optional(),
  packages: z.array(parcel).min(1),
});
export type ShipmentMessage = z.infer<typeof shipment>;

export const rateRequest = z.strictObject({
  shipment,
  rate_options: z.strictObject({ carrier_ids: z.array(id).min(1) }),
});

export const labelRequest = z.strictObject({
  shipment: shipment.extend({
    carrier_id: id,
    service_code: z.string().regex(/^[a-z0-9]+(_[a-z0-9-]+)*$/),
    external_shipment_id: z.string().max(50).optional(),
  }),
  is_return_label: z.boolean().default(false),
  validate_address: z.enum(['no_validation', 'validate_only', 'validate_and_clean']).default('no_validation'),
  label_download_type: z.enum(['url', 'inline']).default('url'),
  label_format: z.enum(['pdf', 'png', 'zpl']).default('pdf'),
  label_layout: z.enum(['4x6', 'letter', 'A4', 'A6']).default('4x6'),
  display_scheme: z.enum(['label', 'paperless', 'label_and_paperless']).default('label'),
});
export type LabelMessage = z.infer<typeof labelRequest>;

export const addressRequest = z
  .array(address.extend({ name: text.optional(), postal_code: text.optional() }))
  .length(1);
export const pickupRequest = z.strictObject({
  label_ids: z.array(id).min(1),
  contact_details: z.strictObject({ name: text, email: z.email(), phone: z.string().min(7) }),
  pickup_notes: z.string().optional(),
  pickup_window: z
    .strictObject({ start_at: z.iso.datetime(), end_at: z.iso.datetime() })
    .refine((w) => w.end_at > w.start_at, { path: ['end_at'], error: 'must be later than start_at' }),
});
export const manifestRequest = z.strictObject({ label_ids: z.array(id).min(1) });

/** @throws SimRefusal 400 naming the first wrong field */
export const accept = accepting(
  (issue) =>
    new SimRefusal(
      400,
      'invalid_field_value',
      `Invalid ${issue.path.join('.')}: ${issue.message}`,
      issue.path.join('.'),
    ),
);
