/**
 * The price question of Shipping Options: all mail classes with extra services, commercial or contract prices beside retail
 * ones, delivery days, and duties where they are asked for, in one call a parcel. Pure.
 */
import type { Parcel, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { toDecimal } from '@scanship/domain/money/money';
import type { Account } from './account.ts';
import { zip } from './address.ts';
import { customsOf, paysDuties } from './customs.ts';
import { askedServices, dollars, insuredValue } from './extras.ts';
import { measures, pounds } from './parcel.ts';
import { isAbroad, mailClassOf } from './services.ts';

const DAY_MS = 86_400_000;

/** Shipping Options takes today to 30 days ahead; any other day is left to USPS, which takes today. */
function mailingDate(day: string, now: Date): string | undefined {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - today) / DAY_MS);
  return days >= 0 && days <= 30 ? day : undefined;
}

/** The account's own prices, and retail ones to compare with. */
function pricingOptions(account: Account, s: ShipmentRequest) {
  const own =
    account.priceType === 'CONTRACT'
      ? {
          priceType: 'CONTRACT',
          // Returns are priced by mailer ID, all else by who pays.
          paymentAccount: s.return
            ? { accountType: 'MID', accountNumber: account.mid, CRID: account.crid }
            : { accountType: 'EPS', accountNumber: account.epsAccount, CRID: account.crid },
        }
      : { priceType: 'COMMERCIAL' };
  return [own, { priceType: 'RETAIL' }];
}

/** The contract knows CRID of a payment account inside the country only. */
function abroadOptions(account: Account) {
  const { epsAccount: accountNumber } = account;
  return account.priceType === 'CONTRACT'
    ? [{ priceType: 'CONTRACT', paymentAccount: { accountType: 'EPS', accountNumber } }, { priceType: 'RETAIL' }]
    : [{ priceType: 'COMMERCIAL' }, { priceType: 'RETAIL' }];
}

/** Customs items as the duty question wants them: values and weights of one piece. */
function dutyItems(s: ShipmentRequest) {
  return customsOf(s).items.map((item, index) => ({
    itemId: String(index + 1),
    itemValue: Number(toDecimal(item.unitValue)),
    itemQuantity: item.quantity,
    itemWeight: pounds(item.unitGrams),
    countryOfOrigin: item.originCountry,
    HSTariffNumber: item.hsCode?.replace(/[.\s]/g, '').toUpperCase(),
  }));
}

export interface Question {
  readonly parcel: Parcel;
  readonly index: number;
  /** Ask only for this service. */
  readonly only: string | undefined;
  /** Duties and taxes too. */
  readonly duties: boolean;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function priceMessage(s: ShipmentRequest, q: Question, account: Account, now: Date) {
  const own = { ...s, parcels: [q.parcel] };
  const value = insuredValue(own);
  const extras = askedServices(own, q.only);
  const abroad = isAbroad(s);
  const described = {
    ...measures(q.parcel, q.index, s),
    mailClass:
      (q.only === undefined ? undefined : mailClassOf(q.only, s)) ??
      (abroad ? 'ALL' : s.return ? 'ALL_RETURNS' : 'ALL_OUTBOUND'),
    extraServices: extras.length > 0 ? extras : undefined,
    packageValue: value && dollars(value),
    mailingDate: mailingDate(s.shipDate, now),
  };
  const origin = zip(s.from, 'from.zipcode').ZIPCode;
  if (!abroad)
    return {
      originZIPCode: origin,
      destinationZIPCode: zip(s.to, 'to.zipcode').ZIPCode,
      destinationEntryFacilityType: 'NONE',
      pricingOptions: pricingOptions(account, s),
      packageDescription: described,
    };
  const postalCode = s.to.zipcode.trim();
  const city = s.to.city.trim();
  const province = s.to.provinceCode.trim().toUpperCase();
  return {
    originZIPCode: origin,
    destinationCountryCode: s.to.countryCode,
    foreignPostalCode: postalCode === '' || postalCode.length > 11 ? undefined : postalCode,
    pricingOptions: abroadOptions(account),
    packageDescription: described,
    ...(q.duties
      ? {
          requestDutiesTaxesFees: true,
          destinationCity: city === '' || city.length > 28 ? undefined : city,
          destinationState: /^[A-Z]{2}$/.test(province) ? province : undefined,
          items: dutyItems(s),
        }
      : {}),
  };
}

/** Duties belong to the price where the sender pays them ahead. */
export const wantsDuties = (s: ShipmentRequest): boolean => isAbroad(s) && paysDuties(s);
