import type { StoreManifest } from '@scanship/connector-kit/store/store';
import { COMMON, keyFields } from './manifest-family.ts';

export const manifest: StoreManifest = {
  ...COMMON,
  code: 'walmart-ca',
  name: 'Walmart CA',
  fields: keyFields({
    id: 'At developer.walmart.com sign in as marketplace seller of Walmart.ca, then My Account, API Key Management, Add new key for a solution provider, with full access to orders and view access to items.',
    secret: 'Shown once beside the client ID in API Key Management. A new one makes the old one worthless.',
  }),
  appFields: [],
  capabilities: {
    orders: true,
    products: true,
    // No document found says that fulfillment centers can be asked for in Canada.
    locations: false,
    fulfil: true,
    partialFulfilment: true,
    severalParcels: true,
    withdraw: false,
    // Walmart sends notifications in the United States only.
    webhooks: false,
    // Keys have no goodbye: the seller deletes them in the developer portal.
    disconnect: false,
  },
};
