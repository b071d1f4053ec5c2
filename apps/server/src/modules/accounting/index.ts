/** The books for an accountant: every posting, or journal entries for QuickBooks Online and Xero. See docs/decisions/0362. */
import {
  type AccountingName,
  type AccountingProgram,
  type AccountingSettings,
  exportAccounting,
  getAccounting,
  saveAccounting,
} from '@scanship/contracts/money/accounting';
import { streamCsv } from '@scanship/documents/tables/table-stream';
import type { AccountKind } from '@scanship/domain/money/ledger';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { tenantNames } from '../../platform/buyer-below.ts';
import { data, type DownloadAnswer, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { rangeOf } from '../dashboard/index.ts';
import { type AccountingTable, journalTable, quickbooksTable, xeroTable } from './accounting-files.ts';
import { readNames, writeNames } from './accounting-names.ts';
import { type BookSpan, readBookAccounts, readMonths, readPostings } from './read-books.ts';

/** Xero reads no more of one file (its help, "Import manual journals"). */
const XERO_LINES = 300;

const PROGRAM: Readonly<Record<AccountingProgram, string>> = { quickbooks: 'QuickBooks Online', xero: 'Xero' };

export function createAccountingModule({ db, clock }: Pick<Services, 'db' | 'clock'>): {
  readonly routes: readonly Route[];
} {
  async function settings({ tenantId }: Pick<RequestContext, 'tenantId'>): Promise<AccountingSettings> {
    const book = await readBookAccounts(db, tenantId);
    const names = await db.tenant({ tenantId }, (tx) => readNames(tx, tenantId), { readOnly: true });
    return {
      used: [...new Set(book.map(({ kind }) => kind))],
      currencies: [...new Set(book.map(({ currency }) => currency))],
      names: names.map((each) => ({ ...each })),
    };
  }

  /** Names of every tenant of the book: parties are few beside postings. */
  async function partyNames(span: BookSpan): Promise<(id: string) => string> {
    const parties = await db.tenant(
      span,
      (tx) =>
        tx
          .selectFrom('accounts')
          .select('party_tenant_id')
          .distinct()
          .where('tenant_id', '=', span.tenantId)
          .where('party_tenant_id', 'is not', null)
          .execute(),
      { readOnly: true },
    );
    const names = await tenantNames(
      db,
      parties.map(({ party_tenant_id: id }) => id),
    );
    return (id) => names.get(id) ?? '';
  }

  async function programTable(
    ctx: RequestContext,
    span: BookSpan,
    program: AccountingProgram,
    currency: string,
  ): Promise<Outcome<AccountingTable>> {
    const lines = await readMonths(db, span, currency, program === 'quickbooks');
    const known = await db.tenant(ctx, (tx) => readNames(tx, ctx.tenantId), { readOnly: true });
    const names = new Map(known.filter((each) => each.program === program).map((each) => [each.name, each.account]));
    const needed: AccountingName[] = [...new Set(lines.map(({ kind }) => kind))];
    if (program === 'xero' && lines.length > 0) needed.push('tax-rate');
    const unnamed = needed.filter((name) => !names.has(name));
    if (unnamed.length > 0)
      return problem('validation', {
        message: `Accounts of this file have no name in ${PROGRAM[program]} yet.`,
        advice: 'Enter what each account is called there, save, and export again.',
        errors: unnamed.map((name) => ({ field: name, code: 'missing', message: 'This is required.' })),
      });
    if (program === 'xero' && lines.length > XERO_LINES)
      return problem('validation', {
        message: `Xero reads ${XERO_LINES} lines of one file; these days have ${lines.length}.`,
        advice: 'Choose fewer months and export several files.',
        errors: [{ field: 'from', code: 'range', message: 'Too many lines for one file.' }],
      });
    const wish = { currency, to: span.to, accountOf: (kind: AccountKind) => names.get(kind) ?? '' };
    const words = { language: languageOf(ctx), nameOf: await partyNames(span) };
    return ok(
      program === 'quickbooks'
        ? quickbooksTable(lines, wish, words)
        : xeroTable(lines, { ...wish, taxRate: names.get('tax-rate') ?? '' }, words),
    );
  }

  return {
    routes: [
      route(getAccounting, async ({ ctx }) => data(await settings(ctx))),
      route(saveAccounting, async ({ ctx, body }) => {
        await db.tenant(ctx, (tx) => writeNames(tx, ctx.tenantId, body.program, body.names));
        return data(await settings(ctx), { successMessage: 'Saved.' });
      }),
      route(exportAccounting, async ({ ctx, query }): Promise<Outcome<DownloadAnswer>> => {
        const range = rangeOf(query, clock.now(), ctx.timeZone);
        if (!range.ok) return range;
        const { from, to } = range.value;
        const span: BookSpan = { tenantId: ctx.tenantId, timeZone: ctx.timeZone, from, to };
        const table =
          query.format === 'journal'
            ? ok(
                journalTable(readPostings(db, span), {
                  language: languageOf(ctx),
                  nameOf: await partyNames(span),
                }),
              )
            : await programTable(ctx, span, query.format, query.currency ?? ctx.currency);
        if (!table.ok) return table;
        return ok({
          kind: 'download',
          contentType: 'text/csv; charset=utf-8',
          fileName: `${query.format} ${from} ${to}.csv`,
          chunks: streamCsv(table.value.headers, table.value.rows),
        });
      }),
    ],
  };
}

const languageOf = ({ locale }: Pick<RequestContext, 'locale'>): 'en' | 'fr' => (locale === 'fr-CA' ? 'fr' : 'en');
