/**
 * What our own price list says for what the carrier measured: only for accounts with a rate sheet, with the sheet that was
 * in force when the label was bought. Other carriers' prices depend on contracts that only they know.
 */
import { rateShipment } from '@scanship/domain/rating/rate-shipment';
import { readRateSheet } from '@scanship/domain/rating/read-rate-sheet';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import type { Dimensions } from '@scanship/domain/values/measure';
import type { Json } from '@scanship/domain/values/json';
import type { Database } from '../../platform/database/database.ts';
import type { BilledAccount } from './match-lines.ts';
import type { PurchaseFacts } from './purchase-facts.ts';

interface DatedSheet {
  readonly from: Date;
  readonly sheet: RateSheet;
}

/** The account's sheets, the newest first; empty for a carrier that is no rate-sheet account. */
export async function readSheets(db: Database, account: BilledAccount): Promise<readonly DatedSheet[]> {
  const rows = await db.tenant(
    account,
    (tx) =>
      tx
        .selectFrom('rate_sheets')
        .select(['sheet', 'created_at'])
        .where('account_id', '=', account.accountId)
        .orderBy('version', 'desc')
        .limit(50)
        .execute(),
    { readOnly: true },
  );
  return rows.flatMap((row) => {
    const sheet = readRateSheet(row.sheet as Json);
    return sheet.ok ? [{ from: row.created_at, sheet: sheet.value }] : [];
  });
}

/** Minor units, taxes included; undefined where the sheet does not price it. */
export function rerate(
  sheets: readonly DatedSheet[],
  facts: PurchaseFacts,
  measured: { readonly grams?: number | undefined; readonly size?: Dimensions | undefined },
): { readonly minor: number; readonly currency: string } | undefined {
  const inForce = sheets.find((each) => each.from <= facts.boughtAt) ?? sheets.at(-1);
  const [parcel] = facts.parcels;
  // Measurements of one of several parcels do not say what the others are.
  if (!inForce || !parcel || facts.parcels.length > 1 || facts.service === null) return undefined;
  const { offers } = rateShipment(
    inForce.sheet,
    {
      from: facts.from,
      to: facts.to,
      parcels: [
        {
          ...parcel,
          weightGrams: Math.max(1, measured.grams ?? parcel.weightGrams),
          dimensions: measured.size ?? parcel.dimensions,
        },
      ],
      shipDate: facts.shipDate ?? facts.boughtAt.toISOString().slice(0, 10),
      options: facts.options,
      references: [],
      language: 'en',
    },
    [facts.service],
  );
  const [offer] = offers;
  return offer && { minor: offer.total.minor, currency: offer.total.currency };
}
