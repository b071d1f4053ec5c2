/** Prices, products and landed costs. */
import type { JsonObject } from '@scanship/domain/values/json';
import { jsonAnswer, jsonBody, type SimRoute } from '@scanship/simulator-kit/simulator';
import { accountOf, checkAccount, checkStamp } from './access.ts';
import {
  accept,
  acceptQuery,
  landedCostRequest,
  productsQuery,
  rateRequest,
  refuse,
  type RateRequest,
} from './contract.ts';
import {
  arrival,
  currencyOf,
  knownService,
  productsOn,
  quotes,
  volumetricKg,
  type Charge,
  type Priced,
  type Quote,
  type SimParcel,
} from './tariff.ts';

/** What this account pays of the public price. */
const DISCOUNT = 0.62;

const POUND = 0.453_592_37;
const INCH = 2.54;

type Packages = RateRequest['packages'];

export const parcelsOf = (packages: Packages, unit: 'metric' | 'imperial'): SimParcel[] =>
  packages.map(({ weight, dimensions: d }) => {
    const [kg, cm] = unit === 'imperial' ? [POUND, INCH] : [1, 1];
    return { kilograms: weight * kg, sides: d && [d.length * cm, d.width * cm, d.height * cm] };
  });

export const priced = (s: Priced): ReturnType<typeof quotes> => quotes(s, DISCOUNT);

const cents = (n: number): number => Math.round(n) / 100;

const EURO: Readonly<Record<string, number>> = { CAD: 0.66, USD: 0.9, GBP: 1.16, AUD: 0.6, EUR: 1 };

const SERVICE = { serviceTypeCode: 'SCH', isCustomerAgreement: false, isMarketedService: true };

const chargePart =
  (quote: Quote) =>
  (one: Charge): JsonObject => ({
    name: one.name,
    ...(one.code === undefined ? {} : { serviceCode: one.code, localServiceCode: one.code, ...SERVICE }),
    price: cents(one.cents + one.tax),
    priceBreakdown: [
      {
        priceType: 'TAX',
        typeCode: 'All Bu',
        price: cents(one.tax),
        rate: quote.taxPercent,
        basePrice: cents(one.cents),
      },
    ],
  });

/** Services that could be added, as DHL lists them: without a price. */
const ON_OFFER: JsonObject = {
  name: 'HOLD FOR COLLECTION',
  serviceCode: 'LX',
  localServiceCode: 'LX',
  serviceTypeCode: 'XCH',
  isCustomerAgreement: false,
  isMarketedService: true,
};

function productAnswer(
  billed: Quote,
  of: {
    readonly currency: string;
    readonly unit: string;
    readonly day: string;
    readonly country: string;
    readonly provided: number;
    readonly volumetric: number;
  },
): JsonObject {
  const euro = EURO[of.currency] ?? 1;
  const types = ['BILLC', 'PULCL'];
  return {
    productName: billed.name,
    productCode: billed.code,
    localProductCode: billed.code,
    localProductCountryCode: of.country,
    networkTypeCode: 'TD',
    isCustomerAgreement: false,
    weight: { volumetric: of.volumetric, provided: of.provided, unitOfMeasurement: of.unit },
    totalPrice: [
      ...types.map((currencyType) => ({
        currencyType,
        priceCurrency: of.currency,
        price: cents(billed.total),
      })),
      { currencyType: 'BASEC', priceCurrency: 'EUR', price: cents(billed.total * euro) },
    ],
    totalPriceBreakdown: types.map((currencyType) => ({
      currencyType,
      priceCurrency: of.currency,
      priceBreakdown: [
        { typeCode: 'STTXA', price: cents(billed.tax) },
        { typeCode: 'SPRQT', price: cents(billed.charges[0]?.cents ?? 0) },
      ],
    })),
    detailedPriceBreakdown: types.map((currencyType) => ({
      currencyType,
      priceCurrency: of.currency,
      breakdown: [...billed.charges.map(chargePart(billed)), ON_OFFER],
    })),
    pickupCapabilities: pickupCapabilities(of.day),
    deliveryCapabilities: {
      deliveryTypeCode: 'QDDC',
      estimatedDeliveryDateAndTime: `${arrival(of.day, billed.days)}T23:59:00`,
      totalTransitDays: billed.days,
    },
    pricingDate: of.day,
  };
}

const pickupCapabilities = (day: string): JsonObject => ({
  nextBusinessDay: false,
  localCutoffDateAndTime: `${day}T17:30:00`,
  pickupEarliest: '09:00:00',
  pickupLatest: '18:00:00',
  pickupAdditionalDays: 0,
});

