/** The customs form USPS merges into the label of a parcel abroad. Nothing is stated that the seller did not say. Pure. */
import { exportAnswered } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import { sum, times, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, CustomsItem, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { usCitation } from '@scanship/domain/shipping/export-report';
import { pounds } from './parcel.ts';

const CONTENT: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'MERCHANDISE',
  Gift: 'GIFT',
  Sample: 'COMMERCIAL_SAMPLE',
  Return: 'RETURNED_GOODS',
  Documents: 'DOCUMENT',
  'Inter-Company': 'OTHER',
};

const DESCRIPTION = 30;
/** International Labels API: these words alone describe nothing. */
const NO_DESCRIPTION = /^(none|not applicable|n\/a|null|gift|merchandise)$/i;
const MOST_ITEMS = 30;

/** Value of a line. @throws ConnectorError `invalid-input` when it is not in US dollars */
const lineValue = (item: CustomsItem): Money => times(item.unitValue, item.quantity);

function checkItem(item: CustomsItem, index: number, customs: Customs): void {
  const wrong = (message: string, field: string): Error =>
    fail('invalid-input', message, { field: `customs.items.${index}.${field}` });
  const description = item.description.trim();
  if (description === '' || description.length > DESCRIPTION || NO_DESCRIPTION.test(description))
    throw wrong(
      `USPS prints a description of goods of 1 to ${DESCRIPTION} characters on the customs form, and not a word like "Gift" alone.`,
      'description',
    );
  if (!Number.isSafeInteger(item.quantity) || item.quantity < 1 || item.quantity > 9999)
    throw wrong('USPS takes 1 to 9999 of a kind of goods.', 'quantity');
  if (item.unitValue.currency !== 'USD' || customs.currency !== 'USD')
    throw wrong('USPS takes customs values in US dollars.', 'unitValue');
  if (item.unitValue.minor < 1 || lineValue(item).minor > 99_999_999)
    throw wrong('A customs line is worth from 0.01 to 999,999.99 US dollars.', 'unitValue');
  if (!item.originCountry || !/^[A-Z]{2}$/.test(item.originCountry))
    throw wrong(`USPS needs the country where "${description}" was made.`, 'originCountry');
  if (item.unitGrams < 1) throw wrong(`USPS needs the weight of "${description}".`, 'unitGrams');
}

/** Six to fourteen letters and digits; undefined where the seller gave none. */
function tariffNumber(item: CustomsItem, index: number): string | undefined {
  const code = item.hsCode?.replace(/[.\s]/g, '').toUpperCase();
  if (code === undefined || code === '') return undefined;
  if (!/^[A-Z0-9]{6,14}$/.test(code))
    throw fail('invalid-input', 'USPS takes a tariff code of 6 to 14 digits.', {
      field: `customs.items.${index}.hsCode`,
    });
  return code;
}

/**
 * The filing with the US export system, or why none is needed, as it stands on the form (IMM 5.10: "AES X20260824123456").
 * @throws ConnectorError `invalid-input` where the seller has to give it first
 */
export function exportCitation(s: ShipmentRequest): string | undefined {
  const told = exportAnswered(s);
  return told.kind === 'none' ? undefined : usCitation(told);
}

/** @throws ConnectorError `invalid-input` without customs data */
export function customsOf(s: ShipmentRequest): Customs {
  const { customs } = s;
  if (!customs || customs.items.length === 0)
    throw fail('invalid-input', 'A parcel abroad needs customs data.', { field: 'customs' });
  if (customs.items.length > MOST_ITEMS)
    throw fail('invalid-input', `USPS takes up to ${MOST_ITEMS} kinds of goods on a customs form.`, {
      field: 'customs.items',
    });
  customs.items.forEach((item, index) => checkItem(item, index, customs));
  return customs;
}

/** What the goods are worth together. */
export const customsTotal = (customs: Customs): Money => sum(customs.items.map(lineValue), 'USD');

/** Duties are paid ahead by the sender. */
export const paysDuties = (s: ShipmentRequest): boolean => s.customs?.dutiesPaidBy === 'Shipper';

const fits = (text: string | undefined, most: number): string | undefined => {
  const value = text?.trim();
  return value === undefined || value === '' || value.length > most ? undefined : value;
};

const TAX_KINDS: Readonly<Record<string, string>> = { VAT: 'VAT_NUMBER', IOSS: 'TAX_CODE', EORI: 'IMPORTER_CODE' };

/** The first tax number of a party that USPS has a kind for. */
function reference(party: ShipmentRequest['from'], kinds: readonly string[]) {
  const found = party.taxIds?.find((id) => kinds.includes(id.kind.toUpperCase()));
  const number = fits(found?.number, 28);
  if (!found || number === undefined) return undefined;
  return { referenceType: TAX_KINDS[found.kind.toUpperCase()] ?? 'TAX_CODE', reference: number };
}

/** Lines of the form, weights and values of the whole line. */
const contents = (customs: Customs) =>
  customs.items.map((item, index) => ({
    itemDescription: item.description.trim(),
    itemQuantity: item.quantity,
    itemTotalValue: Number(toDecimal(lineValue(item))),
    weightUOM: 'lb',
    itemTotalWeight: pounds(item.unitGrams * item.quantity),
    HSTariffNumber: tariffNumber(item, index),
    countryofOrigin: item.originCountry,
  }));

/** The form of a parcel abroad. @throws ConnectorError `invalid-input` naming our field */
export function customsForm(s: ShipmentRequest) {
  const customs = customsOf(s);
  const content = CONTENT[customs.purpose];
  return {
    customsContentType: content,
    contentComments: content === 'OTHER' ? 'Inter-company transfer' : undefined,
    AESITN: exportCitation(s),
    invoiceNumber: fits(customs.invoiceNumber, 15),
    importersReference: reference(s.to, ['VAT', 'EORI']),
    exportersReference: reference(s.from, ['IOSS', 'VAT', 'EORI']),
    contents: contents(customs),
  };
}

/** The form of mail to military and some island addresses, which are domestic but pass customs; absent without data. */
export function domesticCustomsForm(s: ShipmentRequest) {
  if (!s.customs) return undefined;
  const customs = customsOf(s);
  const content = CONTENT[customs.purpose];
  return {
    customsContentType: content,
    contentComments: content === 'OTHER' ? 'Inter-company transfer' : undefined,
    AESITN: exportCitation(s),
    invoiceNumber: fits(customs.invoiceNumber, 15),
    contents: contents(customs),
  };
}
