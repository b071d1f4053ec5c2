/**
 * Which sales taxes a seller puts on what it charges. Rates stand in `sales-tax-rates.ts`.
 *
 * Place, and with it the province whose tax it is:
 * - freight: where the parcel goes (CRA GST/HST memorandum 28-2, Freight Transportation Services). QST only when it begins
 *   and ends in Québec (Revenu Québec, "Freight Transportation Services"). No PST of BC, MB or SK. What crosses the border is
 *   zero-rated (Excise Tax Act, schedule VI, part VII).
 * - everything else a level charges (plan fees, service fees, mark-ups without a tax line, royalties): the buyer's business
 *   address (CRA GST/HST technical information bulletin B-103, general rules for services, rule 1; for rights that are used
 *   anywhere in Canada the same address decides). A buyer outside Canada is an export: none. QST follows the same rule for a
 *   buyer in Québec. PST of BC, SK and MB: on software; other services are taxed there only where a law names them, and
 *   none of those is sold here.
 * - A seller that is not registered with an authority must not charge its tax.
 *
 * United States: freight that is stated separately and services to a business are mostly not taxed, software as a service
 * is in some states, and rates depend on county and city. ScanShip keeps neither a state's registrations nor local rates,
 * so no tax is charged there, and the answer says why. Known of software: `US_SOFTWARE`.
 *
 * Rounding: each tax is worked out on the whole price before taxes and rounded once, half away from zero (`money.ts`).
 */
import { type Money, partsPerMillion } from '../money/money.ts';
import { gstOrHst, QST, type SalesTax, softwarePst, type TaxAuthority } from './sales-tax-rates.ts';
import type { PriceLine } from '../shipping/shipment.ts';

export { type SalesTax, TAX_AUTHORITIES, type TaxAuthority } from './sales-tax-rates.ts';

export interface TaxPlace {
  readonly countryCode: string;
  /** "ON", "QC", "TX". */
  readonly provinceCode: string;
}

/** `software`: use of the platform (plan fees, per-label fees of a plan). `service`: anything else but carriage. */
export type TaxedSupply = 'freight' | 'software' | 'service';

export interface TaxRegistration {
  readonly authority: TaxAuthority;
  /** As it is printed on invoices. */
  readonly number: string;
}

/** A buyer's certificate; without a last day it holds until it is taken back. */
export interface TaxExemption {
  readonly authority: TaxAuthority;
  readonly certificate: string;
  /** YYYY-MM-DD, included. */
  readonly validTo?: string | undefined;
}

export interface TaxQuestion {
  /** Where the seller is; for freight, where the parcel begins. */
  readonly sellerPlace: TaxPlace;
  /** The buyer's business address; for freight, where the parcel ends. */
  readonly buyerPlace: TaxPlace;
  /** The day it is invoiced, YYYY-MM-DD. */
  readonly day: string;
  readonly supply: TaxedSupply;
  /** What the seller is registered for; absent: for everything (what the place would tax). */
  readonly registrations?: readonly TaxRegistration[] | undefined;
  readonly exemptions?: readonly TaxExemption[] | undefined;
}

export interface ChargedTax extends SalesTax {
  readonly authority: TaxAuthority;
  /** The seller's number with the authority, for the invoice. */
  readonly registration?: string | undefined;
}

/** Why a tax is not charged, for the invoice and the settings page. */
export interface TaxLeftOut {
  readonly code: string;
  readonly reason: 'exempt' | 'not-registered' | 'export' | 'us-not-collected';
  /** Certificate of the exemption. */
  readonly certificate?: string | undefined;
}

export interface TaxAnswer {
  readonly taxes: readonly ChargedTax[];
  readonly leftOut: readonly TaxLeftOut[];
}

/**
 * What is known of software as a service in the United States; a state that is not named is unknown. Texas taxes 80 % of it
 * as data processing (Comptroller STAR 200805095L; Tax Code 151.351), Massachusetts taxes prewritten software used on the
 * seller's server (Department of Revenue, letter ruling 14-4; 830 CMR 64H.1.3(3)(a)).
 */
export const US_SOFTWARE: Readonly<Record<string, 'taxed'>> = { MA: 'taxed', TX: 'taxed' };
export const usSoftware = (stateCode: string): 'taxed' | 'unknown' => US_SOFTWARE[stateCode] ?? 'unknown';

