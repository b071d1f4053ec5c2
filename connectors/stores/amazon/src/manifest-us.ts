import { amazonManifest, type AmazonManifest } from './manifest-family.ts';

export const manifest: AmazonManifest = amazonManifest('amazon-us', 'Amazon US', {
  id: 'ATVPDKIKX0DER',
  name: 'Amazon.com',
  country: 'US',
  currency: 'USD',
  sellerCentral: 'https://sellercentral.amazon.com',
});
