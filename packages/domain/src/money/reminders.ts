/** Which reminder of its overdue invoices a buyer is due: steps by days after the due day, each once an invoice. */
import { daysFrom } from './statement.ts';

/** `stop`: no labels until it is paid. */
export const REMINDER_KINDS = ['reminder', 'stop'] as const;
export type ReminderKind = (typeof REMINDER_KINDS)[number];

export interface ReminderStep {
  /** After the due day. A step is known by them: moved to a later day it is another step. */
  readonly days: number;
  readonly kind: ReminderKind;
}

export const MOST_REMINDER_STEPS = 5;
export const MOST_REMINDER_DAYS = 180;

/** What is offered to who sets it up. */
export const DEFAULT_REMINDER_STEPS: readonly ReminderStep[] = [
  { days: 3, kind: 'reminder' },
  { days: 10, kind: 'reminder' },
  { days: 20, kind: 'reminder' },
  { days: 30, kind: 'stop' },
];

/** Days ascending; shipping is stopped by the last one or by none. */
export const areReminderSteps = (steps: readonly ReminderStep[]): boolean =>
  steps.every(
    ({ days, kind }, at) => days > (steps[at - 1]?.days ?? 0) && (kind === 'reminder' || at === steps.length - 1),
  );

export interface LateInvoice {
  readonly id: string;
  readonly currency: string;
  readonly dueDay: string;
  readonly openMinor: number;
  /** Days of the last step it had; 0 for none. */
  readonly reminded: number;
}

export interface ReminderPlan {
  /** The furthest of those below. */
  readonly step: ReminderStep;
  /** The step of each invoice that is due one; others are told beside them. */
  readonly steps: readonly { readonly invoiceId: string; readonly days: number }[];
}

/** Invoices of the currencies in which enough is overdue. */
const worthIt = (invoices: readonly LateInvoice[], leastMinor: number): readonly LateInvoice[] => {
  const sums = new Map<string, number>();
  for (const { currency, openMinor } of invoices) sums.set(currency, (sums.get(currency) ?? 0) + openMinor);
  return invoices.filter(({ currency }) => (sums.get(currency) ?? 0) >= leastMinor);
};

/**
 * Of steps whose day is over only the furthest counts, so that old debts are one mail when reminders are switched on.
 * @param invoices the overdue ones of one buyer
 * @param early by hand: the next step of an invoice although its day has not come
 * @returns undefined where no step is due
 */
export function planReminder(
  invoices: readonly LateInvoice[],
  { steps, leastMinor }: { readonly steps: readonly ReminderStep[]; readonly leastMinor: number },
  today: string,
  early = false,
): ReminderPlan | undefined {
  const due = worthIt(invoices, leastMinor).flatMap(({ id, dueDay, reminded }) => {
    const late = daysFrom(dueDay, today);
    const left = steps.filter(({ days }) => days > reminded);
    const step = left.findLast(({ days }) => days <= late) ?? (early ? left[0] : undefined);
    return step ? [{ invoiceId: id, step }] : [];
  });
  const [first, ...others] = due;
  if (!first) return undefined;
  return {
    step: others.reduce((far, { step }) => (step.days > far.days ? step : far), first.step),
    steps: due.map(({ invoiceId, step }) => ({ invoiceId, days: step.days })),
  };
}

/** The day of the next step that comes by itself, and its step; undefined where none is left. */
export function nextReminder(
  invoices: readonly LateInvoice[],
  { steps, leastMinor }: { readonly steps: readonly ReminderStep[]; readonly leastMinor: number },
  today: string,
): { readonly inDays: number; readonly step: ReminderStep } | undefined {
  const coming = worthIt(invoices, leastMinor).flatMap(({ dueDay, reminded }) => {
    const late = daysFrom(dueDay, today);
    const left = steps.filter(({ days }) => days > reminded);
    const step = left.findLast(({ days }) => days <= late) ?? left[0];
    return step ? [{ inDays: Math.max(0, step.days - late), step }] : [];
  });
  return coming.toSorted((a, b) => a.inDays - b.inDays || b.step.days - a.step.days)[0];
}

export interface PaymentPromise {
  readonly promisedOn: string;
  /** Null: all of it. */
  readonly amountMinor: number | null;
  /** What was open of its invoices when an amount was promised. */
  readonly openMinor: number | null;
}

/** @param openMinor what is open of its invoices now */
export function judgePromise(promise: PaymentPromise, openMinor: number, today: string): 'open' | 'kept' | 'broken' {
  const allowed = promise.amountMinor === null ? 0 : Math.max(0, (promise.openMinor ?? 0) - promise.amountMinor);
  return openMinor <= allowed ? 'kept' : today > promise.promisedOn ? 'broken' : 'open';
}
