/** What the contract refuses, written down by hand: required members, lengths, ranges and lists of words. Refused with 400. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = (most: number): z.ZodOptional<z.ZodString> => z.string().max(most).optional();
const flag = z.boolean().optional();
/** "multipleOf 0.01", without the error of binary fractions. */
const cents = (most: number): z.ZodNumber => z.number().min(0).max(most).multipleOf(0.01);
const MOST = 999_999;

const address = z.object({
  fullName: text(210),
  companyName: text(100),
  addressLine1: z.string().max(100),
  addressLine2: text(100),
  addressLine3: text(100),
  city: z.string().max(100),
  county: text(100),
  postcode: text(20),
  countryCode: z.string().max(3),
});

const content = z.object({
  name: text(800),
  SKU: text(100),
  quantity: z.number().int().min(1).max(MOST),
  unitValue: cents(MOST).optional(),
  unitWeightInGrams: z.number().int().min(0).max(MOST).optional(),
  customsDescription: text(50),
  extendedCustomsDescription: text(300),
  customsCode: text(10),
  originCountryCode: text(3),
  customsDeclarationCategory: z
    .enum(['none', 'gift', 'commercialSample', 'documents', 'other', 'returnedGoods', 'saleOfGoods', 'mixedContent'])
    .optional(),
});

const parcel = z.object({
  weightInGrams: z.number().int().min(1).max(30_000),
  packageFormatIdentifier: z.string(),
  dimensions: z
    .object({
      heightInMms: z.number().int(),
      widthInMms: z.number().int(),
      depthInMms: z.number().int(),
    })
    .optional(),
  contents: z.array(content).optional(),
});

const postage = z.object({
  sendNotificationsTo: z.enum(['sender', 'recipient', 'billing']).optional(),
  serviceCode: text(10),
  carrierName: text(50),
  serviceRegisterCode: text(2),
  consequentialLoss: z.number().int().min(0).max(10_000).optional(),
  receiveEmailNotification: flag,
  receiveSmsNotification: flag,
  requestSignatureUponDelivery: flag,
  isLocalCollect: flag,
  safePlace: text(90),
  department: text(150),
  AIRNumber: text(50),
  IOSSNumber: text(50),
  requiresExportLicense: flag,
  commercialInvoiceNumber: text(35),
  recipientEoriNumber: z.string().optional(),
});

const importer = z.object({
  companyName: text(100),
  contactName: text(100),
  addressLine1: text(100),
  city: text(100),
  postcode: text(20),
  country: text(100),
  vatNumber: text(15),
  eoriNumber: text(18),
});

const order = z.object({
  orderReference: text(40),
  isRecipientABusiness: flag,
  recipient: z.object({ address: address.optional(), phoneNumber: text(25), emailAddress: text(254) }),
  packages: z.array(parcel).optional(),
  orderDate: z.iso.datetime({ offset: true }),
  plannedDespatchDate: z.iso.datetime({ offset: true }).optional(),
  subtotal: cents(MOST),
  shippingCostCharged: cents(MOST),
  total: cents(MOST),
  customsDutyCosts: cents(99_999.99).optional(),
  currencyCode: text(3),
  postageDetails: postage.optional(),
  tags: z.array(z.object({ key: text(100), value: text(100) })).optional(),
  label: z.object({ includeLabelInResponse: z.boolean(), includeCN: flag, includeReturnsLabel: flag }).optional(),
  importer: importer.optional(),
});
export type OrderRequest = z.infer<typeof order>;

export const ordersRequest = z.object({ items: z.array(order) });
export const manifestRequest = z.object({ carrierName: z.string().optional() });

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) => new SimRefusal(400, '1', `${issue.path.join('.')} ${issue.message}`));
