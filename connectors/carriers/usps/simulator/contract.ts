/**
 * What USPS's contracts refuse, written down by hand: required parts, types, lengths and lists of words. What a schema cannot
 * say stands in rules.ts.
 */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

export const text = (most: number, least = 1): z.ZodString => z.string().min(least).max(most);
export const words = <const T extends readonly [string, ...string[]]>(...list: T) => z.enum(list);

function isDay(value: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value;
}
export const day = z.string().refine(isDay);
const STATES =
  'AA AE AL AK AP AS AZ AR CA CO CT DE DC FM FL GA GU HI ID IL IN IA KS KY LA ME MH MD MA MI MN MS MO MP MT NE NV NH NJ NM NY NC ND OH OK OR PW PA PR RI SC SD TN TX UT VT VI VA WA WV WI WY';
export const stateCode = z.string().refine((value) => value.length === 2 && STATES.split(' ').includes(value));
export const zip = z.string().regex(/^\d{5}$/);
const plusFour = z
  .string()
  .regex(/^\d{4}$/)
  .nullable();
const phone = z.string().regex(/^\+?[1-9][0-9]{7,14}$|^[0-9]{6,15}$/);
const amount = z.number().min(0);
const above = z.number().positive();

const addressee = {
  firstName: text(50).optional(),
  lastName: text(50).optional(),
  firm: text(50, 0).optional(),
};
export const place = {
  streetAddress: text(50),
  secondaryAddress: text(50, 0).optional(),
  city: text(28),
  state: stateCode,
  ZIPCode: zip,
  ZIPPlus4: plusFour.optional(),
  urbanization: text(96, 0).optional(),
};
const party = z.object({ ...addressee, ...place, phone: phone.optional() });
/** The receiver's place may be a facility, so that no part of it is required. */
const receiver = party.partial();
const foreign = z.object({
  ...addressee,
  streetAddress: text(50),
  secondaryAddress: text(50, 0).optional(),
  city: text(28),
  postalCode: text(11, 0).optional(),
  province: text(40, 0).optional(),
  provinceISOAlpha2Code: z
    .string()
    .regex(/^([a-zA-Z]){2}/)
    .max(2)
    .optional(),
  country: z.string().min(1),
  countryISOAlpha2Code: z.string().regex(/^([a-zA-Z]){2}/),
  phone: phone.optional(),
});

const MOST_EXTRAS = 5;
const EXTRAS = [
  365, 415, 480, 481, 482, 483, 484, 485, 486, 487, 488, 489, 810, 811, 812, 813, 814, 815, 816, 817, 818, 819, 820,
  821, 822, 823, 824, 825, 826, 827, 828, 829, 830, 831, 832, 857, 910, 911, 912, 913, 920, 921, 922, 923, 924, 925,
  930, 931, 934, 955, 957, 981, 986, 991,
];
const RETURN_EXTRAS = [452, 498, 500, 501, 502, 853, 856, 858, 915, 917, 940, 941, 972, 984];
const ABROAD_EXTRAS = [480, 481, 482, 483, 484, 486, 487, 488, 813, 820, 826, 857, 930, 931, 955];
const oneOf = (list: readonly number[]) => z.number().refine((code) => list.includes(code));

const size = { weight: above, length: above, width: above, height: above };
const units = { weightUOM: z.literal('lb').optional(), dimensionsUOM: z.literal('in').optional() };
const category = words('LETTERS', 'FLATS', 'MACHINABLE', 'IRREGULAR', 'NON_MACHINABLE', 'NONSTANDARD');
const INDICATORS =
  '3D 3N 3R 5D BA BB CP CM DC DE DF DN DR E4 E6 FA FB FE FP FS LC LF LL LO LS NP OS P5 P6 P7 P8 P9 Q6 Q7 Q8 Q9 Q0 PA PL PM PR SN SP SR'.split(
    ' ',
  );