export const rates: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = accept(rateRequest, jsonBody(request));
  const shipper = asked.accounts?.find(({ typeCode }) => typeCode === 'shipper');
  checkAccount(shipper?.number, account);
  const { day } = checkStamp(asked.plannedShippingDateAndTime, sim.now());
  const { shipperDetails: from, receiverDetails: to } = asked.customerDetails;
  const unknown = asked.valueAddedServices?.find(({ serviceCode }) => !knownService(serviceCode));
  const parcels = parcelsOf(asked.packages, asked.unitOfMeasurement);
  const found = priced({
    from: from.countryCode,
    to: to.countryCode,
    province: to.provinceCode ?? '',
    dutiable: asked.isCustomsDeclarable,
    parcels,
    services: (asked.valueAddedServices ?? []).map(({ serviceCode, value }) => ({ code: serviceCode, value })),
  });
  if (unknown || found.length === 0)
    refuse('996', 'The requested product(s) are not available between this origin and destination.');
  const provided = asked.packages.reduce((sum, p) => sum + p.weight, 0);
  const volumetric = parcels.reduce((sum, p) => sum + volumetricKg(p), 0);
  const pounds = asked.unitOfMeasurement === 'imperial' ? POUND : 1;
  const round = (n: number): number => Math.round(n * 1000) / 1000;
  return jsonAnswer(200, {
    products: found.map((one) =>
      productAnswer(one, {
        currency: currencyOf(from.countryCode),
        unit: asked.unitOfMeasurement,
        day,
        country: from.countryCode,
        provided: round(provided),
        volumetric: round(volumetric / pounds),
      }),
    ),
    exchangeRates: [
      {
        currentExchangeRate: EURO[currencyOf(from.countryCode)] ?? 1,
        currency: currencyOf(from.countryCode),
        baseCurrency: 'EUR',
      },
    ],
  });
};

export const products: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = acceptQuery(productsQuery, request);
  checkAccount(asked.accountNumber, account);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(asked.plannedShippingDate))
    refuse('998', 'The requested date is not well formatted.');
  const found = productsOn(asked.originCountryCode, asked.destinationCountryCode, asked.isCustomsDeclarable === 'true');
  if (found.length === 0)
    refuse('996', 'The requested product(s) are not available between this origin and destination.');
  // No courier comes at the weekend; asked for the next business day, DHL names it.
  const weekday = new Date(`${asked.plannedShippingDate}T00:00:00Z`).getUTCDay();
  const day = weekday === 0 || weekday === 6 ? arrival(asked.plannedShippingDate, 1) : asked.plannedShippingDate;
  return jsonAnswer(200, {
    products: found.map(({ code, name, days }) => ({
      productName: name,
      productCode: code,
      localProductCode: code,
      localProductCountryCode: asked.originCountryCode,
      networkTypeCode: 'TD',
      isCustomerAgreement: false,
      weight: { volumetric: 0.6, provided: Number(asked.weight), unitOfMeasurement: asked.unitOfMeasurement },
      pickupCapabilities: pickupCapabilities(day),
      deliveryCapabilities: {
        deliveryTypeCode: 'QDDF',
        estimatedDeliveryDateAndTime: `${arrival(day, days)}T23:59:00`,
        totalTransitDays: days,
      },
    })),
  });
};

/** Duty 6.5 %, tax 15 %, a clearance fee of 25: invented, added up as DHL does. */
export const landedCost: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = accept(landedCostRequest, jsonBody(request));
  checkAccount(asked.accounts.find(({ typeCode }) => typeCode === 'shipper')?.number, account);
  const { currencyCode } = asked;
  if (asked.items.some((item) => item.unitPriceCurrencyCode !== currencyCode))
    refuse('200101', 'The currency of all items must be the requested one.');
  const money = (amount: number): JsonObject => ({ price: cents(amount), priceCurrency: currencyCode });
  const items = asked.items.map((item) => {
    const value = Math.round(item.unitPrice * item.quantity * 100);
    const duty = Math.round(value * 0.065);
    return { number: item.number, value, duty, tax: Math.round((value + duty) * 0.15) };
  });
  const total = (of: (item: (typeof items)[number]) => number): number =>
    items.reduce((sum, item) => sum + of(item), 0);
  const [goods, duties, taxes, fee] = [total((i) => i.value), total((i) => i.duty), total((i) => i.tax), 2500];
  return jsonAnswer(200, {
    products: [
      {
        weight: { volumetric: 0, provided: 0, unitOfMeasurement: asked.unitOfMeasurement },
        totalPrice: [{ priceCurrency: currencyCode, price: cents(goods + duties + taxes + fee) }],
        detailedPriceBreakdown: [
          {
            priceCurrency: currencyCode,
            breakdown: [
              { name: 'SCUSV', ...money(goods) },
              { name: 'TOTAL DUTIES', typeCode: 'DUTY', ...money(duties) },
              { name: 'TOTAL TAXES', typeCode: 'TAX', ...money(taxes) },
              { name: 'TOTAL FEES', typeCode: 'FEE', ...money(fee) },
              { name: 'IMPORT_PROCESSING_CHARGE', typeCode: 'FEE', ...money(fee) },
            ],
          },
        ],
        items: items.map((item) => ({
          number: item.number,
          breakdown: [
            { name: 'DUTY', typeCode: 'DUTY', ...money(item.duty) },
            { name: 'VAT', typeCode: 'TAX', ...money(item.tax) },
          ],
        })),
      },
    ],
  });
};
