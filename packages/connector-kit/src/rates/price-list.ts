/**
 * Prices from a list: an own courier's rate sheet, or what a contract says where the carrier's own interface tells no
 * prices. The list of an account is `settings.sheet`, as it was read when it was uploaded.
 */
import type { Json, JsonObject } from '@scanship/domain/values/json';
import { checkRateSheet } from '@scanship/domain/rating/check-rate-sheet';
import { rateShipment } from '@scanship/domain/rating/rate-shipment';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { readRateSheet } from '@scanship/domain/rating/read-rate-sheet';
import { zoneName } from '@scanship/domain/rating/zones';
import type { Carrier, CarrierManifest, CarrierService, RateAnswer, RateInput } from '../carrier/carrier.ts';
import { fail } from '../errors.ts';

/** Lists already read, as long as the caller holds the stored value. */
const read = new WeakMap<JsonObject, RateSheet>();

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const NO_SHEET = 'This courier has no rate sheet yet; upload one in its settings.';

/** @throws ConnectorError `refused` when the account has no list or a damaged one. */
export function priceListOf(settings: JsonObject, missing = NO_SHEET): RateSheet {
  const stored = settings.sheet;
  if (!isObject(stored)) throw fail('refused', missing);
  const known = read.get(stored);
  if (known) return known;
  const sheet = readRateSheet(stored);
  if (!sheet.ok) throw fail('refused', sheet.problem);
  read.set(stored, sheet.value);
  return sheet.value;
}

/**
 * Price lines are the cost of whoever has the account. No delivery day is promised: a list states working days in transit,
 * and holidays are not known here.
 */
export function offersFromList(sheet: RateSheet, input: RateInput): RateAnswer {
  const { offers, problems } = rateShipment(sheet, input.shipment, input.services);
  return {
    offers: offers.map(({ service, serviceName, zone, lines, total, billableGrams, transitDays }) => ({
      service,
      serviceName,
      lines,
      total,
      billableGrams,
      zone: zoneName(sheet, zone),
      transitDays,
    })),
    problems,
  };
}

/** What is wrong with a stored list, with its place ("rates[3].price"); empty when it can come into force. */
export function checkPriceList(settings: JsonObject): readonly { readonly where: string; readonly message: string }[] {
  const sheet = readRateSheet(settings.sheet);
  if (!sheet.ok) return [{ where: 'sheet', message: sheet.problem }];
  return checkRateSheet(sheet.value).map(({ section, index, field, message }) => ({
    where: `${section}${index === undefined ? '' : `[${index}]`}${field === undefined ? '' : `.${field}`}`,
    message,
  }));
}

type Listed = Pick<CarrierManifest, 'name' | 'services'>;

/** Why the list names a service that the carrier does not have, or undefined. */
export function unknownService({ name, services }: Listed, code: string): string | undefined {
  if (services.length === 0 || services.some((service) => service.code === code)) return undefined;
  const codes = services.map((service) => service.code).join(', ');
  return `${name} has no service "${code}". Its services are ${codes}.`;
}

/**
 * `rate`, `accountServices` and `checkSettings` of a carrier whose interface tells no prices (`manifest.prices` is "list"):
 * the services of the manifest that the account's list has, at its prices and under the carrier's names.
 */
export function pricedByList(manifest: Listed): Required<Pick<Carrier, 'rate' | 'accountServices' | 'checkSettings'>> {
  const missing = `${manifest.name} provides no prices. Upload the prices of your contract in the settings of this account.`;
  const named = (code: string): CarrierService | undefined => manifest.services.find((each) => each.code === code);
  return {
    async rate(input, env) {
      const { offers, problems } = offersFromList(priceListOf(env.settings, missing), input);
      return {
        offers: offers.flatMap((offer) => {
          const service = named(offer.service);
          return service ? [{ ...offer, serviceName: service.name }] : [];
        }),
        problems,
      };
    },
    accountServices(settings) {
      if (!isObject(settings.sheet)) return [];
      return priceListOf(settings).services.flatMap(({ code }) => named(code) ?? []);
    },
    checkSettings(settings) {
      const problems = checkPriceList(settings);
      if (problems.length > 0) return problems;
      return priceListOf(settings).services.flatMap(({ code }, index) => {
        const message = unknownService(manifest, code);
        return message === undefined ? [] : [{ where: `services[${index}].code`, message }];
      });
    },
  };
}
