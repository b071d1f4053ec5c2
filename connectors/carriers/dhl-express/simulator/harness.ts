/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { accounts } from './access.ts';
import { ownCases } from './own-cases.ts';

/** The parcels leave tomorrow, whenever the suite runs: DHL takes no day that is over, and none beyond ten days. */
const shipDate = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** DHL wants telephone numbers on both sides. */
export const domestic: ShipmentRequest = {
  ...withinCanada,
  shipDate,
  from: { ...withinCanada.from, phone: '416 555 0100' },
  to: { ...withinCanada.to, phone: '604 555 0100' },
};

export const crossBorder: ShipmentRequest = {
  ...canadaToUnitedStates,
  shipDate,
  from: { ...canadaToUnitedStates.from, phone: '416 555 0100' },
  to: { ...canadaToUnitedStates.to, phone: '716 555 0123' },
};

const credentialsOf = (index: number): Readonly<Record<string, string>> => accounts[index]?.credentials ?? {};

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'dhl-alpha', credentials: credentialsOf(0) },
  otherAccount: { id: 'dhl-beta', credentials: credentialsOf(1) },
  wrongCredentials: { ...credentialsOf(0), password: 'wrong-Word-1' },
  service: 'N',
  domestic,
  crossBorder: { service: 'P', shipment: crossBorder },
  returned: { service: 'N', shipment: { ...domestic, from: domestic.to, to: domestic.from, return: {} } },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, city: 'Vancuver' },
    unknown: { ...domestic.to, city: 'Nowhere', zipcode: 'X0X 0X0' },
  },
  pickup: {
    address: domestic.from,
    date: shipDate,
    readyTime: '10:00',
    closeTime: '17:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: {
      parcels: 2,
      totalGrams: 2500,
      heaviestGrams: 1250,
      services: ['N'],
      destinations: ['CA'],
      trackingNumbers: [],
    },
    language: 'en',
  },
  ownCases: ownCases(),
};
