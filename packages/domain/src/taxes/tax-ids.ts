/**
 * What a tax number must look like, said in words where it does not. The form alone is checked: whether a number is alive, only
 * the authority knows.
 *
 * | kind | form | source |
 * |---|---|---|
 * | EORI | country and up to 15 characters | Delegated Regulation (EU) 2015/2446, Annex B (an..17); gov.uk for GB and XI |
 * | IOSS | IM, 3 digits of the member, 7 digits | python-stdnum `eu.oss` (IMxxxyyyyyyz); its check digit is not published |
 * | VAT | `vat-numbers.ts` | VIES |
 * | GST | Canada 9 digits RT 4 digits | canada.ca, "CRA program account numbers" |
 * | GST | Australia 11 digits (ABN) or 12 (ARN) | ato.gov.au, "GST on low value imported goods"; the ABN's sum: docs.oracle.com, "Australia" |
 * | GST | India 15 characters | python-stdnum `in_.gstin` |
 * | BN | 9 digits, or with RM and 4 digits | canada.ca, as above: RM is import-export |
 * | EIN | 2 and 7 digits | 26 CFR 301.6109-1; secure.ssa.gov RM 01001.001 |
 * | VOEC | 7 digits | pasts.lv on the rules of 2024; skatteetaten.no |
 */
import { countryOf } from '../addresses/countries.ts';
import { err, ok, type Result } from '../values/result.ts';
import {
  compactTaxId,
  ISSUING_COUNTRIES,
  issuerOf,
  MAX_TAX_ID_LENGTH,
  type TaxId,
  type TaxIdKind,
} from './tax-id-kinds.ts';
import { VAT_FORMS } from './vat-numbers.ts';

export interface TaxIdProblem {
  readonly field: 'number' | 'countryCode';
  /** A sentence that says what to do. */
  readonly message: string;
}
type Checked = Result<string, TaxIdProblem>;

const wrong = (message: string): Result<never, TaxIdProblem> => err({ field: 'number', message });
const wrongCountry = (message: string): Result<never, TaxIdProblem> => err({ field: 'countryCode', message });
const issuedElsewhere = (code: string): Result<never, TaxIdProblem> =>
  wrongCountry(`This number was issued by the country with the code ${code}: choose it.`);

/** The number as it is sent, or what is wrong with which field. */
export function checkTaxId(given: {
  readonly kind: TaxIdKind;
  readonly number: string;
  readonly countryCode: string;
}): Result<TaxId, TaxIdProblem> {
  const { kind } = given;
  const countryCode = given.countryCode.trim().toUpperCase();
  if (given.number.length > MAX_TAX_ID_LENGTH)
    return wrong(`A tax number has at most ${MAX_TAX_ID_LENGTH} characters.`);
  const text = compactTaxId(given.number);
  if (text === '') return wrong('Enter the number.');
  const form = CHECKS[kind](text, countryCode);
  if (!form.ok) return form;
  const issuers = ISSUING_COUNTRIES[kind];
  const named = issuerOf(kind, text);
  if (issuers && named !== undefined && named !== countryCode) return issuedElsewhere(named);
  if (issuers && !issuers.includes(countryCode)) return wrongCountry('Choose the country that issued this number.');
  if (countryOf(countryCode) === undefined) return wrongCountry('Choose the country that issued this number.');
  return ok({ kind, number: form.value, countryCode });
}

