/** Buying with (v8) and without (v4) contract: what is refused, what is booked. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { mod10Weights31, s10 } from '@scanship/simulator-kit/check-digits';
import { SimRefusal, type SimAccount, type SimRoute } from '@scanship/simulator-kit/simulator';
import { addWorkingDays, dollars, type Priced } from '@scanship/simulator-kit/tariff';
import { many } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import {
  accountOf,
  at,
  centsOf,
  checkSize,
  day,
  linesOf,
  optionCodes,
  parcelOf,
  sameNumber,
  signed,
  taxes,
  text,
  textAt,
  type Tree,
} from './messages.ts';
import { pricesOf } from './pricing.ts';
import { info } from './shipments.ts';

/** What the gateway cannot see: places, customs, duty, payment. @throws SimRefusal with the service's own codes */
function checkShipment(spec: unknown, contract: boolean, account: SimAccount): void {
  const to = at(spec, 'destination', 'address-details');
  const country = textAt(to, 'country-code').toUpperCase();
  if (country === 'CA' && !/^[A-Z]\d[A-Z]\d[A-Z]\d$/.test(textAt(to, 'postal-zip-code')))
    throw new SimRefusal(400, '1128', 'The postal code of the destination is missing or wrong.');
  if ((country === 'CA' || country === 'US') && textAt(to, 'city') === '')
    throw new SimRefusal(400, '1157', 'City is mandatory for Canada or USA.');
  if ((country === 'CA' || country === 'US') && textAt(to, 'prov-state') === '')
    throw new SimRefusal(400, '1159', 'Province/State is mandatory for Canada or USA.');
  const settlement = at(spec, 'settlement-info');
  if (contract && !sameNumber(textAt(settlement, 'contract-id'), account.credentials.contract ?? ''))
    throw new SimRefusal(400, '2550', 'The contract-id provided is not a valid contract number.');
  if (!contract && account.credentials.contract !== undefined)
    throw new SimRefusal(
      400,
      '9173',
      'Commercial customers with a parcel agreement must use the Contract Shipping services.',
    );
  if (
    contract &&
    !['Account', 'CreditCard', 'SupplierAccount'].includes(textAt(settlement, 'intended-method-of-payment'))
  )
    throw new SimRefusal(400, '1711', 'Please select a different Method of Payment.');
  checkSize(parcelOf(at(spec, 'parcel-characteristics')));
  if (country !== 'CA') checkCustoms(spec, country, account);
}

function checkCustoms(spec: unknown, country: string, account: SimAccount): void {
  const customs = at(spec, 'customs');
  if (customs === undefined)
    throw new SimRefusal(400, '1128', 'Customs information is mandatory for this destination.');
  if (!optionCodes(at(spec, 'options')).some((code) => /^(RASE|RTS|ABAN)$/.test(code)))
    throw new SimRefusal(400, '8718', 'A valid value for Non-Delivery Handling is required.');
  if (!['DOC', 'SAM', 'REP', 'SOG', 'OTH'].includes(textAt(customs, 'reason-for-export')))
    throw new SimRefusal(400, '1459', 'Reason for Export code is not valid.');
  const weight = many(at(customs, 'sku-list', 'item')).reduce<number>(
    (sum, i) => sum + Number(textAt(i, 'unit-weight')) * Number(textAt(i, 'customs-number-of-units')),
    0,
  );
  if (weight > Number(textAt(spec, 'parcel-characteristics', 'weight')) + 1e-9)
    throw new SimRefusal(400, '2700', 'Total Customs Weight must not be greater than the item weight.');
  const documents = textAt(customs, 'reason-for-export') === 'DOC';
  const proved = account.credentials.usDuty === 'yes' || textAt(customs, 'us-declaration-id') !== '';
  if (country === 'US' && !documents && !proved)
    throw new SimRefusal(400, '1128', 'A declaration ID is required for shipments to the United States.');
}

/** 16 digits inside Canada, S10 abroad; neither 9999999 nor ZZ is ever given out. */
export function newPin(country: string): string {
  const serial = String(randomInt(10 ** 8)).padStart(8, '0');
  return country === 'CA' ? `9999999${serial}${mod10Weights31(`9999999${serial}`)}` : `ZZ${serial}${s10(serial)}CA`;
}

