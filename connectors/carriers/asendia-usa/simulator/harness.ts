/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

export const unitedStatesToCanada: ShipmentRequest = {
  ...withinUnitedStates,
  to: {
    name: 'Test Receiver',
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    provinceCode: 'BC',
    zipcode: 'V6B 1A1',
    countryCode: 'CA',
  },
  customs: canadaToUnitedStates.customs,
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, password: 'not-the-api-password' },
  service: '65',
  domestic: withinUnitedStates,
  crossBorder: { service: '66', shipment: unitedStatesToCanada },
  ownCases: ownCases(withinUnitedStates, unitedStatesToCanada),
};
