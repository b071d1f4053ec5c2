/**
 * What a station says when it buys a label. The same wish must say the same whether it goes out at once or when the line is back:
 * its Idempotency-Key stands for exactly these contents, and the server may have heard the first try.
 */
import type { ScanSettingDto } from '@scanship/contracts/printing/scan-ship';

export interface Purchase {
  readonly orderId: string;
  /** Units that were scanned of each line. */
  readonly verified: readonly { readonly line: number; readonly quantity: number }[];
  readonly packageId: string | null;
  readonly weightGrams: number | null;
  readonly override: string | null;
}

export interface BuyingStation {
  readonly machineId: string | undefined;
  /** While it holds orders for a shift. */
  readonly stationId: string | undefined;
}

/** What is said of the parcel, as the station is set. */
export const detailsOf = (
  { packageId, weightGrams }: Pick<Purchase, 'packageId' | 'weightGrams'>,
  setting: Pick<ScanSettingDto, 'shipMode' | 'packageId'>,
) => ({
  shipMode: setting.shipMode,
  packageId: packageId ?? setting.packageId,
  weightGrams: setting.shipMode === 'shipInBox' ? weightGrams : null,
});

export const purchaseBody = (
  purchase: Purchase,
  setting: Pick<ScanSettingDto, 'shipMode' | 'packageId'>,
  { machineId, stationId }: BuyingStation,
) => ({
  orderId: purchase.orderId,
  machineId,
  stationId,
  verified: purchase.verified.length === 0 ? null : [...purchase.verified],
  override: purchase.override,
  ...detailsOf(purchase, setting),
});
