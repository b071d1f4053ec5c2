/** What a line may be by hand, found by a name, a number, a reference or an amount. */
import type { BankLineDto, ShownBankPart } from '@scanship/contracts/money/bank';
import { fold } from '@scanship/domain/orders/order-search';
import { toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import { readOwedInvoices } from '../statements/index.ts';
import { readLine, shownPart } from './lines.ts';
import { around, readEntered, readOpenPayouts } from './match-facts.ts';
import { readBuyers } from '../payments/index.ts';

/** Somebody may have entered a cheque weeks before it was brought to the bank. */
const DAYS = 120;
const MOST_ENTERED = 50;
const MOST_BUYERS = 30;

export interface Choices {
  readonly entered: ShownBankPart[];
  readonly buyers: { id: string; name: string; owedMinor: number; invoices: { number: string; openMinor: number }[] }[];
}

const nearest = (line: BankLineDto) => (a: ShownBankPart, b: ShownBankPart) =>
  Math.abs(a.minor - line.amount.minor) - Math.abs(b.minor - line.amount.minor);

/** Problem: `not_found`. */
export async function readChoices(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'timeZone'>,
  lineId: string,
  search: string,
): Promise<Outcome<Choices>> {
  const found = await readLine(db, ctx, lineId);
  if (!found.ok) return found;
  const line = found.value;
  const { minor, currency } = line.amount;
  const near = around([line.bookedOn], DAYS);
  const buyers = await readBuyers(db, ctx);
  const names = new Map(buyers.map(({ id, name }) => [id, name]));
  const facts = await db.tenant(
    ctx,
    async (tx) => ({
      entered: await readEntered(tx, ctx, currency, near),
      payouts: await readOpenPayouts(tx, ctx.tenantId, currency, near),
      invoices: await readOwedInvoices(tx, ctx.tenantId, line.bookedOn),
      buyers,
      payers: [],
    }),
    { readOnly: true },
  );
  const wanted = fold(search);
  const says = (...texts: readonly string[]): boolean => wanted === '' || fold(texts.join(' ')).includes(wanted);
  const sameSide = (each: { readonly minor: number }): boolean => Math.sign(each.minor) === Math.sign(minor);
  const entered = [
    ...facts.entered
      .filter(sameSide)
      .map(({ kind, id, minor: amount }) => shownPart({ kind, id, minor: amount }, facts, names)),
    ...facts.payouts
      .filter(sameSide)
      .map(({ id, minor: amount }) => shownPart({ kind: 'payout', id, minor: amount }, facts, names)),
  ].filter((part) => says(part.who, part.note, part.day ?? '', toDecimal({ minor: Math.abs(part.minor), currency })));
  const owing = buyers.map(({ id, name }) => {
    const invoices = facts.invoices.filter(
      (each) => each.buyerId === id && each.currency === currency && each.openMinor > 0,
    );
    return {
      id,
      name,
      owedMinor: invoices.reduce((sum, { openMinor }) => sum + openMinor, 0),
      invoices: invoices.map(({ number, openMinor }) => ({ number, openMinor })),
    };
  });
  return ok({
    entered: entered.toSorted(nearest(line)).slice(0, MOST_ENTERED),
    buyers:
      minor < 0
        ? []
        : owing
            .filter(({ name, invoices }) => says(name, ...invoices.map(({ number }) => number)))
            .toSorted((a, b) => b.owedMinor - a.owedMinor)
            .slice(0, MOST_BUYERS),
  });
}
