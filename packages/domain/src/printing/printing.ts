/**
 * Printing as data: what can be printed where, and the life of a print job. The server keeps the job, the print agent prints
 * it; both read this table (architecture rule 4; data-model, "print job").
 */

/** The three settings of a station (product-spec section 7, decisions 40). */
export const PRINTED_PAPERS = ['SHIPPING_LABEL', 'PACKAGING_SLIPS', 'CUSTOM_INVOICE'] as const;
export type PrintedPaper = (typeof PRINTED_PAPERS)[number];

/** What a printer takes. `png` is one picture a page at the job's dots per inch. */
export const PRINT_FORMATS = ['pdf', 'zpl', 'epl', 'png'] as const;
export type PrintFormat = (typeof PRINT_FORMATS)[number];

/** Sheets by their common names; inches for labels. */
export const PAPER_SIZES = ['4x6', '4x8', 'letter', 'a4', 'a6'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** Width and height upright. Tenths of a millimetre (ISO 216; ANSI letter; inches exact to a tenth). */
export const PAPER_TENTHS: Readonly<Record<PaperSize, { readonly width: number; readonly height: number }>> = {
  '4x6': { width: 1016, height: 1524 },
  '4x8': { width: 1016, height: 2032 },
  letter: { width: 2159, height: 2794 },
  a4: { width: 2100, height: 2970 },
  a6: { width: 1050, height: 1480 },
};

/** Dots per inch of label printers; office printers are sent PDF and choose for themselves. */
export const PRINT_DPI = [203, 300] as const;
export type PrintDpi = (typeof PRINT_DPI)[number];

export const PRINT_TURNS = [0, 90, 180, 270] as const;
export type PrintTurn = (typeof PRINT_TURNS)[number];

export const PRINTER_STATES = ['ready', 'busy', 'stopped', 'offline', 'unknown'] as const;
export type PrinterState = (typeof PRINTER_STATES)[number];

/**
 * - `queued`: nobody has it; `leased`: an agent has it and has not begun to send it;
 * - `spooled`: handed to the queue or the printer, not yet out; `printed`: the spooler or a person says it came out;
 * - `failed`: it did not come out, with the printer's reason; `unknown`: nobody can tell ("did it print?");
 * - `expired`: was not sent in time and is offered again; `reprinted`: another job took its place;
 * - `cancelled`: taken back by a person before it was sent, or not wanted any more.
 */
export const PRINT_JOB_STATES = [
  'queued',
  'leased',
  'spooled',
  'printed',
  'failed',
  'unknown',
  'expired',
  'reprinted',
  'cancelled',
] as const;
export type PrintJobState = (typeof PRINT_JOB_STATES)[number];

const NEXT: Readonly<Record<PrintJobState, readonly PrintJobState[]>> = {
  queued: ['leased', 'expired', 'cancelled'],
  // Back to `queued` only while nothing was sent: the agent says so, or its lease lapsed before it said that it began.
  leased: ['queued', 'spooled', 'printed', 'failed', 'unknown', 'expired', 'cancelled'],
  spooled: ['printed', 'failed', 'unknown'],
  failed: ['reprinted', 'cancelled'],
  // The machine may say later what it found out; so may a person.
  unknown: ['printed', 'failed', 'reprinted'],
  // The last three when a machine that was cut off had begun before it expired.
  expired: ['reprinted', 'cancelled', 'printed', 'failed', 'unknown'],
  printed: ['reprinted'],
  reprinted: [],
  cancelled: [],
};

/** Whether a job may go from one state to another. */
export const mayBecome = (from: PrintJobState, to: PrintJobState): boolean => NEXT[from].includes(to);

/** States that wait for a person: shown, counted, offered again. */
export const PRINT_JOBS_FOR_A_PERSON = ['failed', 'unknown', 'expired'] as const satisfies readonly PrintJobState[];

/** A job nobody could send within this time is not printed any more, so that yesterday's labels do not come out today. */
export const PRINT_JOB_EXPIRES_MS = 15 * 60_000;
/** How long an agent may hold a job without a word. */
export const PRINT_LEASE_MS = 60_000;
/** A job that was sent and of which its machine says nothing for so long is `unknown`. */
export const PRINT_SILENT_MS = 10 * 60_000;
/** A machine not heard of for this long shows offline with its printers. */
export const AGENT_SILENT_MS = 10 * 60_000;
/** Four polls and a little: after it new jobs go to the fallback printer, if there is one. */
export const AGENT_QUIET_MS = 2 * 60_000;
/** Good for one machine, once. */
export const PAIRING_EXPIRES_MS = 15 * 60_000;
export const MOST_COPIES = 20;

/** Steps an agent reports, in their order; each at most once a job, later ones may come first after a lost answer. */
export const AGENT_STEPS = ['received', 'sending', 'sent', 'printed', 'failed', 'unknown'] as const;
export type AgentStep = (typeof AGENT_STEPS)[number];

/** State a job has when its agent reported a step. */
export const STATE_OF_STEP: Readonly<Record<AgentStep, PrintJobState>> = {
  received: 'leased',
  // From here on a lapsed lease is no reason to send it again: the bytes may have reached the printer.
  sending: 'spooled',
  sent: 'spooled',
  printed: 'printed',
  failed: 'failed',
  unknown: 'unknown',
};
