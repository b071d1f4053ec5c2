/**
 * Deliveries that carry no signature our app's secret could check: each account is given an address of its own with a key in it,
 * made from our secret; who does not know it is refused.
 */
import { createHmac } from 'node:crypto';
import type { Delivery } from '../store/store.ts';
import { sameText } from './store-signature.ts';

/** The key of one account's address: 32 hexadecimal digits. */
export const addressKey = (secret: string, platform: string, account: string): string =>
  createHmac('sha256', secret).update(`${platform} deliveries of ${account}`).digest('hex').slice(0, 32);

/** What is added to our address when an account subscribes. */
export const addressQuery = (secret: string, platform: string, account: string): string =>
  new URLSearchParams({ account, key: addressKey(secret, platform, account) }).toString();

/**
 * The account whose address this is; undefined when it is nobody's.
 * @param query parameters of the address
 * @param accountPattern of the manifest
 */
export function addressee(
  query: Delivery['query'],
  secret: string,
  platform: string,
  accountPattern: string,
): string | undefined {
  const { account = '', key = '' } = query ?? {};
  if (secret === '' || !new RegExp(`^(?:${accountPattern})$`, 'u').test(account)) return undefined;
  return sameText(key, addressKey(secret, platform, account)) ? account : undefined;
}
