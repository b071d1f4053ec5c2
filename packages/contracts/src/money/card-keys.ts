/** Keys of the card provider for the payment form (product-spec sections 3 and 7; decisions 10). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

/** Of the company that is paid. All empty while it takes no cards, and always for support (decisions 8). */
export const cardKeys = z.object({
  /** The provider's public key for the browser; the secret one never leaves the server. */
  publishableKey: z.string(),
  mode: z.enum(['live', 'sandbox', 'simulator', 'none']),
});
export type CardKeys = z.infer<typeof cardKeys>;

export const getCardKeys = defineCall({
  id: 'getCardKeys',
  method: 'GET',
  path: '/stripe/get-keys',
  summary: 'Public key of the card provider',
  auth: 'access',
  roles: ['ROLE_CUSTOMER_ADMIN'],
  data: cardKeys,
});
