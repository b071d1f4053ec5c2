/**
 * Whether goods that leave a country have to be reported to its customs before they go, and what is told to the carrier. United States: Foreign Trade Regulations,
 * 15 CFR 30.36 (to Canada) and 30.37(a) (up to 2,500 dollars per Schedule B number). Canada: CBSA memorandum D20-1-1 (from 2,000
 * dollars on, to anywhere but the United States, Puerto Rico and the US Virgin Islands).
 */
import { add, money, times, zero, type Money } from '../money/money.ts';
import type { CustomsItem, ExportFiling, ExportFilingKind } from './shipment.ts';

/**
 * `none`: no such rule of that country. `exempt`: no report, by that section where there is one. `needed`: a report, whose number (ITN,
 * proof of report) the carrier wants. `unknown`: the values are in another currency than the limit.
 */
export type ExportReport =
  | { readonly kind: 'none' | 'needed' | 'unknown' }
  | { readonly kind: 'exempt'; readonly section?: '30.36' | '30.37(a)' };

/** What the rule looks at of a shipment, also as the screen holds it. */
export interface LeavingGoods {
  readonly from: { readonly countryCode: string };
  readonly to: { readonly countryCode: string };
  readonly customs?:
    | {
        readonly currency: string;
        readonly items: readonly Leaving[];
        readonly exportFiling?: ExportFiling | null | undefined;
      }
    | null
    | undefined;
}
type Leaving = Pick<CustomsItem, 'quantity' | 'unitValue'> & { readonly hsCode?: string | null | undefined };

const US_LIMIT = money(250_000, 'USD');
const CA_LIMIT = money(200_000, 'CAD');
const CANADA_SHARES_REPORTS: ReadonlySet<string> = new Set(['CA', 'US', 'PR', 'VI']);

const digits = (item: Leaving): string => (item.hsCode ?? '').replace(/\D/g, '');
const worth = (items: readonly Leaving[], currency: string): Money =>
  items.map((item) => times(item.unitValue, item.quantity)).reduce(add, zero(currency));

/** The goods that may go under the number of this one: a shorter number may be the beginning of it, and none may be any. */
const underOneNumber = (one: Leaving, all: readonly Leaving[]): readonly Leaving[] =>
  all.filter((item) => digits(item).startsWith(digits(one)) || digits(one).startsWith(digits(item)));

const isIn = (currency: string, { currency: own, items }: NonNullable<LeavingGoods['customs']>): boolean =>
  own === currency && items.every(({ unitValue }) => unitValue.currency === currency);

export function exportReport({ from, to, customs }: LeavingGoods): ExportReport {
  if (!customs) return { kind: 'none' };
  const { items } = customs;
  if (from.countryCode === 'US') {
    if (to.countryCode === 'CA') return { kind: 'exempt', section: '30.36' };
    if (!isIn('USD', customs)) return { kind: 'unknown' };
    return items.some((item) => worth(underOneNumber(item, items), 'USD').minor > US_LIMIT.minor)
      ? { kind: 'needed' }
      : { kind: 'exempt', section: '30.37(a)' };
  }
  if (from.countryCode !== 'CA' || CANADA_SHARES_REPORTS.has(to.countryCode)) return { kind: 'none' };
  if (!isIn('CAD', customs)) return { kind: 'unknown' };
  return { kind: worth(items, 'CAD').minor >= CA_LIMIT.minor ? 'needed' : 'exempt' };
}

/** The countries whose export reports are known here. */
export type ReportingCountry = 'US' | 'CA';

export const reportingCountry = (countryCode: string): ReportingCountry | undefined =>
  countryCode === 'US' || countryCode === 'CA' ? countryCode : undefined;

/** What an exporter of the country can enter, the usual one first. */
export const FILINGS_OF: Readonly<Record<ReportingCountry, readonly ExportFilingKind[]>> = {
  US: ['itn', 'exempt'],
  CA: ['proof-of-report', 'summary-report', 'exempt'],
};

/** One of each, for people to see what is meant. */
export const FILING_EXAMPLES: Readonly<Record<ReportingCountry, Readonly<Partial<Record<ExportFilingKind, string>>>>> =
  {
    US: { itn: 'X20260824123456', exempt: '30.37(h)' },
    CA: { 'proof-of-report': 'AB12342026082417', 'summary-report': 'SR1234567', exempt: '8' },
  };

