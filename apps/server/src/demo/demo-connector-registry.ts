/** What the demo takes of the connectors themselves: the local courier's example sheet, the simulators' test accounts. */
export { rateSheetTemplate, sheetAsCsv } from '@scanship/carrier-rate-sheet/rate-sheet-template';

type Harness = Promise<{
  readonly samples: { readonly account: { readonly credentials: Readonly<Record<string, string>> } };
}>;

const HARNESSES: Readonly<Record<string, () => Harness>> = {
  'canada-post': () => import('@scanship/carrier-canada-post/harness'),
  'amazon-shipping': () => import('@scanship/carrier-amazon-shipping/harness'),
  'dhl-ecommerce': () => import('@scanship/carrier-dhl-ecommerce/harness'),
  uniuni: () => import('@scanship/carrier-uniuni/harness'),
  'royal-mail': () => import('@scanship/carrier-royal-mail/harness'),
  sendcloud: () => import('@scanship/carrier-sendcloud/harness'),
  'amazon-merchant-fulfillment': () => import('@scanship/carrier-amazon-merchant-fulfillment/harness'),
  'gls-canada': () => import('@scanship/carrier-gls-canada/harness'),
  'landmark-global': () => import('@scanship/carrier-landmark-global/harness'),
  'gls-group': () => import('@scanship/carrier-gls-group/harness'),
  'dhl-parcel-de': () => import('@scanship/carrier-dhl-parcel-de/harness'),
  teleship: () => import('@scanship/carrier-teleship/harness'),
  asendia: () => import('@scanship/carrier-asendia/harness'),
  'asendia-usa': () => import('@scanship/carrier-asendia-usa/harness'),
  'australia-post': () => import('@scanship/carrier-australia-post/harness'),
  easyship: () => import('@scanship/carrier-easyship/harness'),
  'chit-chats': () => import('@scanship/carrier-chit-chats/harness'),
  canpar: () => import('@scanship/carrier-canpar/harness'),
  purolator: () => import('@scanship/carrier-purolator/harness'),
  'testline-express': () => import('@scanship/sample-testline-express/harness'),
  'testline-freight': () => import('@scanship/sample-testline-freight/harness'),
  'testline-ground': () => import('@scanship/sample-testline-ground/harness'),
  'testline-post': () => import('@scanship/sample-testline-post/harness'),
  'dhl-express': () => import('@scanship/carrier-dhl-express/harness'),
  nationex: () => import('@scanship/carrier-nationex/harness'),
  eshipper: () => import('@scanship/carrier-eshipper/harness'),
  freightcom: () => import('@scanship/carrier-freightcom/harness'),
  fedex: () => import('@scanship/carrier-fedex/harness'),
  'shipstation-api': () => import('@scanship/carrier-shipstation-api/harness'),
  easypost: () => import('@scanship/carrier-easypost/harness'),
  ups: () => import('@scanship/carrier-ups/harness'),
  usps: () => import('@scanship/carrier-usps/harness'),
};

/** Credentials that the carrier's simulator knows; none for a carrier without one. */
export const testCredentials = async (slug: string): Promise<Readonly<Record<string, string>>> =>
  (await HARNESSES[slug]?.())?.samples.account.credentials ?? {};
