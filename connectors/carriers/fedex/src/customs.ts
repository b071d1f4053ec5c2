/**
 * Customs data of a shipment, and the commercial invoice FedEx makes of it and sends to customs without paper. Nothing is
 * stated for the seller that the seller did not say: no origin certificate, no export exemption.
 */
import { exportAnswered, exportTold } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import { sum, times, toDecimal, type Money } from '@scanship/domain/money/money';
import type { Customs, CustomsItem, ShipmentPurpose, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { amountMessage, declaredValues, isAbroad, unitsFrom, weightMessage } from './packages.ts';

/** Ship API, shipmentPurpose. Documents and goods moved inside a company are not sold. */
const PURPOSES: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'SOLD',
  Gift: 'GIFT',
  Sample: 'SAMPLE',
  Return: 'REPAIR_AND_RETURN',
  Documents: 'NOT_SOLD',
  'Inter-Company': 'NOT_SOLD',
};

const MOST_LINES = 999;
const DESCRIPTION = 450;

export const customsTotal = (customs: Customs): Money =>
  sum(
    customs.items.map((item) => times(item.unitValue, item.quantity)),
    customs.currency,
  );

function commodity(item: CustomsItem, index: number, customs: Customs, s: ShipmentRequest) {
  const field = `customs.items.${index}`;
  const description = item.description.trim().replace(/\s+/g, ' ');
  const hsCode = item.hsCode?.replace(/[.\s]/g, '').toUpperCase();
  if (description === '' || description.length > DESCRIPTION)
    throw fail('invalid-input', `FedEx takes a description of goods of 1 to ${DESCRIPTION} characters.`, {
      field: `${field}.description`,
    });
  if (!item.originCountry)
    throw fail('invalid-input', `FedEx needs the country where "${item.description}" was made for customs.`, {
      field: `${field}.originCountry`,
    });
  if (s.to.countryCode === 'US' && !hsCode)
    throw fail('invalid-input', `"${item.description}" needs its tariff code (HTS) to enter the United States.`, {
      field: `${field}.hsCode`,
    });
  if (hsCode !== undefined && !/^[0-9A-Z]{4,15}$/.test(hsCode))
    throw fail('invalid-input', 'A tariff code has 6 to 15 digits.', { field: `${field}.hsCode` });
  if (item.unitValue.currency !== customs.currency)
    throw fail('invalid-input', 'All goods of one invoice are valued in one currency.', {
      field: `${field}.unitValue`,
    });
  if (item.unitValue.minor <= 0)
    throw fail('invalid-input', `"${item.description}" needs a value above zero for customs.`, {
      field: `${field}.unitValue`,
    });
  if (!Number.isSafeInteger(item.quantity) || item.quantity < 1 || item.quantity > 9_999_999)
    throw fail('invalid-input', 'A quantity is a whole number from 1.', { field: `${field}.quantity` });
  const sku = item.sku?.trim();
  return {
    description,
    countryOfManufacture: item.originCountry,
    harmonizedCode: hsCode,
    partNumber: sku !== undefined && sku !== '' && sku.length <= 35 ? sku : undefined,
    numberOfPieces: 1,
    quantity: item.quantity,
    quantityUnits: 'PCS',
    unitPrice: amountMessage(item.unitValue),
    customsValue: amountMessage(times(item.unitValue, item.quantity)),
    weight: weightMessage(item.unitGrams * item.quantity, unitsFrom(s.from.countryCode)),
  };
}

/** The shipment's customs data, or undefined inside one customs area. @throws ConnectorError `invalid-input` when missing */
export function customsOf(s: ShipmentRequest): Customs | undefined {
  if (!isAbroad(s)) return undefined;
  const { customs } = s;
  if (!customs || customs.items.length === 0)
    throw fail('invalid-input', 'FedEx needs customs information for this destination.', { field: 'customs' });
  if (customs.items.length > MOST_LINES)
    throw fail('invalid-input', `FedEx takes up to ${MOST_LINES} lines on one commercial invoice.`, {
      field: 'customs.items',
    });
  if (customs.incoterm === 'DDP' && customs.dutiesPaidBy === 'Receiver')
    throw fail('invalid-input', 'DDP means that the shipper pays the duties; choose the shipper, or other terms.', {
      field: 'customs.dutiesPaidBy',
    });
  return customs;
}

/**
 * How the export is reported (Ship API, exportDetail): from Canada always, also where no report is due; from the United States what the
 * seller says, a section of the Foreign Trade Regulations in FedEx's own form (NO_EEI_30_37_A).
 * @throws ConnectorError `invalid-input` where the seller has to give a number first
 */
