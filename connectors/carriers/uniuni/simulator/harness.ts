/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

/** UniUni wants a telephone number or an e-mail address of the receiver. */
export const domestic: ShipmentRequest = { ...withinCanada, to: { ...withinCanada.to, phone: '604-555-0123' } };
export const crossBorder: ShipmentRequest = {
  ...canadaToUnitedStates,
  to: { ...canadaToUnitedStates.to, email: 'receiver@example.com' },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { token: 'not-the-access-token' },
  service: 'next-day',
  domestic,
  crossBorder: { service: 'usps-ground-advantage', shipment: crossBorder },
  ownCases: ownCases(domestic, crossBorder),
};
