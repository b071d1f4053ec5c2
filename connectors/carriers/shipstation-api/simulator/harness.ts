/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { pickupCases, pickupWish } from './own-pickups.ts';

const PHONE = '416-555-0100';
export const domestic: ShipmentRequest = { ...withinCanada, from: { ...withinCanada.from, phone: PHONE } };
export const crossBorder: ShipmentRequest = {
  ...canadaToUnitedStates,
  from: { ...canadaToUnitedStates.from, phone: PHONE },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'shipstation-alpha', credentials: { apiKey: 'TEST_alphaShipStationKey0001' } },
  otherAccount: { id: 'shipstation-beta', credentials: { apiKey: 'TEST_betaShipStationKey00002' } },
  wrongCredentials: { apiKey: 'TEST_nobodysShipStationKey03' },
  service: 'ups.ups_standard',
  domestic,
  crossBorder: { service: 'ups.ups_standard', shipment: crossBorder },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, address1: '20 Receiver Stret' },
    unknown: { ...domestic.to, address1: '9999 Nowhere Lane' },
  },
  returned: {
    service: 'ups.ups_standard',
    shipment: { ...domestic, from: { ...domestic.to, phone: '604-555-0100' }, to: domestic.from, return: {} },
  },
  offerGroups: Array.from({ length: 5 }, (_none, at) => `carriers[${at}]`),
  pickup: pickupWish,
  eventsTellBy: ['status_code'],
  ownCases: [...ownCases(domestic, crossBorder), ...pickupCases],
};
