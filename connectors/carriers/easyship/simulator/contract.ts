/** What the API accepts, from its reference (2024-09): required members, code values, lengths. Refused with 422 and details. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const country = z.string().regex(/^[A-Z]{2}$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const WITH_STATES: ReadonlySet<string> = new Set('AU CA CN ID MX MY TH US VN'.split(' '));

const address = (contact: number, company: number) =>
  z
    .strictObject({
      line_1: z.string().min(1).max(35),
      line_2: z.string().max(35).optional(),
      state: z.string().max(200).optional(),
      city: z.string().min(1).max(200),
      postal_code: z.string().optional(),
      country_alpha2: country,
      contact_name: z.string().max(contact),
      company_name: z.string().max(company).optional(),
      contact_phone: z.string().max(20).optional(),
      contact_email: z.email().max(50).optional(),
    })
    .refine((a) => a.state !== undefined || !WITH_STATES.has(a.country_alpha2), {
      path: ['state'],
      error: 'state can’t be blank',
    });
const origin = address(22, 27);
export type SimAddress = z.infer<typeof origin>;

const item = z
  .strictObject({
    description: z.string().min(1).max(200),
    category: z.string().max(200).optional(),
    hs_code: z.string().optional(),
    sku: z.string().max(100).optional(),
    contains_battery_pi966: z.boolean().optional(),
    contains_battery_pi967: z.boolean().optional(),
    origin_country_alpha2: country.optional(),
    quantity: z.number().int().min(1),
    actual_weight: z.number().positive(),
    declared_currency: currency,
    declared_customs_value: z.number().positive(),
  })
  .refine((i) => i.category !== undefined || i.hs_code !== undefined, {
    path: ['category'],
    error: 'category or hs_code is required',
  });

const parcel = z.strictObject({
  total_actual_weight: z.number().positive(),
  box: z.strictObject({ length: z.number().positive(), width: z.number().positive(), height: z.number().positive() }),
  items: z.array(item).min(1).max(200),
});

const units = z.strictObject({ weight: z.literal('kg'), dimensions: z.literal('cm') });
const common = {
  origin_address: origin,
  destination_address: address(50, 50),
  incoterms: z.enum(['DDU', 'DDP']),
  insurance: z.strictObject({
    is_insured: z.boolean(),
    insured_amount: z.number().positive().optional(),
    insured_currency: currency.optional(),
  }),
  set_as_residential: z.boolean().optional(),
  parcels: z.array(parcel).min(1),
};

export const ratesRequest = z.strictObject({
  ...common,
  courier_settings: z.strictObject({ apply_shipping_rules: z.boolean(), show_courier_logo_url: z.boolean() }),
  shipping_settings: z.strictObject({ units, output_currency: currency.optional() }),
});
export type RatesMessage = z.infer<typeof ratesRequest>;

const taxNumber = z.string().optional();
export const shipmentRequest = z.strictObject({
  ...common,
  return_address: origin.optional(),
  eei_reference: z.string().optional(),
  consignee_tax_id: taxNumber,
  regulatory_identifiers: z.strictObject({ eori: taxNumber, ioss: taxNumber, vat_number: taxNumber }),
  buyer_regulatory_identifiers: z.strictObject({ ein: taxNumber, ssn: taxNumber, vat_number: taxNumber }),
  order_data: z.strictObject({
    platform_order_number: z.string().max(200),
    seller_notes: z.string().optional(),
  }),
  courier_settings: z.strictObject({
    courier_service_id: uuid,
    allow_fallback: z.boolean(),
    apply_shipping_rules: z.boolean(),
  }),
  shipping_settings: z.strictObject({ units, buy_label: z.boolean() }),
});
export type ShipmentMessage = z.infer<typeof shipmentRequest>;

export const labelRequest = z.strictObject({
  courier_service_id: uuid,
  printing_options: z.strictObject({
    format: z.enum(['png', 'pdf', 'url', 'zpl']),
    label: z.enum(['4x6', 'A4', 'A5']),
    commercial_invoice: z.enum(['4x6', 'A4']),
    packing_slip: z.enum(['4x6', 'A4', 'none']),
  }),
});

export const addressRequest = z.strictObject({
  line_1: z.string().min(1).max(35),
  line_2: z.string().max(35).optional(),
  state: z.string().max(200).optional(),
  city: z.string().min(1).max(200),
  postal_code: z.string().optional(),
  country_alpha2: country,
});
export type AskedAddress = z.infer<typeof addressRequest>;

export const dutiesRequest = z.strictObject({
  origin_country_alpha2: country,
  destination_country_alpha2: country,
  currency: currency.optional(),
  insurance_fee: z.number().min(0),
  shipment_charge: z.number().min(0),
  items: z
    .array(
      z.strictObject({
        duty_origin_country_alpha2: country,
        hs_code: z.string().regex(/^\d{8}(\d{2})?$/),
        customs_value: z.number().min(0),
      }),
    )
    .min(1),
});
export type DutiesMessage = z.infer<typeof dutiesRequest>;

const shipmentIds = z.array(z.string().regex(/^ES\w{2}\d{7,}$/));
const clock = z.string().regex(/^\d{2}:\d{2}$/);
export const pickupRequest = z
  .strictObject({
    courier_service_id: uuid,
    time_slot_id: uuid.nullish(),
    selected_date: z.iso.date(),
    selected_from_time: clock.nullish(),
    selected_to_time: clock.nullish(),
    easyship_shipment_ids: shipmentIds.min(1),
  })
  .refine((p) => Boolean(p.time_slot_id) || Boolean(p.selected_from_time && p.selected_to_time), {
    path: ['time_slot_id'],
    error: 'time_slot_id or selected_from_time and selected_to_time are required',
  });

export const manifestRequest = z.strictObject({ courier_id: uuid, shipment_ids: shipmentIds.optional() });

/** @throws SimRefusal 422 naming the first wrong member */
export const accept = accepting((issue) => {
  const where = issue.path.join('/');
  return new SimRefusal(422, 'invalid_content', `${where}: ${issue.message}`);
});