export function exportDetail(s: ShipmentRequest) {
  const told = s.from.countryCode === 'CA' ? exportAnswered(s) : exportTold(s);
  if (told.kind === 'none' || told.kind === 'unknown') return undefined;
  if (told.country === 'US') {
    if (told.kind === 'exempt' && told.byRule) return undefined;
    return {
      exportComplianceStatement:
        told.kind === 'filed'
          ? `AES${told.number}`
          : `NO_EEI_${
              (told.number ?? '')
                .toUpperCase()
                .match(/[A-Z0-9]+/g)
                ?.join('_') ?? ''
            }`,
    };
  }
  if (told.kind === 'exempt')
    return { b13AFilingOption: 'NOT_REQUIRED' as const, exportComplianceStatement: told.number?.padStart(2, '0') };
  return {
    b13AFilingOption: told.as === 'summary-report' ? ('SUMMARY_REPORTING' as const) : ('FILED_ELECTRONICALLY' as const),
    exportComplianceStatement: told.number,
  };
}

const PAYERS = { receiver: 'RECIPIENT', 'third-party': 'THIRD_PARTY' } as const;
const payorOf = (value: string) => ({ responsibleParty: { accountNumber: { value } } });

/**
 * Duties and taxes: the account that is named, else ours where the shipper pays them, else whoever takes the parcel.
 * @throws ConnectorError `invalid-input` where it is no account number of FedEx
 */
function dutiesPayment(account: string, { dutiesAccount, dutiesPaidBy }: Customs) {
  if (!dutiesAccount)
    return dutiesPaidBy === 'Shipper'
      ? { paymentType: 'SENDER' as const, payor: payorOf(account) }
      : { paymentType: 'RECIPIENT' as const };
  if (!/^\d{9}$/.test(dutiesAccount.number))
    throw fail('invalid-input', 'A FedEx account number has nine digits.', { field: 'customs.dutiesAccount.number' });
  return { paymentType: PAYERS[dutiesAccount.holder], payor: payorOf(dutiesAccount.number) };
}

/** @throws ConnectorError `invalid-input` where more is insured than the goods are worth */
function checkInsured(s: ShipmentRequest, customs: Customs): void {
  const total = customsTotal(customs);
  const declared = declaredValues(s).reduce((cents, value) => cents + (value?.minor ?? 0), 0);
  const sameCurrency = declaredValues(s).every((value) => !value || value.currency === total.currency);
  if (sameCurrency && declared > total.minor)
    throw fail(
      'invalid-input',
      `FedEx insures goods up to their customs value, ${toDecimal(total)} ${total.currency}.`,
      {
        field: 'options.insuredValue',
      },
    );
}

const commodities = (s: ShipmentRequest, customs: Customs) =>
  customs.items.map((item, index) => commodity(item, index, customs, s));

/** @throws ConnectorError `invalid-input` naming our field */
export function clearanceMessage(s: ShipmentRequest, customs: Customs, account: string) {
  checkInsured(s, customs);
  const invoice = (customs.invoiceNumber ?? s.references[0])?.trim().slice(0, 30);
  const signer = customs.signer?.trim();
  return {
    commercialInvoice: {
      originatorName: signer ? signer.slice(0, 70) : undefined,
      customerReferences: invoice ? [{ customerReferenceType: 'INVOICE_NUMBER', value: invoice }] : undefined,
      termsOfSale: customs.incoterm,
      shipmentPurpose: PURPOSES[customs.purpose],
    },
    dutiesPayment: dutiesPayment(account, customs),
    commodities: commodities(s, customs),
    isDocumentOnly: customs.purpose === 'Documents',
    totalCustomsValue: amountMessage(customsTotal(customs)),
    generatedDocumentLocale: s.language === 'fr' ? 'fr_CA' : 'en_US',
    exportDetail: exportDetail(s),
    // A label the shop hands to its customer.
    customsOption: s.return ? { type: 'COURTESY_RETURN_LABEL' as const } : undefined,
  };
}

/** The part of it that a price depends on (Rate API, customsClearanceDetail). */
export function rateClearance(s: ShipmentRequest, customs: Customs, account: string) {
  checkInsured(s, customs);
  return {
    // The rate contract knows our account as payer only.
    dutiesPayment:
      customs.dutiesPaidBy === 'Shipper' && !customs.dutiesAccount ? dutiesPayment(account, customs) : undefined,
    commodities: commodities(s, customs),
  };
}
