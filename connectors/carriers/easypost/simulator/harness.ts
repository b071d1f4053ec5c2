/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';
import { pickupCases, pickupWish, pushSample } from './own-pickups.ts';
import { domestic } from './places.ts';

export const crossBorder = canadaToUnitedStates;
export { domestic, pickupWish, withinCanada };

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
  pickup: pickupWish,
  push: pushSample,
  ownCases: [...ownCases(domestic, crossBorder), ...pickupCases],
};
