/**
 * What FedEx's contract refuses, written down by hand from the documents: required parts, types and lengths. The rules it
 * states in words are in rules.ts.
 */
import { accepting } from '@scanship/simulator-kit/accepting';
import { SimRefusal } from '@scanship/simulator-kit/simulator';
import { z } from 'zod';

const text = z.string().optional();
const yes = z.boolean().optional();
const count = z.number().int().optional();
const texts = z.array(z.string()).optional();
const account = z.object({ value: z.string() });
const loose = z.object({ value: text });
const weight = z.object({ units: z.enum(['KG', 'LB']), value: z.number() });
const amount = z.object({ amount: z.number().optional(), currency: text }).optional();
const size = z.object({
  length: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
  units: z.enum(['CM', 'IN']),
});
const looseSize = z.object({ length: count, width: count, height: count, units: z.enum(['CM', 'IN']).optional() });
const METHODS = z.enum(['CONTACT_FEDEX_TO_SCHEDULE', 'DROPOFF_AT_FEDEX_LOCATION', 'USE_SCHEDULED_PICKUP']);
const PAYERS = z.enum(['SENDER', 'RECIPIENT', 'THIRD_PARTY', 'COLLECT']);
const SIGNATURES = z.enum(['SERVICE_DEFAULT', 'NO_SIGNATURE_REQUIRED', 'INDIRECT', 'DIRECT', 'ADULT']).optional();
const MATERIALS = z.enum(['LITHIUM_METAL', 'LITHIUM_ION']).optional();
const PACKINGS = z.enum(['CONTAINED_IN_EQUIPMENT', 'PACKED_WITH_EQUIPMENT']).optional();
const SECTION = z.enum(['IATA_SECTION_II']).optional();

const ratePlace = z.object({
  city: text,
  stateOrProvinceCode: text,
  postalCode: z.string(),
  countryCode: z.string(),
  residential: yes,
});
const commodity = {
  partNumber: text,
  harmonizedCode: text,
  countryOfManufacture: text,
  numberOfPieces: count,
  quantity: count,
  quantityUnits: text,
  unitPrice: amount,
  customsValue: amount,
};

export const rateRequest = z.object({
  accountNumber: loose,
  rateRequestControlParameters: z
    .object({
      returnTransitTimes: yes,
      variableOptions: z
        .enum(['SATURDAY_DELIVERY', 'FREIGHT_GUARANTEE', 'SMART_POST_ALLOWED_INDICIA', 'SMARTPOST_HUB_ID'])
        .optional(),
      rateSortOrder: z.enum(['COMMITASCENDING', 'SERVICENAMETRADITIONAL', 'COMMITDESCENDING']).optional(),
    })
    .optional(),
  requestedShipment: z.object({
    shipper: z.object({ address: ratePlace }),
    recipient: z.object({ address: ratePlace }),
    serviceType: text,
    rateRequestType: z.array(z.enum(['LIST', 'INCENTIVE', 'ACCOUNT', 'PREFERRED'])).optional(),
    shipDateStamp: text,
    pickupType: METHODS,
    packagingType: text,
    totalPackageCount: count,
    totalWeight: z.number().optional(),
    documentShipment: yes,
    requestedPackageLineItems: z.array(
      z.object({
        groupPackageCount: count,
        weight,
        dimensions: size.optional(),
        declaredValue: amount,
        packageSpecialServices: z
          .object({
            specialServiceTypes: texts,
            signatureOptionType: SIGNATURES,
            batteryDetails: z
              .array(z.object({ material: MATERIALS, packing: PACKINGS, regulatorySubType: SECTION }))
              .optional(),
            dryIceWeight: z.object({ units: z.enum(['KG', 'LB']).optional(), value: z.number().optional() }).optional(),
          })
          .optional(),
      }),
    ),
    shipmentSpecialServices: z
      .object({
        specialServiceTypes: texts,
        returnShipmentDetail: z.object({ returnType: z.enum(['PENDING', 'PRINT_RETURN_LABEL']).optional() }).optional(),
      })
      .optional(),
    customsClearanceDetail: z
      .object({
        dutiesPayment: z
          .object({
            paymentType: z.enum(['SENDER']).optional(),
            payor: z.object({ responsibleParty: z.object({ accountNumber: loose }).optional() }).optional(),
          })
          .optional(),
        commodities: z.array(z.object({ ...commodity, description: text, weight: weight.optional() })),
      })
      .optional(),
  }),
  carrierCodes: texts,
});

