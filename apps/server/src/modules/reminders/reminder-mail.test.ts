/** How reminders read. */
import { money } from '@scanship/domain/money/money';
import { expect, test } from 'vitest';
import { reminderMail, type ReminderFacts, stopReason } from './reminder-mail.ts';

const facts = (count: number, change: Partial<ReminderFacts> = {}): ReminderFacts => ({
  sellerName: 'Maple',
  stops: false,
  again: false,
  invoices: Array.from({ length: count }, (_, at) => ({
    number: `INV-${at + 1}`,
    dueDay: '2026-11-01',
    open: money(1_000, 'CAD'),
    link: 'https://maple.example/statements',
  })),
  overdue: [money(count * 1_000, 'CAD')],
  stopDay: undefined,
  note: '',
  paymentNote: '',
  payLink: 'https://maple.example/billing',
  ...change,
});
const text = (language: 'en' | 'fr', given: ReminderFacts) => {
  const { paragraphs, closing } = reminderMail(language, given);
  return [...paragraphs, ...(closing ?? [])].join('\n');
};

test('one invoice and several are told as they are, and so is what is not shown', () => {
  expect(text('en', facts(1))).toContain('An invoice from Maple is overdue.');
  expect(text('en', facts(2))).toContain('2 invoices from Maple are overdue.');
  expect(text('en', facts(21))).toContain('1 more overdue invoice is listed under Statements.');
  expect(text('en', facts(22))).toContain('2 more overdue invoices are listed under Statements.');
  expect(text('fr', facts(21))).toContain('1 autre facture en souffrance figure sous Relevés.');
  expect(text('fr', facts(22))).toContain('2 autres factures en souffrance figurent sous Relevés.');
  // Whoever cannot sign in is led to no page.
  expect(text('en', facts(21, { payLink: undefined }))).toContain('1 more overdue invoice.');
  expect(text('fr', facts(1, { stops: true }))).toContain('tant que la facture ci-dessous n’est pas payée');
  expect(text('en', facts(1, { again: true }))).toContain('It is still unpaid.');
});

test('a reason names five invoices and counts the rest', () => {
  const invoices = facts(6).invoices;
  expect(stopReason('en', invoices)).toBe('Overdue: INV-1, INV-2, INV-3, INV-4, INV-5 and 1 more');
  expect(stopReason('fr', invoices)).toBe('En souffrance : INV-1, INV-2, INV-3, INV-4, INV-5 et 1 autre');
});
