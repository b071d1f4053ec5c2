/** What the API accepts, from its samples: known members, their types, what every sample has. Refused with 400 and the field. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(100);
const optional = z.string().max(200).optional();

const POSTAL: Readonly<Record<string, RegExp>> = {
  CA: /^[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d$/,
  US: /^\d{5}(-?\d{4})?$/,
};

const party = z
  .strictObject({
    attention: text,
    company: text,
    address1: text,
    address2: optional,
    city: text,
    province: z.string().regex(/^([A-Z]{2}-)?[A-Z0-9]{0,3}$/),
    country: z.string().regex(/^[A-Z]{2}$/),
    zip: text,
    email: z.email().optional(),
    phone: optional,
    instructions: optional,
    residential: z.boolean().optional(),
    tailgateRequired: z.boolean().optional(),
    confirmDelivery: z.boolean().optional(),
    notifyRecipient: z.boolean().optional(),
  })
  .refine((a) => POSTAL[a.country]?.test(a.zip.toUpperCase()) !== false, { path: ['zip'], error: 'is not valid' })
  .refine((a) => POSTAL[a.country] === undefined || a.province !== '', { path: ['province'], error: 'is required' });

const size = z.int().positive().max(1000);
const pack = z.strictObject({
  length: size,
  width: size,
  height: size,
  dimensionUnit: z.enum(['CM', 'IN']).optional(),
  weight: z.int().positive().max(10_000),
  weightUnit: z.enum(['KG', 'LB']).optional(),
  type: optional,
  insuranceAmount: z.number().optional(),
  description: optional,
  harmonizedCode: optional,
  skuCode: optional,
});

const customs = z.strictObject({
  contact: z.strictObject({
    contactCompany: text,
    contactName: text,
    phone: optional,
    brokerName: optional,
    brokerTaxId: optional,
    recipientTaxId: optional,
  }),
  items: z.strictObject({
    item: z
      .array(
        z.strictObject({
          hsnCode: z
            .string()
            .regex(/^[\d.]{4,14}$/)
            .optional(),
          description: text,
          originCountry: z.string().regex(/^[A-Z]{2}$/),
          quantity: z.int().positive().max(99_999),
          unitPrice: z.number().nonnegative().max(10_000_000),
          skuCode: optional,
        }),
      )
      .min(1),
    currency: z.string().regex(/^[A-Z]{3}$/),
  }),
  dutiesTaxes: z.strictObject({
    dutiable: z.boolean(),
    billTo: z.enum(['shipper', 'receiver']),
    accountNumber: optional,
    sedNumber: optional,
  }),
  billingAddress: z.strictObject({
    company: text,
    attention: text,
    address1: text,
    address2: optional,
    city: text,
    province: z.string(),
    country: z.string(),
    zip: text,
    email: optional,
    phone: optional,
  }),
  remarks: optional,
});

export const shipmentRequest = z
  .strictObject({
    scheduledShipDate: z.string().regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/),
    from: party,
    to: party,
    packagingUnit: z.enum(['Metric', 'Imperial']),
    packages: z.strictObject({
      type: z.enum(['Package', 'Envelope', 'Pak', 'Pallet']),
      packages: z.array(pack).min(1),
    }),
    reference1: optional,
    reference2: optional,
    reference3: optional,
    isSaturdayService: z.boolean().optional(),
    serviceId: z.int().positive().optional(),
    customsInformation: customs.optional(),
  })
  .refine((s) => s.from.country === s.to.country || s.customsInformation !== undefined, {
    path: ['customsInformation'],
    error: 'is required',
  });
export type ShipmentRequestMessage = z.infer<typeof shipmentRequest>;

export const cancelRequest = z.strictObject({
  order: z.strictObject({ orderId: text, trackingId: optional, message: optional }),
});

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting(
  (issue) => new SimRefusal(400, 'ERR_VALIDATION', issue.message, issue.path.join('.') || 'body'),
);