const shipAddress = z.object({
  streetLines: z.array(z.string()),
  city: z.string().max(35),
  stateOrProvinceCode: text,
  postalCode: text,
  countryCode: z.string(),
  residential: yes,
});
const shipContact = z.object({
  personName: text,
  companyName: text,
  phoneNumber: z.string(),
  phoneExtension: text,
  emailAddress: text,
});
const TIN_TYPES = [
  'PERSONAL_NATIONAL',
  'PERSONAL_STATE',
  'FEDERAL',
  'BUSINESS_NATIONAL',
  'BUSINESS_STATE',
  'BUSINESS_UNION',
] as const;
const party = z.object({
  address: shipAddress,
  contact: shipContact,
  tins: z.array(z.object({ number: z.string(), tinType: z.enum(TIN_TYPES) })).optional(),
});
const REFERENCES = [
  'CUSTOMER_REFERENCE',
  'DEPARTMENT_NUMBER',
  'INVOICE_NUMBER',
  'P_O_NUMBER',
  'RMA_ASSOCIATION',
] as const;
const references = z.array(z.object({ customerReferenceType: z.enum(REFERENCES).optional(), value: text })).optional();

export const shipRequest = z.object({
  mergeLabelDocOption: z.enum(['NONE', 'LABELS_AND_DOCS', 'LABELS_ONLY']).optional(),
  requestedShipment: z.object({
    shipDatestamp: text,
    totalDeclaredValue: amount,
    shipper: party,
    recipients: z.array(party),
    pickupType: METHODS,
    serviceType: z.string(),
    packagingType: z.string(),
    totalWeight: z.number(),
    shippingChargesPayment: z.object({
      paymentType: PAYERS,
      payor: z.object({ responsibleParty: z.object({ accountNumber: loose }) }).optional(),
    }),
    shipmentSpecialServices: z
      .object({
        specialServiceTypes: texts,
        returnShipmentDetail: z
          .object({
            returnType: z.enum(['PENDING', 'PRINT_RETURN_LABEL']),
            returnAssociationDetail: z.object({ trackingNumber: z.string() }).optional(),
          })
          .optional(),
        etdDetail: z
          .object({
            attributes: z.array(z.enum(['POST_SHIPMENT_UPLOAD_REQUESTED'])).optional(),
            requestedDocumentTypes: z.array(z.enum(['COMMERCIAL_INVOICE', 'PRO_FORMA_INVOICE'])).optional(),
          })
          .optional(),
      })
      .optional(),
    customsClearanceDetail: z
      .object({
        commercialInvoice: z.object({
          originatorName: text,
          customerReferences: references,
          termsOfSale: text,
          shipmentPurpose: z
            .enum(['GIFT', 'NOT_SOLD', 'PERSONAL_EFFECTS', 'REPAIR_AND_RETURN', 'SAMPLE', 'SOLD'])
            .optional(),
        }),
        dutiesPayment: z
          .object({
            paymentType: PAYERS.optional(),
            payor: z.object({ responsibleParty: z.object({ accountNumber: loose.optional() }).optional() }).optional(),
          })
          .optional(),
        commodities: z.array(z.object({ ...commodity, description: z.string(), weight: weight.optional() })),
        isDocumentOnly: yes,
        totalCustomsValue: amount,
        generatedDocumentLocale: text,
        exportDetail: z
          .object({
            b13AFilingOption: z
              .enum([
                'NOT_REQUIRED',
                'MANUALLY_ATTACHED',
                'FILED_ELECTRONICALLY',
                'SUMMARY_REPORTING',
                'FEDEX_TO_STAMP',
              ])
              .optional(),
            exportComplianceStatement: text.optional(),
          })
          .optional(),
        customsOption: z.object({ type: z.enum(['COURTESY_RETURN_LABEL', 'OTHER']).optional() }).optional(),
      })
      .optional(),
    blockInsightVisibility: yes,
    labelSpecification: z.object({
      labelFormatType: z.enum(['COMMON2D', 'LABEL_DATA_ONLY']).optional(),
      imageType: z.enum(['ZPLII', 'EPL2', 'PDF', 'PNG']),
      labelStockType: z.enum(['PAPER_4X6', 'STOCK_4X6', 'PAPER_LETTER', 'PAPER_85X11_TOP_HALF_LABEL']),
    }),
    shippingDocumentSpecification: z
      .object({
        shippingDocumentTypes: z.array(z.enum(['COMMERCIAL_INVOICE', 'CERTIFICATE_OF_ORIGIN'])).optional(),
        commercialInvoiceDetail: z
          .object({
            documentFormat: z
              .object({ stockType: z.enum(['PAPER_LETTER']).optional(), docType: z.enum(['PDF']).optional() })
              .optional(),
          })
          .optional(),
      })
      .optional(),
    rateRequestType: z.array(z.enum(['LIST', 'NONE', 'PREFERRED', 'ACCOUNT', 'INCENTIVE', 'RETAIL'])).optional(),
    totalPackageCount: count,
    requestedPackageLineItems: z.array(
      z.object({
        sequenceNumber: count,
        groupPackageCount: count,
        weight,
        dimensions: looseSize.optional(),
        declaredValue: amount,
        customerReferences: references,
        packageSpecialServices: z
          .object({
            specialServiceTypes: texts,
            signatureOptionType: SIGNATURES,
            batteryDetails: z
              .array(
                z.object({
                  batteryMaterialType: MATERIALS,
                  batteryPackingType: PACKINGS,
                  batteryRegulatoryType: SECTION,
                }),
              )
              .optional(),
            dryIceWeight: weight.optional(),
          })
          .optional(),
      }),
    ),
  }),
  labelResponseOptions: z.enum(['URL_ONLY', 'LABEL']),
  accountNumber: account,
  shipAction: z.enum(['CONFIRM', 'TRANSFER']).optional(),
  processingOptionType: z.enum(['SYNCHRONOUS_ONLY', 'ALLOW_ASYNCHRONOUS']).optional(),
  oneLabelAtATime: yes,
});

