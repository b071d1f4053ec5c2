/**
 * The books of a level for its accountant: every posting as it was booked, or sums of a month as journal entries that QuickBooks
 * Online and Xero import.
 */
import { ACCOUNT_KINDS } from '@scanship/domain/money/ledger';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day } from '../common.ts';

/** Programs that import journal entries; each names accounts in its own way. */
export const ACCOUNTING_PROGRAMS = ['quickbooks', 'xero'] as const;
export type AccountingProgram = (typeof ACCOUNTING_PROGRAMS)[number];
export const ACCOUNTING_FORMATS = ['journal', ...ACCOUNTING_PROGRAMS] as const;

/** Kinds of accounts in a book; `tax-rate` is what Xero calls lines that carry no further tax. */
export const ACCOUNTING_NAMES = [...ACCOUNT_KINDS, 'tax-rate'] as const;
export type AccountingName = (typeof ACCOUNTING_NAMES)[number];

export const accountingSettings = z.object({
  /** Kinds this book has postings of: what must be named. */
  used: z.array(z.enum(ACCOUNT_KINDS)),
  currencies: z.array(currency),
  names: z.array(
    z.object({ program: z.enum(ACCOUNTING_PROGRAMS), name: z.enum(ACCOUNTING_NAMES), account: z.string() }),
  ),
});
export type AccountingSettings = z.infer<typeof accountingSettings>;

const keeper = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'] } as const;

export const getAccounting = defineCall({
  id: 'getAccounting',
  method: 'GET',
  path: '/money/accounting',
  summary: 'What the accounts of the book are called in QuickBooks Online and Xero',
  ...keeper,
  right: 'money.view',
  data: accountingSettings,
});

export const saveAccounting = defineCall({
  id: 'saveAccounting',
  method: 'PUT',
  path: '/money/accounting',
  summary: 'Name the accounts of one program; an empty name is taken away',
  ...keeper,
  right: 'money.credit',
  audited: true,
  body: z.object({
    program: z.enum(ACCOUNTING_PROGRAMS),
    names: z
      .array(z.object({ name: z.enum(ACCOUNTING_NAMES), account: z.string().check(z.maxLength(100)) }))
      .check(z.maxLength(ACCOUNTING_NAMES.length)),
  }),
  data: accountingSettings,
});

/** Problems: `validation` for days that are not a span of a year at most, and for accounts that have no name yet. */
export const exportAccounting = defineCall({
  id: 'exportAccounting',
  method: 'GET',
  path: '/money/accounting/export',
  summary: 'The book as CSV: every posting, or journal entries a month for QuickBooks Online or Xero',
  ...keeper,
  right: 'money.view',
  query: z.object({
    format: z.enum(ACCOUNTING_FORMATS),
    from: day,
    to: day,
    /** Of journal entries for a program. Absent: the level's own. */
    currency: z.optional(currency),
  }),
  produces: 'text/csv',
});
