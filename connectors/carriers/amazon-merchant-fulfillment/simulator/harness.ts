/** What the conformance suite needs of this connector: accounts of the stand-in, an order of Amazon, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance-harness';
import { withinUnitedStates } from '@scanship/connector-kit/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the stand-in has too few accounts');

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
