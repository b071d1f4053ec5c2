/** Where each web service lives, which version of its contract is spoken, and which elements of answers are lists. */

export interface ServiceFacts {
  readonly path: string;
  readonly namespace: 'v1' | 'v2';
  /** `RequestContext.Version` as public integrations send it (README.md, "Calls"). */
  readonly version: string;
}

export const SERVICES = {
  estimating: { path: '/EWS/V2/Estimating/EstimatingService.asmx', namespace: 'v2', version: '2.1' },
  shipping: { path: '/EWS/V2/Shipping/ShippingService.asmx', namespace: 'v2', version: '2.1' },
  returns: { path: '/EWS/V1/ReturnsManagement/ReturnsManagementService.asmx', namespace: 'v1', version: '1.2' },
  documents: { path: '/EWS/V1/ShippingDocuments/ShippingDocumentsService.asmx', namespace: 'v1', version: '1.3' },
  tracking: { path: '/EWS/v2/ShipmentTracking/ShipmentTrackingService.asmx', namespace: 'v2', version: '2.0' },
  pickup: { path: '/EWS/V1/PickUp/PickUpService.asmx', namespace: 'v1', version: '1.2' },
  availability: {
    path: '/EWS/V2/ServiceAvailability/ServiceAvailabilityService.asmx',
    namespace: 'v2',
    version: '2.1',
  },
} as const satisfies Readonly<Record<string, ServiceFacts>>;
export type Service = keyof typeof SERVICES;

export const namespaceOf = (service: Service): string =>
  `http://purolator.com/pws/datatypes/${SERVICES[service].namespace}`;

/** The names of two actions are not those of their elements. */
const ACTIONS: Readonly<Record<string, string>> = {
  CreateReturnsManagementShipment: 'CreateReturnShipment',
  ValidateReturnsManagementShipment: 'ValidateReturnShipment',
};

export const actionOf = (service: Service, operation: string): string =>
  `http://purolator.com/pws/service/${SERVICES[service].namespace}/${ACTIONS[operation] ?? operation}`;

/** Lists even with one element. */
export const LISTS = [
  '*.Errors.Error',
  '*.InformationalMessages.InformationalMessage',
  '*.Details.ValidationDetail',
  '*.ShipmentEstimates.ShipmentEstimate',
  '*.Surcharges.Surcharge',
  '*.Taxes.Tax',
  '*.OptionPrices.OptionPrice',
  '*.PiecePINs.PIN',
  '*.Documents.Document',
  '*.DocumentDetails.DocumentDetail',
  '*.ManifestBatches.ManifestBatch',
  '*.ManifestBatchDetails.ManifestBatchDetail',
  '*.SearchResults.SearchResult',
  '*.shipmentErrors.shipmentError',
  '*.packages.package',
  '*.events.event',
  '*.PickUpDetailList.PickUpDetail',
  '*.SuggestedAddresses.SuggestedAddress',
  '*.Services.Service',
  '*.Options.Option',
  '*.ChildServiceOptions.Option',
  '*.PossibleValues.OptionValue',
];
