/**
 * What the contracts of shipping 2.1.13, returns 1.0.9 and pickup 3.0.0 refuse, written down by hand for the parts our
 * requests use: required members, types, lengths, lists of codes. Rules of DHL's own are in rules.ts.
 */
import { alpha3Of, COUNTRIES } from '@scanship/domain/addresses/countries';
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = (most: number, least = 0): z.ZodString => z.string().min(least).max(most);
const int32 = z.number().int().min(-2_147_483_648).max(2_147_483_647);
/** Days that exist, as the format "date" has it. */
const day = z.iso.date();

const ISO_3: ReadonlySet<string> = new Set(COUNTRIES.map(({ code }) => alpha3Of(code) ?? ''));
/** The contract lacks Kosovo and a few territories without post; UNKNOWN is a code of its. */
const NOT_LISTED: ReadonlySet<string> = new Set(['XKX', 'ATA', 'ATF', 'ESH', 'IOT', 'SGS', 'UMI']);
const country = z.string().refine((code) => code === 'UNKNOWN' || (ISO_3.has(code) && !NOT_LISTED.has(code)));
const postalCode = text(10, 3).regex(/^[0-9A-Za-z]+([ -]?[0-9A-Za-z]+)*$/);
const currency = z.string().regex(/^[A-Z]{3}$/);
const value = z.object({ currency, value: z.number().min(0).max(100_000) });
const weight = z.object({ uom: z.enum(['g', 'kg']), value: z.number().min(0).max(31_500) });
const billingNumber = z.string().regex(/\w{10}\d{2}\w{2}/);

const names = { name1: text(50, 1), name2: text(50, 1).optional(), name3: text(50, 1).optional() };
const place = { addressStreet: text(50, 1), addressHouse: text(10, 1).optional(), city: text(40, 1), country };
const shipper = z.object({
  ...names,
  ...place,
  postalCode: postalCode.optional(),
  contactName: text(80, 3).optional(),
  email: text(80, 3).optional(),
});
const contactAddress = z.object({
  ...names,
  ...place,
  dispatchingInformation: text(35, 1).optional(),
  additionalAddressInformation1: text(60, 1).optional(),
  additionalAddressInformation2: text(60, 1).optional(),
  postalCode: postalCode.optional(),
  state: text(20, 1).optional(),
  contactName: text(80, 3).optional(),
  phone: text(20, 1).optional(),
  email: text(80, 3).optional(),
});
const postNumber = z.string().regex(/^[0-9]{6,10}$/);
const locker = z.object({
  name: text(50, 1),
  lockerID: z.number().int().min(100).max(999),
  postNumber,
  city: text(40),
  country: country.optional(),
  postalCode,
});
const postOffice = z.object({
  name: text(50, 1),
  retailID: z.number().int().min(401).max(999),
  postNumber: postNumber.optional(),
  email: text(80, 3).optional(),
  city: text(80),
  country: country.optional(),
  postalCode,
});

const commodity = z.object({
  itemDescription: text(256, 1),
  countryOfOrigin: country.optional(),
  hsCode: text(11, 6).optional(),
  packagedQuantity: int32,
  itemValue: value,
  itemWeight: weight,
});
const customs = z.object({
  invoiceNo: text(35).optional(),
  exportType: z.enum(['OTHER', 'PRESENT', 'COMMERCIAL_SAMPLE', 'DOCUMENT', 'RETURN_OF_GOODS', 'COMMERCIAL_GOODS']),
  exportDescription: text(80).optional(),
  shippingConditions: z.enum(['DAP', 'DDP']).optional(),
  postalCharges: value,
  shipperCustomsRef: text(35).optional(),
  consigneeCustomsRef: text(35).optional(),
  items: z.array(commodity).min(1).max(99),
});
const services = z.object({
  visualCheckOfAge: z.enum(['A16', 'A18']).optional(),
  signedForByRecipient: z.boolean().optional(),
  additionalInsurance: value.optional(),
  bulkyGoods: z.boolean().optional(),
  postalDeliveryDutyPaid: z.boolean().optional(),
});

