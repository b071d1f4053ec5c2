/** What the settings of a station say of how an order is shipped. */
import type { ScanSettingDto } from '@scanship/contracts/printing/scan-ship';

/** The service a station is set to, where its mode names one; quotes are of every carrier until one is chosen. */
export const serviceOfSetting = ({ printMode, grantId, service }: ScanSettingDto) =>
  printMode === 'printByCheapest' || printMode === 'quoteByDetails' || grantId === null ? {} : { grantId, service };

export const wishOfSetting = (setting: ScanSettingDto) => ({
  ...serviceOfSetting(setting),
  shipMode: setting.shipMode,
  packageId: setting.packageId,
});
