/**
 * The one table of sales tax rates. What is taxed, and where, is decided in `sales-tax.ts`.
 *
 * Sources (read November 2026):
 * - GST 5 % since 2008-01-01, HST rates: Canada Revenue Agency, "GST/HST provincial rates table"; Nova Scotia 14 % from
 *   2025-04-01: GST/HST Notice 342 (March 2025). Ontario 13 % since 2010-07-01; New Brunswick and Newfoundland and Labrador
 *   15 % since 2016-07-01, Prince Edward Island 15 % since 2016-10-01.
 * - QST 9.975 % since 2013-01-01, on the price without GST: Revenu Québec, "Basic rules for applying the GST/HST and QST".
 * - British Columbia PST 7 % on software, however it is reached, since 2013-04-01: B.C. Ministry of Finance, PST Bulletin
 *   105 (Software, June 2025).
 * - Saskatchewan PST 6 % (since 2017-03-23): on software as a service used in the province since 2019-01-01 (Saskatchewan
 *   PST Bulletin 7).
 * - Manitoba RST 7 % (since 2019-07-01): on software as a service since 2026-01-01 (Bill 46 of 2025; Bulletin RST 033).
 */

/** Who is told and paid. One registration of the seller, and one certificate of an exempt buyer, for each. */
export const TAX_AUTHORITIES = ['GST-HST', 'QST', 'PST-BC', 'PST-SK', 'PST-MB'] as const;
export type TaxAuthority = (typeof TAX_AUTHORITIES)[number];

export interface SalesTax {
  /** "GST-CA", "HST-ON", "QST-QC", "PST-BC". */
  readonly code: string;
  /** "HST 13 %". */
  readonly label: string;
  /** Parts per million of the price before taxes. */
  readonly ratePpm: number;
}

/** A rate from a day on, YYYY-MM-DD, newest first. */
interface Since {
  readonly from: string;
  readonly ratePpm: number;
}

const HST: Readonly<Record<string, readonly Since[]>> = {
  NB: [{ from: '2016-07-01', ratePpm: 150_000 }],
  NL: [{ from: '2016-07-01', ratePpm: 150_000 }],
  NS: [
    { from: '2025-04-01', ratePpm: 140_000 },
    { from: '2010-07-01', ratePpm: 150_000 },
  ],
  ON: [{ from: '2010-07-01', ratePpm: 130_000 }],
  PE: [{ from: '2016-10-01', ratePpm: 150_000 }],
};

/** On software; the provinces' own taxes that are not part of the HST. */
const SOFTWARE_PST: Readonly<Record<string, readonly Since[]>> = {
  BC: [{ from: '2013-04-01', ratePpm: 70_000 }],
  MB: [{ from: '2026-01-01', ratePpm: 70_000 }],
  SK: [{ from: '2019-01-01', ratePpm: 60_000 }],
};

const percent = (ratePpm: number): string => `${ratePpm / 10_000} %`;

/** HST of a province that takes part in it, else the GST. Days before the oldest rate take the oldest. */
export function gstOrHst(provinceCode: string, day: string): SalesTax {
  const rates = HST[provinceCode];
  const rate = rates?.find((entry) => day >= entry.from) ?? rates?.at(-1);
  return rate
    ? { code: `HST-${provinceCode}`, label: `HST ${percent(rate.ratePpm)}`, ratePpm: rate.ratePpm }
    : { code: 'GST-CA', label: 'GST 5 %', ratePpm: 50_000 };
}

export const QST: SalesTax = { code: 'QST-QC', label: 'QST 9.975 %', ratePpm: 99_750 };

/** The provincial tax on software on a day; none before it was taxed, and none in other provinces. */
export function softwarePst(provinceCode: string, day: string): SalesTax | undefined {
  const ratePpm = SOFTWARE_PST[provinceCode]?.find((entry) => day >= entry.from)?.ratePpm;
  if (ratePpm === undefined) return undefined;
  const code = `PST-${provinceCode}`;
  return provinceCode === 'MB'
    ? { code, label: `RST MB ${percent(ratePpm)}`, ratePpm }
    : { code, label: `PST ${provinceCode} ${percent(ratePpm)}`, ratePpm };
}
