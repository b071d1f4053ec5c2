/** The connector of a franchise's own or local courier. */
import type { Carrier, CarrierService } from '@scanship/connector-kit/carrier/carrier';
import { checkPriceList, offersFromList, priceListOf } from '@scanship/connector-kit/rates/price-list';
import type { JsonObject } from '@scanship/domain/values/json';
import { gramsOf } from '@scanship/domain/rating/billable-weight';
import { unitsOf } from '@scanship/domain/rating/rate-sheet';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { manifest } from './manifest.ts';
import { cancel, ship } from './ship.ts';

/** Whether a service reaches zones at home, abroad or both. */
function scopeOf(sheet: RateSheet, service: string): CarrierService['scope'] {
  const zones = new Set(sheet.rates.filter((row) => row.service === service).map((row) => row.toZone));
  const countries = sheet.zones.filter((row) => zones.has(row.zone)).map((row) => row.country);
  const home = countries.includes(sheet.settings.country);
  const abroad = countries.some((country) => country !== sheet.settings.country);
  return home && abroad ? 'both' : abroad ? 'international' : 'domestic';
}

/** Services of an account, which its sheet defines. */
function accountServices(settings: JsonObject): readonly CarrierService[] {
  const sheet = priceListOf(settings);
  return sheet.services.map(({ code, name, maxWeight }) => ({
    code,
    name,
    scope: scopeOf(sheet, code),
    maxGrams: maxWeight === null ? undefined : gramsOf(maxWeight, unitsOf(sheet.settings.units).weight),
  }));
}

export const carrier: Carrier = {
  manifest,
  ship,
  cancel,
  accountServices,
  async rate(input, env) {
    return offersFromList(priceListOf(env.settings), input);
  },
  async testConnection(env) {
    const sheet = priceListOf(env.settings);
    const zones = new Set(sheet.zones.map((row) => row.zone)).size;
    return {
      accountName: sheet.settings.name,
      message: `${sheet.settings.name}: ${sheet.services.length} services, ${zones} zones and ${sheet.rates.length} prices in ${sheet.settings.currency}. No outside service is needed.`,
    };
  },
  /** Checks a sheet that is about to be stored as `settings.sheet`. */
  checkSettings: checkPriceList,
};
