/** Whom a franchise lends its carrier accounts to (docs/decisions/0023-lent-accounts.md). */
import * as calls from '@scanship/contracts/carriers/lendings';
import type { LendingLine } from '@scanship/contracts/carriers/lendings';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import { mayReachCustomer } from '../customers/index.ts';
import { type LendingWish, putLending } from './put-lending.ts';
import { readAccountLendings, readCustomerLendings } from './read-lendings.ts';

/** Names that the log of acts tells of those it is about. */
const NAMED = 20;

export function createLendingsModule(
  { db, clock, config }: Services,
  { carriers }: { readonly carriers: Pick<CarriersModule, 'accounts'> },
): { readonly routes: readonly Route[] } {
  const accountOf = async (ctx: RequestContext, id: string) =>
    (await carriers.accounts(ctx)).find((account) => account.id === id);
  return {
    routes: [
      route(calls.getAccountLendings, async ({ ctx, params }) => {
        const account = await accountOf(ctx, params.id);
        return account
          ? data(await db.tenant(ctx, (tx) => readAccountLendings(tx, ctx, account), { readOnly: true }))
          : problem('not_found');
      }),
      route(calls.putAccountLending, async ({ ctx, params, body }) => {
        const account = await accountOf(ctx, params.id);
        if (!account) return problem('not_found');
        const put = await putLending(db, ctx, account, body);
        if (!put.ok) return put;
        const { names, before } = put.value;
        return data(await db.tenant(ctx, (tx) => readAccountLendings(tx, ctx, account), { readOnly: true }), {
          successMessage: 'Lending saved. It holds from the next quote on.',
          told: { name: account.name, ...toldOf(account, body, names, before) },
        });
      }),
      route(calls.getCustomerLendings, async ({ ctx, params }) => {
        if (!(await mayReachCustomer(db, ctx, params.id))) return problem('not_found');
        const options = { now: clock.now(), withTest: config.simulators };
        const accounts = await carriers.accounts(ctx);
        return data({ accounts: await readCustomerLendings(db, ctx, params.id, accounts, options) });
      }),
    ],
  };
}

/** What was and is, in the words of the log: "-" where nothing is said, "✗" not lent, "✓" lent, with what is left out. */
function toldOf(
  account: CarrierAccount,
  { kind, lending }: LendingWish,
  names: readonly string[],
  before: readonly LendingLine[],
): Readonly<Record<string, string>> {
  const nameOf = new Map(account.services.map(({ code, name }) => [code, name]));
  const words = (line: LendingWish['lending']): string => {
    if (line === null) return '-';
    if (!line.lent) return '✗';
    const left = line.leftOut.map((code) => `−${nameOf.get(code) ?? code}`);
    return ['✓', ...left].join(' ');
  };
  const is = words(lending);
  if (kind === 'everybody') return { everybody: `${words(before[0] ?? null)} -> ${is}` };
  const was = new Map(before.map((line) => [line.name, words(line)]));
  const more = names.length > NAMED ? ` (+${names.length - NAMED})` : '';
  const subject = { buyer: 'customers', group: 'group', plan: 'plan' }[kind];
  return {
    [subject]: `${names
      .slice(0, NAMED)
      .map((name) => `${name}: ${was.get(name) ?? '-'} -> ${is}`)
      .join('; ')}${more}`,
  };
}
