/** The bank: statements as files, each line once, what it is, and whether a month is explained. See README.md. */
import * as calls from '@scanship/contracts/money/bank';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { addAccount, fileView, listAccounts, renameAccount } from './accounts.ts';
import { readChoices } from './choices.ts';
import { listLines, readLine } from './lines.ts';
import { matchLine, setAside, undoLine } from './match.ts';
import { readMonths } from './months.ts';
import { takeBackFile } from './take-back.ts';
import { uploadBank } from './upload.ts';

const PAGE_SIZE = 25;

export function createBankModule(services: Pick<Services, 'db' | 'files' | 'clock'>): {
  readonly routes: readonly Route[];
} {
  const { db, clock } = services;

  /** The line as it stands after an act. */
  async function after(
    ctx: RequestContext,
    id: string,
    done: Outcome<{ readonly told?: Readonly<Record<string, string>> } | void>,
    successMessage: string,
  ) {
    if (!done.ok) return done;
    const line = await readLine(db, ctx, id);
    return line.ok ? data(line.value, { successMessage, told: done.value?.told }) : line;
  }

  return {
    routes: [
      route(calls.getBank, async ({ ctx }) => data({ accounts: await listAccounts(db, ctx) })),
      route(calls.addBankAccount, async ({ ctx, body }) => {
        const added = await addAccount(db, ctx, body);
        return added.ok ? data({ id: added.value }, { successMessage: 'Saved.' }) : added;
      }),
      route(calls.renameBankAccount, async ({ ctx, params, body }) => {
        const named = await renameAccount(db, ctx, params.id, body.name);
        return named.ok
          ? data({ id: params.id }, { successMessage: 'Saved.', told: { name: `${named.value} -> ${body.name}` } })
          : named;
      }),
      route(calls.uploadBankFile, async ({ ctx, params, body, file }) => {
        const taken = await uploadBank(services, ctx, params.id, file, {
          mapping: body.mapping,
          remap: body.remap === 'yes',
          alike: body.alike === 'yes',
        });
        if (!taken.ok) return taken;
        if ('file' in taken.value) return data({ file: fileView(taken.value.file), toMap: null });
        const { headers, sample, mapping, askDates } = taken.value.toMap;
        return data({
          file: null,
          toMap: {
            headers: [...headers],
            sample: sample.map((row) => [...row]),
            mapping: { ...mapping, columns: { ...mapping.columns } },
            askDates,
          },
        });
      }),
      route(calls.takeBackBankFile, async ({ ctx, params }) => {
        const taken = await takeBackFile(db, ctx, params.id);
        if (!taken.ok) return taken;
        const { lines, told } = taken.value;
        return data({ lines }, { successMessage: 'The statement was taken back.', told });
      }),
      route(calls.listBankLines, async ({ ctx, query }) => {
        const { page = 1, size = PAGE_SIZE } = query;
        const found = await listLines(db, ctx, { ...query, page, size });
        if (!found.ok) return found;
        const { lines, total } = found.value;
        return data({ lines, totalRecords: total, totalPage: Math.max(1, Math.ceil(total / size)), currentPage: page });
      }),
      route(calls.bankChoices, async ({ ctx, params, query }) => {
        const found = await readChoices(db, ctx, params.id, query.search ?? '');
        return found.ok ? data(found.value) : found;
      }),
      route(calls.matchBankLine, async ({ ctx, params, body }) => {
        const matched = await matchLine(db, ctx, params.id, body.parts, body.separate ?? false, clock.now());
        return after(ctx, params.id, matched, 'Matched.');
      }),
      route(calls.setAsideBankLine, async ({ ctx, params, body }) =>
        after(ctx, params.id, await setAside(db, ctx, params.id, body.reason, body.note), 'Saved.'),
      ),
      route(calls.undoBankLine, async ({ ctx, params }) =>
        after(ctx, params.id, await undoLine(db, ctx, params.id), 'The line is open again.'),
      ),
      route(calls.listBankMonths, async ({ ctx, params }) => {
        const found = await readMonths(db, ctx, params.id);
        return found.ok ? data(found.value) : found;
      }),
    ],
  };
}
