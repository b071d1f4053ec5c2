/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinUnitedStates } from '@scanship/connector-kit/conformance/sample-shipments';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { simulator } from './simulator.ts';

const [alpha, beta] = simulator.accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

/** To Canada, goods in US dollars. */
export const crossBorder: ShipmentRequest = {
  ...withinUnitedStates,
  to: {
    name: 'Canada Receiver',
    address1: '20 Receiver Avenue',
    city: 'Vancouver',
    provinceCode: 'BC',
    zipcode: 'V6B 1A1',
    countryCode: 'CA',
  },
  customs: canadaToUnitedStates.customs && {
    ...canadaToUnitedStates.customs,
    currency: 'USD',
    items: canadaToUnitedStates.customs.items.map((item) => ({ ...item, unitValue: money(2500, 'USD') })),
  },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, clientSecret: 'not-the-secret' },
  service: 'GND',
  domestic: withinUnitedStates,
  crossBorder: { service: 'PLT', shipment: crossBorder },
  ownCases: ownCases(withinUnitedStates, crossBorder),
};
