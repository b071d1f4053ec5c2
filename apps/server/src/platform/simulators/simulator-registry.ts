/** Entry of the simulators' process: which there are. Only this file and tests load them. */
import { hostMain } from '@scanship/simulator-kit/host-process';

await hostMain({
  'amazon-ca': async () => (await import('@scanship/store-amazon/simulator')).simulatorCa,
  'amazon-us': async () => (await import('@scanship/store-amazon/simulator')).simulatorUs,
  etsy: async () => (await import('@scanship/store-etsy/simulator')).simulator,
  ebay: async () => (await import('@scanship/store-ebay/simulator')).simulator,
  'best-buy': async () => (await import('@scanship/store-best-buy/simulator')).simulator,
  reebelo: async () => (await import('@scanship/store-reebelo/simulator')).simulator,
  shopify: async () => (await import('@scanship/store-shopify/simulator')).simulator,
  'canada-post': async () => (await import('@scanship/carrier-canada-post/simulator')).simulator,
  'chit-chats': async () => (await import('@scanship/carrier-chit-chats/simulator')).simulator,
  canpar: async () => (await import('@scanship/carrier-canpar/simulator')).simulator,
  purolator: async () => (await import('@scanship/carrier-purolator/simulator')).simulator,
  'testline-express': async () => (await import('@scanship/sample-testline-express/simulator')).simulator,
  'testline-freight': async () => (await import('@scanship/sample-testline-freight/simulator')).simulator,
  'testline-ground': async () => (await import('@scanship/sample-testline-ground/simulator')).simulator,
  'testline-post': async () => (await import('@scanship/sample-testline-post/simulator')).simulator,
  'dhl-express': async () => (await import('@scanship/carrier-dhl-express/simulator')).simulator,
  fedex: async () => (await import('@scanship/carrier-fedex/simulator')).simulator,
  ups: async () => (await import('@scanship/carrier-ups/simulator')).simulator,
  usps: async () => (await import('@scanship/carrier-usps/simulator')).simulator,
  square: async () => (await import('@scanship/store-square/simulator')).simulator,
  'walmart-ca': async () => (await import('@scanship/store-walmart/simulator')).simulatorCa,
  'walmart-us': async () => (await import('@scanship/store-walmart/simulator')).simulatorUs,
  wix: async () => (await import('@scanship/store-wix/simulator')).simulator,
  woocommerce: async () => (await import('@scanship/store-woocommerce/simulator')).simulator,
});
