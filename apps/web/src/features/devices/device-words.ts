import { msg } from '@lingui/core/macro';
import type { I18n, MessageDescriptor } from '@lingui/core';
import type {
  PrintedPaper,
  PrintFormat,
  PaperSize,
  PrinterState,
  PrintJobState,
} from '@scanship/domain/printing/printing';
import type { Tone } from '../../ui/Badge.tsx';

export const PAPER_WORDS: Readonly<Record<PrintedPaper, MessageDescriptor>> = {
  SHIPPING_LABEL: msg`Shipping labels`,
  PACKAGING_SLIPS: msg`Packing slips`,
  CUSTOM_INVOICE: msg`Commercial invoices`,
};

export const FORMAT_WORDS: Readonly<Record<PrintFormat, string>> = { pdf: 'PDF', zpl: 'ZPL', epl: 'EPL', png: 'PNG' };

export const SIZE_WORDS: Readonly<Record<PaperSize, MessageDescriptor>> = {
  '4x6': msg`4 × 6 in`,
  '4x8': msg`4 × 8 in`,
  letter: msg`Letter`,
  a4: msg`A4`,
  a6: msg`A6`,
};

export const PRINTER_STATE_WORDS: Readonly<
  Record<PrinterState, { readonly words: MessageDescriptor; readonly tone: Tone }>
> = {
  ready: { words: msg`Ready`, tone: 'good' },
  busy: { words: msg`Printing`, tone: 'info' },
  stopped: { words: msg({ message: 'Stopped', context: 'printer' }), tone: 'bad' },
  offline: { words: msg`Offline`, tone: 'warn' },
  unknown: { words: msg`Not known`, tone: 'plain' },
};

export const JOB_STATE_WORDS: Readonly<
  Record<PrintJobState, { readonly words: MessageDescriptor; readonly tone: Tone }>
> = {
  queued: { words: msg`Waits`, tone: 'info' },
  leased: { words: msg`Being fetched`, tone: 'info' },
  spooled: { words: msg`At the printer`, tone: 'info' },
  printed: { words: msg`Printed`, tone: 'good' },
  failed: { words: msg`Failed`, tone: 'bad' },
  unknown: { words: msg`Did it print?`, tone: 'warn' },
  expired: { words: msg`Not sent in time`, tone: 'warn' },
  reprinted: { words: msg`Printed again`, tone: 'plain' },
  cancelled: { words: msg`Taken back`, tone: 'plain' },
};

/** Printer state reasons of IPP (RFC 8011, section 5.4.12; PWG 5100.9) as people say them. */
const REASONS: Readonly<Record<string, MessageDescriptor>> = {
  'media-empty': msg`Out of paper`,
  'media-needed': msg`Paper is needed`,
  'media-low': msg`Little paper left`,
  'media-jam': msg`Paper jam`,
  'cover-open': msg`The cover is open`,
  'door-open': msg`A door is open`,
  'input-tray-missing': msg`The tray is missing`,
  'output-area-full': msg`The output tray is full`,
  'toner-empty': msg`Out of toner`,
  'toner-low': msg`Little toner left`,
  'marker-supply-empty': msg`Out of ink or ribbon`,
  'marker-supply-low': msg`Little ink or ribbon left`,
  'head-open': msg`The print head is open`,
  'spool-area-full': msg`The print queue is full`,
  'connecting-to-device': msg`Connecting to the printer`,
  'timed-out': msg`The printer does not answer`,
  offline: msg`The printer is switched off or not connected`,
  'offline-report': msg`The printer is switched off or not connected`,
  paused: msg`Paused`,
  'moving-to-paused': msg`Being paused`,
  shutdown: msg`The printer is shut down`,
  'other-error': msg`The printer reports an error`,
  'cups-missing-filter': msg`The driver is incomplete`,
  'cups-insecure-filter': msg`The driver is not accepted by the system`,
  gone: msg`No longer on its computer`,
  'connection-lost': msg`The connection broke`,
};

/** A reason in words: a known keyword, else the keyword as plain text, else the printer's own sentence. */
export function reasonWords(i18n: I18n, reason: string): string {
  const known = REASONS[reason.replace(/-(warning|error|report)$/, '')] ?? REASONS[reason];
  if (known) return i18n._(known);
  return /^[a-z0-9-]+$/.test(reason) ? reason.replaceAll('-', ' ') : reason;
}

/** Several keywords in one text, as machines report them. */
export const reasonsText = (i18n: I18n, text: string): string =>
  text
    .split(/,\s*(?=[a-z0-9-]+(?:,|$))/)
    .map((each) => reasonWords(i18n, each.trim()))
    .join(', ');
