/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { ownCases } from './own-cases.ts';
import { cityHall } from './own-operations.ts';
import { pickupWish } from './own-pickups.ts';

/** UPS wants telephone numbers on both sides abroad. */
export const crossBorder: ShipmentRequest = {
  ...canadaToUnitedStates,
  from: { ...canadaToUnitedStates.from, phone: '416-555-0100' },
  to: { ...canadaToUnitedStates.to, phone: '+1 (716) 555-0123' },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'ups-alpha',
    credentials: { clientId: 'ups-alpha-client', clientSecret: 'ups-alpha-secret', accountNumber: 'A1B2C3' },
  },
  otherAccount: {
    id: 'ups-beta',
    credentials: { clientId: 'ups-beta-client', clientSecret: 'ups-beta-secret', accountNumber: 'B4C5D6' },
  },
  wrongCredentials: { clientId: 'ups-alpha-client', clientSecret: 'not-the-secret', accountNumber: 'A1B2C3' },
  service: '11',
  domestic: withinCanada,
  crossBorder: { service: '11', shipment: crossBorder },
  addresses: {
    good: cityHall,
    correctable: { ...cityHall, address1: '65 Niagara Square', zipcode: '14201' },
    unknown: { ...cityHall, address1: '9999 Nowhere Lane' },
  },
  pickup: pickupWish(withinCanada.from),
  returned: {
    service: '11',
    shipment: { ...withinCanada, from: withinCanada.to, to: withinCanada.from, return: {} },
  },
  eventsTellBy: ['status.type', 'status.code', 'status.description'],
  ownCases: ownCases(withinCanada, crossBorder),
};
