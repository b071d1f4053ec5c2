/**
 * What the contract of MyDHL API 3.1.1 refuses, written down by hand for the parts our requests use: closed objects, required
 * members, types, lengths, lists of codes. Rules that stand in words are in rules.ts.
 */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal, type SimRequest } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = (most: number, least = 1): z.ZodString => z.string().min(least).max(most);
const BIG = 999_999_999_999_999;

const addressLines = { addressLine2: text(45).optional(), addressLine3: text(45).optional() };
const place = {
  postalCode: text(12, 0),
  cityName: text(45),
  countryCode: text(2, 2),
  provinceCode: text(35, 2).optional(),
};
const rateAddress = z.strictObject({ ...place, addressLine1: text(45).optional(), ...addressLines });
const postalAddress = z.strictObject({ ...place, addressLine1: text(45), ...addressLines });
const contactInformation = z.strictObject({
  email: text(70).optional(),
  phone: text(70),
  companyName: text(100),
  fullName: text(255),
});
const party = z.strictObject({ postalAddress, contactInformation });
const REGISTRATIONS =
  'VAT EIN GST SSN EOR DUN FED STA CNP IE INN KPP OGR OKP MRN SDT FTZ DAN TAN DTF RGP DLI NID PAS MID IMS EIC FTN CIC PEP';
const shipmentParty = z.strictObject({
  postalAddress,
  contactInformation,
  registrationNumbers: z
    .array(
      z.strictObject({
        typeCode: z.enum(REGISTRATIONS.split(' ')),
        number: text(35),
        issuerCountryCode: text(2, 2),
      }),
    )
    .max(50)
    .optional(),
});

const account = z.strictObject({ typeCode: z.enum(['shipper', 'payer', 'duties-taxes']), number: text(12) });
const unit = z.enum(['metric', 'imperial']);
const side = z.number().min(0.001).max(9_999_999);
const weight = z.number().min(0.001).max(999_999_999_999);
const PACKAGES = '1CE 2BC 2BP 2BX 3BX 4BX 5BX 6BX 7BX 8BX CE1 TBL TBS WB1 WB2 WB3 WB6 XPD'.split(' ');
const ratePackage = {
  typeCode: z.enum(PACKAGES).optional(),
  weight,
  dimensions: z.strictObject({ length: side, width: side, height: side }).optional(),
};
const packages = z.array(z.strictObject(ratePackage)).min(1).max(999);
const valueAdded = {
  serviceCode: text(6),
  value: z.number().min(0).max(BIG).optional(),
  currency: text(3, 3).optional(),
};

export const rateRequest = z.strictObject({
  customerDetails: z.strictObject({ shipperDetails: rateAddress, receiverDetails: rateAddress }),
  accounts: z.array(account).max(2).optional(),
  valueAddedServices: z.array(z.strictObject(valueAdded)).max(99).optional(),
  plannedShippingDateAndTime: text(29),
  unitOfMeasurement: unit,
  isCustomsDeclarable: z.boolean(),
  monetaryAmount: z
    .array(
      z.strictObject({
        typeCode: z.enum(['declaredValue', 'insuredValue']),
        value: z.number().max(BIG),
        currency: text(3, 3),
      }),
    )
    .optional(),
  estimatedDeliveryDate: z
    .strictObject({ isRequested: z.boolean().optional(), typeCode: z.enum(['QDDC', 'QDDF']).optional() })
    .optional(),
  nextBusinessDay: z.boolean().optional(),
  packages,
});

