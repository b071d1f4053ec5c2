/** What printers say, as keywords without severity and as words for people (RFC 8011, 5.3.8, 5.4.12; PWG 5100.9). */
import type { PrinterState } from '@scanship/domain/printing/printing';
import { type Attributes, firstFlag, firstNumber, texts } from './message.ts';

const WORDS: Readonly<Record<string, string>> = {
  'media-empty': 'out of paper',
  'media-needed': 'waits for paper',
  'media-low': 'nearly out of paper',
  'media-jam': 'paper jam',
  'cover-open': 'a cover is open',
  'door-open': 'a door is open',
  'interlock-open': 'a cover is open',
  'input-tray-missing': 'a paper tray is missing',
  'output-area-full': 'the output tray is full',
  'toner-empty': 'out of toner',
  'toner-low': 'toner is low',
  'marker-supply-empty': 'out of ink, toner or ribbon',
  'marker-supply-low': 'ink, toner or ribbon is low',
  'marker-waste-full': 'the waste container is full',
  'head-open': 'the print head is open',
  'head-too-hot': 'the print head is too hot',
  'ribbon-out': 'out of ribbon',
  paused: 'paused',
  'moving-to-paused': 'being paused',
  shutdown: 'switched off',
  offline: 'not connected',
  'connecting-to-device': 'does not answer',
  'timed-out': 'does not answer',
  'cups-missing-filter': 'its driver is not installed completely',
  'cups-insecure-filter': 'its driver is not trusted by the system',
  'job-canceled-by-user': 'cancelled in the queue',
  'job-canceled-by-operator': 'cancelled by the operator',
  'job-canceled-at-device': 'cancelled at the printer',
  'job-canceled-after-timeout': 'cancelled after waiting too long',
  'aborted-by-system': 'the printer gave up',
  'unsupported-document-format': 'the printer does not take this format',
  'unsupported-compression': 'the printer does not take this compression',
  'document-format-error': 'the printer could not read the document',
  'document-access-error': 'the printer could not read the document',
  'document-unprintable-error': 'the printer could not print the document',
  'submission-interrupted': 'the document did not arrive completely',
  'job-completed-with-errors': 'printed with errors',
  'processing-to-stop-point': 'being cancelled',
  'account-authorization-failed': 'the queue wants a sign-in',
  'not-authorized': 'the queue wants a sign-in',
  'job-password-wait': 'the printer waits for a password',
  'printer-stopped': 'the printer is stopped',
  'queued-in-device': 'waits in the printer',
  'printer-not-found': 'this machine has no such printer',
  'not-in-the-queue': 'the queue does not know the job any more',
  'copies-not-supported': 'the printer does not make several copies of this format',
  'content-damaged': 'the document arrived damaged',
  'cut-while-sending': 'the connection broke while the document was sent',
  'stopped-while-sending': 'the agent was ended while the document was sent',
  'not-sent-in-time': 'could not be sent in time',
  'format-not-supported': 'the printer does not take this format',
  'still-in-the-queue': 'still in the queue after a day',
};

/** "media-empty-warning" -> "media-empty"; "none" disappears. */
export const plainReason = (reason: string): string => reason.replace(/-(error|warning|report)$/, '');

/** Keywords without severity, once each. */
export const plainReasons = (reasons: readonly string[]): readonly string[] => [
  ...new Set(reasons.map(plainReason).filter((reason) => reason !== 'none' && reason !== '')),
];

/** `out of paper (media-empty)`; a keyword nobody knows stays itself. */
export function inWords(reason: string): string {
  const words = WORDS[reason];
  return words === undefined ? reason : `${words} (${reason})`;
}

/** Several reasons in one line, at most 500 characters (the contract's limit); undefined where there are none. */
export const reasonText = (reasons: readonly string[]): string | undefined =>
  reasons.length === 0 ? undefined : reasons.map(inWords).join('; ').slice(0, 500);

/** State of a printer from `printer-state` and its reasons (3 idle, 4 processing, 5 stopped). */
export function printerState(attributes: Attributes): {
  readonly state: PrinterState;
  readonly reasons: readonly string[];
} {
  const raw = texts(attributes, 'printer-state-reasons');
  const reasons = plainReasons(raw);
  const state = firstNumber(attributes, 'printer-state');
  if (reasons.includes('offline') || reasons.includes('shutdown')) return { state: 'offline', reasons };
  if (state === 5 || firstFlag(attributes, 'printer-is-accepting-jobs') === false) return { state: 'stopped', reasons };
  if (state === 4) return { state: 'busy', reasons };
  return { state: state === 3 ? 'ready' : 'unknown', reasons };
}

/** What became of a job, from `job-state` and `job-state-reasons` (RFC 8011, 5.3.7). */
export type JobOutcome =
  | { readonly is: 'open'; readonly reasons: readonly string[] }
  | { readonly is: 'printed' }
  | { readonly is: 'failed' | 'unknown'; readonly reasons: readonly string[] };

const NOT_TELLING = new Set(['job-printing', 'job-queued', 'job-incoming', 'job-completed-successfully']);

export function jobOutcome(attributes: Attributes): JobOutcome {
  const state = firstNumber(attributes, 'job-state');
  const reasons = plainReasons(texts(attributes, 'job-state-reasons')).filter((reason) => !NOT_TELLING.has(reason));
  if (state === 9)
    return reasons.includes('job-completed-with-errors') ? { is: 'unknown', reasons } : { is: 'printed' };
  if (state === 7) return { is: 'failed', reasons: reasons.length > 0 ? reasons : ['job-canceled-by-user'] };
  if (state === 8) return { is: 'failed', reasons: reasons.length > 0 ? reasons : ['aborted-by-system'] };
  return { is: 'open', reasons };
}