/** Without the indicators of presorted and local mail. */
const RETURN_INDICATORS = 'CP DN DR E4 E6 FA FB FE FP FS OS P5 P6 P7 P8 P9 Q6 Q7 Q8 Q9 Q0 PA PL PM SP'.split(' ');
const PACKAGINGS =
  'VARIABLE 5-DIGIT_PRESORT BASIC_PRESORT FLAT_RATE_ENVELOPE LEGAL_FLAT_RATE_ENVELOPE PADDED_FLAT_RATE_ENVELOPE SM_FLAT_RATE_BOX MD_FLAT_RATE_BOX LG_FLAT_RATE_BOX CUBIC_PARCELS CUBIC_SOFT_PACK CONNECT_LOCAL_FLAT_RATE_BOX CONNECT_LOCAL_SMALL_FLAT_RATE_BAG CONNECT_LOCAL_LARGE_FLAT_RATE_BAG'.split(
    ' ',
  );
const listed = (list: readonly string[], value: unknown): boolean => typeof value === 'string' && list.includes(value);

const references = (most: number) =>
  z
    .array(z.object({ referenceNumber: text(30).optional(), printReferenceNumber: z.boolean().optional() }))
    .max(most)
    .optional();

const priced = {
  rateIndicator: z.unknown().optional(),
  packagingType: z.unknown().optional(),
  shape: z.unknown().optional(),
};
type Priced = { readonly rateIndicator?: unknown; readonly packagingType?: unknown; readonly shape?: unknown };
/** Either by the indicator of a price, or by packaging and shape; not by both. */
const oneWay = (indicators: readonly string[]) => (p: Priced) =>
  listed(indicators, p.rateIndicator) !==
  (listed(PACKAGINGS, p.packagingType) && listed(['RECTANGULAR', 'NON_RECTANGULAR'], p.shape));

const customsItem = z.object({
  itemDescription: text(30),
  itemQuantity: z.number().int().min(1).max(9999),
  itemTotalValue: z.number().min(0.01).max(999_999.99),
  weightUOM: z.literal('lb'),
  itemTotalWeight: above,
  HSTariffNumber: text(14, 6).optional(),
  countryofOrigin: z
    .string()
    .regex(/[A-Z]{2}/)
    .optional(),
});
const contentType = words(
  'MERCHANDISE',
  'GIFT',
  'DOCUMENT',
  'COMMERCIAL_SAMPLE',
  'RETURNED_GOODS',
  'OTHER',
  'HUMANITARIAN_DONATIONS',
  'DANGEROUS_GOODS',
);
const domesticForm = z
  .object({
    customsContentType: contentType,
    contentComments: text(25, 0).optional(),
    AESITN: text(35).optional(),
    invoiceNumber: text(15).optional(),
    contents: z.array(customsItem).min(1).max(30),
  })
  .optional();
const reference = z
  .strictObject({
    referenceType: words('TAX_CODE', 'VAT_NUMBER', 'IMPORTER_CODE').optional(),
    reference: text(28).optional(),
  })
  .optional();
const foreignItem = customsItem.extend({
  itemTotalValue: z.number().min(0.01).max(999_999.99).optional(),
  weightUOM: z.literal('lb').optional(),
  itemTotalWeight: above.optional(),
  countryofOrigin: z.string().regex(/[A-Z]{2}/),
});
const foreignForm = z.object({
  customsContentType: z.union([
    contentType,
    words('CREMATED_REMAINS', 'NON_NEGOTIABLE_DOCUMENT', 'MEDICAL_SUPPLIES', 'PHARMACEUTICALS'),
  ]),
  contentComments: text(25, 0).optional(),
  AESITN: text(35),
  invoiceNumber: text(15).optional(),
  importersReference: reference,
  exportersReference: reference,
  contents: z.array(foreignItem).min(1).max(30),
});

