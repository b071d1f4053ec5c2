/** Calls of the seller's returns: rules, list, decisions, the packing table. */
import {
  addReturnPhoto,
  buyReturnLabel,
  checkReturn,
  decideReturns,
  exchangeReturn,
  finishReturn,
  getReturn,
  getReturnPhoto,
  getReturnRefund,
  getReturnRules,
  listReturns,
  putReturnRules,
  refundReturn,
  type ReturnDetail,
  scanReturn,
  settleReturnRefund,
} from '@scanship/contracts/shipping/returns';
import type { Money } from '@scanship/domain/money/money';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { allOrNothing } from '../../platform/database/all-or-nothing.ts';
import { pictureAnswer } from '../../platform/outside-pictures/picture-answer.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { BuyersPickups } from '../pickups/index.ts';
import type { StoreRefunds, ToldReturn } from '../stores/index.ts';
import { check, decide, findScanned, finish, orderLabel, takeIn } from './change-return.ts';
import { exchange, isPaidBack } from './exchange.ts';
import { keepPhoto, readPhoto, takesPhoto } from './photos.ts';
import { readReturn, readReturns } from './read-returns.ts';
import { readRules, saveRules } from './rules.ts';

export interface RouteDeps extends Pick<Services, 'db' | 'clock' | 'files'> {
  /** Accounts this customer may buy from, and whether their carriers come for a parcel. */
  readonly grantsOf: (ctx: RequestContext) => Promise<ReadonlyMap<string, { readonly comes: boolean }>>;
  readonly pickups: Pick<BuyersPickups, 'of'>;
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly nameOf: (slug: string) => string | null;
  /** What the stores of orders are told of their returns. */
  readonly refunds: StoreRefunds;
}

/** While goods are on their way or here, and afterwards: some sellers pay first, some leave a cheap item with its buyer. */
const REFUNDED_IN: readonly ReturnDetail['state'][] = ['approved', 'label', 'on_the_way', 'arrived', 'checked', 'done'];

const toldOf = (detail: ReturnDetail): ToldReturn => ({
  id: detail.id,
  number: detail.number,
  orderId: detail.orderId,
  reason: detail.reason,
  items: detail.items,
  label: detail.payer === 'buyer' ? withPickup(detail.price, detail.pickup?.price ?? null) : null,
  exchanged: detail.exchange !== null,
});

/** What the buyer bears: the label, and the driver who comes for it. */
export const withPickup = (label: Money | null, pickup: Money | null): Money | null =>
  label && pickup?.currency === label.currency ? { ...label, minor: label.minor + pickup.minor } : label;

