/** Whether an account can be checked, and from where its shipments are sent. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { AddressDto } from '@scanship/contracts/common';
import type { Address } from '@scanship/domain/addresses/address';
import { nextShipDate } from '@scanship/domain/calendar/ship-date';
import type { Database } from '../../../platform/database/database.ts';
import type { CarrierRegistry } from '../../carriers/index.ts';
import { toAddress } from '../../orders/index.ts';
import type { ReachedAccount } from '../reach.ts';
import { SENDING_COUNTRIES, senderWithout } from './test-shipments.ts';

export interface Sender {
  readonly address: Address;
  readonly timeZone: string;
}

const USUAL_ZONE = 'America/Toronto';
const WEEKDAYS = 31;

/** The owner's default ship-from address; a made-up one where there is none, as with a franchise that lends its account. */
export async function senderOf(
  db: Database,
  ownerTenantId: string,
  manifest: Pick<CarrierManifest, 'originCountries'>,
): Promise<Sender> {
  const row = await db.tenant({ tenantId: ownerTenantId }, (tx) =>
    tx
      .selectFrom('locations')
      .select(['address', 'time_zone as timeZone'])
      .where('tenant_id', '=', ownerTenantId)
      .where('is_default', '=', true)
      .executeTakeFirst(),
  );
  // Checked when it was saved, as it came over the wire: what is empty is null there.
  const stored = row?.address as Partial<AddressDto> | undefined;
  return row && isWhole(stored)
    ? { address: toAddress(stored), timeZone: row.timeZone }
    : { address: senderWithout(manifest), timeZone: USUAL_ZONE };
}

const isWhole = (address: Partial<AddressDto> | undefined): address is AddressDto =>
  [address?.name, address?.address1, address?.city, address?.zipcode, address?.countryCode].every(
    (part) => typeof part === 'string' && part !== '',
  );

/** The next weekday, YYYY-MM-DD: public holidays do not matter to a label that goes nowhere. */
export const shipDateOf = (now: Date, { timeZone }: Sender): string =>
  nextShipDate(now, { timeZone, cutOff: '15:00', workingDays: WEEKDAYS, holidays: [] });

/** One sentence why it cannot be checked; null when it can. */
export async function whyNotChecked(
  { db, registry }: { readonly db: Database; readonly registry: CarrierRegistry },
  account: ReachedAccount,
): Promise<string | null> {
  if (account.kind === 'store') return 'Only carrier accounts can be checked: a store sells no labels.';
  const entry = registry.find(account.connector);
  if (!entry) return 'This connector is not offered here.';
  const { manifest, sample } = entry;
  const { name } = manifest;
  if (manifest.maturity === 'own' && !sample)
    return 'This carrier works on its own rate sheet: there is no vendor to check.';
  if (manifest.ordersOf) return `${name} ships only orders that were placed at its own store, so nothing can be tried.`;
  if (account.mode === 'live')
    return `This account is live: its labels cost money. Connect the test system of ${name} as another account and check that.`;
  if (account.state === 'paused') return 'This account is paused. Resume it first.';
  const { countryCode } = (await senderOf(db, account.ownerTenantId, manifest)).address;
  if (!manifest.originCountries.includes('*') && !manifest.originCountries.includes(countryCode))
    return `${name} does not ship from ${countryCode}.`;
  return SENDING_COUNTRIES.has(countryCode)
    ? null
    : `The owner ships from ${countryCode}. A check is sent from Canada or the United States only.`;
}
