/** What customs is told of goods that leave the Union's area. Nothing is stated that the seller did not say. Pure. */
import { invalidInput } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { alpha3Of } from '@scanship/domain/addresses/countries';
import { inUnionVat } from '@scanship/domain/addresses/european-union';
import { toDecimal } from '@scanship/domain/money/money';
import type { Customs, CustomsItem, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { fitted, line } from './address.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

/** Goods for places outside the Union's VAT area are declared too, such as those for the Canary Islands. */
const isDeclared = ({ from, to }: Pick<ShipmentRequest, 'from' | 'to'>): boolean =>
  !(inUnionVat(from) && inUnionVat(to));

const EXPORT_TYPES: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'COMMERCIAL_GOODS',
  'Inter-Company': 'COMMERCIAL_GOODS',
  Sample: 'COMMERCIAL_SAMPLE',
  Gift: 'PRESENT',
  Documents: 'DOCUMENT',
  Return: 'RETURN_OF_GOODS',
};

const MOST_ITEMS = 99;
/** Greatest amount and weight the contract takes. */
const MOST_VALUE = 100_000;

export const valueOf = (amount: { readonly minor: number; readonly currency: string }) => ({
  currency: amount.currency,
  value: Number(toDecimal(amount)),
});

function itemMessage(item: CustomsItem, index: number, customs: Customs): Readonly<Record<string, unknown>> {
  const field = `customs.items.${index}`;
  const hsCode = item.hsCode?.replaceAll(/[.\s]/g, '');
  if (hsCode !== undefined && !/^\d{6,11}$/.test(hsCode))
    throw invalidInput(`${NAME} takes tariff codes of 6 to 11 digits.`, `${field}.hsCode`);
  if (item.unitValue.currency !== customs.currency)
    throw invalidInput(`${NAME} takes one currency for all goods of a declaration.`, `${field}.unitValue`);
  const value = valueOf(item.unitValue);
  if (value.value < 0 || value.value > MOST_VALUE)
    throw invalidInput(`${NAME} takes values from 0 to ${MOST_VALUE} for one piece.`, `${field}.unitValue`);
  if (!Number.isSafeInteger(item.quantity) || item.quantity < 1)
    throw invalidInput('A quantity is a whole number from 1.', `${field}.quantity`);
  const origin = item.originCountry === undefined ? undefined : alpha3Of(item.originCountry);
  return {
    itemDescription: fitted(item.description, 256, 'a description of the goods', `${field}.description`),
    ...(origin === undefined ? {} : { countryOfOrigin: origin }),
    ...(hsCode === undefined ? {} : { hsCode }),
    packagedQuantity: item.quantity,
    itemValue: value,
    itemWeight: { uom: 'g', value: Math.max(1, item.unitGrams) },
  };
}

/** DHL has one place for the number customs knows a party by; the most telling one stands first. */
function referenceOf(a: Address): string | undefined {
  const number = line(a.taxIds?.[0]?.number);
  return number === '' || number.length > 35 ? undefined : number;
}

/**
 * The declaration, or undefined where none is needed.
 * @param terms DHL takes terms of trade for Europaket only
 * @throws ConnectorError `invalid-input` naming our field
 */
export function customsMessage(s: ShipmentRequest, terms: boolean): Readonly<Record<string, unknown>> | undefined {
  if (!isDeclared(s)) return undefined;
  const { customs } = s;
  if (!customs || customs.items.length === 0)
    throw invalidInput(`${NAME} needs customs information for this destination.`, 'customs');
  if (customs.items.length > MOST_ITEMS)
    throw invalidInput(`${NAME} takes up to ${MOST_ITEMS} lines of goods.`, 'customs.items');
  const [shipper, consignee] = [referenceOf(s.from), referenceOf(s.to)];
  const invoiceNo = line(customs.invoiceNumber).slice(0, 35);
  return {
    ...(invoiceNo === '' ? {} : { invoiceNo }),
    exportType: EXPORT_TYPES[customs.purpose],
    ...(terms ? { shippingConditions: paysDuties(customs) ? 'DDP' : 'DAP' } : {}),
    // What the buyer paid for postage is not part of the declaration here; its currency holds for the whole form.
    postalCharges: { currency: customs.currency, value: 0 },
    ...(shipper === undefined ? {} : { shipperCustomsRef: shipper }),
    ...(consignee === undefined ? {} : { consigneeCustomsRef: consignee }),
    items: customs.items.map((item, index) => itemMessage(item, index, customs)),
  };
}

export const paysDuties = (customs: Customs | undefined): boolean =>
  customs !== undefined && (customs.dutiesPaidBy === 'Shipper' || customs.incoterm === 'DDP');
