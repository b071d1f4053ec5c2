/** What the conformance suite needs of this connector: accounts of the simulator, shipments, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import {
  canadaToUnitedStates,
  withinCanada,
  withinUnitedStates,
} from '@scanship/connector-kit/conformance/sample-shipments';
import { ownCases } from './own-cases.ts';
import { listedCase } from './own-listed.ts';
import { moreCases, pickupWish } from './own-pickups.ts';

export { pickupWish };
export const domestic = withinCanada;
export const crossBorder = canadaToUnitedStates;

export const samples: ConnectorSamples = {
  settings: {},
  account: {
    id: 'easyship-alpha',
    credentials: { token: 'sand_alphaEasyshipToken0001', category: 'fashion' },
  },
  otherAccount: {
    id: 'easyship-beta',
    credentials: { token: 'sand_betaEasyshipToken00002', category: 'home_decor' },
  },
  wrongCredentials: { token: 'sand_nobodysEasyshipToken03', category: 'fashion' },
  // Inside the United States, where manifests are.
  service: 'usps.ground-advantage',
  domestic: withinUnitedStates,
  crossBorder: { service: 'ups.standard', shipment: crossBorder },
  addresses: {
    good: domestic.to,
    correctable: { ...domestic.to, address1: '20 Receiver Stret' },
    unknown: { ...domestic.to, address1: '9999 Nowhere Lane' },
  },
  pickup: pickupWish,
  ownCases: [...ownCases(domestic, crossBorder), listedCase, ...moreCases],
};
