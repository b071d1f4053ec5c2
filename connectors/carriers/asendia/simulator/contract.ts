/** What the contract accepts: members, their types and lengths. Refused with 400 and a problem document. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = (most: number) => z.string().max(most);

const address = z.strictObject({
  name: text(50),
  company: text(50).optional(),
  address1: text(50),
  address2: text(50).optional(),
  address3: text(50).optional(),
  postalCode: text(20).optional(),
  city: text(30),
  province: text(50).optional(),
  country: text(2),
  email: text(70).optional(),
  mobile: text(25).optional(),
  phone: text(25).optional(),
});
export type AddressMessage = z.infer<typeof address>;

const item = z.strictObject({
  articleDescription: text(150).optional(),
  articleUrl: text(50).optional(),
  articleNumber: z.string().optional(),
  articleComposition: text(200).optional(),
  unitValue: z.number().optional(),
  currency: text(3).optional(),
  harmonizationCode: text(20).optional(),
  originCountry: text(2).optional(),
  unitWeight: z.number().optional(),
  quantity: z.number().optional(),
  volatileOrganicCompoundInGrams: z.int().nonnegative().optional(),
  destinationTariffCode: text(20).optional(),
});

export const parcelRequest = z.strictObject({
  customerId: text(255).optional(),
  labelType: text(10),
  labelRotation: z.enum(['PORTRAIT', 'LANDSCAPE_90', 'PORTRAIT_180', 'LANDSCAPE_270']).optional(),
  referencenumber: text(50),
  sequencenumber: text(15).optional(),
  senderEORI: text(19).optional(),
  sellerEORI: text(19).optional(),
  euDDSReferenceNumber: text(19).optional(),
  senderTaxId: z.string().optional(),
  receiverTaxId: z.string().optional(),
  weight: z.number(),
  shippingCost: z.number().optional(),
  asendiaService: z.strictObject({
    format: text(3),
    product: text(50),
    service: text(50),
    options: z.array(z.string()).optional(),
    insurance: text(255).optional(),
    returnLabelOption: z
      .strictObject({ enabled: z.boolean(), type: z.string().optional(), payment: z.string().optional() })
      .optional(),
  }),
  addresses: z.strictObject({
    sender: address.optional(),
    receiver: address,
    importer: address.optional(),
    seller: address.optional(),
  }),
  customsInfo: z.strictObject({ currency: text(3).optional(), items: z.array(item).optional() }),
});
export type ParcelRequest = z.infer<typeof parcelRequest>;

export const loginRequest = z.strictObject({
  username: z.string().min(1).max(50),
  password: z.string().min(4).max(100),
});
export const manifestRequest = z.array(z.guid());

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting(
  (issue) => new SimRefusal(400, 'error.validation', 'is not valid', issue.path.join('.') || 'body'),
);
