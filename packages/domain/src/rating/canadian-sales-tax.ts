/**
 * Sales taxes on a courier's charge for a shipment within Canada.
 *
 * Rates: Canada Revenue Agency, "GST/HST provincial rates table" (since 2016-10-01: ON 13 %, NB, NL, NS and PE 15 %, else
 * GST 5 %) and GST/HST Notice 342 of March 2025 (NS 14 % from 2025-04-01). QST 9.975 % since 2013-01-01, not compounded:
 * Revenu Québec.
 * Place: the destination's province for GST/HST (CRA memorandum 28-2, Freight Transportation Services). QST is due only
 * when the freight begins and ends in Québec (Revenu Québec, "Freight Transportation Services": from elsewhere in Canada
 * to Québec the supply is deemed made outside Québec). The provincial sales taxes of BC, MB and SK are not charged on a
 * courier's own bill. Shipments that cross the border are zero-rated (Excise Tax Act, schedule VI, part VII).
 */
export interface SalesTax {
  /** "GST-CA", "HST-ON", "QST-QC". */
  readonly code: string;
  /** "HST 13 %". */
  readonly label: string;
  /** Parts per million of the price before taxes. */
  readonly ratePpm: number;
}

const GST: SalesTax = { code: 'GST-CA', label: 'GST 5 %', ratePpm: 50_000 };
const QST: SalesTax = { code: 'QST-QC', label: 'QST 9.975 %', ratePpm: 99_750 };

/** Newest first: the rate from a day on, YYYY-MM-DD. Days before the oldest entry take the oldest. */
const HST: Readonly<Record<string, readonly { readonly from: string; readonly percent: number }[]>> = {
  NB: [{ from: '2016-07-01', percent: 15 }],
  NL: [{ from: '2016-07-01', percent: 15 }],
  NS: [
    { from: '2025-04-01', percent: 14 },
    { from: '2010-07-01', percent: 15 },
  ],
  ON: [{ from: '2010-07-01', percent: 13 }],
  PE: [{ from: '2016-10-01', percent: 15 }],
};

interface Place {
  readonly countryCode: string;
  readonly provinceCode: string;
}

/** Taxes of a charge for carrying goods from one place to another on a day (YYYY-MM-DD), each on the price before taxes. */
export function canadianSalesTaxes(from: Place, to: Place, day: string): readonly SalesTax[] {
  if (from.countryCode !== 'CA' || to.countryCode !== 'CA') return [];
  const rates = HST[to.provinceCode];
  const rate = rates?.find((entry) => day >= entry.from) ?? rates?.at(-1);
  if (rate) return [{ code: `HST-${to.provinceCode}`, label: `HST ${rate.percent} %`, ratePpm: rate.percent * 10_000 }];
  return from.provinceCode === 'QC' && to.provinceCode === 'QC' ? [GST, QST] : [GST];
}
