/** Statements of a level's bank: uploaded files, their lines, what each is, and whether a month is explained. */
import { BANK_FIELDS } from '@scanship/domain/bank/bank-table';
import { MATCH_REASONS } from '@scanship/domain/bank/propose';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, minor, required } from '../common.ts';
import { paged, PAYMENT_CURRENCIES } from './payments.ts';

const OWNERS = ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'] as const;
const viewer = { auth: 'access', roles: OWNERS, right: 'money.view' } as const;
const keeper = { auth: 'access', roles: OWNERS, right: 'money.credit', audited: true } as const;

const pages = {
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100))),
};
const currency = z.enum(PAYMENT_CURRENCIES);

export const bankFaults = z.array(z.object({ row: z.int(), message: z.string() }));

export const bankFile = z.object({
  id,
  fileName: z.string(),
  /** Kept of it, and here already. */
  lines: z.int(),
  known: z.int(),
  /** Not booked, or of another currency. */
  pending: z.int(),
  /** The first that could not be read. */
  faults: bankFaults,
  faultCount: z.int(),
  fromDay: z.nullable(day),
  toDay: z.nullable(day),
  createdAt: z.iso.datetime(),
  /** Its lines are no lines any more. */
  takenBackAt: z.nullable(z.iso.datetime()),
});
export type BankFileDto = z.infer<typeof bankFile>;

export const bankAccount = z.object({
  id,
  name: z.string(),
  currency,
  /** The end of its number, once a file named it. */
  number: z.nullable(z.string()),
  /** Lines nobody decided about. */
  open: z.int(),
  lines: z.int(),
  files: z.array(bankFile),
});
export type BankAccount = z.infer<typeof bankAccount>;

export const getBank = defineCall({
  ...viewer,
  id: 'getBank',
  method: 'GET',
  path: '/bank/accounts',
  summary: 'Bank accounts with their newest files and how many lines are open',
  data: z.object({ accounts: z.array(bankAccount) }),
});

/** Problem: `validation` for a name that is taken. */
export const addBankAccount = defineCall({
  ...keeper,
  id: 'addBankAccount',
  method: 'POST',
  path: '/bank/accounts',
  summary: 'Add a bank account to upload statements for',
  body: z.object({ name: required(60), currency }),
  data: z.object({ id }),
});

export const renameBankAccount = defineCall({
  ...keeper,
  id: 'renameBankAccount',
  method: 'PUT',
  path: '/bank/accounts/{id}',
  summary: 'Change the name of a bank account',
  params: idParams,
  body: z.object({ name: required(60) }),
  data: z.object({ id }),
});

export const bankMapping = z.object({
  /** Column index (from 0) of each field. */
  columns: z.partialRecord(z.enum(BANK_FIELDS), z.int().check(z.minimum(0), z.maximum(100))),
  dates: z.enum(['ymd', 'mdy', 'dmy']),
  headless: z.boolean(),
});
export type BankMappingDto = z.infer<typeof bankMapping>;

/** Problems: `file_unreadable`, `file_too_large`; `validation` for a statement of another account, with the field `alike` where it may be. */
export const uploadBankFile = defineCall({
  ...keeper,
  id: 'uploadBankFile',
  method: 'POST',
  path: '/bank/accounts/{id}/files',
  summary:
    'A statement of the bank (CSV, XLSX, ISO 20022 XML, or a ZIP of such XML); a layout that is not known is mapped first',
  upload: true,
  params: idParams,
  body: z.object({
    /** JSON of a mapping. */
    mapping: z.optional(z.string().check(z.maxLength(2_000))),
    /** Ask again what the columns are, though it is remembered. */
    remap: z.optional(z.enum(['yes'])),
    /** Keep it though another account has lines of the same days and amounts. */
    alike: z.optional(z.enum(['yes'])),
  }),
  data: z.object({
    /** Absent: the columns have to be mapped; nothing was kept. */
    file: z.nullable(bankFile),
    toMap: z.nullable(
      z.object({
        headers: z.array(z.string()),
        sample: z.array(z.array(z.string())),
        mapping: bankMapping,
        /** Its dates can be read in several orders: a person says in which. */
        askDates: z.boolean(),
      }),
    ),
  }),
});

/** Problems: `validation` while lines of it are matched, `stale_version` when it is taken back already. */
export const takeBackBankFile = defineCall({
  ...keeper,
  id: 'takeBackBankFile',
  method: 'POST',
  path: '/bank/files/{id}/take-back',
  summary: 'Take back a statement that was read wrongly: its lines are removed, and its columns are asked for again',
  params: idParams,
  data: z.object({ lines: z.int() }),
});

/** A payment, refund or payout that is here already, or a payment to be entered for a buyer. */
/** A hundred million of a currency with cents; payouts of a large shop are far below it. */
const MOST_PART_MINOR = 10_000_000_000;
export const bankPart = z.object({
  kind: z.enum(['payment', 'refund', 'payout', 'new']),
  /** Of the payment, refund or payout; of the buyer where it is `new`. */
  id,
  minor,
});
export type BankPart = z.infer<typeof bankPart>;

