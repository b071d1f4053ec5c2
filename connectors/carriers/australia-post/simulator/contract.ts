/** What the documents refuse: required members, lengths and lists of words. Refused with 400, a code and a field. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = (most: number): z.ZodOptional<z.ZodString> => z.string().max(most).optional();
const flag = z.boolean().optional();

const address = z.object({
  name: z.string().min(1).max(40),
  business_name: text(40),
  lines: z.array(z.string().max(60)).min(1).max(3),
  suburb: z.string().min(1).max(40),
  state: text(40),
  postcode: z.string().max(10),
  country: text(2),
  phone: text(20),
  email: text(50),
});

const cover = z
  .object({
    TRANSIT_COVER: z.object({ attributes: z.object({ cover_amount: z.number().positive() }) }).optional(),
  })
  .optional();

const content = z.object({
  description: z.string().min(1).max(40),
  quantity: z.number().int().min(1),
  value: z.number().min(0).max(9999.99),
  weight: z.number().positive().optional(),
  tariff_code: text(12),
  country_of_origin: text(2),
  sku: text(50),
});

const measures = {
  item_reference: text(50),
  length: z.number().positive().max(105),
  width: z.number().positive().max(105),
  height: z.number().positive().max(105),
  weight: z.number().positive(),
  features: cover,
};

const item = z.object({
  ...measures,
  product_id: z.string().max(10),
  authority_to_leave: flag,
  allow_partial_delivery: flag,
  contains_dangerous_goods: flag,
  classification_type: z.enum(['DOCUMENT', 'GIFT', 'SAMPLE', 'OTHER', 'RETURN', 'SALE_OF_GOODS']).optional(),
  commercial_value: flag,
  description_of_other: text(40),
  invoice_number: text(35),
  import_reference_number: text(50),
  item_contents: z.array(content).min(1).max(20).optional(),
});

const shipment = z.object({
  shipment_reference: text(50),
  customer_reference_1: text(50),
  customer_reference_2: text(50),
  email_tracking_enabled: flag,
  from: address,
  to: address,
  items: z.array(item).min(1).max(20),
});
export type ShipmentRequest = z.infer<typeof shipment>;
export type ItemRequest = z.infer<typeof item>;

export const shipmentsRequest = z.object({ shipments: z.array(shipment).min(1) });

const place = z.object({ postcode: z.string().max(10), suburb: text(40), country: text(2) });
export const pricesRequest = z.object({ from: place, to: place, items: z.array(z.object(measures)).min(1).max(20) });

export const labelsRequest = z.object({
  wait_for_label_url: flag,
  preferences: z
    .array(
      z.object({
        type: z.literal('PRINT'),
        format: z.enum(['PDF', 'ZPL']).optional(),
        groups: z
          .array(
            z.object({
              group: z.enum(['Parcel Post', 'Express Post', 'International', 'Commercial', 'StarTrack']),
              layout: z.enum(['A4-1pp', 'A4-3pp', 'A4-4pp', 'A6-1pp']),
              branded: z.boolean(),
              left_offset: z.number().int(),
              top_offset: z.number().int(),
            }),
          )
          .min(1),
      }),
    )
    .min(1),
  shipments: z.array(z.object({ shipment_id: z.string() })).min(1),
});

export const ordersRequest = z.object({
  order_reference: text(50),
  payment_method: z.literal('CHARGE_TO_ACCOUNT').optional(),
  shipments: z
    .array(z.object({ shipment_id: z.string() }))
    .min(1)
    .max(2000),
});

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) => {
  const field = issue.path.join('.');
  return new SimRefusal(400, '40002', `${field} ${issue.message}`, field);
});

export const refused = (status: number, code: string, message: string, field?: string): SimRefusal =>
  new SimRefusal(status, code, message, field);
