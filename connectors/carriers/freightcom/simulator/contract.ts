/** What the API accepts, from its samples and the values public clients of version 2.10.0 know. Refused with 400 and the field. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const phone = z.strictObject({ number: text, extension: z.string().optional() });
const money = z.strictObject({
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** In the smallest unit of the currency. */
  value: z.string().regex(/^(0|[1-9]\d{0,11})$/),
});
const time = z.strictObject({ hour: z.int().min(0).max(23), minute: z.int().min(0).max(59) });
const day = z.strictObject({
  year: z.int().min(2000).max(9999),
  month: z.int().min(1).max(12),
  day: z.int().min(1).max(31),
});

const POSTAL: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
  US: /^\d{5}(-?\d{4})?$/,
};

const address = z
  .strictObject({
    address_line_1: text,
    address_line_2: z.string().optional(),
    unit_number: z.string().optional(),
    city: text,
    region: z.string().regex(/^[A-Z0-9]{0,3}$/),
    country: z.string().regex(/^[A-Z]{2}$/),
    postal_code: text,
  })
  .refine((a) => POSTAL[a.country]?.test(a.postal_code.toUpperCase()) !== false, {
    path: ['postal_code'],
    error: 'invalid-syntax',
  })
  .refine((a) => POSTAL[a.country] === undefined || a.region !== '', { path: ['region'], error: 'required' });

const establishment = z.strictObject({
  name: text,
  address,
  residential: z.boolean().optional(),
  tailgate_required: z.boolean().optional(),
  instructions: z.string().optional(),
  contact_name: z.string().optional(),
  phone_number: phone.optional(),
  email_addresses: z.array(z.email()).optional(),
  receives_email_updates: z.boolean().optional(),
});

const weight = z.strictObject({ unit: z.enum(['kg', 'lb', 'g', 'oz']), value: z.number().positive() });
const cuboid = z.strictObject({
  unit: z.enum(['mm', 'cm', 'm', 'in', 'ft']),
  l: z.number().positive(),
  w: z.number().positive(),
  h: z.number().positive(),
});

const ONE_ADDRESS = 'at least one email address is required for international shipments';
type Ends = { readonly [end in 'origin' | 'destination']: z.infer<typeof establishment> };
const mailed =
  (end: keyof Ends) =>
  (d: Ends): boolean =>
    d.origin.address.country === d.destination.address.country || (d[end].email_addresses ?? []).length > 0;

/** Both addresses were asked for by Freightcom itself, one after the other (real-answers/measured.ts). */
export const details = z
  .strictObject({
    origin: establishment,
    destination: establishment.extend({
      ready_at: time,
      ready_until: time,
      signature_requirement: z.enum(['not-required', 'required', 'adult-required']),
    }),
    expected_ship_date: day,
    packaging_type: z.literal('package'),
    packaging_properties: z.strictObject({
      packages: z
        .array(
          z.strictObject({
            measurements: z.strictObject({ weight, cuboid }),
            description: text,
            special_handling_required: z.boolean().optional(),
          }),
        )
        .min(1),
      includes_return_label: z.boolean().optional(),
      has_dangerous_goods: z.boolean().optional(),
    }),
    insurance: z.strictObject({ type: z.enum(['internal', 'carrier']), total_cost: money }).optional(),
    reference_codes: z.array(text).optional(),
    shipment_classification: z.enum(['B2B', 'B2C', 'C2B', 'C2C']).optional(),
  })
  .refine(mailed('origin'), { path: ['origin', 'email_addresses'], error: ONE_ADDRESS })
  .refine(mailed('destination'), { path: ['destination', 'email_addresses'], error: ONE_ADDRESS });
export type Details = z.infer<typeof details>;

export const rateRequest = z.strictObject({
  services: z.array(text).optional(),
  excluded_services: z.array(text).optional(),
  details,
});

const invoice = z.strictObject({
  source: z.literal('details'),
  broker: z.strictObject({
    use_carrier: z.boolean(),
    name: z.string().optional(),
    account_number: z.string().optional(),
    phone_number: phone.optional(),
    fax_number: phone.optional(),
    email_address: z.string().optional(),
    usmca_number: z.string().optional(),
    fda_number: z.string().optional(),
  }),
  details: z.strictObject({
    tax_recipient: z.strictObject({
      type: z.enum(['shipper', 'receiver', 'other']),
      shipper_tax_identifier: z.string().optional(),
      receiver_tax_identifier: z.string().optional(),
      third_party_tax_identifier: z.string().optional(),
      other_tax_identifier: z.string().optional(),
      name: text,
      address,
      phone_number: phone.optional(),
      reason_for_export: z.enum([
        'gift',
        'repair-warranty',
        'commercial-sample',
        'return-shipment',
        'commercially-sold-goods',
        'other',
      ]),
      additional_remarks: z.string().optional(),
      comments: z.string().optional(),
    }),
    products: z
      .array(
        z.strictObject({
          product_name: text,
          description: z.string().optional(),
          weight,
          hs_code: z
            .string()
            .regex(/^[\d.]{4,14}$/)
            .optional(),
          country_of_origin: z.string().regex(/^[A-Z]{2}$/),
          num_units: z.int().positive(),
          unit_price: money,
        }),
      )
      .min(1),
  }),
});

export const shipmentRequest = z
  .strictObject({
    unique_id: text,
    payment_method_id: text,
    service_id: text,
    details,
    customs_invoice: invoice.optional(),
  })
  .refine(
    (s) =>
      s.details.origin.address.country === s.details.destination.address.country || s.customs_invoice !== undefined,
    { path: ['customs_invoice'], error: 'required' },
  );
export type ShipmentRequestMessage = z.infer<typeof shipmentRequest>;

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting((issue) => {
  const code = /^[a-z-]+$/.test(issue.message) ? issue.message : 'invalid-syntax';
  return new SimRefusal(400, code, 'Invalid request.', issue.path.join('.') || 'body');
});
