/**
 * The commercial invoice UPS makes and sends to customs without paper (InternationalForms, FormType 01), and who pays duties.
 * Nothing is stated for the seller that the seller did not say: no origin certificate, no USMCA/CUSMA declaration.
 */
import { exportTold } from '@scanship/connector-kit/carrier/export-facts';
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import { sum, times, toDecimal, type Money } from '@scanship/domain/money/money';
import { statedFiling } from '@scanship/domain/shipping/export-report';
import type {
  Customs,
  CustomsItem,
  DutiesAccount,
  Incoterm,
  ShipmentPurpose,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { addressMessage, partyMessage } from './address.ts';
import { isAbroad } from './units.ts';
import type { VendorCharge, VendorForms, VendorParty, VendorProduct, VendorTaxNumber } from './vendor.ts';

export const compactDate = (day: string): string => day.replaceAll('-', '');

/** Shipping API, ReasonForExport: the listed words, or any other reason. */
const REASONS: Readonly<Record<ShipmentPurpose, string>> = {
  Sale: 'SALE',
  Gift: 'GIFT',
  Sample: 'SAMPLE',
  Return: 'RETURN',
  Documents: 'DOCUMENTS',
  'Inter-Company': 'INTERCOMPANYDATA',
};

/** Shipping API, TermsOfShipment. It still lists Incoterms 2010: DDU is DAP there, and DPU (2020) has no code. */
const TERMS: Readonly<Record<Incoterm, string | undefined>> = {
  DDP: 'DDP',
  DAP: 'DAP',
  DDU: 'DAP',
  EXW: 'EXW',
  FCA: 'FCA',
  CPT: 'CPT',
  CIP: 'CIP',
  DPU: undefined,
};

const PART = 35;
const MOST_PRODUCTS = 100;

/** Up to three parts of 35 characters; a longer description is refused, because customs must read all of it. */
function descriptionParts(text: string, field: string): string[] {
  const clean = text.trim().replace(/\s+/g, ' ');
  const parts: string[] = [];
  for (let rest = clean; rest !== ''; ) {
    const space = rest.length > PART ? rest.lastIndexOf(' ', PART) : -1;
    const end = rest.length <= PART ? rest.length : space > 0 ? space : PART;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  if (parts.length === 0 || parts.length > 3)
    throw fail('invalid-input', 'UPS takes a description of goods of 1 to about 100 characters.', { field });
  return parts;
}

/**
 * Since 29 August 2025 every shipment into the United States is entered with customs whatever its value, and UPS asks for
 * tariff code, country of origin and value of every line (README.md, "Into the United States").
 */
function product(item: CustomsItem, index: number, customs: Customs, toCountry: string): VendorProduct {
  const field = `customs.items.${index}`;
  const hsCode = item.hsCode?.replace(/[.\s]/g, '').toUpperCase();
  if (!item.originCountry)
    throw fail('invalid-input', `UPS needs the country where "${item.description}" was made.`, {
      field: `${field}.originCountry`,
    });
  if (toCountry === 'US' && !hsCode)
    throw fail('invalid-input', `"${item.description}" needs its tariff code (HTS) to enter the United States.`, {
      field: `${field}.hsCode`,
    });
  if (hsCode !== undefined && !/^[0-9A-Z]{6,15}$/.test(hsCode))
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
    Description: descriptionParts(item.description, `${field}.description`),
    Unit: {
      Number: String(item.quantity),
      UnitOfMeasurement: { Code: 'PCS' },
      Value: toDecimal(item.unitValue),
    },
    CommodityCode: hsCode,
    PartNumber: sku !== undefined && sku !== '' && sku.length <= 35 ? sku : undefined,
    OriginCountryCode: item.originCountry,
  };
}

/** The shipment's customs data, or undefined inside one customs area. @throws ConnectorError `invalid-input` when missing */
export function customsOf(s: ShipmentRequest): Customs | undefined {
  if (!isAbroad(s)) return undefined;
  const { customs } = s;
  if (!customs || customs.items.length === 0)
    throw fail('invalid-input', 'UPS needs customs information for this destination.', { field: 'customs' });
  if (customs.items.length > MOST_PRODUCTS)
    throw fail('invalid-input', `UPS takes up to ${MOST_PRODUCTS} lines on one commercial invoice.`, {
      field: 'customs.items',
    });
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

/** Goods in a few words for the label and the manifest; the invoice carries them in full. */
export function goodsDescription(customs: Customs): string {
  const all = [...new Set(customs.items.map((item) => item.description.trim().replace(/\s+/g, ' ')))].join(', ');
  return all.length <= 50 ? all : `${all.slice(0, 47)}...`;
}

/**
 * What the seller says of the export report: of the United States in its own place; in either country as words on the invoice, where UPS
 * has no other place for Canada's. Without a word of the seller nothing is stated. @throws ConnectorError `invalid-input` where it is due
 */
export function exportMessage(s: ShipmentRequest): Pick<VendorForms, 'EEIFilingOption' | 'Comments'> {
  const told = exportTold(s);
  const Comments = statedFiling(s);
  if (Comments === undefined || (told.kind !== 'filed' && told.kind !== 'exempt')) return {};
  if (told.country !== 'US') return { Comments };
  return {
    EEIFilingOption: {
      Code: '1',
      ShipperFiled:
        told.kind === 'filed'
          ? { Code: 'A', PreDepartureITNNumber: told.number }
          : { Code: 'B', ExemptionLegend: told.number ?? '' },
    },
    Comments,
  };
}

export function formsMessage(s: ShipmentRequest, customs: Customs): VendorForms {
  // The buyer on the invoice: whether somebody lives there is nothing for customs.
  const soldTo: VendorParty = {
    ...partyMessage(s.to, 'to', true),
    Address: addressMessage({ ...s.to, residential: false }, 'to'),
  };
  const invoiceNumber = (customs.invoiceNumber ?? s.references[0])?.trim().slice(0, 35);
  return {
    FormType: ['01'],
    InvoiceNumber: invoiceNumber || undefined,
    InvoiceDate: compactDate(s.shipDate),
    ReasonForExport: REASONS[customs.purpose],
    TermsOfShipment: TERMS[customs.incoterm],
    CurrencyCode: customs.currency,
    ...exportMessage(s),
    Contacts: { SoldTo: soldTo },
    Product: customs.items.map((item, index) => product(item, index, customs, s.to.countryCode)),
    OverridePaperlessIndicator: '',
  };
}

/** Countries whose UPS accounts are held against their postal code (Shipping API, BillReceiver and BillThirdParty). */
const POSTAL_ACCOUNTS: ReadonlySet<string> = new Set(['US', 'PR', 'CA']);

/** @throws ConnectorError `invalid-input` naming the part of the account that is missing or wrong */
function dutiesCharge({ holder, ...account }: DutiesAccount, toCountry: string): VendorCharge {
  const wrong = (message: string, part: string) =>
    fail('invalid-input', message, { field: `customs.dutiesAccount.${part}` });
  const AccountNumber = account.number.toUpperCase();
  if (!/^[0-9A-Z]{6}$/.test(AccountNumber)) throw wrong('A UPS account number has six letters and digits.', 'number');
  const country = account.countryCode ?? (holder === 'receiver' ? toCountry : undefined);
  if (country === undefined) throw wrong('UPS needs the country of the account that pays the duties.', 'countryCode');
  const PostalCode = account.postalCode?.replace(/\s/g, '').toUpperCase().slice(0, 9);
  if (!PostalCode && POSTAL_ACCOUNTS.has(country))
    throw wrong('UPS needs the postal code of the account that pays the duties.', 'postalCode');
  return holder === 'receiver'
    ? { Type: '02', BillReceiver: { AccountNumber, Address: PostalCode ? { PostalCode } : undefined } }
    : { Type: '02', BillThirdParty: { AccountNumber, Address: { PostalCode, CountryCode: country } } };
}

/** Who pays: transportation always the account; duties and taxes the account that is named, or ours where the shipper pays them. */
export function chargesMessage(account: string, customs: Customs | undefined, toCountry: string): VendorCharge[] {
  const BillShipper = { AccountNumber: account };
  const transport: VendorCharge = { Type: '01', BillShipper };
  if (customs?.dutiesAccount) return [transport, dutiesCharge(customs.dutiesAccount, toCountry)];
  return customs?.dutiesPaidBy === 'Shipper' ? [transport, { Type: '02', BillShipper }] : [transport];
}

/** Tax numbers by their meaning (Shipping API, GlobalTaxInformation): role 20 is the shipper, 30 the consignee. */
function taxNumbers(a: Address, role: '20' | '30'): VendorTaxNumber[] {
  return (a.taxIds ?? [])
    .filter(({ kind, number }) => !isCollected(kind) && number.trim() !== '')
    .slice(0, 8)
    .map(({ kind, number, countryCode }) => {
      const eori = kind.toUpperCase() === 'EORI';
      return {
        IdentificationNumber: number.trim(),
        IDNumberCustomerRole: role === '20' ? '06' : '05',
        IDNumberEncryptionIndicator: '0',
        IDNumberIssuingCntryCd: countryCode ?? a.countryCode,
        IDNumberPurposeCode: eori ? '02' : '01',
        IDNumberTypeCode: eori ? (role === '20' ? '0001' : '0002') : '1002',
      };
    });
}

export function taxMessage(s: ShipmentRequest):
  | {
      readonly AgentTaxIdentificationNumber: readonly {
        readonly AgentRole: string;
        readonly TaxIdentificationNumber: readonly VendorTaxNumber[];
      }[];
    }
  | undefined {
  const agents = ([['20', s.from] as const, ['30', s.to] as const] as const)
    .map(([AgentRole, party]) => ({ AgentRole, TaxIdentificationNumber: taxNumbers(party, AgentRole) }))
    .filter((agent) => agent.TaxIdentificationNumber.length > 0);
  return agents.length > 0 ? { AgentTaxIdentificationNumber: agents } : undefined;
}

/** Numbers of schemes under which the seller collects the tax (VendorCollectIDTypeCode); UPS writes VOEC before Norway's. */
const COLLECTED: Readonly<Record<string, { readonly code: '0356' | '0357'; readonly prefix: string }>> = {
  IOSS: { code: '0356', prefix: '' },
  VOEC: { code: '0357', prefix: 'VOEC' },
};
const isCollected = (kind: string): boolean => Object.hasOwn(COLLECTED, kind.toUpperCase());

/** The seller's number of the EU's import one-stop shop (0356) or of Norway's VOEC (0357), where one goes along. */
export function collectedTaxMessage(
  a: Address,
): { readonly VendorCollectIDTypeCode: '0356' | '0357'; readonly VendorCollectIDNumber: string } | undefined {
  const found = a.taxIds?.find(({ kind, number }) => isCollected(kind) && number.trim() !== '');
  const scheme = found && COLLECTED[found.kind.toUpperCase()];
  if (!found || !scheme) return undefined;
  const number = found.number.trim();
  const whole = number.startsWith(scheme.prefix) ? number : scheme.prefix + number;
  return { VendorCollectIDTypeCode: scheme.code, VendorCollectIDNumber: whole.slice(0, 35) };
}