export const landedCostRequest = z.strictObject({
  customerDetails: z.strictObject({ shipperDetails: rateAddress, receiverDetails: rateAddress }),
  accounts: z.array(account).max(5),
  productCode: text(6).optional(),
  unitOfMeasurement: unit,
  currencyCode: text(3, 3),
  isCustomsDeclarable: z.boolean(),
  isDTPRequested: z.boolean().optional(),
  isInsuranceRequested: z.boolean().optional(),
  getCostBreakdown: z.boolean(),
  shipmentPurpose: z.enum(['commercial', 'personal']).optional(),
  transportationMode: z.enum(['air', 'ocean', 'ground']).optional(),
  merchantSelectedCarrierName: z.enum(['DHL', 'UPS', 'FEDEX', 'TNT', 'POST', 'OTHERS']).optional(),
  packages,
  items: z
    .array(
      z.strictObject({
        number: z.number().min(1).max(1000),
        name: text(512).optional(),
        description: text(255).optional(),
        manufacturerCountry: text(2, 2),
        partNumber: text(35).optional(),
        quantity: z.number().max(999_999_999_999),
        quantityType: z.enum(['prt', 'box']).optional(),
        unitPrice: z.number().max(BIG),
        unitPriceCurrencyCode: text(3, 3),
        commodityCode: text(18, 0).optional(),
        weight: z.number().max(999_999_999_999).optional(),
        weightUnitOfMeasurement: unit.optional(),
        estimatedTariffRateType: z
          .enum(['default_rate', 'derived_rate', 'highest_rate', 'center_rate', 'lowest_rate', 'preferential_rate'])
          .optional(),
      }),
    )
    .min(1)
    .max(1000),
});

const EXPORT_REASONS = [
  'permanent',
  'temporary',
  'return',
  'used_exhibition_goods_to_origin',
  'intercompany_use',
  'commercial_purpose_or_sale',
  'personal_belongings_or_personal_use',
  'sample',
  'gift',
  'return_to_origin',
  'warranty_replacement',
  'diplomatic_goods',
  'defence_material',
];
const netWeight = z.number().min(0).max(999_999_999_999).optional();
const REFERENCE_TYPES = 'AAO CU FF FN IBC LLR OBC PRN ACP ACS ACR CDN STD CO'.split(' ');
const INCOTERMS = 'EXW FCA CPT CIP DPU DAP DDP FAS FOB CFR CIF DAF DAT DDU DEQ DES'.split(' ');

const lineItem = z.strictObject({
  number: z.number().int().min(1).max(999),
  description: text(512),
  price: z.number().min(0).max(BIG),
  quantity: z.strictObject({ value: z.number().int().min(1).max(1_000_000_000), unitOfMeasurement: z.literal('PCS') }),
  commodityCodes: z
    .array(z.strictObject({ typeCode: z.enum(['outbound', 'inbound']), value: text(18, 2) }))
    .max(2)
    .optional(),
  exportReasonType: z.enum(EXPORT_REASONS).optional(),
  manufacturerCountry: text(2, 2),
  weight: z.strictObject({ netValue: netWeight, grossValue: netWeight }),
  customerReferences: z
    .array(z.strictObject({ typeCode: z.literal('PAN'), value: text(35) }))
    .max(100)
    .optional(),
});

/** Exactly one of the ice's weight and the UN numbers, as the schema has it. */
const dangerousGoods = z
  .strictObject({
    contentId: text(5),
    dryIceTotalNetWeight: z.number().optional(),
    unCodes: z.array(text(10)).min(1).max(10).optional(),
  })
  .refine((goods) => (goods.dryIceTotalNetWeight === undefined) !== (goods.unCodes === undefined));