const DAY = String.raw`20\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])`;
/**
 * ITN: X, day and six digits (15 CFR 30.1). Proof of report: authorisation ID, day, 1 to 11 digits from CERS (CBSA, technical guide for
 * the CERS portal, appendix A, field 0), or authorisation ID, month, five digits by EDI (D20-1-1, appendix D). Summary reports have no
 * published form beyond 7 to 32 letters and digits (FedEx Ship API, exportComplianceStatement). All looked up 2026-11-23.
 */
const ITN = new RegExp(`^X${DAY}\\d{6}$`);
const PROOF_OF_REPORT = new RegExp(`^[A-Z]{2}\\d{4}(${DAY}\\d{1,11}|20\\d{2}(0[1-9]|1[0-2])\\d{5})$`);
const SUMMARY_REPORT = /^[A-Z0-9]{7,32}$/;
/** A section of 15 CFR part 30, with its paragraphs. */
const SECTION = /^30\.\d{1,2}(\([a-z0-9]{1,2}\)){0,3}$/;
/** No Declaration Required, 1 to 16 (CBSA, "Goods that do not need an export declaration"). */
const NDR = /^([1-9]|1[0-6])$/;

/** The bare number of what people write, or undefined where it is none of that country and kind. */
export function filingNumber(country: ReportingCountry, { kind, number }: ExportFiling): string | undefined {
  const text = number.replace(/[\s-]/g, '');
  const bare = ((): string => {
    if (kind !== 'exempt') return text.toUpperCase().replace(/^(AES|ITN)+/, '');
    return country === 'US'
      ? text
          .toLowerCase()
          .replace(/^noeei/, '')
          .replace(/^\u00A7/, '')
      : text.toUpperCase().replace(/^NDR/, '').replace(/^0/, '');
  })();
  const form = {
    itn: ITN,
    'proof-of-report': PROOF_OF_REPORT,
    'summary-report': SUMMARY_REPORT,
    exempt: country === 'US' ? SECTION : NDR,
  }[kind];
  return FILINGS_OF[country].includes(kind) && form.test(bare) ? bare : undefined;
}

/**
 * What a carrier is told of the report. `filed` and `exempt` as the exporter says, or `exempt` with the section by the rule alone
 * (`byRule`); `due`: the exporter has to give a number or an exemption first; `unknown`: the values are in another currency than the
 * limit, and nothing was given; `malformed`: what was given is nothing of that country.
 */
export type ExportStatement =
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly country: ReportingCountry }
  | { readonly kind: 'due' | 'malformed'; readonly country: ReportingCountry }
  | {
      readonly kind: 'filed';
      readonly country: ReportingCountry;
      readonly as: Exclude<ExportFilingKind, 'exempt'>;
      readonly number: string;
    }
  | {
      readonly kind: 'exempt';
      readonly country: ReportingCountry;
      readonly number: string | undefined;
      readonly byRule: boolean;
    };

export function exportStatement(s: LeavingGoods): ExportStatement {
  const country = reportingCountry(s.from.countryCode);
  const report = exportReport(s);
  if (!country || !s.customs) return { kind: 'none' };
  const filing = s.customs.exportFiling;
  if (filing) {
    const number = filingNumber(country, filing);
    if (number === undefined) return { kind: 'malformed', country };
    return filing.kind === 'exempt'
      ? { kind: 'exempt', country, number, byRule: false }
      : { kind: 'filed', country, as: filing.kind, number };
  }
  switch (report.kind) {
    case 'none':
      return { kind: 'none' };
    case 'exempt':
      return { kind: 'exempt', country, number: report.section, byRule: true };
    case 'unknown':
      return { kind: 'unknown', country };
    default:
      return { kind: 'due', country };
  }
}

/** How the United States write it on papers and labels (15 CFR 30.7): "AES X20260824123456", "NO EEI 30.37(a)". */
export const usCitation = (statement: Extract<ExportStatement, { readonly kind: 'filed' | 'exempt' }>): string =>
  statement.kind === 'filed' ? `AES ${statement.number}` : `NO EEI ${statement.number ?? ''}`;

/** How it stands on papers, in either country; undefined where the exporter gave nothing. */
export function statedFiling(s: LeavingGoods): string | undefined {
  const statement = exportStatement(s);
  if (statement.kind === 'filed')
    return statement.country === 'US' ? usCitation(statement) : `CERS ${statement.number}`;
  if (statement.kind !== 'exempt' || statement.byRule) return undefined;
  return statement.country === 'US' ? usCitation(statement) : `NDR ${statement.number ?? ''}`;
}
