/** The address an order works with, made of the one that came: by the customer's setting with or without the suggestion. */
import type { Address } from '@scanship/domain/addresses/address';
import { type AddressCheck, checkAddress } from '@scanship/domain/addresses/address-check';
import { suggestAddress } from '@scanship/domain/addresses/address-suggestion';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Whether suggestions are taken without asking (`addressCheck` of the default settings). */
export async function takesSuggestions(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ automatic: boolean | null }>`SELECT more ->> 'addressCheck' = 'automatic' AS automatic
    FROM customer_settings`.execute(tx);
  return rows[0]?.automatic ?? false;
}

export const effectiveAddress = (address: Address, automatic: boolean): AddressCheck =>
  checkAddress((automatic ? suggestAddress(address)?.address : undefined) ?? address);