const image = z
  .object({
    imageType: words(
      'PDF',
      'TIFF',
      'JPG',
      'PNG',
      'GIF',
      'SVG',
      'ZPL203DPI',
      'ZPL300DPI',
      'EPL300DPI',
      'LABEL_BROKER',
      'NONE',
    ).optional(),
    labelType: words('4X4LABEL', '4X5LABEL', '4X6LABEL', '6X4LABEL', '2X7LABEL').optional(),
    receiptOption: words('SAME_PAGE', 'SEPARATE_PAGE', 'NONE').optional(),
  })
  .optional();
const options = z
  .object({
    packageValue: amount.optional(),
    contentType: words(
      'HAZMAT',
      'CREMATED_REMAINS',
      'BEES',
      'DAY_OLD_POULTRY',
      'ADULT_BIRDS',
      'OTHER_LIVES',
      'PERISHABLE',
      'PHARMACEUTICALS',
      'MEDICAL_SUPPLIES',
      'FRUITS',
      'VEGETABLES',
      'LIVE_PLANTS',
    ).optional(),
  })
  .optional();

export const labelRequest = z.strictObject({
  imageInfo: image,
  toAddress: receiver,
  fromAddress: party,
  returnAddress: party.optional(),
  packageDescription: z
    .object({
      ...size,
      ...units,
      ...priced,
      mailClass: words(
        'PARCEL_SELECT',
        'PARCEL_SELECT_LIGHTWEIGHT',
        'USPS_CONNECT_LOCAL',
        'USPS_CONNECT_REGIONAL',
        'USPS_CONNECT_MAIL',
        'USPS_GROUND_ADVANTAGE',
        'PRIORITY_MAIL_EXPRESS',
        'PRIORITY_MAIL',
        'FIRST-CLASS_PACKAGE_SERVICE',
        'LIBRARY_MAIL',
        'MEDIA_MAIL',
        'BOUND_PRINTED_MATTER',
      ),
      processingCategory: category,
      extraServices: z.array(oneOf(EXTRAS)).max(MOST_EXTRAS).optional(),
      mailingDate: day,
      destinationEntryFacilityType: words(
        'NONE',
        'DESTINATION_NETWORK_DISTRIBUTION_CENTER',
        'DESTINATION_SECTIONAL_CENTER_FACILITY',
        'DESTINATION_DELIVERY_UNIT',
        'DESTINATION_SERVICE_HUB',
        'DESTINATION_REGIONAL_PROCESSING_DISTRIBUTION_CENTER',
      ),
      packageOptions: options,
      customerReference: references(4),
    })
    .refine(oneWay(INDICATORS)),
  customsForm: domesticForm,
});

export const returnRequest = z.strictObject({
  imageInfo: image,
  toAddress: party,
  fromAddress: party,
  packageDescription: z
    .object({
      ...size,
      ...units,
      ...priced,
      mailClass: words(
        'FIRST-CLASS_PACKAGE_RETURN_SERVICE',
        'GROUND_RETURN_SERVICE',
        'PRIORITY_MAIL_EXPRESS_RETURN_SERVICE',
        'PRIORITY_MAIL_RETURN_SERVICE',
        'USPS_GROUND_ADVANTAGE_RETURN_SERVICE',
      ),
      processingCategory: category,
      extraServices: z.array(oneOf(EXTRAS)).max(MOST_EXTRAS).optional(),
      packageOptions: options,
      customerReference: references(4),
    })
    .refine(oneWay(RETURN_INDICATORS)),
  customsForm: domesticForm,
});

