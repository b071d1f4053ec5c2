/**
 * Invoices, statements and the closing of months. `side` says from where one looks: `owed` is what the caller's company pays
 * to who sells to it, `sold` what those below it pay. A level sees its own papers and those of its direct buyers, nothing else.
 */
import { AGING_BUCKETS, INVOICE_STATES, STATEMENT_SECTIONS } from '@scanship/domain/money/statement';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, minor, money, priceLine, recordVersion, required } from '../common.ts';

export const STATEMENT_SIDES = ['owed', 'sold'] as const;
export const STATEMENT_FILES = ['pdf', 'xlsx'] as const;
const section = z.enum(STATEMENT_SECTIONS);

export const statementGroup = z.object({ section, count: z.int(), amount: money, tax: money });
export const taxShare = z.object({
  /** '' is tax that was booked without saying which. */
  code: z.string(),
  label: z.string(),
  ratePpm: z.nullable(z.int()),
  amount: money,
});

export const invoiceSummary = z.object({
  id,
  number: z.string(),
  /** The first day of the month it is for. */
  month: day,
  sellerName: z.string(),
  buyerId: id,
  buyerName: z.string(),
  issuedDay: day,
  dueDay: day,
  state: z.enum(INVOICE_STATES),
  charges: money,
  /** What is still to be paid of the charges. */
  open: money,
  /** Credit notes on it. */
  credited: money,
});
export type InvoiceSummary = z.infer<typeof invoiceSummary>;

const totals = {
  opening: money,
  charges: money,
  settled: money,
  tax: money,
  closing: money,
  groups: z.array(statementGroup),
  taxes: z.array(taxShare),
};

export const creditNote = z.object({ id, number: z.string(), day, amount: money, reason: z.string() });

export const invoiceDetail = z.extend(invoiceSummary, {
  ...totals,
  /** First and last day. */
  fromDay: day,
  toDay: day,
  termsDays: z.int(),
  entryCount: z.int(),
  creditNotes: z.array(creditNote),
  /** The caller sells it and may credit it. */
  canCredit: z.boolean(),
});
export type InvoiceDetail = z.infer<typeof invoiceDetail>;

export const statementLine = z.object({
  id,
  at: z.iso.datetime(),
  section,
  /** Words of an adjustment, fee or credit note. */
  note: z.nullable(z.string()),
  amount: money,
  tax: money,
  /** Of a label; the link is for its shipper only. */
  shipmentId: z.nullable(id),
  carrier: z.nullable(z.string()),
  service: z.nullable(z.string()),
  orderNumbers: z.array(z.string()),
  trackingNumbers: z.array(z.string()),
  reference: z.nullable(z.string()),
  lines: z.array(priceLine),
});
export type StatementLineDto = z.infer<typeof statementLine>;

const linePage = z.object({ lines: z.array(statementLine), next: z.nullable(id) });
const lineWish = {
  after: z.optional(id),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  section: z.optional(section),
};

const viewer = { auth: 'access', right: 'money.view' } as const;
const side = z.enum(STATEMENT_SIDES);

export const listInvoices = defineCall({
  id: 'listInvoices',
  method: 'GET',
  path: '/money/invoices',
  summary: 'Invoices, newest month first, with what is still to be paid of each',
  ...viewer,
  query: z.object({
    side,
    buyerId: z.optional(id),
    state: z.optional(z.enum(INVOICE_STATES)),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    invoices: z.array(invoiceSummary),
    totalRecords: z.int(),
    totalPage: z.int(),
    currentPage: z.int(),
    /** Who a statement can be asked of: the seller (owed) or the buyers (sold), with the currencies there are. */
    partners: z.array(z.object({ id, name: z.string(), currency })),
  }),
});
export type InvoiceList = (typeof listInvoices)['data']['_zod']['output'];

export const getInvoice = defineCall({
  id: 'getInvoice',
  method: 'GET',
  path: '/money/invoices/{id}',
  summary: 'One invoice with its sums, taxes and credit notes',
  ...viewer,
  params: idParams,
  data: invoiceDetail,
});

export const listInvoiceLines = defineCall({
  id: 'listInvoiceLines',
  method: 'GET',
  path: '/money/invoices/{id}/lines',
  summary: 'Lines of an invoice, page by page',
  ...viewer,
  params: idParams,
  query: z.object(lineWish),
  data: linePage,
});

export const downloadInvoice = defineCall({
  id: 'downloadInvoice',
  method: 'GET',
  path: '/money/invoices/{id}/file',
  summary: 'The invoice as PDF, or as a spreadsheet with one row for each line',
  ...viewer,
  params: idParams,
  query: z.object({ format: z.enum(STATEMENT_FILES) }),
  produces: 'application/octet-stream',
});

const span = { side, partnerId: id, currency, from: day, to: day };

/** Problems: `not_found` for a partner one has no account with; `validation` for days the wrong way round. */
export const getStatement = defineCall({
  id: 'getStatement',
  method: 'GET',
  path: '/money/statement',
  summary: 'A statement of any span of days, as the books stand now; closes nothing',
  ...viewer,
  query: z.object(span),
  data: z.object({ partnerName: z.string(), fromDay: day, toDay: day, ...totals }),
});
export type StatementData = (typeof getStatement)['data']['_zod']['output'];

