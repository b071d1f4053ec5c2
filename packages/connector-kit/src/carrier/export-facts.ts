/** The report to the customs of the country that goods leave (`export-report.ts`), as every carrier says it before it sells a label. */
import {
  exportStatement,
  type ExportStatement,
  type LeavingGoods,
  type ReportingCountry,
  reportingCountry,
  statedFiling,
} from '@scanship/domain/shipping/export-report';
import { fail } from '../errors.ts';
import type { CarrierManifest, RateOffer } from './carrier.ts';
import { missingFacts } from './missing-facts.ts';

const FIELD = 'customs.exportFiling';

const DUE: Readonly<Record<ReportingCountry, string>> = {
  US: 'Goods of more than 2,500 US dollars under one tariff number must be reported before they leave the United States. File them in AESDirect and enter the ITN in the customs details, or the section that exempts them.',
  CA: 'Goods of 2,000 Canadian dollars or more must be reported before they leave Canada. Report them in CERS and enter the proof-of-report number in the customs details, or the exemption that applies.',
};
const UNKNOWN: Readonly<Record<ReportingCountry, string>> = {
  US: 'Goods of more than 2,500 US dollars must be reported before they leave the United States. State the values in USD, or enter the ITN or the exemption in the customs details.',
  CA: 'Goods of 2,000 Canadian dollars or more must be reported before they leave Canada. State the values in CAD, or enter the proof-of-report number or the exemption in the customs details.',
};
const MALFORMED: Readonly<Record<ReportingCountry, string>> = {
  US: 'The export report is not valid: an ITN looks like X20260824123456, an exemption like 30.37(h).',
  CA: 'The export report is not valid: a proof of report looks like AB12342026082417, an exemption (NDR) is a number from 1 to 16.',
};

/** Why what was entered is no report of that country, with examples. */
export const filingNotValid = (country: ReportingCountry): string => MALFORMED[country];

export type ExportTold = Extract<ExportStatement, { readonly kind: 'none' | 'unknown' | 'filed' | 'exempt' }>;

/**
 * What a message says of the export report.
 * @throws ConnectorError `invalid-input` where the exporter has to give a number first, or gave none of that country
 */
export function exportTold(s: LeavingGoods): ExportTold {
  const statement = exportStatement(s);
  switch (statement.kind) {
    case 'due':
      throw fail('invalid-input', DUE[statement.country], { field: FIELD });
    case 'malformed':
      throw fail('invalid-input', MALFORMED[statement.country], { field: `${FIELD}.number` });
    default:
      return statement;
  }
}

/** As `exportTold`, for carriers that want an answer of every shipment: they cannot be told "unknown". @throws ConnectorError */
export function exportAnswered(s: LeavingGoods) {
  const told = exportTold(s);
  if (told.kind === 'unknown') throw fail('invalid-input', UNKNOWN[told.country], { field: 'customs.currency' });
  return told;
}

/** Beside a price: what is to be entered first, or what the exporter has to see to without the carrier. */
export function exportFacts(
  manifest: Pick<CarrierManifest, 'name' | 'exportFilings'>,
  s: LeavingGoods,
): Pick<RateOffer, 'missing' | 'remarks'> {
  const missing = missingFacts(() => exportTold(s));
  if (missing.length > 0) return { missing };
  const statement = exportStatement(s);
  if (statement.kind === 'unknown') return { remarks: [UNKNOWN[statement.country]] };
  const country = reportingCountry(s.from.countryCode);
  const stated = statedFiling(s);
  return stated === undefined || (country && manifest.exportFilings?.includes(country))
    ? {}
    : {
        remarks: [
          `${manifest.name} cannot be sent the number of an export report. Hand ${stated} over with the parcel: it stands on the commercial invoice.`,
        ],
      };
}
