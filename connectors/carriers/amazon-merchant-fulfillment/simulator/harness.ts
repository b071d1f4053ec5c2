/** What the conformance suite needs of this connector: accounts of the simulator, an order of Amazon, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

const domestic: ShipmentRequest = {
  ...withinUnitedStates,
  from: { ...withinUnitedStates.from, email: 'sender@example.com' },
  storeOrder: {
    platform: 'amazon-us',
    orderId: '113-1234567-1234567',
    lines: [{ line: 1, externalLineId: '52986411826454', quantity: 2 }],
  },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, refreshToken: 'Atzr|not-the-refresh-token' },
  service: 'UPS_PTP_GND',
  domestic,
  ownCases: ownCases(domestic),
};