const authorityOf = (tax: SalesTax): TaxAuthority => {
  if (tax.code === QST.code) return 'QST';
  if (tax.code === 'PST-BC' || tax.code === 'PST-SK' || tax.code === 'PST-MB') return tax.code;
  return 'GST-HST';
};

/** Taxes of carrying goods from one place to another on a day (YYYY-MM-DD), each on the price before taxes. */
export function canadianSalesTaxes(from: TaxPlace, to: TaxPlace, day: string): readonly SalesTax[] {
  if (from.countryCode !== 'CA' || to.countryCode !== 'CA') return [];
  const first = gstOrHst(to.provinceCode, day);
  return from.provinceCode === 'QC' && to.provinceCode === 'QC' ? [first, QST] : [first];
}

/** Taxes of the place, whoever sells. */
function taxesOfPlace({ sellerPlace, buyerPlace, day, supply }: TaxQuestion): readonly SalesTax[] {
  if (supply === 'freight') return canadianSalesTaxes(sellerPlace, buyerPlace, day);
  if (buyerPlace.countryCode !== 'CA') return [];
  const province = buyerPlace.provinceCode;
  const pst = supply === 'software' ? softwarePst(province, day) : undefined;
  return [gstOrHst(province, day), ...(province === 'QC' ? [QST] : []), ...(pst ? [pst] : [])];
}

/** The taxes of one charge, and why others that one might expect are not among them. */
export function taxesOn(question: TaxQuestion): TaxAnswer {
  const { sellerPlace, buyerPlace, day, supply, registrations, exemptions = [] } = question;
  if (supply !== 'freight' && buyerPlace.countryCode !== 'CA') {
    const reason = buyerPlace.countryCode === 'US' && sellerPlace.countryCode === 'US' ? 'us-not-collected' : 'export';
    return { taxes: [], leftOut: [{ code: reason === 'export' ? 'GST-CA' : `US-${buyerPlace.provinceCode}`, reason }] };
  }
  const taxes: ChargedTax[] = [];
  const leftOut: TaxLeftOut[] = [];
  for (const tax of taxesOfPlace(question)) {
    const authority = authorityOf(tax);
    const registration = registrations?.find((one) => one.authority === authority);
    const exemption = exemptions.find(
      (one) => one.authority === authority && (one.validTo === undefined || day <= one.validTo),
    );
    if (registrations !== undefined && registration === undefined)
      leftOut.push({ code: tax.code, reason: 'not-registered' });
    else if (exemption) leftOut.push({ code: tax.code, reason: 'exempt', certificate: exemption.certificate });
    else taxes.push({ ...tax, authority, registration: registration?.number });
  }
  return { taxes, leftOut };
}

/** Price lines of the taxes on a price before taxes; each rounded once. Of nothing there is no tax. */
export const taxLines = (beforeTaxes: Money, taxes: readonly SalesTax[]): readonly PriceLine[] =>
  beforeTaxes.minor === 0
    ? []
    : taxes.map(({ code, label, ratePpm }) => ({
        kind: 'tax',
        code,
        label,
        ratePpm,
        amount: partsPerMillion(beforeTaxes, ratePpm),
      }));

/**
 * How a registration number is written, or nothing where it is none. GST/HST: nine digits, RT, four digits (CRA, "Business
 * number"). QST: ten digits, TQ, four digits (Revenu Québec). BC: PST, eight digits. Saskatchewan and Manitoba: digits and
 * letters as issued (no published format was found).
 */
export function readTaxNumber(authority: TaxAuthority, text: string): string | undefined {
  const plain = text.toUpperCase().replace(/[\s-]/g, '');
  const parts = {
    'GST-HST': /^(\d{9})(RT)(\d{4})$/,
    QST: /^(\d{10})(TQ)(\d{4})$/,
    'PST-BC': /^(PST)(\d{4})(\d{4})$/,
    'PST-SK': /^([A-Z0-9]{5,15})$/,
    'PST-MB': /^([A-Z0-9]{5,15})$/,
  }[authority].exec(plain);
  return parts?.slice(1).join(authority === 'PST-BC' ? '-' : ' ');
}
