/** POST /shipments/v3/options/search: every mail class of the way with its extra services, for each kind of price asked. */
import {
  jsonAnswer,
  jsonBody,
  type SimRequest,
  type SimAccount,
  type SimAnswer,
} from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { addWorkingDays } from '@scanship/simulator-kit/tariff';
import { accept, optionsRequest, refuse, type OptionsRequest } from './contract.ts';
import { DUTIES_FEE, dutiesOf, extrasOf, pricesFor, zoneOf, type Price } from './tariff.ts';

export const dollars = (cents: number): number => cents / 100;

/** What stands for an empty list of days ahead. */
const MOST_DAYS_AHEAD = 30;

function checkDay(day: string | undefined, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  if (day === undefined) return today;
  const days = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  if (days < -1 || days > MOST_DAYS_AHEAD)
    refuse('060103', 'The mailing date must be from today to 30 days ahead.', 'packageDescription.mailingDate');
  return day;
}

function quote(asked: OptionsRequest): JsonObject {
  if (!('destinationCountryCode' in asked) || asked.requestDutiesTaxesFees !== true) return {};
  const items = (asked.items ?? []).map((item) => ({
    id: item.itemId,
    duties: dutiesOf(asked.destinationCountryCode, Math.round(item.itemValue * item.itemQuantity * 100)),
  }));
  if (items.length === 0) return refuse('060110', 'At least one item is required for duties and taxes.', 'items');
  if (items.some((item) => !item.duties)) return {};
  return {
    dutiesTaxesFeesQuote: {
      packageFee: dollars(DUTIES_FEE),
      itemQuotes: items.map(({ id, duties }) => ({
        dutyPrice: dollars(duties?.duty ?? 0),
        taxPrice: dollars(duties?.tax ?? 0),
        itemId: id,
      })),
    },
  };
}

function option(price: Price, asked: OptionsRequest, priceType: string, day: string): JsonObject {
  const { packageDescription: parcel } = asked;
  const abroad = 'destinationCountryCode' in asked;
  const extras = extrasOf(price.mailClass, parcel.extraServices ?? []);
  const base = price.base + price.fees.reduce((sum, fee) => sum + fee.cents, 0);
  const due = addWorkingDays(day, price.days);
  return {
    ...(abroad
      ? quote(asked)
      : {
          commitment: {
            name: `${price.days} Day${price.days > 1 ? 's' : ''}`,
            scheduleDeliveryDate: due,
            expectedDeliveryDate: due,
            guaranteedDelivery: price.mailClass === 'PRIORITY_MAIL_EXPRESS',
          },
        }),
    ...(parcel.extraServices ? { totalPrice: dollars(base + extras.reduce((sum, e) => sum + e.cents, 0)) } : {}),
    totalBasePrice: dollars(base),
    rates: [
      {
        description: `${price.description} Single-piece`,
        price: dollars(price.base),
        zone: String(price.zone).padStart(2, '0'),
        weight: parcel.weight,
        dimWeight: price.dimensionalPounds * 16,
        fees: price.fees.map((fee) => ({ name: fee.name, price: dollars(fee.cents), SKU: 'D811XVCXXXX0000' })),
        priceType,
        mailClass: price.mailClass,
        productName: price.description,
        processingCategory: price.category,
        rateIndicator: price.indicator,
        destinationEntryFacilityType: abroad ? 'INTERNATIONAL_SERVICE_CENTER' : 'NONE',
        SKU: 'DVXX0XXXXC00010',
      },
    ],
    extraServices: extras.map((extra) => ({
      name: extra.name,
      price: dollars(extra.cents),
      extraService: String(extra.code),
      priceType,
      warnings: [],
      SKU: 'DXSX0EXXXCX0000',
    })),
  };
}

const isReturn = (mailClass: string): boolean => mailClass.endsWith('_RETURN_SERVICE') || mailClass === 'ALL_RETURNS';

export function ratesAnswer(request: SimRequest, account: SimAccount, now: Date): SimAnswer {
  const asked = accept(optionsRequest, jsonBody(request));
  const { packageDescription: parcel } = asked;
  if (parcel.weight > 70) refuse('060101', 'The weight must be 70 pounds or less.', 'packageDescription.weight');
  const girth = parcel.length + 2 * (parcel.width + parcel.height);
  if (girth > 130) refuse('060102', 'Length plus girth must be 130 inches or less.', 'packageDescription.length');
  const day = checkDay(parcel.mailingDate, now);
  const abroad = 'destinationCountryCode' in asked;
  if (abroad && asked.destinationCountryCode === 'US')
    refuse('060105', 'The destination country must not be the United States.', 'destinationCountryCode');
  if ((parcel.extraServices ?? []).some((code) => [925, 930, 931].includes(code)) && parcel.packageValue === undefined)
    refuse('060106', 'packageValue is required for insurance.', 'packageDescription.packageValue');
  const zone = zoneOf(
    asked.originZIPCode,
    abroad ? { country: asked.destinationCountryCode } : { zip: asked.destinationZIPCode },
  );
  const pricingOptions = asked.pricingOptions.map(({ priceType = 'COMMERCIAL', paymentAccount }) => {
    if (priceType === 'CONTRACT') {
      const { epsAccount, mid } = account.credentials;
      if (![epsAccount, mid].includes(paymentAccount?.accountNumber))
        refuse(
          '060107',
          'paymentAccount is required for CONTRACT and must be active.',
          'pricingOptions.paymentAccount',
        );
    }
    const prices = pricesFor(
      parcel,
      { zone, abroad, returns: isReturn(parcel.mailClass) },
      priceType === 'RETAIL',
    ).filter(({ mailClass }) => parcel.mailClass.startsWith('ALL') || mailClass === parcel.mailClass);
    const classes = [...new Set(prices.map(({ mailClass }) => mailClass))];
    return {
      shippingOptions: classes.map((mailClass) => ({
        mailClass,
        rateOptions: prices.filter((p) => p.mailClass === mailClass).map((p) => option(p, asked, priceType, day)),
      })),
      priceType,
    };
  });
  return jsonAnswer(200, {
    originZIPCode: asked.originZIPCode,
    ...(abroad
      ? { destinationCountryCode: asked.destinationCountryCode }
      : { destinationZIPCode: asked.destinationZIPCode }),
    pricingOptions,
  });
}