export const shipRequest = z.strictObject({
  plannedShippingDateAndTime: text(29),
  pickup: z.strictObject({ isRequested: z.boolean() }),
  productCode: text(6),
  localProductCode: text(3).optional(),
  getRateEstimates: z.boolean().optional(),
  accounts: z.array(account).min(1).max(3),
  valueAddedServices: z
    .array(z.strictObject({ ...valueAdded, dangerousGoods: z.array(dangerousGoods).max(1).optional() }))
    .max(99)
    .optional(),
  outputImageProperties: z
    .strictObject({
      printerDPI: z.union([z.literal(200), z.literal(300)]).optional(),
      encodingFormat: z.enum(['pdf', 'zpl', 'lp2', 'epl']).optional(),
      imageOptions: z
        .array(
          z.strictObject({
            typeCode: z.enum(['label', 'waybillDoc', 'invoice', 'qr-code', 'shipmentReceipt']),
            templateName: text(25, 0).optional(),
            isRequested: z.boolean().optional(),
            hideAccountNumber: z.boolean().optional(),
            numberOfCopies: z.number().min(1).max(2).optional(),
            invoiceType: z.enum(['commercial', 'proforma', 'returns']).optional(),
            languageCode: text(3, 3).optional(),
          }),
        )
        .max(20)
        .optional(),
      splitTransportAndWaybillDocLabels: z.boolean().optional(),
      splitDocumentsByPages: z.boolean().optional(),
      splitInvoiceAndReceipt: z.boolean().optional(),
    })
    .refine((properties) => Object.keys(properties).length > 0)
    .optional(),
  customerReferences: z
    .array(z.strictObject({ value: text(35), typeCode: z.enum(REFERENCE_TYPES).optional() }))
    .max(999)
    .optional(),
  customerDetails: z.strictObject({ shipperDetails: shipmentParty, receiverDetails: shipmentParty }),
  content: z.strictObject({
    packages: z
      .array(z.strictObject({ ...ratePackage, referenceNumber: z.number().min(1).max(999).optional() }))
      .min(1)
      .max(999),
    isCustomsDeclarable: z.boolean(),
    declaredValue: z.number().min(0).max(BIG).optional(),
    declaredValueCurrency: text(3, 3).optional(),
    exportDeclaration: z
      .strictObject({
        lineItems: z.array(lineItem).min(1).max(999),
        invoice: z
          .strictObject({ number: text(35), date: z.iso.date(), signatureName: text(35, 0).optional() })
          .optional(),
        exportReasonType: z.enum(EXPORT_REASONS).optional(),
        exportReference: text(40, 0).optional(),
        shipmentType: z.enum(['personal', 'commercial']).optional(),
      })
      .optional(),
    description: text(70).regex(/^[^\s]/),
    USFilingTypeValue: text(20).optional(),
    incoterm: z.enum(INCOTERMS),
    unitOfMeasurement: unit,
  }),
  getAdditionalInformation: z
    .array(
      z.strictObject({
        typeCode: z
          .enum(['pickupDetails', 'optionalShipmentData', 'barcodeInformation', 'linkLabelsByPieces'])
          .optional(),
        isRequested: z.boolean(),
      }),
    )
    .max(5)
    .optional(),
});

export const uploadRequest = z.strictObject({
  originalPlannedShippingDate: z.string().regex(/^\d{4}-(0[1-9]|1[012])-(0[1-9]|[12][0-9]|3[01])$/),
  accounts: z.array(account).min(1).max(3),
  productCode: text(6),
  documentImages: z
    .array(
      z.strictObject({
        typeCode: z.enum(['INV', 'PNV', 'COO', 'CIN', 'DCL', 'AWB', 'NAF']).optional(),
        imageFormat: z.enum(['PDF', 'PNG', 'GIF', 'TIFF', 'JPEG']).optional(),
        content: z.string(),
      }),
    )
    .min(1)
    .max(999),
});

const pickupParts = {
  plannedPickupDateAndTime: text(29),
  closeTime: z
    .string()
    .max(5)
    .regex(/([0-1][0-9]|2[0-3]):([0-5][0-9])/)
    .optional(),
  location: text(80, 0).optional(),
  locationType: z.enum(['business', 'residence']).optional(),
  accounts: z.array(account).min(1).max(5),
  specialInstructions: z
    .array(z.strictObject({ value: text(80, 0) }))
    .max(4)
    .optional(),
  remark: z.string().optional(),
  customerDetails: z.strictObject({ shipperDetails: party, pickupDetails: party.optional() }),
};
const shipmentDetails = z
  .array(
    z.strictObject({
      productCode: text(6),
      isCustomsDeclarable: z.boolean(),
      unitOfMeasurement: unit,
      shipmentTrackingNumber: z.string().optional(),
      packages,
    }),
  )
  .min(1)
  .max(999);