const shipment = z.object({
  product: z.enum(['V01PAK', 'V53WPAK', 'V54EPAK', 'V62WP', 'V62KP', 'V66WPI']).optional(),
  billingNumber: billingNumber.optional(),
  refNo: text(35, 8).optional(),
  costCenter: text(50).optional(),
  shipDate: day.optional(),
  shipper: shipper.optional(),
  consignee: z.union([contactAddress, locker, postOffice]).optional(),
  details: z
    .object({
      dim: z.object({ uom: z.enum(['cm', 'mm']), height: int32, length: int32, width: int32 }).optional(),
      weight,
    })
    .optional(),
  services: services.optional(),
  customs: customs.optional(),
});
export type SimShipment = z.infer<typeof shipment>;
export const shipmentOf = (data: unknown): SimShipment => shipment.parse(data);

export const orderRequest = z.object({ profile: text(35), shipments: z.array(shipment).min(1).max(30) });
export const manifestRequest = z.object({
  profile: text(35),
  shipmentNumbers: z.array(z.string()).min(1).max(30).optional(),
  billingNumber: z.string().optional(),
});

const returnWeight = z.object({ uom: z.enum(['g', 'kg']), value: z.number().min(0.001).max(31_500).multipleOf(0.001) });
export const returnRequest = z.object({
  receiverId: text(50),
  customerReference: text(50).optional(),
  shipmentReference: text(50).optional(),
  shipper: z.object({
    name1: text(50, 1),
    name2: text(50).optional(),
    name3: text(50).optional(),
    addressStreet: text(50, 1),
    addressHouse: text(10, 1),
    city: text(40, 1),
    email: z.email().min(3).max(70).optional(),
    phone: text(20, 1).optional(),
    postalCode,
    state: text(20).optional(),
  }),
  itemWeight: returnWeight.optional(),
});

const clock = z
  .string()
  .regex(/^\d{2}:\d{2}$/)
  .optional();
export const pickupRequest = z.object({
  customerDetails: z
    .object({
      accountNumber: z
        .string()
        .regex(/\d{10}/)
        .optional(),
      billingNumber: z.string().regex(/\d{10}\d{2}\w{2}/),
    })
    .optional(),
  pickupLocation: z.object({
    type: z.literal('Address'),
    pickupAddress: z.object({
      name1: text(50),
      name2: text(50).optional(),
      addressStreet: text(70),
      addressHouse: text(10),
      postalCode: text(7),
      city: text(35),
      country: text(2, 2).optional(),
      state: text(35).optional(),
    }),
  }),
  businessHours: z
    .array(z.object({ timeFrom: clock, timeUntil: clock }))
    .max(3)
    .optional(),
  contactPerson: z
    .array(z.object({ name: text(50).optional(), phone: text(50).optional(), email: text(250).optional() }))
    .max(2)
    .optional(),
  pickupDetails: z.object({
    pickupDate: z.union([
      z.object({ type: z.literal('Date'), value: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }),
      z.object({ type: z.literal('ASAP') }),
    ]),
    totalWeight: z.object({ uom: z.enum(['g', 'kg']), value: z.number() }).optional(),
    comment: text(100).optional(),
  }),
  shipmentDetails: z.object({
    shipments: z
      .array(
        z.object({
          transportationType: z.enum(['PAKET', 'ROLLBEHAELTER', 'WECHSELBEHAELTER', 'PALETTEN', 'SPERRGUT']),
          shipmentNo: z.string().optional(),
          size: z.enum(['S', 'M', 'L']).optional(),
          customerReference: text(20).optional(),
        }),
      )
      .min(1)
      .optional(),
  }),
});
export type SimPickup = z.infer<typeof pickupRequest>;

/** @throws SimRefusal 400 naming the first wrong member */
export const accept = accepting((issue) => {
  const where = issue.path.join('.');
  return new SimRefusal(400, 'schema', `${where}: ${issue.message}`.slice(0, 80), where);
});
