/** What the API accepts, from its OpenAPI documents: required members, code values, sizes. Refused with 400 and a pointer. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().min(1);
const country = z.string().regex(/^[A-Z]{2}$/);
const decimal = z.string().regex(/^\d+(\.\d+)?$/);
const weightUnit = z.enum(['kg', 'g', 'lbs', 'oz']);
const price = z.strictObject({ value: decimal, currency: z.string().length(3) });

const weight = z.strictObject({ value: decimal, unit: weightUnit });
const dimensions = z.strictObject({
  length: decimal,
  width: decimal,
  height: decimal,
  unit: z.enum(['cm', 'mm', 'm', 'yd', 'ft', 'in']),
});

const address = z.strictObject({
  name: text,
  company_name: z.string().optional(),
  address_line_1: text,
  house_number: z.string().optional(),
  address_line_2: z.string().optional(),
  postal_code: text,
  city: text,
  po_box: z.string().nullish(),
  state_province_code: z
    .string()
    .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
    .optional(),
  country_code: country,
  email: z.email().optional(),
  phone_number: z.string().optional(),
});
export type SimAddress = z.infer<typeof address>;

const item = z.strictObject({
  item_id: text.optional(),
  description: text.max(255),
  quantity: z.number().int().min(1),
  weight: z.strictObject({ value: z.number().positive(), unit: weightUnit }),
  price,
  hs_code: text.max(12),
  origin_country: country,
  sku: z.string().optional(),
});

const taxNumber = z.strictObject({
  name: z.enum(['VAT', 'EIN', 'GST', 'SSN', 'EORI', 'DUN', 'IOSS', 'NID', 'PAS', 'UKIMS']),
  country_code: country,
  value: z.string().max(100),
});

export const announceRequest = z.strictObject({
  label_details: z
    .strictObject({
      mime_type: z.enum(['application/pdf', 'application/zpl', 'image/png']),
      dpi: z.union([z.literal(72), z.literal(203), z.literal(300), z.literal(600)]).optional(),
    })
    .optional(),
  from_address: address,
  to_address: address,
  ship_with: z.strictObject({
    type: z.literal('shipping_option_code'),
    properties: z.strictObject({
      shipping_option_code: text,
      contract_id: z.number().int().min(1).nullish(),
    }),
  }),
  order_number: z.string().optional(),
  external_reference_id: z.string().nullish(),
  delivery_dates: z.strictObject({ handover_at: z.iso.datetime().nullish() }).optional(),
  parcels: z
    .array(
      z.strictObject({
        weight,
        dimensions: dimensions.optional(),
        label_notes: z.array(text.max(255)).max(255).optional(),
        parcel_items: z.array(item).max(1000).optional(),
      }),
    )
    .min(1)
    .max(15),
  customs_information: z
    .strictObject({
      invoice_number: text.max(40),
      export_reason: z.enum(['gift', 'documents', 'commercial_goods', 'commercial_sample']),
      export_type: z.enum(['private', 'commercial_b2c', 'commercial_b2b']).optional(),
      tax_numbers: z
        .strictObject({
          sender: z.array(taxNumber).max(20),
          receiver: z.array(taxNumber).max(20),
          importer_of_record: z.array(taxNumber).max(20),
        })
        .optional(),
    })
    .optional(),
});
export type AnnounceMessage = z.infer<typeof announceRequest>;

const place = z.strictObject({
  country_code: country,
  postal_code: z.string().max(12).optional(),
  city: z.string().optional(),
  address_line_1: z.string().optional(),
  state_province_code: z.string().optional(),
});

export const optionsRequest = z.strictObject({
  from_address: place.optional(),
  to_address: place.optional(),
  parcels: z
    .array(z.strictObject({ weight, dimensions: dimensions.optional() }))
    .min(1)
    .max(50)
    .optional(),
  functionalities: z.strictObject({ signature: z.boolean().optional(), returns: z.boolean().optional() }).optional(),
  shipping_option_code: text.optional(),
  calculate_quotes: z.boolean().optional(),
});
export type OptionsMessage = z.infer<typeof optionsRequest>;

export const addressRequest = z.strictObject({
  address: address.omit({ name: true, company_name: true, email: true, phone_number: true }),
  carrier_code: text,
  validation_methods: z.array(z.literal('here')).optional(),
});

const number = z.number().positive();
/** Inside the customs area; measures are numbers here and text in shipments. */
export const returnRequest = z.strictObject({
  from_address: address,
  to_address: address,
  ship_with: z.strictObject({
    type: z.literal('shipping_option_code'),
    shipping_option_code: text,
    contract: z.number().int(),
  }),
  weight: z.strictObject({ value: number, unit: z.literal('g') }),
  dimensions: z.strictObject({ length: number, width: number, height: number, unit: z.literal('mm') }).optional(),
  order_number: z.string().optional(),
  external_reference: z.string().optional(),
});
export type ReturnMessage = z.infer<typeof returnRequest>;

/** The form that most carriers' pickups have; a telephone number is demanded by two of them. */
export const pickupRequest = z
  .strictObject({
    carrier_code: z.enum([
      'brt',
      'correos_express',
      'dhl',
      'dhl_de',
      'dhl_express',
      'dhl_parcel_iberia',
      'dpd',
      'dpd_at',
      'gls_it',
      'hermes_de',
      'poste_it_delivery',
    ]),
    contract_id: z.number().int().optional(),
    reference: z.string().optional(),
    special_instructions: z.string().optional(),
    address,
    time_slots: z.array(z.strictObject({ start_at: z.iso.datetime(), end_at: z.iso.datetime() })).length(1),
    items: z
      .array(
        z.strictObject({
          quantity: z.number().int().min(1),
          container_type: z.literal('parcel'),
          total_weight: weight,
        }),
      )
      .min(1),
  })
  .refine(
    ({ carrier_code: carrier, address: { phone_number: phone } }) =>
      !['dhl_express', 'correos_express'].includes(carrier) || /^\+\d{7,15}$/.test(phone ?? ''),
    { message: 'This field is required.', path: ['address', 'phone_number'] },
  );
export type PickupMessage = z.infer<typeof pickupRequest>;

/** @throws SimRefusal 400 with a pointer to the first wrong member */
export const accept = accepting((issue) => {
  const missing = issue.code === 'invalid_type' && /undefined/.test(issue.message);
  return new SimRefusal(
    400,
    missing ? 'required' : 'invalid',
    missing ? 'This field is required.' : issue.message,
    `/${issue.path.join('/')}`,
  );
});

const GRAMS: Readonly<Record<z.infer<typeof weightUnit>, number>> = { g: 1, kg: 1000, lbs: 453.592, oz: 28.3495 };
export const gramsOf = (each: { readonly weight: z.infer<typeof weight> }): number =>
  Math.round(Number(each.weight.value) * GRAMS[each.weight.unit]);
