/** What the contract refuses, written down by hand: required members and lists of words. Refused with 422, as UniUni does. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const address = z.object({
  address1: z.string(),
  address2: z.string().optional(),
  city: z.string(),
  province: z.string(),
  postalCode: z.string(),
  country: z.string(),
});
const dimensions = z.object({
  length: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  dimensionUnit: z.enum(['CM', 'INCH', 'M', 'FT']).optional(),
});
const weight = z.object({ value: z.number(), weightUnit: z.enum(['G', 'KG', 'LB', 'OZ']) });

export const quoteRequest = z.object({
  address,
  dimensions: dimensions.optional(),
  packagingId: z.number().optional(),
  weight,
  postageType: z.enum(['STANDARD', 'USPS Ground Advantage', 'PostNL International Packet Tracked']),
});

export const createRequest = z.object({
  recipient: z.object({
    name: z.string(),
    phone: z.string().optional(),
    email: z.email().optional(),
    signature: z.boolean().optional(),
  }),
  address,
  dimensions: dimensions.optional(),
  packagingId: z.number().int().optional(),
  weight,
  postageType: z.enum([
    'PUBLICATION',
    'SAME DAY',
    'NEXT DAY',
    'STANDARD',
    'USPS Ground Advantage',
    'PostNL International Packet Tracked',
    'OTHER',
  ]),
  note: z.string().max(200).optional(),
  insuranceRequired: z.boolean().optional(),
  shipmentLineItems: z
    .array(
      z.object({
        description: z.string(),
        quantity: z.number().int(),
        unit_value: z.number(),
        currency: z.enum(['CAD', 'USD']),
        hs_code: z.string().optional(),
        country_of_origin: z.string().optional(),
        sku: z.string().optional(),
      }),
    )
    .min(1),
  orderNumber: z.string().optional(),
});
export type CreateRequest = z.infer<typeof createRequest>;

export const batchRequest = z.object({
  batchName: z.string().optional(),
  shipments: z.array(z.string()).optional(),
});

/** @throws SimRefusal 422 naming the first wrong member */
export const accept = accepting((issue) => new SimRefusal(422, '422', `${issue.path.join('.')} ${issue.message}`));

/** A refusal in the envelope: status 200, code not 0. */
export const refused = (code: number, message: string): SimRefusal => new SimRefusal(200, String(code), message);