export function returnRoutes(deps: RouteDeps): readonly Route[] {
  const { db, clock, files } = deps;

  async function seen(ctx: RequestContext, id: string): Promise<Outcome<ReturnDetail>> {
    const found = await db.tenant(
      ctx,
      async (tx) => {
        const read = await readReturn(tx, ctx.tenantId, id, deps);
        return read && { ...read, atStore: await deps.refunds.of(tx, ctx.tenantId, read.detail) };
      },
      { readOnly: true },
    );
    if (!found) return problem('not_found', { message: 'This return was not found.' });
    const { detail, decidedBy } = found;
    // Goods were sent for it: what is left to tell is the stock.
    const atStore = found.atStore && { ...found.atStore, refund: found.atStore.refund && detail.exchange === null };
    const names = decidedBy === null ? undefined : await deps.userNames(ctx, [decidedBy]);
    const told = atStore?.report && (atStore.report.state !== 'failed' || atStore.report.open);
    return {
      ok: true,
      value: {
        ...detail,
        decidedBy: (decidedBy !== null && names?.get(decidedBy)) || null,
        atStore,
        may: {
          ...detail.may,
          refund:
            atStore !== null && (atStore.refund || atStore.restock) && !told && REFUNDED_IN.includes(detail.state),
          exchange: detail.may.exchange && !isPaidBack(atStore?.report),
        },
      },
    };
  }
  async function changed(ctx: RequestContext, id: string, change: (tx: Tx) => Promise<Outcome<void>>, words?: string) {
    const outcome = await db.tenant(ctx, change);
    if (!outcome.ok) return outcome;
    const now = await seen(ctx, id);
    return now.ok ? data(now.value, words === undefined ? {} : { successMessage: words }) : now;
  }

  async function refundable(ctx: RequestContext, id: string): Promise<Outcome<ReturnDetail>> {
    const found = await seen(ctx, id);
    return found.ok && !REFUNDED_IN.includes(found.value.state) ? problem('return_state') : found;
  }

  return [
    route(getReturnRules, async ({ ctx }) => {
      const { rules, version } = await db.tenant(ctx, (tx) => readRules(tx, ctx.tenantId), { readOnly: true });
      return data({ ...rules, version });
    }),
    route(putReturnRules, async ({ ctx, body }) => {
      const grants = await deps.grantsOf(ctx);
      const saved = await db.tenant(ctx, (tx) => saveRules(tx, ctx, body, grants));
      return saved.ok ? data(saved.value, { successMessage: 'Rules for returns saved.' }) : saved;
    }),
    route(listReturns, async ({ ctx, query }) =>
      data(await db.tenant(ctx, (tx) => readReturns(tx, ctx.tenantId, query), { readOnly: true })),
    ),
    route(getReturn, async ({ ctx, params }) => {
      const found = await seen(ctx, params.id);
      return found.ok ? data(found.value) : found;
    }),
    route(decideReturns, async ({ ctx, body }) => {
      const { approve, ids } = body;
      const answer = body.answer?.trim() || null;
      if (!approve && answer === null)
        return problem('validation', {
          errors: [{ field: 'answer', message: 'Say why: the buyer reads it on the page of the return.' }],
        });
      const decided = await db.tenant(ctx, (tx) => decide(tx, ctx, { ids, approve, answer }, clock.now()));
      return data({ decided: [...decided], passedOver: ids.filter((id) => !decided.includes(id)) });
    }),
    route(buyReturnLabel, ({ ctx, params }) => changed(ctx, params.id, (tx) => orderLabel(tx, ctx, params.id))),
    route(scanReturn, async ({ ctx, body }) => {
      const id = await db.tenant(ctx, (tx) => findScanned(tx, ctx.tenantId, body.code), { readOnly: true });
      if (id === undefined) return problem('not_found', { message: `No return has the code ${body.code}.` });
      return changed(ctx, id, (tx) => takeIn(tx, ctx.tenantId, id, clock.now()));
    }),
    route(checkReturn, ({ ctx, params, body }) =>
      changed(ctx, params.id, (tx) => check(tx, ctx.tenantId, params.id, body, clock.now()), 'Return checked.'),
    ),
    route(addReturnPhoto, async ({ ctx, params, file }) => {
      const place = { returnId: params.id, source: 'table' } as const;
      const takes = await db.tenant(ctx, (tx) => takesPhoto(tx, ctx.tenantId, place), { readOnly: true });
      if (!takes.ok) return takes;
      const drawn = await files.read(ctx, 'drawPhoto', file.bytes);
      if (!drawn.ok) return drawn;
      const photo = { ...drawn.value, ...place, userId: ctx.userId };
      return changed(ctx, params.id, (tx) => keepPhoto(tx, ctx.tenantId, photo));
    }),
    route(getReturnPhoto, async ({ ctx, params: { id: returnId, photoId } }) => {
      const bytes = await db.tenant(ctx, (tx) => readPhoto(tx, ctx.tenantId, { returnId, photoId }), {
        readOnly: true,
      });
      return bytes
        ? { ok: true, value: pictureAnswer({ bytes, contentType: 'image/png' }) }
        : problem('not_found', { message: 'This photo was not found.' });
    }),
    route(getReturnRefund, async ({ ctx, params }) => {
      const found = await refundable(ctx, params.id);
      if (!found.ok) return found;
      const offer = await deps.refunds.offer(ctx, toldOf(found.value));
      return offer.ok ? data(offer.value) : offer;
    }),
    route(refundReturn, async ({ ctx, params, body }) => {
      const found = await refundable(ctx, params.id);
      if (!found.ok) return found;
      const told = await deps.refunds.tell(ctx, toldOf(found.value), body);
      if (!told.ok) return told;
      const now = await seen(ctx, params.id);
      return now.ok ? data(now.value) : now;
    }),
    route(settleReturnRefund, async ({ ctx, params, body }) => {
      const settled = await deps.refunds.settle(ctx, params.id, body.as);
      if (!settled.ok) return settled;
      const now = await seen(ctx, params.id);
      return now.ok ? data(now.value) : now;
    }),
    route(exchangeReturn, async ({ ctx, params, body }) => {
      const made = await allOrNothing(db, ctx, (tx) =>
        exchange(tx, ctx, params.id, body.lines, {
          now: clock.now(),
          storeTold: (orderId) => deps.refunds.of(tx, ctx.tenantId, { id: params.id, orderId }),
        }),
      );
      if (!made.ok) return made;
      const now = await seen(ctx, params.id);
      return now.ok
        ? data(now.value, { successMessage: `Order ${made.value.number} sends what the buyer gets in exchange.` })
        : now;
    }),
    route(finishReturn, ({ ctx, params }) =>
      changed(ctx, params.id, (tx) => finish(tx, ctx.tenantId, params.id, clock.now()), 'Return done.'),
    ),
  ];
}