export const resultsRequest = z.object({ accountNumber: loose, jobId: z.string() });

export const cancelRequest = z.object({
  accountNumber: account,
  deletionControl: z.enum(['DELETE_ALL_PACKAGES']).optional(),
  trackingNumber: z.string(),
});

export const trackRequest = z.object({
  includeDetailedScans: z.boolean(),
  trackingInfo: z.array(z.object({ trackingNumberInfo: z.object({ trackingNumber: text }) })),
});

export const documentRequest = z.object({
  trackDocumentDetail: z.object({ documentType: z.string(), documentFormat: text }),
  trackDocumentSpecification: z.array(
    z.object({ trackingNumberInfo: z.object({ trackingNumber: z.string() }), accountNumber: text }),
  ),
});

const pickupPlace = {
  streetLines: z.array(z.string()),
  city: z.string(),
  stateOrProvinceCode: z.string(),
  postalCode: z.string(),
  countryCode: z.string(),
  residential: yes,
};

export const pickupRequest = z.object({
  associatedAccountNumber: loose,
  associatedAccountNumberType: text,
  originDetail: z.object({
    pickupAddressType: z.enum(['ACCOUNT', 'SHIPPER', 'OTHER']).optional(),
    pickupLocation: z.object({
      contact: z.object({ personName: text, companyName: text, phoneNumber: text, phoneExtension: text }),
      address: z.object(pickupPlace),
      accountNumber: loose.optional(),
    }),
    readyDateTimestamp: z.string(),
    customerCloseTime: z.string(),
    pickupDateType: z.enum(['SAME_DAY', 'FUTURE_DAY']).optional(),
    packageLocation: z.enum(['FRONT', 'NONE', 'REAR', 'SIDE']).optional(),
  }),
  totalWeight: z.object({ units: z.enum(['KG', 'LB']).optional(), value: z.number().optional() }).optional(),
  packageCount: count,
  carrierCode: z.enum(['FDXE', 'FDXG']),
  remarks: text,
  countryRelationships: z.enum(['DOMESTIC', 'INTERNATIONAL']).optional(),
  pickupType: text,
  trackingNumber: text,
});