const person = (who: unknown, countryCode: string): JsonObject & LabelModel['to'] => {
  const place = at(who, 'address-details');
  return {
    name: textAt(who, 'name') || textAt(who, 'company'),
    ...(textAt(who, 'company') === '' ? {} : { companyName: textAt(who, 'company') }),
    address1: textAt(place, 'address-line-1'),
    ...(textAt(place, 'address-line-2') === '' ? {} : { address2: textAt(place, 'address-line-2') }),
    city: textAt(place, 'city'),
    provinceCode: textAt(place, 'prov-state'),
    zipcode: textAt(place, 'postal-zip-code'),
    countryCode,
  };
};

export function create(contract: boolean): SimRoute['handle'] {
  const kind = contract ? 'shipment' : 'ncshipment';
  return (request, sim) => {
    const account = accountOf(request, sim);
    checkAccept(request, TYPES[kind]);
    const asked = accept(request, contract ? 'shipment' : 'non-contract-shipment');
    const spec = at(asked, 'delivery-spec');
    checkShipment(spec, contract, account);
    const mailing = textAt(asked, 'expected-mailing-date').slice(0, 10) || day(sim);
    if (mailing < new Date(sim.now().getTime() - 86_400_000).toISOString().slice(0, 10))
      throw new SimRefusal(400, '1622', 'The expected mailing date must not be in the past.');
    const country = textAt(spec, 'destination', 'address-details', 'country-code').toUpperCase();
    const to = { countryCode: country, postalCode: textAt(spec, 'destination', 'address-details', 'postal-zip-code') };
    const from =
      textAt(asked, 'requested-shipping-point') || textAt(spec, 'sender', 'address-details', 'postal-zip-code');
    const priced = pricesOf(from, to, parcelOf(at(spec, 'parcel-characteristics')), {
      signature: signed(at(spec, 'options')),
    }).find((p) => p.service.code === textAt(spec, 'service-code'));
    if (!priced)
      throw new SimRefusal(400, '3000', 'The selected service is not available for the country or contract.');
    const reference = contract ? textAt(asked, 'customer-request-id') : textAt(spec, 'references', 'customer-ref-2');
    const entry = sim.books.append({
      kind: 'paid',
      id: String(randomInt(10 ** 9, 10 ** 12)).padStart(18, '5'),
      account: account.id,
      reference: reference === '' ? undefined : reference,
      data: purchaseData(asked, contract, priced, mailing, country),
    });
    sim.books.append({ kind: 'note', id: text(entry.data.pin), account: account.id, data: { shipmentId: entry.id } });
    return info(entry, account, sim);
  };
}

function purchaseData(asked: Tree, contract: boolean, priced: Priced, mailing: string, country: string): JsonObject {
  const spec = at(asked, 'delivery-spec');
  const pin = newPin(country);
  const label = {
    carrierName: 'CANADA POST (SIMULATOR)',
    serviceName: priced.service.name,
    trackingNumber: pin,
    from: person(at(spec, 'sender'), 'CA'),
    to: person(at(spec, 'destination'), country),
    weightGrams: Math.round(Number(textAt(spec, 'parcel-characteristics', 'weight')) * 1000),
    shipDate: mailing,
    parcelNumber: 1,
    parcelCount: 1,
    references: [textAt(spec, 'references', 'customer-ref-1')].filter((line) => line !== ''),
    test: true,
  };
  return {
    contract,
    transmitted: !contract || at(asked, 'transmit-shipment') !== undefined,
    ...(at(asked, 'group-id') === undefined ? {} : { group: textAt(asked, 'group-id') }),
    pin,
    days: priced.days,
    crosses: country !== 'CA',
    requestId: textAt(asked, 'customer-request-id'),
    references: [textAt(spec, 'references', 'customer-ref-1'), textAt(spec, 'references', 'customer-ref-2')],
    serviceCode: priced.service.code,
    price: pricedParts(priced, mailing),
    format: textAt(spec, 'print-preferences', 'encoding') || 'PDF',
    invoice: at(spec, 'customs') !== undefined && textAt(spec, 'customs', 'reason-for-export') !== 'DOC',
    label,
  };
}

export const pricedParts = (priced: Priced, mailing: string): JsonObject => {
  const tax = taxes(priced);
  return {
    base: dollars(centsOf(priced, 'base')),
    options: linesOf(priced, 'option').map((l) => dollars(l.cents)),
    fuel: dollars(centsOf(priced, 'fuel')),
    net: dollars(priced.total - tax.gst - tax.hst),
    gst: dollars(tax.gst),
    hst: dollars(tax.hst),
    due: dollars(priced.total),
    weight: (priced.billableGrams / 1000).toFixed(3),
    days: priced.days,
    by: addWorkingDays(mailing, priced.days),
  };
};