export const listStatementLines = defineCall({
  id: 'listStatementLines',
  method: 'GET',
  path: '/money/statement/lines',
  summary: 'Lines of a span of days, page by page',
  ...viewer,
  query: z.object({ ...span, ...lineWish }),
  data: linePage,
});

export const downloadStatement = defineCall({
  id: 'downloadStatement',
  method: 'GET',
  path: '/money/statement/file',
  summary: 'A statement of any span of days as PDF or spreadsheet',
  ...viewer,
  query: z.object({ ...span, format: z.enum(STATEMENT_FILES) }),
  produces: 'application/octet-stream',
});

export const getAging = defineCall({
  id: 'getAging',
  method: 'GET',
  path: '/money/aging',
  summary: 'What buyers owe on invoices, by days past due',
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'money.view',
  data: z.object({
    buckets: z.array(z.enum(AGING_BUCKETS)),
    buyers: z.array(
      z.object({
        buyerId: id,
        name: z.string(),
        currency,
        /** In the order of `buckets`. */
        amounts: z.array(minor),
        open: minor,
        /** Paid beyond all invoices; charged and in no invoice yet. */
        left: minor,
        unbilled: minor,
        balance: minor,
      }),
    ),
  }),
});
export type AgingData = (typeof getAging)['data']['_zod']['output'];

export const statementSettings = z.object({
  invoicePrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)),
  creditPrefix: z.string().check(z.regex(/^[A-Z0-9]{1,8}$/)),
  autoClose: z.boolean(),
  mail: z.boolean(),
  termsDays: z.int().check(z.minimum(0), z.maximum(180)),
  legalName: z.string().check(z.trim(), z.maxLength(200)),
  address: z.string().check(z.trim(), z.maxLength(500)),
  paymentNote: z.string().check(z.trim(), z.maxLength(1_000)),
  version: recordVersion,
});
export type StatementSettingsDto = z.infer<typeof statementSettings>;

export const CLOSE_STATES = ['due', 'closing', 'closed'] as const;
export const closing = z.object({
  settings: statementSettings,
  /** The month that is closed next, and whether it is over. */
  nextMonth: day,
  nextOver: z.boolean(),
  months: z.array(
    z.object({
      month: day,
      state: z.enum(CLOSE_STATES),
      /** Accounts that are done, and all. */
      done: z.int(),
      total: z.int(),
      waitsFor: z.nullable(z.string()),
      closedAt: z.nullable(z.iso.datetime()),
      byHand: z.boolean(),
      invoices: z.int(),
      charges: z.array(money),
    }),
  ),
});
export type ClosingData = z.infer<typeof closing>;

const closer = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
} as const;

export const getClosing = defineCall({
  id: 'getClosing',
  method: 'GET',
  path: '/money/closing',
  summary: 'Closed months, the next one, and how invoices are written',
  ...closer,
  right: 'money.view',
  data: closing,
});

export const previewClose = defineCall({
  id: 'previewClose',
  method: 'GET',
  path: '/money/closing/preview',
  summary: 'What the invoices of the next month would come to, as the books stand now',
  ...closer,
  right: 'money.view',
  data: z.object({
    month: day,
    over: z.boolean(),
    buyers: z.array(
      z.object({
        buyerId: id,
        name: z.string(),
        /** Charged no tax because nobody knows where it is, although the seller is registered. */
        untaxed: z.boolean(),
        count: z.int(),
        charges: money,
        settled: money,
      }),
    ),
    /** More buyers than are listed. */
    capped: z.boolean(),
  }),
});
export type ClosePreview = (typeof previewClose)['data']['_zod']['output'];

/** Problems: `validation` for a month that is not the next or not over. Goes on in the background; `getClosing` tells how far. */
export const closeMonth = defineCall({
  id: 'closeMonth',
  method: 'POST',
  path: '/money/closing',
  summary: 'Close a month: invoices, commissions, royalties; it cannot be changed afterwards',
  ...closer,
  right: 'money.credit',
  audited: true,
  body: z.object({ month: day }),
  data: closing,
});

export const saveStatementSettings = defineCall({
  id: 'saveStatementSettings',
  method: 'PUT',
  path: '/money/closing/settings',
  summary: 'Numbers, legal name, terms and mails of invoices',
  ...closer,
  right: 'money.credit',
  audited: true,
  body: statementSettings,
  data: closing,
});

/** Problems: `not_found`; `validation` for more than is left of the invoice. */
export const creditInvoice = defineCall({
  id: 'creditInvoice',
  method: 'POST',
  path: '/money/invoices/{id}/credit',
  summary: 'A credit note on an invoice; it stands on the next month’s invoice',
  ...closer,
  right: 'money.refund',
  audited: true,
  idempotent: true,
  params: idParams,
  body: z.object({ amountMinor: z.int().check(z.minimum(1), z.maximum(1_000_000_000_00)), reason: required(500) }),
  data: invoiceDetail,
});
