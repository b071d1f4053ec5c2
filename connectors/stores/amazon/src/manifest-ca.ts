import { amazonManifest, type AmazonManifest } from './manifest-family.ts';

export const manifest: AmazonManifest = amazonManifest('amazon-ca', 'Amazon CA', {
  id: 'A2EUQ1WTGCTBG2',
  name: 'Amazon.ca',
  country: 'CA',
  currency: 'CAD',
  sellerCentral: 'https://sellercentral.amazon.ca',
});
