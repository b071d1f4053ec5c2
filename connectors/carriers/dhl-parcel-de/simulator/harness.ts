/** What the conformance suite needs of this connector: accounts of the simulator, shipments, prices, own cases. */
import type { ConnectorSamples } from '@scanship/connector-kit/conformance/conformance-harness';
import { samplePriceList } from '@scanship/connector-kit/conformance/sample-price-list';
import { manifest } from '../src/manifest.ts';
import { accounts } from './access.ts';
import { ownCases } from './own-cases.ts';
import { crossBorder, domestic, returned } from './places.ts';

export { crossBorder, domestic, returned };

/** Prices of the test account's contract: DHL's interfaces tell none. */
export const sheet = samplePriceList(manifest, 'EUR', 'DE');

const [alpha, beta] = accounts;
if (!alpha || !beta) throw new RangeError('the simulator has too few accounts');

export const samples: ConnectorSamples = {
  settings: { sheet },
  account: alpha,
  otherAccount: beta,
  wrongCredentials: { ...alpha.credentials, password: 'not-the-password' },
  service: 'V01PAK',
  domestic,
  crossBorder: { service: 'V53WPAK', shipment: crossBorder },
  returned: { service: 'V07PAK', shipment: returned },
  addresses: { good: domestic.to, unknown: { ...domestic.to, city: 'Nirgendwo', zipcode: '99999' } },
  pickup: {
    address: domestic.from,
    date: '2026-11-24',
    readyTime: '10:00',
    closeTime: '17:00',
    place: 'reception',
    instructions: 'Ring twice',
    load: { parcels: 2, totalGrams: 1800, services: ['V01PAK'], destinations: ['DE'], trackingNumbers: [] },
    language: 'en',
  },
  ownCases: ownCases(),
};
