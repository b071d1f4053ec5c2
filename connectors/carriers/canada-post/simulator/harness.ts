/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accounts } from './accounts.ts';
import { ownCases } from './own-cases.ts';
import { pickupWish } from './own-pickups.ts';

/** The parcels leave tomorrow, whenever the suite runs: Canada Post takes no ship date in the past. */
const shipDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

export const domestic: ShipmentRequest = {
  ...withinCanada,
  shipDate,
  from: { ...withinCanada.from, phone: '416 555 0100' },
};

/** Duty billed automatically by the account. */
export const toUnitedStates: ShipmentRequest = {
  ...canadaToUnitedStates,
  shipDate,
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100' },
  to: { ...canadaToUnitedStates.to, phone: '716 555 0100' },
};

const credentialsOf = (index: number): Readonly<Record<string, string>> => accounts[index]?.credentials ?? {};

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'canada-post-contract', credentials: credentialsOf(0) },
  otherAccount: { id: 'canada-post-small', credentials: credentialsOf(1) },
  wrongCredentials: { ...credentialsOf(0), password: 'wrong-word' },
  service: 'DOM.EP',
  domestic,
  crossBorder: { service: 'USA.EP', shipment: toUnitedStates },
  pickup: pickupWish,
  returned: {
    service: 'DOM.EP',
    shipment: { ...domestic, from: domestic.to, to: domestic.from, return: {} },
  },
  ownCases: ownCases(),
};