const shownPart = z.extend(bankPart, {
  /** Who paid or was paid; empty for a payout. */
  who: z.string(),
  /** When it was entered or arrives; null for one to be entered. */
  day: z.nullable(day),
  /** What it is called here: a reference, or how it was paid. */
  note: z.string(),
  /** Made with test keys. */
  test: z.boolean(),
});
export type ShownBankPart = z.infer<typeof shownPart>;

export const BANK_LINE_STATES = ['open', 'matched', 'aside'] as const;
export const ASIDE_REASONS = ['own-transfer', 'bank-fee', 'interest', 'supplier', 'owner', 'tax', 'other'] as const;
export type AsideReason = (typeof ASIDE_REASONS)[number];

export const bankLine = z.object({
  id,
  bookedOn: day,
  valueOn: z.nullable(day),
  amount: z.object({ minor, currency: z.string() }),
  party: z.string(),
  text: z.string(),
  reference: z.string(),
  state: z.enum(BANK_LINE_STATES),
  /** What it is, once that was confirmed. */
  parts: z.array(shownPart),
  aside: z.nullable(z.object({ reason: z.enum(ASIDE_REASONS), note: z.string() })),
  /** Of an open line. A sure one is still confirmed by a person. */
  proposals: z.array(
    z.object({
      parts: z.array(shownPart),
      why: z.enum(MATCH_REASONS),
      numbers: z.array(z.string()),
      fits: z.enum(['exact', 'less', 'more']),
      sure: z.boolean(),
    }),
  ),
});
export type BankLineDto = z.infer<typeof bankLine>;
export type BankProposal = BankLineDto['proposals'][number];

export const listBankLines = defineCall({
  ...viewer,
  id: 'listBankLines',
  method: 'GET',
  path: '/bank/lines',
  summary: 'Lines of a bank account, newest first, with what they are or may be',
  query: z.object({
    accountId: id,
    state: z.optional(z.enum(BANK_LINE_STATES)),
    /** Any day of it. */
    month: z.optional(day),
    search: z.optional(z.string().check(z.maxLength(100))),
    ...pages,
  }),
  data: z.object({ lines: z.array(bankLine), ...paged }),
});

export const bankChoices = defineCall({
  ...viewer,
  id: 'bankChoices',
  method: 'GET',
  path: '/bank/lines/{id}/choices',
  summary: 'What a line may be by hand: payments, refunds and payouts without a line, and buyers with what they owe',
  params: idParams,
  query: z.object({ search: z.optional(z.string().check(z.maxLength(100))) }),
  data: z.object({
    entered: z.array(shownPart),
    buyers: z.array(
      z.object({
        id,
        name: z.string(),
        owedMinor: minor,
        invoices: z.array(z.object({ number: z.string(), openMinor: minor })),
      }),
    ),
  }),
});

/**
 * Problems: `stale_version` when it was decided meanwhile; `validation` when the parts do not come to the line, one has a line already,
 * or a payment like it stands in the books without a line (`separate` enters another).
 */
export const matchBankLine = defineCall({
  ...keeper,
  id: 'matchBankLine',
  method: 'POST',
  path: '/bank/lines/{id}/match',
  summary: 'Confirm what a line is; payments that are not in the books yet are entered with the bank’s value date',
  idempotent: true,
  params: idParams,
  body: z.object({
    parts: z
      .array(z.extend(bankPart, { minor: minor.check(z.minimum(-MOST_PART_MINOR), z.maximum(MOST_PART_MINOR)) }))
      .check(z.minLength(1), z.maxLength(50)),
    separate: z.optional(z.boolean()),
  }),
  data: bankLine,
});

export const setAsideBankLine = defineCall({
  ...keeper,
  id: 'setAsideBankLine',
  method: 'POST',
  path: '/bank/lines/{id}/aside',
  summary: 'Say why a line is no payment of a customer',
  params: idParams,
  body: z.object({ reason: z.enum(ASIDE_REASONS), note: z.string().check(z.trim(), z.maxLength(200)) }),
  data: bankLine,
});

/** Problems: `stale_version` for an open line; `validation` when a part of the payment was refunded. */
export const undoBankLine = defineCall({
  ...keeper,
  right: 'money.refund',
  id: 'undoBankLine',
  method: 'POST',
  path: '/bank/lines/{id}/undo',
  summary: 'Open a line again; payments that were entered by confirming it are booked back',
  idempotent: true,
  params: idParams,
  data: bankLine,
});

export const bankMonth = z.object({
  /** The first day of it. */
  month: day,
  inMinor: minor,
  outMinor: minor,
  lines: z.int(),
  open: z.int(),
  openMinor: minor,
  /** As the newest statement of the month has it. */
  closing: z.nullable(z.object({ day, minor })),
  /**
   * Days of which lines are missing, or are too many, by the bank's own balances; null where these are not known. One may be what
   * another lacks, so they are never added up.
   */
  missing: z.nullable(z.array(z.object({ from: day, to: day, minor }))),
});
export type BankMonth = z.infer<typeof bankMonth>;

export const listBankMonths = defineCall({
  ...viewer,
  id: 'listBankMonths',
  method: 'GET',
  path: '/bank/accounts/{id}/months',
  summary:
    'Month by month: what came and went, what is not explained, and whether the lines lead from balance to balance',
  params: idParams,
  data: z.object({ currency: z.string(), months: z.array(bankMonth) }),
});
