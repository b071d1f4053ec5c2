/** What the API accepts, from its samples: known members, their types, what every sample has. Refused with 400 and words. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().trim().min(1).max(100);
const line = z.string().trim().min(1).max(50);
const optional = line.optional();
const country = z.string().regex(/^[A-Z]{2}$/);
const product = z.enum(['19', '65', '66']);

const account = {
  accountNumber: text,
  subAccountNumber: text.optional(),
  processingLocation: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
};

/** Query parameters: numbers are text on the wire. */
const positive = z.string().regex(/^\d{1,6}(\.\d{1,6})?$/);
export const rateRequest = z.strictObject({
  ...account,
  recipientPostalCode: z.string().max(20),
  recipientCountryCode: country,
  totalPackageWeight: positive,
  weightUnit: z.enum(['Lb', 'Kg']),
  dimLength: positive.optional(),
  dimWidth: positive.optional(),
  dimHeight: positive.optional(),
  dimUnit: z.enum(['IN', 'CM']).optional(),
  productCode: z.union([product, z.literal('*')]),
});
export type RateRequest = z.infer<typeof rateRequest>;

const item = z.strictObject({
  sku: text,
  itemDescription: text,
  unitPrice: z.number().nonnegative(),
  quantity: z.int().positive(),
  unitWeight: z.number().nonnegative(),
  countryOfOrigin: country,
  htsNumber: z.string().max(20).optional(),
});

export const packageRequest = z.strictObject({
  ...account,
  includeRate: z.boolean().optional(),
  labelType: z.enum(['PDF', 'PNG', 'ZPL']),
  orderNumber: optional,
  dispatchNumber: optional,
  packageID: text,
  recipientTaxID: optional,
  returnFirstName: optional,
  returnLastName: optional,
  returnCompanyName: optional,
  returnAddressLine1: line,
  returnAddressLine2: optional,
  returnAddressLine3: optional,
  returnCity: line,
  returnProvince: optional,
  returnPostalCode: optional,
  returnCountryCode: country,
  returnPhone: optional,
  returnEmail: optional,
  recipientFirstName: line,
  recipientLastName: line,
  recipientBusinessName: optional,
  recipientAddressLine1: line,
  recipientAddressLine2: optional,
  recipientAddressLine3: optional,
  recipientCity: line,
  recipientProvince: optional,
  recipientPostalCode: optional,
  recipientCountryCode: country,
  recipientPhone: optional,
  recipientEmail: optional,
  totalPackageWeight: z.number().positive(),
  weightUnit: z.enum(['Lb', 'Kg']),
  dimLength: z.number().positive().optional(),
  dimWidth: z.number().positive().optional(),
  dimHeight: z.number().positive().optional(),
  dimUnit: z.enum(['IN', 'CM']).optional(),
  totalPackageValue: z.number().nonnegative().optional(),
  currencyType: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional(),
  productCode: product,
  customerReferenceNumber1: optional,
  customerReferenceNumber2: optional,
  customerReferenceNumber3: optional,
  contentType: z.enum(['M', 'D']).optional(),
  packageContentDescription: optional,
  vatNumber: optional,
  sellerName: optional,
  sellerAddressLine1: optional,
  sellerAddressLine2: optional,
  sellerAddressLine3: optional,
  sellerCity: optional,
  sellerProvince: optional,
  sellerPostalCode: optional,
  sellerCountryCode: country.optional(),
  sellerPhone: optional,
  sellerEmail: optional,
  items: z.array(item).optional(),
});
export type PackageRequest = z.infer<typeof packageRequest>;

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting(
  (issue) => new SimRefusal(400, '400', `${issue.path.join('.') || 'body'} is not valid`),
);
