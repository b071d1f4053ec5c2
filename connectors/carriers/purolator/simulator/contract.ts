/** What each operation takes: the request elements of the WSDLs, and the header that goes with every one. */
import { boolean, decimal, integer, list, oneOf, optional, required, sequence, text, type Check } from './schema.ts';

export const NAMESPACES = {
  v1: 'http://purolator.com/pws/datatypes/v1',
  v2: 'http://purolator.com/pws/datatypes/v2',
} as const;
export type Version = keyof typeof NAMESPACES;

const weightUnit = oneOf('lb', 'kg');
const dimension = sequence(required('Value', decimal), required('DimensionUnit', oneOf('in', 'cm')));
const weight = sequence(required('Value', decimal), required('WeightUnit', weightUnit));
const wholeWeight = sequence(required('Value', integer), required('WeightUnit', weightUnit));
const phone = sequence(
  required('CountryCode', text),
  required('AreaCode', text),
  required('Phone', text),
  optional('Extension', text),
);
const address = sequence(
  required('Name', text),
  optional('Company', text),
  optional('Department', text),
  required('StreetNumber', text),
  optional('StreetSuffix', text),
  required('StreetName', text),
  optional('StreetType', text),
  optional('StreetDirection', text),
  optional('Suite', text),
  optional('Floor', text),
  optional('StreetAddress2', text),
  optional('StreetAddress3', text),
  required('City', text),
  required('Province', text),
  required('Country', text),
  required('PostalCode', text),
  required('PhoneNumber', phone),
  optional('FaxNumber', phone),
);
const party = sequence(required('Address', address), optional('TaxNumber', text));
const optionPairs = sequence(list('OptionIDValuePair', sequence(required('ID', text), required('Value', text))));
const piece = sequence(
  required('Weight', weight),
  optional('Length', dimension),
  optional('Width', dimension),
  optional('Height', dimension),
  optional('Options', optionPairs),
);
const packageInformation = (total: Check): Check =>
  sequence(
    required('ServiceID', text),
    optional('Description', text),
    required('TotalWeight', total),
    required('TotalPieces', integer),
    optional('PiecesInformation', sequence(list('Piece', piece))),
    optional('DangerousGoodsDeclarationDocumentIndicator', boolean),
    optional(
      'OptionsInformation',
      sequence(required('Options', optionPairs), optional('ExpressChequeAddress', address)),
    ),
  );

const contentDetail = (usmca: boolean): Check =>
  sequence(
    required('Description', text),
    required('HarmonizedCode', text),
    required('CountryOfManufacture', text),
    required('ProductCode', text),
    required('UnitValue', decimal),
    required('Quantity', integer),
    optional('NAFTADocumentIndicator', boolean),
    ...(usmca ? [optional('USMCADocumentIndicator', boolean)] : []),
    optional('FDADocumentIndicator', boolean),
    optional('FCCDocumentIndicator', boolean),
    optional('SenderIsProducerIndicator', boolean),
    optional('TextileIndicator', boolean),
    optional('TextileManufacturer', text),
  );
const international = (usmca: boolean): Check =>
  sequence(
    required('DocumentsOnlyIndicator', boolean),
    optional('ContentDetails', sequence(list('ContentDetail', contentDetail(usmca)))),
    optional('BuyerInformation', party),
    optional('PreferredCustomsBroker', text),
    optional(
      'DutyInformation',
      sequence(
        required('BillDutiesToParty', oneOf('Sender', 'Receiver', 'Buyer')),
        required('BusinessRelationship', oneOf('Related', 'NotRelated')),
        required('Currency', oneOf('CAD', 'USD')),
      ),
    ),
    optional('ImportExportType', oneOf('Permanent', 'Temporary', 'Repair', 'Return')),
    optional('CustomsInvoiceDocumentIndicator', boolean),
  );
const payment = sequence(
  required('PaymentType', oneOf('Sender', 'Receiver', 'ThirdParty', 'CreditCard')),
  required('RegisteredAccountNumber', text),
  optional('BillingAccountNumber', text),
);
const pickupKind = sequence(required('PickupType', oneOf('DropOff', 'PreScheduled')));
const references = sequence(
  optional('Reference1', text),
  optional('Reference2', text),
  optional('Reference3', text),
  optional('Reference4', text),
);
const other = sequence(optional('CostCentre', text), optional('SpecialInstructions', text));

/** `TotalWeight` is whole in the older documents and decimal since the Shipping WSDL of 2025. */
const shipment = (since2025: boolean): Check =>
  sequence(
    required('SenderInformation', party),
    required('ReceiverInformation', party),
    optional('FromOnLabelIndicator', boolean),
    optional('FromOnLabelInformation', sequence(required('Address', address))),
    optional('ShipmentDate', text),
    required('PackageInformation', packageInformation(since2025 ? weight : wholeWeight)),
    optional('InternationalInformation', international(since2025)),
    required('PaymentInformation', payment),
    required('PickupInformation', pickupKind),
    optional('TrackingReferenceInformation', references),
    optional('OtherInformation', other),
  );
const returned = sequence(
  required('SenderInformation', party),
  required('ReceiverInformation', party),
  required('PackageInformation', packageInformation(wholeWeight)),
  required('PaymentInformation', payment),
  required('PickupInformation', pickupKind),
  optional('TrackingReferenceInformation', references),
  optional('OtherInformation', other),
);
const printer = required('PrinterType', oneOf('Regular', 'Thermal'));
const pin = sequence(required('Value', text));

