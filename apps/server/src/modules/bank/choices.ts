/** What a line may be by hand, found by a name, a number, a reference or an amount. */
import type { ShownBankPart } from '@scanship/contracts/money/bank';
import type { OwedInvoice } from '@scanship/domain/bank/propose';
import { fold } from '@scanship/domain/orders/order-search';
import { toDecimal } from '@scanship/domain/money/money';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import { readOwedInvoices } from '../statements/index.ts';
import { enteredPart, findLine, payoutPart } from './lines.ts';
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

const nearest = (minor: number) => (a: ShownBankPart, b: ShownBankPart) =>
  Math.abs(a.minor - minor) - Math.abs(b.minor - minor);

/** Problem: `not_found`. */
export async function readChoices(
  db: Database,
  ctx: Pick<RequestContext, 'tenantId' | 'tenantKind' | 'timeZone'>,
  lineId: string,
  search: string,
): Promise<Outcome<Choices>> {
  const found = await findLine(db, ctx, lineId);
  if (!found.ok) return found;
  const { amount_minor: minor, currency, booked_on: day } = found.value;
  const near = around([day], DAYS);
  const buyers = await readBuyers(db, ctx);
  const names = new Map(buyers.map(({ id, name }) => [id, name]));
  const facts = await db.tenant(
    ctx,
    async (tx) => ({
      entered: await readEntered(tx, ctx, currency, near),
      payouts: await readOpenPayouts(tx, ctx.tenantId, currency, near),
      // What went out is no payment of a statement.
      invoices: minor < 0 ? [] : await readOwedInvoices(tx, ctx.tenantId, day),
    }),
    { readOnly: true },
  );
  const wanted = fold(search);
  const says = (...texts: readonly string[]): boolean => wanted === '' || fold(texts.join(' ')).includes(wanted);
  const entered = [...facts.entered.map((each) => enteredPart(each, names)), ...facts.payouts.map(payoutPart)]
    .filter((part) => Math.sign(part.minor) === Math.sign(minor))
    .filter((part) => says(part.who, part.note, part.day ?? '', toDecimal({ minor: Math.abs(part.minor), currency })));
  const open = new Map<string, OwedInvoice[]>(buyers.map(({ id }) => [id, []]));
  for (const each of facts.invoices)
    if (each.currency === currency && each.openMinor > 0) open.get(each.buyerId)?.push(each);
  const owing = buyers.map(({ id, name }) => {
    const invoices = open.get(id) ?? [];
    return {
      id,
      name,
      owedMinor: invoices.reduce((sum, { openMinor }) => sum + openMinor, 0),
      invoices: invoices.map(({ number, openMinor }) => ({ number, openMinor })),
    };
  });
  return ok({
    entered: entered.toSorted(nearest(minor)).slice(0, MOST_ENTERED),
    buyers:
      minor < 0
        ? []
        : owing
            .filter(({ name, invoices }) => says(name, ...invoices.map(({ number }) => number)))
            .toSorted((a, b) => b.owedMinor - a.owedMinor)
            .slice(0, MOST_BUYERS),
  });
}