export const internationalRequest = z.strictObject({
  imageInfo: z
    .strictObject({
      imageType: words('LABEL_BROKER', 'PDF', 'TIFF', 'ZPL203DPI', 'ZPL300DPI', 'NONE').optional(),
      labelType: z.literal('4X6LABEL').optional(),
    })
    .optional(),
  toAddress: foreign,
  fromAddress: party,
  packageDescription: z.object({
    ...size,
    ...units,
    rateIndicator: words('E4', 'E6', 'FA', 'FB', 'FE', 'FP', 'FS', 'PA', 'PL', 'SP').optional(),
    packagingType: words(
      'FLAT_RATE_ENVELOPE',
      'LEGAL_FLAT_RATE_ENVELOPE',
      'PADDED_FLAT_RATE_ENVELOPE',
      'SM_FLAT_RATE_BOX',
      'MD_FLAT_RATE_BOX',
      'LG_FLAT_RATE_BOX',
      'VARIABLE',
    ).optional(),
    mailClass: words(
      'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE',
      'PRIORITY_MAIL_INTERNATIONAL',
      'PRIORITY_MAIL_EXPRESS_INTERNATIONAL',
    ),
    processingCategory: words('LETTERS', 'FLATS', 'MACHINABLE', 'NON_MACHINABLE', 'NONSTANDARD'),
    destinationEntryFacilityType: words('NONE', 'INTERNATIONAL_SERVICE_CENTER'),
    mailingDate: day,
    extraServices: z.array(oneOf(ABROAD_EXTRAS)).max(3).optional(),
    packageOptions: z
      .object({ packageValue: amount.optional(), nonDeliveryOption: words('RETURN', 'REDIRECT', 'ABANDON').optional() })
      .optional(),
    customerReference: references(2),
    prepayDutiesTaxesFees: z.boolean().optional(),
  }),
  customsForm: foreignForm,
});

const pricing = z
  .array(
    z.strictObject({
      priceType: words('RETAIL', 'COMMERCIAL', 'CONTRACT').optional(),
      paymentAccount: z
        .object({
          accountType: words('EPS', 'PERMIT', 'METER', 'MID').optional(),
          accountNumber: z.string().optional(),
          CRID: z.string().optional(),
        })
        .optional(),
    }),
  )
  .min(1);
const priceZip = z.string().regex(/^\d{5}(?:[-\s]\d{4})?$/);
const OUTBOUND = [
  'PARCEL_SELECT',
  'PARCEL_SELECT_LIGHTWEIGHT',
  'USPS_CONNECT_LOCAL',
  'USPS_CONNECT_REGIONAL',
  'USPS_CONNECT_MAIL',
  'USPS_GROUND_ADVANTAGE',
  'USPS_GROUND_ADVANTAGE_RETURN_SERVICE',
  'PRIORITY_MAIL_EXPRESS',
  'PRIORITY_MAIL_EXPRESS_RETURN_SERVICE',
  'PRIORITY_MAIL',
  'PRIORITY_MAIL_RETURN_SERVICE',
  'FIRST-CLASS_PACKAGE_SERVICE',
  'LIBRARY_MAIL',
  'MEDIA_MAIL',
  'BOUND_PRINTED_MATTER',
  'ALL',
  'ALL_OUTBOUND',
  'ALL_RETURNS',
] as const;

const domesticOptions = z.strictObject({
  originZIPCode: priceZip,
  destinationZIPCode: priceZip,
  destinationEntryFacilityType: words(
    'NONE',
    'DESTINATION_NETWORK_DISTRIBUTION_CENTER',
    'DESTINATION_SECTIONAL_CENTER_FACILITY',
    'DESTINATION_DELIVERY_UNIT',
    'DESTINATION_SERVICE_HUB',
    'DESTINATION_REGIONAL_PROCESSING_DISTRIBUTION_CENTER',
  ).optional(),
  pricingOptions: pricing,
  packageDescription: z.object({
    ...size,
    mailClass: z.enum(OUTBOUND),
    extraServices: z
      .array(oneOf([...EXTRAS, ...RETURN_EXTRAS]))
      .max(5)
      .optional(),
    packageValue: amount.optional(),
    mailingDate: day.optional(),
  }),
});
const internationalOptions = z.strictObject({
  originZIPCode: priceZip,
  destinationCountryCode: z.string().regex(/^[A-Z]{2}$/),
  foreignPostalCode: text(11, 0).optional(),
  pricingOptions: pricing,
  packageDescription: z.object({
    ...size,
    mailClass: words(
      'FIRST-CLASS_PACKAGE_INTERNATIONAL_SERVICE',
      'PRIORITY_MAIL_INTERNATIONAL',
      'PRIORITY_MAIL_EXPRESS_INTERNATIONAL',
      'GLOBAL_EXPRESS_GUARANTEED',
      'ALL',
    ),
    extraServices: z
      .array(oneOf([370, 813, 820, 826, 857, 930, 931, 955]))
      .max(5)
      .optional(),
    packageValue: amount.optional(),
    mailingDate: day.optional(),
  }),
  requestDutiesTaxesFees: z.boolean().optional(),
  destinationCity: text(28).optional(),
  destinationState: z
    .string()
    .regex(/^\w{2}$/)
    .optional(),
  items: z
    .array(
      z.object({
        itemId: z.string().regex(/^\w{1,20}$/),
        itemValue: z.number().min(0.01).max(999_999.99),
        itemQuantity: z.number().min(1),
        itemWeight: z.number().min(0.001).optional(),
        countryOfOrigin: z
          .string()
          .regex(/[A-Z]{2}/)
          .optional(),
        HSTariffNumber: text(14, 6).optional(),
      }),
    )
    .max(30)
    .optional(),
});
export const optionsRequest = z.union([domesticOptions, internationalOptions]);