const CHECKS: Readonly<Record<TaxIdKind, (text: string, countryCode: string) => Checked>> = {
  EORI(text) {
    if (!/^[A-Z]{2}[A-Z\d]{1,15}$/.test(text))
      return wrong(
        'An EORI number is the two letters of its country and up to 15 letters or digits, such as DE1234567 or GB123456789000.',
      );
    return issuerOf('EORI', text) === undefined
      ? wrong(
          `An EORI number begins with the letters of a member of the European Union, GB or XI; this one begins with ${text.slice(0, 2)}.`,
        )
      : ok(text);
  },
  IOSS(text) {
    if (text.startsWith('IN'))
      return wrong('Numbers that begin with IN are the intermediary’s own. Customs wants the one that begins with IM.');
    if (!/^IM\d{10}$/.test(text)) return wrong('An IOSS number is IM and 10 digits, such as IM2760000742.');
    return issuerOf('IOSS', text) === undefined
      ? wrong('The first three digits of an IOSS number stand for a member of the European Union; these do not.')
      : ok(text);
  },
  VOEC(text) {
    const digits = text.replace(/^VOEC/, '');
    return /^\d{7}$/.test(digits) ? ok(digits) : wrong('A VOEC number has 7 digits.');
  },
  VAT: checkVat,
  GST: checkGst,
  BN(text) {
    if (/^\d{9}(RM\d{4})?$/.test(text)) return ok(text);
    if (/^\d{9}RT\d{4}$/.test(text)) return wrong('A number with RT is a GST/HST number: choose that kind.');
    if (/^\d{9}R[A-Z]\d{4}$/.test(text))
      return wrong(
        'Customs wants the import-export account, which has RM, or the 9 digits of the business number alone.',
      );
    return wrong(
      'A Canadian business number has 9 digits, with RM and 4 digits behind them for the import-export account.',
    );
  },
  EIN: (text) =>
    /^\d{9}$/.test(text)
      ? ok(`${text.slice(0, 2)}-${text.slice(2)}`)
      : wrong('An EIN has 9 digits, such as 12-3456789.'),
};

/** Countries whose tax on sales has another name, so that nobody looks for a VAT number there. */
const GST_COUNTRIES: ReadonlySet<string> = new Set(['AU', 'CA', 'IN', 'NZ', 'SG']);

function checkVat(text: string, countryCode: string): Checked {
  if (GST_COUNTRIES.has(countryCode)) return wrongCountry('This country has GST, not VAT: choose that kind.');
  if (countryCode === 'US')
    return wrongCountry('The United States has no VAT. A company there has an EIN: choose that kind.');
  const form = VAT_FORMS[countryCode];
  if (!form) return plain(text, 'VAT');
  const prefixes = form.prefixes ?? [countryCode];
  const found = prefixes.find((prefix) => text.startsWith(prefix) && form.body.test(text.slice(prefix.length)));
  if (found !== undefined) return ok(text);
  const [usual = countryCode] = prefixes;
  // Written without the letters in front, as at home.
  if (!text.startsWith(usual) && form.body.test(text)) return ok(usual + text);
  const named = issuerOf('VAT', text);
  if (named !== undefined && named !== countryCode && VAT_FORMS[named]) return issuedElsewhere(named);
  return wrong(`A VAT number of this country looks like ${form.example}.`);
}

function checkGst(text: string, countryCode: string): Checked {
  switch (countryCode) {
    case 'CA':
      return /^\d{9}RT\d{4}$/.test(text)
        ? ok(text)
        : wrong('A Canadian GST/HST number is 9 digits, RT and 4 digits, such as 123456789RT0001.');
    case 'AU':
      return isAbn(text) || /^\d{12}$/.test(text)
        ? ok(text)
        : wrong('An Australian GST number is the ABN of 11 digits or the ARN of 12. Check the digits.');
    case 'IN':
      return /^(0[1-9]|[1-3]\d|9[79])[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[A-Z\d]$/.test(text)
        ? ok(text)
        : wrong('An Indian GSTIN has 15 characters, such as 27AAPFU0939F1ZV.');
    default:
      return plain(text, 'GST');
  }
}

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19] as const;

/** Eleven digits; one less at the first, weighed and summed, they can be divided by 89 ("Modulus 89", source above). */
function isAbn(text: string): boolean {
  if (!/^\d{11}$/.test(text)) return false;
  const sum = ABN_WEIGHTS.reduce((total, weight, at) => total + weight * (Number(text[at]) - (at === 0 ? 1 : 0)), 0);
  return sum % 89 === 0;
}

/** Of other countries the form is not known here: letters and digits, as many as any of them has. */
const plain = (text: string, kind: 'VAT' | 'GST'): Checked =>
  /^[A-Z\d]{4,20}$/.test(text) ? ok(text) : wrong(`A ${kind} number is 4 to 20 letters and digits.`);
