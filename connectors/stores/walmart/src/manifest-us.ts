import type { StoreManifest } from '@scanship/connector-kit/store/store';
import { COMMON, keyFields } from './manifest-family.ts';

export const manifest: StoreManifest = {
  ...COMMON,
  code: 'walmart-us',
  name: 'Walmart US',
  // Only keys that were made for a solution provider end; a seller's own go on.
  ends: {
    what: 'Delegated Access keys of solution providers',
    on: '2027-04-30',
    source: 'https://developer.walmart.com/us-marketplace/docs/delegated-access-authorization',
  },
  fields: keyFields({
    id: 'At developer.walmart.com sign in as marketplace seller of Walmart.com, then My Account, API Keys: the production client ID. Keys for a solution provider are no longer made, and older ones end on April 30, 2027.',
    secret: 'Beside the client ID under API Keys. A new one makes the old one worthless.',
  }),
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
