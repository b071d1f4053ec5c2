/** What ShipIT accepts, from its documentation and the requests GLS checked: members, lengths, forms. Refused as ShipIT refuses. */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal, type SimRequest } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

/** Forbidden in texts: they "can cause issues at parcel operations". */
const FORBIDDEN = /[\\"{},;()|\n]/;
const text = (most: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(most, `Value is too long. Maximum is ${most}`)
    .refine((value) => !FORBIDDEN.test(value));
const day = z.iso.date();
const country = z.string().regex(/^[A-Z]{2}$/);
const template = z.enum(['NONE', 'ZPL_200', 'ZPL_300']);

const address = z.strictObject({
  Name1: text(40),
  Name2: text(40).optional(),
  Name3: text(40).optional(),
  CountryCode: country,
  Province: text(40).optional(),
  ZIPCode: text(10),
  City: text(40),
  Street: text(40),
  StreetNumber: text(40).optional(),
  eMail: z.email().max(80).optional(),
  ContactPerson: text(40).optional(),
  FixedLinePhonenumber: text(35).optional(),
  MobilePhoneNumber: text(35).optional(),
});
export type AddressMessage = z.infer<typeof address>;

const named = (...names: readonly [string, ...string[]]) => z.strictObject({ ServiceName: z.enum(names) });

const unitService = z.strictObject({
  AddonLiability: z
    .strictObject({
      ServiceName: z.literal('service_addonliability'),
      Amount: z.number().positive(),
      Currency: z.string().regex(/^[A-Z]{3}$/),
      ParcelContent: text(255).optional(),
    })
    .optional(),
  LimitedQuantities: z
    .strictObject({ ServiceName: z.literal('service_limitedquantities'), Weight: z.number().positive().optional() })
    .optional(),
});

const FLAGS = [
  'service_flexdelivery',
  'service_guaranteed24',
  'service_addresseeonly',
  'service_signature',
  'service_Saturday',
  'service_0800',
  'service_0900',
  'service_1000',
  'service_1200',
  'service_saturday_0900',
  'service_saturday_1000',
  'service_saturday_1200',
] as const;

const shipmentService = z.union([
  z.strictObject({ Service: named(...FLAGS) }),
  z.strictObject({
    ShopReturn: z.strictObject({ ServiceName: z.literal('service_shopreturn'), NumberOfLabels: z.int().positive() }),
  }),
  z.strictObject({
    PickAndReturn: z.strictObject({ ServiceName: z.literal('service_pickandreturn'), PickupDate: day }),
  }),
]);

const shipment = z.strictObject({
  ShipmentReference: z.array(text(40)).optional(),
  ShippingDate: day.optional(),
  IncotermCode: z
    .string()
    .regex(/^\d\d$/)
    .optional(),
  Identifier: text(40).optional(),
  // Mandatory in the documentation, and missing in two of the requests GLS checked.
  Middleware: text(40).optional(),
  Product: z.enum(['PARCEL', 'EXPRESS']),
  Consignee: z.strictObject({
    ConsigneeID: text(40).optional(),
    Category: z.enum(['BUSINESS', 'PRIVATE']).optional(),
    Address: address,
  }),
  // The shipper's own address is refused from contacts that have one of their own.
  Shipper: z.strictObject({ ContactID: text(20), AlternativeShipperAddress: address.optional() }),
  ShipmentUnit: z
    .array(
      z.strictObject({
        ShipmentUnitReference: z.array(text(40)).optional(),
        Weight: z.number().gt(0.1).lt(99).multipleOf(0.01),
        Note1: text(50).optional(),
        Note2: text(50).optional(),
        Service: z.array(unitService).optional(),
      }),
    )
    .min(1)
    .max(150),
  Service: z.array(shipmentService).optional(),
  Return: z.strictObject({ Address: address }).optional(),
});
export type ShipmentMessage = z.infer<typeof shipment>;

const printing = z.strictObject({
  ReturnLabels: z.strictObject({ TemplateSet: template, LabelFormat: z.enum(['PDF', 'PNG', 'PNG_200', 'ZEBRA']) }),
});

export const createRequest = z.strictObject({ Shipment: shipment, PrintingOptions: printing });
export const validateRequest = z.strictObject({ Shipment: shipment });

const identifiers = {
  TrackID: text(8).optional(),
  ParcelNumber: z
    .string()
    .regex(/^\d{11,12}$/)
    .optional(),
  ShipmentReference: text(40).optional(),
  ShipmentUnitReference: text(40).optional(),
};
const identified = (value: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(identifiers).some((name) => value[name] !== undefined);

export const reprintRequest = z
  .strictObject({ ...identifiers, CreationDate: day.optional(), PrintingOptions: printing })
  .refine(identified);
export const podRequest = z.strictObject(identifiers).refine(identified);

const place = z.strictObject({ CountryCode: country, ZIPCode: text(10) });
export const allowedRequest = z.strictObject({ Source: place, Destination: place, ContactID: text(20).optional() });

export const collectionRequest = z.strictObject({
  ContactID: text(20),
  PreferredPickUpDate: day,
  NumberOfParcels: z.int().positive(),
  Product: z.enum(['PARCEL', 'EXPRESS']),
  ExpectedTotalWeight: z.number().positive().optional(),
  ContainsHazGoods: z.boolean().optional(),
  AdditionalInformation: z.string().min(1).optional(),
});

export const refuse = (code: string, message: string, field?: string): SimRefusal =>
  new SimRefusal(400, code, message, field);

/** @throws SimRefusal 400 naming the first wrong field by its path */
export const accept = accepting((issue) => {
  const at = issue.path.join('.');
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message))
    return refuse('MANDATORY_PARAMETER_NOT_SET', `The Mandatory parameter ${at} is not set`, at);
  return refuse('INVALID_FIELD_VALUE', `Invalid field ${at}. ${issue.message}`, at);
});

export function shipItBody(request: SimRequest): unknown {
  if (!/^application\/glsversion1\+json\b/i.test(request.headers['content-type'] ?? ''))
    throw new SimRefusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/glsVersion1+json');
  try {
    return JSON.parse(request.text()) as unknown;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw refuse('INVALID_FIELD_VALUE', 'The body is not JSON');
  }
}
