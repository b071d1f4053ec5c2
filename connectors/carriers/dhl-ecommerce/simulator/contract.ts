/** What the API demands, from its SDK and documents: required members, words. Refused with 400.0204003 and the member. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(200);
const country = z.string().regex(/^[A-Z]{2}$/);
const amount = z.number().min(0);

const place = {
  address1: text,
  address2: z.string().optional(),
  address3: z.string().optional(),
  city: text,
  state: z.string().optional(),
  country,
  postalCode: z.string(),
  email: z.string().optional(),
  phone: z.string().optional(),
};
const consignee = z
  .object({ ...place, name: z.string().optional(), companyName: z.string().optional() })
  .refine((a) => a.country !== 'US' || (a.state ?? '') !== '', {
    path: ['state'],
    error: 'required key [state] not found',
  })
  .refine((a) => (a.name ?? a.companyName ?? '') !== '', { path: ['name'], error: 'required key [name] not found' });
const returnAddress = z.object({ ...place, companyName: text, name: z.string().optional() });

const parcel = {
  pickup: z.string().regex(/^\d{5,10}$/),
  distributionCenter: z.string().regex(/^[A-Z]{5}\d$/),
  consigneeAddress: consignee,
  returnAddress,
  packageDetail: z.object({
    packageId: z.string().regex(/^[A-Za-z0-9-]{1,30}$/),
    packageDescription: z.string().max(50).optional(),
    billingReference1: z.string().max(50).optional(),
    weight: z.object({ value: z.number().positive(), unitOfMeasure: z.enum(['LB', 'OZ', 'KG', 'G']) }),
    dimension: z
      .object({
        length: z.number().positive(),
        width: z.number().positive(),
        height: z.number().positive(),
        unitOfMeasure: z.enum(['IN', 'CM']),
      })
      .optional(),
    shippingCost: z
      .object({ currency: z.string().length(3), declaredValue: amount.optional(), dutiesPaid: z.boolean().optional() })
      .optional(),
  }),
  customsDetails: z
    .array(
      z.object({
        itemDescription: text,
        countryOfOrigin: country,
        packagedQuantity: z.number().int().positive(),
        itemValue: amount,
        currency: z.string().length(3),
        hsCode: z.string().optional(),
        skuNumber: z.string().optional(),
      }),
    )
    .optional(),
};
const day = z.iso.date();
const abroadNeedsCustoms = (asked: {
  readonly consigneeAddress: { readonly country: string };
  readonly customsDetails?: readonly unknown[] | undefined;
}): boolean => asked.consigneeAddress.country === 'US' || (asked.customsDetails?.length ?? 0) > 0;
const CUSTOMS = { path: ['customsDetails'], error: 'required key [customsDetails] not found' };

export const productsRequest = z
  .object({
    ...parcel,
    orderedProductId: z.string().optional(),
    rate: z.object({ calculate: z.boolean(), currency: z.literal('USD').optional(), rateDate: day.optional() }),
    estimatedDeliveryDate: z.object({ calculate: z.boolean(), expectedShipDate: day.optional() }).optional(),
  })
  .refine(abroadNeedsCustoms, CUSTOMS);
export const labelRequest = z
  .object({ ...parcel, orderedProductId: z.string().regex(/^[A-Z]{3}$/) })
  .refine(abroadNeedsCustoms, CUSTOMS);
export type LabelRequest = z.infer<typeof labelRequest>;
export type ProductsRequest = z.infer<typeof productsRequest>;

export const manifestRequest = z.object({
  pickup: z.string().regex(/^\d{5,10}$/),
  manifests: z.array(
    z.object({ packageIds: z.array(z.string()).optional(), dhlPackageIds: z.array(z.string()).optional() }),
  ),
});

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) => new SimRefusal(400, '400.0204003', issue.message, issue.path.join('/')));