export const pickupTimesRequest = z.object({
  pickupAddress: z.object({
    streetLines: texts,
    city: text,
    stateOrProvinceCode: text,
    postalCode: z.string(),
    countryCode: z.string(),
  }),
  dispatchDate: text,
  packageReadyTime: text,
  customerCloseTime: text,
  pickupType: z.enum(['ON_CALL', 'TAG']).optional(),
  pickupRequestType: z.array(z.enum(['SAME_DAY', 'FUTURE_DAY'])),
  carriers: z.array(z.enum(['FDXE', 'FDXG'])),
  countryRelationship: z.enum(['DOMESTIC', 'INTERNATIONAL']),
  associatedAccountNumber: text,
  associatedAccountNumberType: z.enum(['FEDEX_EXPRESS', 'FEDEX_GROUND']).optional(),
});

export const pickupCancelRequest = z.object({
  associatedAccountNumber: loose,
  pickupConfirmationCode: z.string(),
  carrierCode: z.enum(['FDXE', 'FDXG']).optional(),
  scheduledDate: z.string(),
  location: text,
});

export const closeRequest = z.object({
  closeReqType: z.enum(['GCDR', 'RGCDR']).optional(),
  groundServiceCategory: z.enum(['GROUND']).optional(),
  accountNumber: loose.optional(),
  closeDate: text,
  reprintOption: z.enum(['BY_SHIP_DATE', 'BY_TRACKING_NUMBER']).optional(),
  trackingNumber: text,
  closeDocumentSpecification: z
    .object({ closeDocumentTypes: z.array(z.enum(['MANIFEST', 'OP_950'])).optional() })
    .optional(),
});

export const addressRequest = z.object({
  addressesToValidate: z.array(
    z.object({
      address: z.object({
        streetLines: z.array(z.string()),
        city: z.string(),
        stateOrProvinceCode: z.unknown().optional(),
        postalCode: z.unknown().refine((value) => value !== undefined),
        countryCode: text,
      }),
    }),
  ),
});

const optionPlace = z.object({
  city: text,
  stateOrProvinceCode: text,
  postalCode: z.unknown(),
  countryCode: z.unknown().refine((value) => value !== undefined),
  residential: z.boolean().optional(),
});

export const optionsRequest = z.object({
  requestedShipment: z.object({
    shipper: z.object({ address: optionPlace, accountNumber: loose.optional() }),
    recipients: z.array(z.object({ address: optionPlace })),
  }),
  carrierCodes: z.array(z.enum(['FDXE', 'FDXG'])),
});

export const uploadRequest = z.object({
  workflowName: z.enum(['ETDPreshipment', 'ETDPostshipment']),
  carrierCode: z.enum(['FDXE', 'FDXG']).optional(),
  name: z.string(),
  contentType: z.enum(['application/pdf', 'image/png', 'image/gif', 'image/jpeg']),
  meta: z.object({
    shipDocumentType: z.enum(['CERTIFICATE_OF_ORIGIN', 'COMMERCIAL_INVOICE', 'OTHER', 'PRO_FORMA_INVOICE']),
    trackingNumber: text,
    shipmentDate: text,
    originCountryCode: z.string(),
    destinationCountryCode: z.string(),
  }),
});

export type RateRequest = z.infer<typeof rateRequest>;
export type ShipRequest = z.infer<typeof shipRequest>;
export type PickupRequest = z.infer<typeof pickupRequest>;

/** Code of refusals that the shape of a request can cause; all others are rules FedEx states in words. */
export const INVALID = 'INVALID.INPUT.EXCEPTION';

/** @throws SimRefusal 400 naming the first wrong part */
export const accept = accepting((issue) => {
  const path = issue.path.join('.');
  return new SimRefusal(400, INVALID, `Invalid field value in the input: ${path}`);
});

export const refuse = (code: string, message: string): never => {
  throw new SimRefusal(400, code, message);
};
