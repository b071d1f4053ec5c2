/**
 * What the API accepts, from its documents: required members, code values. Refused with 422 and the field. Members it does not
 * know it leaves alone, and what it has a default for may be left out: its own client sends no more than addresses and a parcel.
 */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().min(1);
const measure = z.coerce.number().positive();
const address = z
  .object({
    name: text.optional(),
    company: text.optional(),
    street1: text,
    street2: text.optional(),
    city: text,
    state: text.optional(),
    zip: text.optional(),
    country: z.string().regex(/^[A-Z]{2}$/),
    phone: text.optional(),
    email: text.optional(),
    residential: z.boolean().optional(),
  })
  .refine((a) => a.name !== undefined || a.company !== undefined, {
    path: ['name'],
    error: 'name or company is required',
  });

const customsItem = z.object({
  description: text,
  quantity: z.number().int().min(1),
  value: z.coerce.string().regex(/^\d+(\.\d{1,2})?$/),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('USD'),
  weight: measure,
  hs_tariff_number: z.string().optional(),
  origin_country: z.string().regex(/^[A-Z]{2}$/),
  code: z.string().optional(),
});

export const shipmentRequest = z.object({
  shipment: z.object({
    reference: z.string().max(100).optional(),
    is_return: z.boolean().default(false),
    from_address: address,
    to_address: address,
    return_address: address.optional(),
    parcel: z.object({ length: measure, width: measure, height: measure, weight: measure }),
    customs_info: z
      .object({
        contents_type: z.enum(['merchandise', 'documents', 'gift', 'returned_goods', 'sample', 'other']),
        customs_certify: z.union([z.literal(true), z.literal('true')]).transform(() => true as const),
        customs_signer: text,
        eel_pfc: z.string().optional(),
        non_delivery_option: z.enum(['return', 'abandon']).default('return'),
        restriction_type: z.literal('none').default('none'),
        customs_items: z.array(customsItem).min(1),
      })
      .optional(),
    tax_identifiers: z
      .array(
        z.strictObject({
          entity: z.enum(['SENDER', 'RECEIVER']),
          tax_id: text,
          tax_id_type: text,
          issuing_country: z.string().length(2),
        }),
      )
      .optional(),
    options: z
      .object({
        label_format: z.enum(['PDF', 'PNG', 'ZPL', 'EPL2']).default('PNG'),
        label_size: z.string().default('4x6'),
        label_date: z.iso.datetime().optional(),
        delivery_confirmation: z.enum(['SIGNATURE', 'ADULT_SIGNATURE', 'NO_SIGNATURE']).optional(),
        saturday_delivery: z.boolean().optional(),
        incoterm: z
          .enum(['EXW', 'FCA', 'CPT', 'CIP', 'DAT', 'DAP', 'DDP', 'DPU', 'FAS', 'FOB', 'CFR', 'CIF', 'DDU'])
          .optional(),
        hazmat: z
          .enum([
            'PRIMARY_CONTAINED',
            'PRIMARY_PACKED',
            'PRIMARY',
            'SECONDARY_CONTAINED',
            'SECONDARY_PACKED',
            'SECONDARY',
            'ORMD',
            'LIMITED_QUANTITY',
            'LITHIUM',
          ])
          .optional(),
        dry_ice: z.boolean().optional(),
        dry_ice_weight: z
          .string()
          .regex(/^\d+(\.\d+)?$/)
          .optional(),
        duty_payment: z
          .object({
            type: z.enum(['SENDER', 'RECEIVER', 'THIRD_PARTY']),
            account: text,
            country: z.string().length(2).optional(),
            postal_code: text.optional(),
          })
          .refine(({ type, country, postal_code }) => type !== 'THIRD_PARTY' || (country && postal_code), {
            path: ['country'],
            error: 'country and postal_code are required for THIRD_PARTY',
          })
          .optional(),
        invoice_number: z.string().optional(),
        print_custom_1: z.string().optional(),
      })
      .default({ label_format: 'PNG', label_size: '4x6' }),
  }),
});
export type ShipmentMessage = z.infer<typeof shipmentRequest>['shipment'];

export const buyRequest = z.object({ rate: z.object({ id: z.string().regex(/^rate_[0-9a-f]+$/) }) });
export const scanRequest = z.strictObject({
  scan_form: z.strictObject({ shipments: z.array(z.strictObject({ id: z.string().regex(/^shp_[0-9a-f]+$/) })).min(1) }),
});
const amount = z.coerce.string().regex(/^\d+(\.\d{1,2})?$/);
export const insureRequest = z.object({ amount });
/** Bare, or as a data address: EasyPost's own examples have both. */
const files = z.array(z.string().regex(/^(?:data:[a-z]+\/[a-z]+;base64,)?[A-Za-z0-9+/]+=*$/)).optional();
export const claimRequest = z
  .object({
    tracking_code: text,
    type: z.enum(['damage', 'loss', 'theft']),
    amount,
    email_evidence_attachments: files,
    invoice_attachments: files,
    supporting_documentation_attachments: files,
    description: text,
    contact_email: text,
    recipient_name: text.optional(),
    payment_method: z.enum(['easypost_wallet', 'mailed_check']).optional(),
  })
  .refine(({ type, supporting_documentation_attachments: papers }) => type === 'loss' || (papers?.length ?? 0) > 0, {
    path: ['supporting_documentation_attachments'],
    error: 'is required for damage and theft',
  });
export const addressRequest = z.object({ address, verify: z.boolean().optional() });

const localTime = z.string().regex(/^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:00$/);
const shipmentId = z.strictObject({ id: z.string().regex(/^shp_[0-9a-f]+$/) });
export const pickupRequest = z.strictObject({
  pickup: z
    .strictObject({
      reference: z.string().max(100).optional(),
      min_datetime: localTime,
      max_datetime: localTime,
      shipment: shipmentId.optional(),
      batch: z.strictObject({ id: z.string().regex(/^batch_[0-9a-f]+$/) }).optional(),
      address,
      is_account_address: z.boolean(),
      instructions: text.optional(),
    })
    .refine((p) => (p.shipment === undefined) !== (p.batch === undefined), {
      path: ['shipment'],
      error: 'either a shipment or a batch is required',
    })
    .refine((p) => p.max_datetime > p.min_datetime, {
      path: ['max_datetime'],
      error: 'must be later than min_datetime',
    }),
});
export type PickupMessage = z.infer<typeof pickupRequest>['pickup'];
export const pickupBuyRequest = z.strictObject({ carrier: text, service: text });
export const batchRequest = z.strictObject({
  batch: z.strictObject({ reference: z.string().max(100).optional(), shipments: z.array(shipmentId).min(1) }),
});

const webhookSettings = {
  webhook_secret: text.optional(),
  custom_headers: z.array(z.strictObject({ name: text, value: text })).optional(),
};
export const webhookRequest = z.strictObject({ webhook: z.strictObject({ url: z.url(), ...webhookSettings }) });
export const webhookChange = z.strictObject(webhookSettings);

/** @throws SimRefusal 422 naming the first wrong field */
export const accept = accepting((issue) => {
  const field = issue.path.join('.');
  return new SimRefusal(422, 'PARAMETER.INVALID', `${field}: ${issue.message}`, field);
});
