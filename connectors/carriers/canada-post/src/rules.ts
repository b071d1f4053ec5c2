/**
 * What Canada Post and the customs of the destination ask for, said before any call: one clear sentence with our field.
 * The rule on U.S. duty and its sources are in README.md.
 */
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { Account } from './account.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
/** The service has three regions: Canada, the United States, and all others. */
export const isUnitedStates = (countryCode: string): boolean => countryCode === 'US';

/** Proof of prepaid duty as Zonos gives it: 13 letters and digits. */
const DECLARATION_ID = /^[0-9A-Za-z]{13}$/;

/** Why a label to the United States would be refused, or undefined. Pure; also shown beside prices. */
export function prepaidDutyGap(s: ShipmentRequest, account: Account): string | undefined {
  if (!isUnitedStates(s.to.countryCode) || s.from.countryCode !== 'CA') return undefined;
  if (s.customs?.purpose === 'Documents' || account.usDutyBilled || s.customs?.prepaidDuty) return undefined;
  return `${NAME} accepts parcels to the United States only with prepaid duty: enter the declaration ID in the customs details, or switch on automatic billing in the carrier account.`;
}

function checkUnitedStates(s: ShipmentRequest, customs: Customs, account: Account): void {
  const gap = prepaidDutyGap(s, account);
  if (gap !== undefined) throw invalidInput(gap, 'customs.prepaidDuty');
  const { prepaidDuty } = customs;
  if (prepaidDuty && !DECLARATION_ID.test(prepaidDuty.reference))
    throw invalidInput(
      'The declaration ID of the prepaid duty has 13 letters and digits.',
      'customs.prepaidDuty.reference',
    );
  if (prepaidDuty?.amount && prepaidDuty.amount.currency !== customs.currency)
    throw invalidInput(
      `The prepaid duty must be in ${customs.currency}, the currency of the declaration.`,
      'customs.prepaidDuty.amount',
    );
  customs.items.forEach((item, index) => {
    if ((item.hsCode?.replace(/\D/g, '').length ?? 0) < 6)
      throw invalidInput(
        `"${item.description}" needs an HS code for the United States.`,
        `customs.items.${index}.hsCode`,
      );
    if (!item.originCountry)
      throw invalidInput(
        `"${item.description}" needs its country of origin for the United States.`,
        `customs.items.${index}.originCountry`,
      );
  });
}

/** @throws ConnectorError `invalid-input` */
function checkCustoms(s: ShipmentRequest, customs: Customs, account: Account): void {
  const { currency } = customs;
  if (customs.items.some((item) => item.unitValue.currency !== currency))
    throw invalidInput(
      `All customs values must be in ${currency}, the currency of the declaration.`,
      'customs.currency',
    );
  if (currency !== 'CAD' && !account.rates.has(currency))
    throw invalidInput(
      `${NAME} needs the rate of ${currency} to the Canadian dollar: declare in CAD, or enter it in the carrier account.`,
      'customs.currency',
    );
  if (isUnitedStates(s.to.countryCode)) checkUnitedStates(s, customs, account);
  const goods = customs.items.reduce((grams, item) => grams + item.unitGrams * item.quantity, 0);
  const parcel = s.parcels.reduce((grams, p) => grams + p.weightGrams, 0);
  if (goods > parcel)
    throw invalidInput(
      `The goods on the customs declaration weigh ${goods / 1000} kg, more than the parcel (${parcel / 1000} kg).`,
      'customs.items',
    );
}

/** @throws ConnectorError `invalid-input` where several parcels cross a border: each would declare all goods. */
export function checkParcels(s: ShipmentRequest): void {
  if (s.to.countryCode !== 'CA' && s.parcels.length > 1)
    throw invalidInput(
      `${NAME} takes one parcel for one customs declaration; ship the other parcels on their own.`,
      'parcels',
    );
}

/** Everything that can be said before buying. @throws ConnectorError `invalid-input` or `refused` */
export function checkPurchase(s: ShipmentRequest, account: Account, service: string, labelFormat: 'pdf' | 'zpl'): void {
  if (s.parcels.length !== 1) throw invalidInput(`${NAME} labels are bought one parcel at a time here.`, 'parcels');
  if (s.from.countryCode !== 'CA')
    throw fail('refused', `${NAME} does not ship from ${s.from.countryCode}.`, { field: 'from.countryCode' });
  const region = s.to.countryCode === 'CA' ? 'DOM.' : isUnitedStates(s.to.countryCode) ? 'USA.' : 'INT.';
  if (!service.startsWith(region))
    throw fail('refused', `${NAME} does not offer this service to ${s.to.countryCode}.`, { field: 'to.countryCode' });
  if (labelFormat === 'zpl' && account.way === 'non-contract')
    throw invalidInput(`${NAME} gives thermal (ZPL) labels only under a contract; choose PDF.`, 'labelFormat');
  if (s.to.countryCode === 'CA') return;
  if (!s.customs) throw invalidInput(`${NAME} needs the customs details of a parcel that leaves Canada.`, 'customs');
  checkCustoms(s, s.customs, account);
}