export const pickupRequest = z.strictObject({ ...pickupParts, shipmentDetails });
export const pickupChange = z.strictObject({
  ...pickupParts,
  dispatchConfirmationNumber: text(20, 15),
  originalShipperAccountNumber: text(12),
  shipmentDetails: shipmentDetails.optional(),
});

/** Parameters of the questions, as text. */
const whether = z.enum(['true', 'false']);
const within = (least: number) =>
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .refine((value) => Number(value) >= least);
export const productsQuery = z.object({
  accountNumber: z.string(),
  originCountryCode: z.string(),
  originPostalCode: z.string().optional(),
  originCityName: z.string(),
  destinationCountryCode: z.string(),
  destinationPostalCode: z.string().optional(),
  destinationCityName: z.string(),
  weight: within(0),
  length: within(1),
  width: within(1),
  height: within(1),
  plannedShippingDate: z.string(),
  isCustomsDeclarable: whether,
  unitOfMeasurement: unit,
  nextBusinessDay: whether.optional(),
});
export const addressQuery = z.object({
  type: z.enum(['pickup', 'delivery']),
  countryCode: text(2, 2),
  postalCode: text(12, 0).optional(),
  cityName: text(45, 0).optional(),
  strictValidation: whether.optional(),
});
export const trackingQuery = z.object({
  shipmentReference: z.string().optional(),
  shipmentReferenceType: z.string().optional(),
  shipperAccountNumber: z.string().optional(),
  dateRangeFrom: z.string().optional(),
  dateRangeTo: z.string().optional(),
  trackingView: z
    .enum([
      'all-checkpoints',
      'all-checkpoints-with-remarks',
      'last-checkpoint',
      'shipment-details-only',
      'advance-shipment',
      'bbx-children',
    ])
    .optional(),
  levelOfDetail: z.enum(['shipment', 'piece', 'all']).optional(),
});
export const imageQuery = z.object({
  shipperAccountNumber: z.string(),
  typeCode: z.enum([
    'waybill',
    'commercial-invoice',
    'customs-entry',
    'transport-accompanying-document',
    'generic-entry-summary',
    'dhl-issued-proforma-invoice',
  ]),
  pickupYearAndMonth: z.string(),
  encodingFormat: z.enum(['pdf', 'tiff']).optional(),
  allInOnePDF: whether.optional(),
});
export const proofQuery = z.object({
  shipperAccountNumber: z.string().optional(),
  content: z
    .enum([
      'epod-detail',
      'epod-summary',
      'epod-detail-esig',
      'epod-summary-esig',
      'epod-table',
      'epod-table-detail',
      'epod-table-esig',
    ])
    .optional(),
});
export const cancelQuery = z.object({ requestorName: z.string(), reason: z.string() });
export const shipQuery = z.object({ bypassPLTError: whether.optional() });

export type RateRequest = z.infer<typeof rateRequest>;
export type LandedCostRequest = z.infer<typeof landedCostRequest>;
export type ShipRequest = z.infer<typeof shipRequest>;
export type PickupRequest = z.infer<typeof pickupRequest>;

/** Structural refusals have this code; rules have numbers of DHL's. */
export const STRUCTURE = '422';

/** @throws SimRefusal 422 naming the first wrong part as DHL does: "#/content/packages/0/weight: ..." */
export const accept = accepting(
  (issue) => new SimRefusal(422, STRUCTURE, `#/${issue.path.join('/')}: ${issue.message}`),
);

/** Parameters of a question. @throws SimRefusal 400 */
export function acceptQuery<T>(schema: z.ZodType<T>, request: SimRequest): T {
  const result = schema.safeParse(Object.fromEntries(request.query));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new SimRefusal(400, STRUCTURE, `Parameters not having correct format: ${(issue?.path ?? []).join('.')}`);
}

/** A rule of DHL's, said with its number. */
export const refuse = (code: string, message: string): never => {
  throw new SimRefusal(400, code, message);
};
