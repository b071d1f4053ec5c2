import type { StoreManifest } from '@scanship/connector-kit/store/store';
import { COMMON, keyFields } from './manifest-family.ts';

export const manifest: StoreManifest = {
  ...COMMON,
  code: 'walmart-us',
  name: 'Walmart US',
  fields: keyFields('Walmart.com'),
  appFields: [
    {
      name: 'clientSecret',
      label: 'Signing secret for deliveries',
      help: 'Any long random text. Each seller gets a secret of its own made from it, with which Walmart signs what it tells us.',
      secret: true,
      required: true,
      pattern: '\\S{24,200}',
      ours: true,
    },
  ],
  capabilities: {
    orders: true,
    products: true,
    locations: true,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: true,
    // A line that was reported shipped is charged; Walmart takes nothing back.
    withdraw: false,
    webhooks: true,
    disconnect: true,
  },
};