const shortAddress = sequence(
  required('City', text),
  required('Province', text),
  required('Country', text),
  required('PostalCode', text),
);

const supplies = optional('SupplyRequestCodes', sequence(list('SupplyRequestCode', text)));
const skids = [
  optional('TrailerAccessible', boolean),
  optional('LoadingDockAvailable', boolean),
  optional('ShipmentOnSkids', boolean),
  optional('NumberOfSkids', integer),
];
const summary = optional(
  'ShipmentSummary',
  sequence(
    required(
      'ShipmentSummaryDetails',
      sequence(
        list(
          'ShipmentSummaryDetail',
          sequence(
            required('DestinationCode', text),
            optional('ModeOfTransport', text),
            required('TotalPieces', integer),
            required('TotalWeight', weight),
          ),
        ),
      ),
    ),
  ),
);
const pickupWish = sequence(
  required('BillingAccountNumber', text),
  optional('PartnerID', text),
  required(
    'PickupInstruction',
    sequence(
      required('Date', text),
      required('AnyTimeAfter', text),
      required('UntilTime', text),
      optional('TotalWeight', weight),
      optional('TotalPieces', integer),
      optional('BoxesIndicator', text),
      optional('PickUpLocation', text),
      optional('AdditionalInstructions', text),
      supplies,
      ...skids,
    ),
  ),
  required('Address', address),
  summary,
  optional('NotificationEmails', sequence(list('NotificationEmail', text))),
);

/** Request elements by operation, with the namespace they stand in. */
export const OPERATIONS: Readonly<Record<string, { readonly version: Version; readonly check: Check }>> = {
  GetFullEstimate: {
    version: 'v2',
    check: sequence(required('Shipment', shipment(false)), required('ShowAlternativeServicesIndicator', boolean)),
  },
  ValidateShipment: { version: 'v2', check: sequence(required('Shipment', shipment(true))) },
  CreateShipment: { version: 'v2', check: sequence(required('Shipment', shipment(true)), printer) },
  VoidShipment: { version: 'v2', check: sequence(required('PIN', pin)) },
  Consolidate: { version: 'v2', check: sequence() },
  ValidateReturnsManagementShipment: {
    version: 'v1',
    check: sequence(required('ReturnsManagementShipment', returned)),
  },
  CreateReturnsManagementShipment: {
    version: 'v1',
    check: sequence(optional('RMA', text), required('ReturnsManagementShipment', returned), printer),
  },
  GetDocuments: {
    version: 'v1',
    check: sequence(
      optional('OutputType', text),
      optional('Synchronous', boolean),
      required(
        'DocumentCriterium',
        sequence(
          list(
            'DocumentCriteria',
            sequence(required('PIN', pin), optional('DocumentTypes', sequence(list('DocumentType', text)))),
          ),
        ),
      ),
    ),
  },
  GetShipmentManifestDocument: {
    version: 'v1',
    check: sequence(
      required(
        'ShipmentManifestDocumentCriterium',
        sequence(list('ShipmentManifestDocumentCriteria', sequence(required('ManifestDate', text)))),
      ),
    ),
  },
  TrackingByPinsOrReferences: {
    version: 'v2',
    check: sequence(
      required(
        'TrackingSearchCriteria',
        sequence(
          required(
            'searches',
            sequence(
              list(
                'search',
                sequence(
                  required('trackingId', text),
                  optional('shipmentDateFrom', text),
                  optional('shipmentDateTo', text),
                  optional('pod', boolean),
                  optional('shipmentView', boolean),
                  optional('account', text),
                  optional('destinationPostalZipCode', text),
                  optional('eventSortOrder', text),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  },
  ValidatePickUp: { version: 'v1', check: pickupWish },
  SchedulePickUp: { version: 'v1', check: pickupWish },
  ModifyPickUp: {
    version: 'v1',
    check: sequence(
      required('BillingAccountNumber', text),
      optional('ConfirmationNumber', text),
      required(
        'ModifyPickupInstruction',
        sequence(required('UntilTime', text), optional('PickUpLocation', text), supplies, ...skids),
      ),
      summary,
    ),
  },
  VoidPickUp: { version: 'v1', check: sequence(optional('PickUpConfirmationNumber', text)) },
  GetPickUpHistory: {
    version: 'v1',
    check: sequence(
      required(
        'PickUpHistorySearchCriteria',
        sequence(
          required('FromDate', text),
          required('ToDate', text),
          optional('ConfirmationNumber', text),
          required('AccountNumber', text),
          optional('Status', text),
          optional('MaxNumOfRecords', integer),
          optional('SortColumn', text),
          optional('SortDirection', text),
        ),
      ),
    ),
  },
  GetServicesOptions: {
    version: 'v2',
    check: sequence(
      required('BillingAccountNumber', text),
      required('SenderAddress', shortAddress),
      required('ReceiverAddress', shortAddress),
      optional('ShipmentDate', text),
    ),
  },
  ValidateCityPostalCodeZip: {
    version: 'v2',
    check: sequence(required('Addresses', sequence(list('ShortAddress', shortAddress)))),
  },
};

export const requestContext: Check = sequence(
  required('Version', text),
  required('Language', oneOf('en', 'fr')),
  required('GroupID', text),
  required('RequestReference', text),
  optional('UserToken', text),
);
