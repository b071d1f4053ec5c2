/** What the conformance suite needs of this connector: accounts of the stand-in, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipment';
import { ownCases } from './own-cases.ts';

/** Inside the United States, where SCAN forms are. */
export const domestic: ShipmentRequest = {
  ...withinCanada,
  from: {
    name: 'US Sender',
    companyName: 'Test Shop',
    address1: '65 Sender Square',
    city: 'Buffalo',
    provinceCode: 'NY',
    zipcode: '14202',
    countryCode: 'US',
    phone: '716-555-0100',
  },
  to: {
    name: 'US Receiver',
    address1: '20 Receiver Street',
    city: 'Boise',
    provinceCode: 'ID',
    zipcode: '83702',
    countryCode: 'US',
  },
};
export const crossBorder = canadaToUnitedStates;
export { withinCanada };

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'easypost-alpha', credentials: { apiKey: 'EZTKalphaEasyPostKey0001' } },
  otherAccount: { id: 'easypost-beta', credentials: { apiKey: 'EZTKbetaEasyPostKey00002' } },
  wrongCredentials: { apiKey: 'EZTKnobodysEasyPostKey03' },
  service: 'USPS.GroundAdvantage',
  domestic,
  crossBorder: { service: 'UPSDAP.UPSStandard', shipment: crossBorder },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, address1: '20 Receiver Stret' },
    unknown: { ...domestic.to, address1: '9999 Nowhere Lane' },
  },
  returned: {
    service: 'USPS.GroundAdvantage',
    shipment: { ...domestic, from: domestic.to, to: domestic.from, return: {} },
  },
  ownCases: ownCases(domestic, crossBorder),
};
