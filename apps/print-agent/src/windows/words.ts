/** Windows' numbers as our words: Win32_Printer (CIM), JOB_STATUS_* and error codes of winspool. */
import { PAPER_SIZES, type PaperSize, type PrinterState } from '@scanship/domain/printing/printing';

/** Win32_Printer.DetectedErrorState. */
const ERROR_STATE: Readonly<Record<number, string>> = {
  3: 'media-low',
  4: 'media-empty',
  5: 'toner-low',
  6: 'toner-empty',
  7: 'door-open',
  8: 'media-jam',
  9: 'offline',
  10: 'service-requested',
  11: 'output-area-full',
};

export interface WindowsPrinterRow {
  readonly name: string;
  readonly driver: string | null;
  readonly isDefault: boolean;
  readonly offline: boolean;
  /** 3 idle, 4 printing, 5 warming up, 7 offline. */
  readonly status: number;
  readonly errorState: number;
  readonly dpi: number;
  readonly papers: readonly string[];
}

export function windowsState(row: WindowsPrinterRow): {
  readonly state: PrinterState;
  readonly reasons: readonly string[];
} {
  const reason = ERROR_STATE[row.errorState];
  if (row.offline || row.status === 7 || reason === 'offline') return { state: 'offline', reasons: ['offline'] };
  const reasons = reason === undefined ? [] : [reason];
  if (reason !== undefined && !reason.endsWith('-low')) return { state: 'stopped', reasons };
  if (row.status === 4 || row.status === 5) return { state: 'busy', reasons };
  return { state: row.status === 3 ? 'ready' : 'unknown', reasons };
}

/** Drivers name sheets for people; these are the usual names. */
const PAPER_NAMES: readonly (readonly [PaperSize, RegExp])[] = [
  [
    '4x6',
    /(?:^|[^\d.])4(?:\.0{1,3})?\s{0,3}(?:"|in|inch(?:es)?)?\s{0,3}[x×]\s{0,3}6(?:\.0{1,3})?(?![\d.])|(?:^|\D)(?:102|101\.6)\s{0,3}(?:mm)?\s{0,3}[x×]\s{0,3}152/i,
  ],
  ['4x8', /(?:^|[^\d.])4(?:\.0{1,3})?\s{0,3}(?:"|in|inch(?:es)?)?\s{0,3}[x×]\s{0,3}8(?:\.0{1,3})?(?![\d.])/i],
  ['letter', /^(us )?letter( |$)|8\.5"?\s*[x×]\s*11/i],
  ['a4', /^a4\b/i],
  ['a6', /^a6\b/i],
];

export function windowsPapers(names: readonly string[]): readonly PaperSize[] {
  const found = new Set(
    PAPER_NAMES.filter(([, pattern]) => names.some((name) => pattern.test(name))).map(([size]) => size),
  );
  return PAPER_SIZES.filter((size) => found.has(size));
}

const JOB_STATUS = {
  paused: 0x1,
  error: 0x2,
  deleting: 0x4,
  spooling: 0x8,
  printing: 0x10,
  offline: 0x20,
  paperOut: 0x40,
  printed: 0x80,
  deleted: 0x100,
  blocked: 0x200,
  userIntervention: 0x400,
  complete: 0x1000,
} as const;

const JOB_REASONS: readonly (readonly [number, string])[] = [
  [JOB_STATUS.paperOut, 'media-empty'],
  [JOB_STATUS.offline, 'offline'],
  [JOB_STATUS.paused, 'paused'],
  [JOB_STATUS.userIntervention, 'service-requested'],
  [JOB_STATUS.blocked, 'cups-missing-filter'],
  [JOB_STATUS.error, 'other-error'],
];

/** Status of a job (JOB_INFO_1, "Status"). */
export function windowsJob(status: number): {
  readonly is: 'open' | 'printed' | 'deleted';
  readonly reasons: readonly string[];
} {
  const has = (bit: number) => (status & bit) !== 0;
  if (has(JOB_STATUS.printed) || has(JOB_STATUS.complete)) return { is: 'printed', reasons: [] };
  if (has(JOB_STATUS.deleting) || has(JOB_STATUS.deleted)) return { is: 'deleted', reasons: ['job-canceled-by-user'] };
  return { is: 'open', reasons: JOB_REASONS.filter(([bit]) => has(bit)).map(([, reason]) => reason) };
}

/** Error codes of winspool that say that nothing was taken, and why. */
const SPOOL_ERRORS: Readonly<Record<number, string>> = {
  5: 'not-authorized',
  1801: 'printer-not-found',
  1722: 'offline',
  1804: 'format-not-supported',
  3019: 'printer-stopped',
};

export const spoolReason = (code: number): string => SPOOL_ERRORS[code] ?? `windows-error-${code}`;
/** The print service does not run (yet): worth another try. */
export const isForLater = (code: number): boolean => code === 1722 || code === 1717 || code === 1726;
