/** What the threads that read files do with price lists. */
import { createHash } from 'node:crypto';
import type { DataOf } from '@scanship/contracts/call';
import type { uploadRateSheet } from '@scanship/contracts/carriers/carriers';
import { readSheets } from '@scanship/documents/tables/sheet-reader';
import type { RateSheet } from '@scanship/domain/rating/rate-sheet';
import { ok } from '@scanship/domain/values/result';
import { toJson } from '../../platform/database/json-column.ts';
import type { Outcome } from '../../platform/problem.ts';
import { loadRateSheetTools } from './connector-registry.ts';

type Answer = DataOf<typeof uploadRateSheet>;
export type PriceListSummary = NonNullable<Answer['summary']>;

export interface PriceList {
  readonly summary: PriceListSummary;
  /** In front of its tracking numbers. */
  readonly prefix: string;
  /** The list as JSON: it goes into the database as it is. */
  readonly sheet: string;
  readonly sha256: string;
}

export interface ReadPriceList {
  /** Absent when there are problems. */
  readonly list: PriceList | undefined;
  readonly problems: Answer['problems'];
}

const LIMITS = { maxRows: 20_000, maxColumns: 60, maxBytes: 10_000_000 };
/** What an answer lists at most; the count of the rest is said. */
const MOST_PROBLEMS = 500;

/** Problems: `file_unreadable` and `file_too_large`; what is wrong in the list itself is in the answer. */
export async function readPriceList(file: {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}): Promise<Outcome<ReadPriceList>> {
  const tables = await readSheets(file.bytes, file.fileName, LIMITS);
  const { parseRateSheet } = await loadRateSheetTools();
  const { sheet, problems } = parseRateSheet(tables);
  if (sheet)
    return ok({
      list: {
        summary: summaryOf(sheet),
        prefix: sheet.settings.prefix,
        sheet: toJson(sheet),
        sha256: createHash('sha256').update(file.bytes).digest('hex'),
      },
      problems: [],
    });
  const shown = problems.slice(0, MOST_PROBLEMS);
  const rest = problems.length - shown.length;
  const more = { section: '', row: null, column: null, message: `There are ${rest} more problems of this kind.` };
  return ok({ list: undefined, problems: rest > 0 ? [...shown, more] : shown });
}

const summaryOf = (sheet: RateSheet): PriceListSummary => ({
  name: sheet.settings.name,
  currency: sheet.settings.currency,
  services: sheet.services.map(({ code, name }) => ({ code, name })),
  zones: [...new Set(sheet.zones.map((z) => z.zone))],
  rateCount: sheet.rates.length,
});
