/** What customs is told: line items, invoice, terms. Nothing is stated for the seller that the seller did not say. Pure. */
import { passesCustoms } from '@scanship/domain/addresses/european-union';
import { exportTold } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import { sum, times, toDecimal, type Money } from '@scanship/domain/money/money';
import { statedFiling } from '@scanship/domain/shipping/export-report';
import type { Customs, CustomsItem, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { unitsFrom } from './packages.ts';

/** Crosses a customs border. */
export const isAbroad = (s: Pick<ShipmentRequest, 'from' | 'to'>): boolean =>
  passesCustoms(s.from.countryCode, s.to.countryCode);

/** Goods that customs clears; documents are none. */
export const isDutiable = (s: ShipmentRequest): boolean => isAbroad(s) && s.customs?.purpose !== 'Documents';

/** Duties are paid before the receiver gets the parcel: by the shipper, or by the account of a third party. */
export const paysDuties = (s: ShipmentRequest): boolean =>
  isDutiable(s) && (s.customs?.dutiesPaidBy === 'Shipper' || s.customs?.dutiesAccount !== undefined);

/** The account that duties are billed to. @throws ConnectorError `invalid-input` where it is no account number of DHL Express */
export function dutiesAccount(account: string, { customs }: ShipmentRequest): string {
  const other = customs?.dutiesAccount?.number;
  if (other !== undefined && !/^\d{9}$/.test(other))
    throw fail('invalid-input', 'A DHL Express account number has nine digits.', {
      field: 'customs.dutiesAccount.number',
    });
  return other ?? account;
}

const REASONS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'commercial_purpose_or_sale',
  Gift: 'gift',
  Sample: 'sample',
  Return: 'return',
  Documents: 'permanent',
  'Inter-Company': 'intercompany_use',
};

const MOST_ITEMS = 999;

/** The shipment's customs data, or undefined where nothing is cleared. @throws ConnectorError `invalid-input` when missing */
export function customsOf(s: ShipmentRequest): Customs | undefined {
  if (!isDutiable(s)) return undefined;
  const { customs } = s;
  if (!customs || customs.items.length === 0)
    throw fail('invalid-input', 'DHL Express needs customs information for this destination.', { field: 'customs' });
  if (customs.items.length > MOST_ITEMS)
    throw fail('invalid-input', `DHL Express takes up to ${MOST_ITEMS} lines of goods.`, { field: 'customs.items' });
  if (customs.incoterm === 'DDP' && customs.dutiesPaidBy === 'Receiver')
    throw fail('invalid-input', 'DDP means that the shipper pays the duties; choose the shipper, or other terms.', {
      field: 'customs.dutiesPaidBy',
    });
  return customs;
}

export const customsTotal = (customs: Customs): Money =>
  sum(
    customs.items.map((item) => times(item.unitValue, item.quantity)),
    customs.currency,
  );

const clean = (text: string): string => text.trim().replace(/\s+/g, ' ');

/** Checks that hold for invoices and for estimates alike. @throws ConnectorError `invalid-input` naming our field */
export function checkedItem(item: CustomsItem, index: number, customs: Customs) {
  const field = `customs.items.${index}`;
  const description = clean(item.description);
  const wrong = (message: string, part: string): Error => fail('invalid-input', message, { field: `${field}.${part}` });
  if (description === '') throw wrong('Customs wants to know what the goods are.', 'description');
  if (!item.originCountry)
    throw wrong(`DHL Express needs the country where "${description}" was made.`, 'originCountry');
  if (item.unitValue.currency !== customs.currency)
    throw wrong('All goods of one invoice are valued in one currency.', 'unitValue');
  if (item.unitValue.minor < 0) throw wrong('A value is not negative.', 'unitValue');
  if (!Number.isSafeInteger(item.quantity) || item.quantity < 1 || item.quantity > 1_000_000_000)
    throw wrong('A quantity is a whole number from 1.', 'quantity');
  const hsCode = item.hsCode?.replace(/[.\s]/g, '').toUpperCase();
  if (hsCode !== undefined && !/^[0-9A-Z]{2,18}$/.test(hsCode))
    throw wrong('A tariff code has 6 to 18 digits.', 'hsCode');
  return {
    description,
    hsCode,
    manufacturerCountry: item.originCountry.toUpperCase(),
    price: Number(toDecimal(item.unitValue)),
  };
}

function lineItem(item: CustomsItem, index: number, s: ShipmentRequest, customs: Customs) {
  const { description, hsCode, manufacturerCountry, price } = checkedItem(item, index, customs);
  if (description.length > 512)
    throw fail('invalid-input', 'DHL Express takes a description of goods of up to 512 characters.', {
      field: `customs.items.${index}.description`,
    });
  const weight = unitsFrom(s.from.countryCode).ofGrams(Math.max(1, item.unitGrams * item.quantity));
  const sku = clean(item.sku ?? '');
  return {
    number: index + 1,
    description,
    price,
    quantity: { value: item.quantity, unitOfMeasurement: 'PCS' },
    commodityCodes:
      hsCode === undefined
        ? undefined
        : [
            { typeCode: 'outbound', value: hsCode },
            { typeCode: 'inbound', value: hsCode },
          ],
    exportReasonType: REASONS[customs.purpose],
    manufacturerCountry,
    weight: { netValue: weight, grossValue: weight },
    customerReferences: sku === '' || sku.length > 35 ? undefined : [{ typeCode: 'PAN', value: sku }],
  };
}

/** ITN or section of the Foreign Trade Regulations, as the seller says, for the waybill. @throws ConnectorError where it is due */
export function usFiling(s: ShipmentRequest): string | undefined {
  const told = exportTold(s);
  if (told.kind === 'filed' && told.country === 'US') return told.number;
  return told.kind === 'exempt' && told.country === 'US' && !told.byRule ? told.number : undefined;
}

/** The declaration DHL makes the commercial invoice from. @param fallback invoice number where the seller gave none */
export function exportDeclaration(s: ShipmentRequest, customs: Customs, fallback: string) {
  const number = clean(customs.invoiceNumber ?? '') || clean(s.references[0] ?? '') || fallback;
  const signatureName = clean(customs.signer ?? '').slice(0, 35);
  return {
    lineItems: customs.items.map((item, index) => lineItem(item, index, s, customs)),
    invoice: { number: number.slice(0, 35).trim(), date: s.shipDate, signatureName: signatureName || undefined },
    exportReasonType: s.return ? 'return' : REASONS[customs.purpose],
    exportReference: statedFiling(s),
    // "Personal (Gift) or Commercial (Sale)": what is sold to a home is a sale.
    shipmentType: customs.purpose === 'Gift' ? 'personal' : 'commercial',
  };
}

const MOST_DESCRIPTION = 70;

/** Goods in a few words for the waybill; the invoice carries them in full. */
export function contents(s: ShipmentRequest): string {
  if (s.customs?.purpose === 'Documents') return 'Documents';
  const all = [...new Set((s.customs?.items ?? []).map((item) => clean(item.description)))].filter(Boolean).join(', ');
  if (all === '') return 'Merchandise';
  return all.length <= MOST_DESCRIPTION ? all : `${all.slice(0, MOST_DESCRIPTION - 3)}...`;
}
