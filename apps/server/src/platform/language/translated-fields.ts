/**
 * Which texts of an answer are sentences of ours. Texts are named by their field; a field that holds what a person typed
 * anywhere in the contracts is not in the list, or is named with the field it lies in, or its call is left out.
 */
import { type Locale, translate } from './translate.ts';

/** Sentences (or lists of sentences) wherever they stand, but for `TYPED_WITHIN` and `CALLS_AS_THEY_ARE`. */
export const TRANSLATED_FIELDS: ReadonlySet<string> = new Set([
  // The envelope.
  'errorMessage',
  'successMessage',
  'message',
  'advice',
  // What is the matter, why, and what to do.
  'problem',
  'problems',
  'lastProblem',
  'nextStep',
  'change',
  'why',
  'pickupWhy',
  'because',
  'unavailableBecause',
  'notFiled',
  'blocked',
  'summary',
  'finding',
  'remarks',
  'warnings',
  'messages',
  'unreadable',
  'addressSentence',
  'historyNote',
  // Fields of a form that a connector describes, and the parts of a price.
  'help',
  'label',
]);

/** Fields that are sentences only within these others; elsewhere they hold codes or what a person typed. */
export const TRANSLATED_WITHIN: Readonly<Record<string, readonly string[]>> = {
  cancel: ['reason'],
  reprint: ['reason'],
  choice: ['reason'],
  differences: ['reason'],
  buyerErased: ['note'],
  evidence: ['what'],
  filing: ['about', 'withoutPhotos'],
};

/** Fields that are sentences only in the answers of these calls. */
export const TRANSLATED_IN_CALL: Readonly<Record<string, readonly string[]>> = {
  shipScanned: ['reason'],
  shipScannedByCarrier: ['reason'],
  shipScannedByDetails: ['reason'],
  suggestPackages: ['note'],
  deleteStore: ['note'],
  listPrintJobs: ['title'],
  getLabelReconciliation: ['whyNot', 'error'],
  reconcileLabels: ['whyNot', 'error'],
  confirmNothingMissing: ['whyNot', 'error'],
};

/**
 * What lies within these may be what people typed: the line at the foot of a store's packing slips is its `message`, and
 * the `why` in the history of an order is somebody's own reason as often as ours.
 */
export const TYPED_WITHIN: ReadonlySet<string> = new Set(['branding', 'history']);

/** Answers that stay as they are: the audit log is shown as it was sealed. */
export const CALLS_AS_THEY_ARE: ReadonlySet<string> = new Set(['listAudit']);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * @param value an answer as it would leave; it is not changed
 * @param callId absent for what is refused before a call is known
 * @returns the same with its sentences in the language
 */
export const inLanguage = (locale: Locale, callId: string | undefined, value: unknown): unknown => {
  if (locale === 'en-CA' || (callId !== undefined && CALLS_AS_THEY_ARE.has(callId))) return value;
  const ofCall = callId === undefined ? [] : (TRANSLATED_IN_CALL[callId] ?? []);
  const say = (text: string): string => translate(locale, text);
  /** `within`: the field the value lies in, through lists. */
  const visit = (current: unknown, within: string): unknown => {
    if (Array.isArray(current)) return current.map((each: unknown) => visit(each, within));
    if (!isObject(current)) return current;
    const here = TRANSLATED_WITHIN[within] ?? [];
    return Object.fromEntries(
      Object.entries(current).map(([field, child]) => {
        if (TYPED_WITHIN.has(field)) return [field, child];
        const sentence = TRANSLATED_FIELDS.has(field) || here.includes(field) || ofCall.includes(field);
        if (sentence && typeof child === 'string') return [field, say(child)];
        if (sentence && Array.isArray(child))
          return [field, child.map((each: unknown) => (typeof each === 'string' ? say(each) : visit(each, field)))];
        return [field, visit(child, field)];
      }),
    );
  };
  return visit(value, '');
};
