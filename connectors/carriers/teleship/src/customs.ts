/** The goods of a parcel and its customs declaration in Teleship's words. Pure. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { fromGrams } from '@scanship/domain/values/measure';
import { sum, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, CustomsItem, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { CURRENCIES } from './countries.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const CONTENTS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'CommercialGoods',
  Gift: 'Gift',
  Sample: 'Sample',
  Documents: 'Documents',
  Return: 'ReturnOfGoods',
  'Inter-Company': 'Other',
};
const INCOTERMS: ReadonlySet<string> = new Set(['DAP', 'DDP', 'DDU']);

export function amountOf(value: Money, field: string): Record<string, unknown> {
  if (!CURRENCIES.has(value.currency)) throw invalidInput(`${NAME} takes no values in ${value.currency}.`, field);
  return { amount: Number(toDecimal(value)), currency: value.currency };
}

/** Grams as kilograms; the least Teleship counts is one gram. */
export const weightOf = (grams: number): Record<string, unknown> => ({
  value: fromGrams(Math.max(1, grams), 'kg'),
  unit: 'kg',
});

function commodity(item: CustomsItem, index: number): Record<string, unknown> {
  const at = `customs.items.${index}`;
  const title = item.description.replace(/\s+/g, ' ').trim();
  if (title === '' || title.length > 250)
    throw invalidInput(`${NAME} takes 1 to 250 characters to describe an item.`, `${at}.description`);
  const sku = item.sku?.trim() ?? '';
  return {
    title,
    description: title,
    // Teleship reads ten digits at the most; what follows them is of one country alone.
    ...(item.hsCode === undefined ? {} : { hsCode: item.hsCode.replace(/\D/g, '').slice(0, 10) }),
    ...(sku === '' || sku.length > 50 ? {} : { sku }),
    quantity: item.quantity,
    value: amountOf(item.unitValue, `${at}.unitValue`),
    unitWeight: weightOf(item.unitGrams),
    ...(item.originCountry === undefined ? {} : { countryOfOrigin: item.originCountry }),
  };
}

export const commoditiesOf = (customs: Customs): Record<string, unknown>[] => customs.items.map(commodity);

/** Teleship's members for the numbers a seller is registered under. */
const TAX_IDS: Readonly<Record<string, string>> = {
  EORI: 'EORI',
  IOSS: 'IOSS',
  VAT: 'VAT',
  EIN: 'EIN',
  VOEC: 'VOECNUMBER',
};
const GST: Readonly<Record<string, string>> = { CA: 'CA_GST', AU: 'AU_GST', NZ: 'NZ_GST' };

function taxNumbers({ taxIds = [] }: Address): Record<string, string> {
  const members = taxIds.flatMap(({ kind, number, countryCode = '' }): [string, string][] => {
    const country = countryCode.toUpperCase();
    const member =
      kind === 'GST'
        ? GST[country]
        : kind === 'VAT' && country === 'CH'
          ? 'SWISSVAT'
          : Object.hasOwn(TAX_IDS, kind)
            ? TAX_IDS[kind]
            : undefined;
    return member === undefined || number.trim() === '' ? [] : [[member, number.trim()]];
  });
  // Of several of a kind the first counts.
  return Object.fromEntries(members.toReversed());
}

/** @throws ConnectorError `invalid-input` when a border is crossed without a declaration */
export function declaredCustoms(s: ShipmentRequest): Customs | undefined {
  if (s.from.countryCode === s.to.countryCode) return undefined;
  if (!s.customs || s.customs.items.length === 0)
    throw invalidInput(`${NAME} needs a customs declaration for ${s.to.countryCode}.`, 'customs');
  return s.customs;
}

/** `customs` of the contract, which it demands on every way. */
export function customsMessage(s: ShipmentRequest): Record<string, unknown> {
  const customs = declaredCustoms(s);
  if (!customs) return { contentType: 'CommercialGoods' };
  if (!INCOTERMS.has(customs.incoterm))
    throw invalidInput(`${NAME} delivers DAP, DDP or DDU, not ${customs.incoterm}.`, 'customs.incoterm');
  const foreign = customs.items.findIndex(({ unitValue }) => unitValue.currency !== customs.currency);
  if (foreign !== -1)
    throw invalidInput(
      `${NAME} wants all values of a declaration in one currency.`,
      `customs.items.${foreign}.unitValue`,
    );
  const total = sum(
    customs.items.map(({ unitValue, quantity }) => ({ ...unitValue, minor: unitValue.minor * quantity })),
    customs.currency,
  );
  return {
    contentType: CONTENTS[customs.purpose],
    incoterms: customs.incoterm,
    ...(customs.invoiceNumber === undefined ? {} : { invoiceNumber: customs.invoiceNumber }),
    invoiceDate: `${s.shipDate}T12:00:00.000Z`,
    orderTotalValue: amountOf(total, 'customs.currency'),
    ...(customs.signer === undefined ? {} : { certified: true, signedBy: customs.signer }),
    ...taxNumbers(s.from),
  };
}
