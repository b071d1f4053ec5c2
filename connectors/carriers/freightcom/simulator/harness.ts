/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { canadaToUnitedStates, withinCanada } from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';

const abroad: typeof canadaToUnitedStates = {
  ...canadaToUnitedStates,
  from: { ...canadaToUnitedStates.from, email: 'sender@mail.example' },
  to: { ...canadaToUnitedStates.to, email: 'receiver@mail.example' },
};

export const samples: ConnectorSamples = {
  settings: {},
  account: { id: 'freightcom-alpha', credentials: { key: 'freightcom-alpha-key-0001' } },
  otherAccount: { id: 'freightcom-beta', credentials: { key: 'freightcom-beta-key-0002' } },
  wrongCredentials: { key: 'freightcom-no-such-key-9' },
  service: 'canadapost.expedited-parcel',
  domestic: withinCanada,
  crossBorder: { service: 'canadapost.expedited-parcel-usa', shipment: abroad },
  returned: {
    service: 'canpar.ground',
    shipment: { ...withinCanada, from: withinCanada.to, to: withinCanada.from, return: {} },
  },
  ownCases: ownCases(withinCanada, abroad),
};