const mailer = z.string().regex(/^(\d{6}|\d{9})$/);
export const paymentRequest = z.object({
  roles: z
    .array(
      z.object({
        roleName: words(
          'PAYER',
          'RATE_HOLDER',
          'LABEL_OWNER',
          'SHIPPER',
          'MAIL_OWNER',
          'PLATFORM',
          'RETURN_LABEL_PAYER',
          'RETURN_LABEL_RATE_HOLDER',
          'RETURN_LABEL_OWNER',
          'LABEL_PROVIDER',
        ).optional(),
        CRID: text(18, 2).optional(),
        MID: mailer.optional(),
        manifestMID: mailer.optional(),
        accountType: words('EPS', 'PERMIT', 'METER', 'OMAS').optional(),
        accountNumber: z.string().optional(),
      }),
    )
    .min(1),
});

export const scanFormRequest = z.strictObject({
  imageInfo: z
    .object({
      imageType: words('PDF', 'TIFF', 'JPG', 'PNG', 'GIF', 'SVG', 'ZPL203DPI', 'ZPL300DPI', 'NONE').optional(),
      labelType: words('8.5X11LABEL', '4X6LABEL').optional(),
    })
    .optional(),
  mailingDate: day,
  overwriteMailingDate: z.boolean().optional(),
  entryFacilityZIPCode: zip,
  destinationEntryFacilityType: words(
    'NONE',
    'DESTINATION_NETWORK_DISTRIBUTION_CENTER',
    'DESTINATION_REGIONAL_PROCESSING_DISTRIBUTION_CENTER',
    'DESTINATION_SECTIONAL_CENTER_FACILITY',
    'DESTINATION_DELIVERY_UNIT',
    'DESTINATION_SERVICE_HUB',
  ),
  shipment: z.strictObject({ trackingNumbers: z.array(z.string()).min(1).max(40_000) }),
  fromAddress: z.object({
    ...addressee,
    ...place,
    ZIPPlus4: z
      .string()
      .regex(/^\d{4}$/)
      .optional(),
  }),
});

export type LabelRequest = z.infer<typeof labelRequest>;
export type ReturnRequest = z.infer<typeof returnRequest>;
export type InternationalRequest = z.infer<typeof internationalRequest>;
export type OptionsRequest = z.infer<typeof optionsRequest>;

/** Code of every refusal that a schema can cause; all others are rules USPS states in words. */
export const STRUCTURE = '010002';

/** @throws SimRefusal 400 naming the first wrong part */
export const accept = accepting((issue) => {
  const at = issue.path.join('.');
  return new SimRefusal(400, STRUCTURE, `Request is not valid: ${at || 'body'} is missing or invalid`, at || undefined);
});

export const refuse = (code: string, message: string, field?: string): never => {
  throw new SimRefusal(400, code, message, field);
};
