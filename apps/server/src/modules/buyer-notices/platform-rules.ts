/** Store platforms that write to buyers themselves, or do not let sellers do so. By what their own help pages say (decision 0280). */
import type { NOTICE_RULES } from '@scanship/contracts/stores/buyer-notices';

export interface PlatformRule {
  readonly rule: (typeof NOTICE_RULES)[number];
  /** Null where nothing stands in the way. */
  readonly because: string | null;
}

const OPEN: PlatformRule = { rule: 'open', because: null };
const ownMails = (because: string): PlatformRule => ({ rule: 'own-mails', because });

const AMAZON: PlatformRule = {
  rule: 'forbidden',
  because: 'Amazon sends its own shipping e-mails and does not allow sellers to send others. Notices stay off.',
};
const SHOPIFY = ownMails(
  'Shopify sends its own shipping and delivery e-mails. Switch them off there before you switch these on, or buyers get both.',
);
const EBAY = ownMails(
  'Buyers on eBay are told about their parcels by eBay, which passes on few messages from outside. Notices begin switched off.',
);
const ETSY = ownMails('Etsy sends its own shipping e-mails. Switch these on only if buyers should get both.');
const WALMART = ownMails(
  'Walmart sends its own shipping e-mails, and its rules restrict what sellers may write to buyers. Notices begin switched off.',
);
const BEST_BUY = ownMails('Best Buy sends its own shipping e-mails. Switch these on only if buyers should get both.');
const REEBELO = ownMails('Reebelo sends its own shipping e-mails. Switch these on only if buyers should get both.');
const WIX = ownMails('Wix sends its own shipping e-mails. Switch them off there before you switch these on.');
const SQUARE = ownMails('Square sends its own shipping e-mails. Switch these on only if buyers should get both.');
const ECWID = ownMails('Ecwid sends its own shipping e-mails. Switch them off there before you switch these on.');
const SHIPSTATION = ownMails(
  'ShipStation sends its own shipping e-mails. Switch them off there before you switch these on, or buyers get both.',
);

/** By the code of the platform. What is not here sends nothing by itself. */
export const PLATFORM_RULES: Readonly<Record<string, PlatformRule>> = {
  'amazon-us': AMAZON,
  'amazon-ca': AMAZON,
  shopify: SHOPIFY,
  ebay: EBAY,
  etsy: ETSY,
  'walmart-us': WALMART,
  'walmart-ca': WALMART,
  'best-buy': BEST_BUY,
  reebelo: REEBELO,
  wix: WIX,
  square: SQUARE,
  ecwid: ECWID,
  shipstation: SHIPSTATION,
};

export const ruleOf = (platformCode: string): PlatformRule =>
  Object.hasOwn(PLATFORM_RULES, platformCode) ? (PLATFORM_RULES[platformCode] ?? OPEN) : OPEN;

/** Amazon's relay addresses, which come in by aggregators of orders as well. */
export const isForbiddenAddress = (address: string): boolean => /@marketplace\.amazon\.[a-z.]{2,8}$/i.test(address);
