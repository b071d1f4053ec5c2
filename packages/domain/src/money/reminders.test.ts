/** Which step of its reminders a buyer is due. */
import { expect, test } from 'vitest';
import {
  areReminderSteps,
  DEFAULT_REMINDER_STEPS,
  judgePromise,
  type LateInvoice,
  nextReminder,
  planReminder,
} from './reminders.ts';

const settings = { steps: DEFAULT_REMINDER_STEPS, leastMinor: 0 };
const invoice = (id: string, dueDay: string, more: Partial<LateInvoice> = {}): LateInvoice => ({
  id,
  dueDay,
  currency: 'CAD',
  openMinor: 1_000,
  reminded: 0,
  ...more,
});

test('steps ascend, and only the last stops shipping', () => {
  expect(areReminderSteps(DEFAULT_REMINDER_STEPS)).toBe(true);
  expect(
    areReminderSteps([
      { days: 5, kind: 'reminder' },
      { days: 5, kind: 'stop' },
    ]),
  ).toBe(false);
  expect(
    areReminderSteps([
      { days: 5, kind: 'stop' },
      { days: 9, kind: 'reminder' },
    ]),
  ).toBe(false);
});

test('a step is due from its day on, once; of several that are over only the furthest', () => {
  const at = (today: string, reminded = 0, early = false) =>
    planReminder([invoice('a', '2026-06-30', { reminded })], settings, today, early)?.step.days;
  expect(at('2026-07-02')).toBeUndefined();
  expect(at('2026-07-03')).toBe(3);
  expect(at('2026-07-09', 3)).toBeUndefined();
  expect(at('2026-07-10', 3)).toBe(10);
  expect(at('2026-08-30')).toBe(30);
  expect(at('2026-08-30', 30)).toBeUndefined();
  // By hand the next one, although its day has not come; after the last there is none.
  expect(at('2026-07-01', 0, true)).toBe(3);
  expect(at('2026-07-05', 3, true)).toBe(10);
  expect(at('2026-08-30', 30, true)).toBeUndefined();
});

test('a mail is as far as its furthest invoice, and each keeps its own step', () => {
  const plan = planReminder(
    [
      invoice('old', '2026-06-01', { reminded: 3 }),
      invoice('new', '2026-06-30'),
      invoice('told', '2026-06-30', { reminded: 3 }),
    ],
    settings,
    '2026-07-03',
  );
  expect(plan).toEqual({
    step: { days: 30, kind: 'stop' },
    steps: [
      { invoiceId: 'old', days: 30 },
      { invoiceId: 'new', days: 3 },
    ],
  });
});

test('less than is worth a mail is left alone, currency by currency', () => {
  const few = [invoice('a', '2026-06-30', { openMinor: 400 }), invoice('b', '2026-06-30', { openMinor: 400 })];
  const plan = (invoices: readonly LateInvoice[]) =>
    planReminder(invoices, { ...settings, leastMinor: 800 }, '2026-07-04');
  expect(plan(few)?.steps.map(({ invoiceId }) => invoiceId)).toEqual(['a', 'b']);
  expect(plan(few.map((each, at) => (at === 0 ? each : { ...each, currency: 'USD' })))).toBeUndefined();
});

test('what comes next, and when', () => {
  const next = (reminded: number, today: string) =>
    nextReminder([invoice('a', '2026-06-30', { reminded })], settings, today);
  expect(next(3, '2026-07-04')).toEqual({ inDays: 6, step: { days: 10, kind: 'reminder' } });
  expect(next(0, '2026-08-30')).toEqual({ inDays: 0, step: { days: 30, kind: 'stop' } });
  expect(next(30, '2026-08-30')).toBeUndefined();
});

test('a promise is kept by what was promised, and broken when its day is over', () => {
  const all = { promisedOn: '2026-07-10', amountMinor: null, openMinor: null };
  expect(judgePromise(all, 1, '2026-07-10')).toBe('open');
  expect(judgePromise(all, 1, '2026-07-11')).toBe('broken');
  expect(judgePromise(all, 0, '2026-07-11')).toBe('kept');
  const part = { promisedOn: '2026-07-10', amountMinor: 300, openMinor: 1_000 };
  expect(judgePromise(part, 701, '2026-07-11')).toBe('broken');
  expect(judgePromise(part, 700, '2026-07-01')).toBe('kept');
});
