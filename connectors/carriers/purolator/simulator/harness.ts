/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import type { PickupWish } from '@scanship/connector-kit/carrier/pickup';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accounts } from './accounts.ts';
import { ownCases } from './own-cases.ts';

/** The parcels leave today, whenever the suite runs: the day is closed with them. */
const shipDate = new Date().toISOString().slice(0, 10);

export const domestic: ShipmentRequest = {
  ...withinCanada,
  shipDate,
  from: { ...withinCanada.from, phone: '416 555 0100' },
};

export const toUnitedStates: ShipmentRequest = {
  ...canadaToUnitedStates,
  shipDate,
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100' },
  to: { ...canadaToUnitedStates.to, phone: '716 555 0100' },
};

/** The buyer sends the parcel back to the shop. */
export const returned: ShipmentRequest = {
  ...domestic,
  from: { ...domestic.to, phone: '604 555 0100' },
  to: domestic.from,
  return: {},
};

export const pickupWish: PickupWish = {
  address: domestic.from,
  date: shipDate,
  readyTime: '13:00',
  closeTime: '17:00',
  place: 'back-door',
  instructions: 'Ring twice',
  load: { parcels: 3, totalGrams: 4200, services: ['PurolatorGround'], destinations: ['CA'], trackingNumbers: [] },
  language: 'en',
};

const credentialsOf = (index: number): Readonly<Record<string, string>> => accounts[index]?.credentials ?? {};

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'purolator-alpha', credentials: credentialsOf(0) },
  otherAccount: { id: 'purolator-beta', credentials: credentialsOf(1) },
  wrongCredentials: { ...credentialsOf(0), password: 'wrong-word' },
  service: 'PurolatorGround',
  domestic,
  crossBorder: { service: 'PurolatorGroundU.S.', shipment: toUnitedStates },
  addresses: {
    good: domestic.from,
    correctable: { ...domestic.from, city: 'Torronto' },
    unknown: { ...domestic.from, zipcode: 'X0X 0X0' },
  },
  pickup: pickupWish,
  returned: { service: 'PurolatorGround', shipment: returned },
  ownCases: ownCases(),
};
