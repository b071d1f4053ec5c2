/** Purchases, voids and refunds as a source of the exceptions inbox. */
import type { Act } from '@scanship/contracts/shipping/exceptions';
import type { Outcome } from '../../platform/problem.ts';
import type { ActedOn, Acting, ExceptionSource } from '../exceptions/index.ts';
import { cancelShipment } from './commands/cancel-shipment.ts';
import type { CreateDeps } from './commands/create-shipment.ts';
import { decideException } from './commands/decide-exception.ts';
import { type RefundEnd, settleRefund, waitForRefund } from './commands/settle-refund.ts';
import { allCauses } from './exception-causes.ts';
import { openOutcomes } from './queries/list-exceptions.ts';

const done = async (outcome: Promise<Outcome<unknown>>): Promise<Outcome<void>> => {
  const value = await outcome;
  return value.ok ? { ok: true, value: undefined } : value;
};

export function shipmentExceptionSource(deps: CreateDeps): ExceptionSource {
  const { db, ports } = deps;

  const refund = (ctx: Acting, voidId: string, end: RefundEnd, note: string | undefined): Promise<Outcome<void>> =>
    db.tenant(ctx, (tx) =>
      settleRefund(
        tx,
        deps,
        { tenantId: ctx.tenantId, voidId, by: { userId: ctx.userId, sessionId: ctx.sessionId, note } },
        end,
      ),
    );

  return {
    prefixes: ['purchase', 'void', 'refund'],
    causes: (tenantId) => db.tenant({ tenantId }, (tx) => allCauses(tx, tenantId, ports)),
    async detail(tenantId, key) {
      const [prefix, purchaseId = ''] = key.split(':');
      if (prefix === 'refund') return undefined;
      const found = await db.tenant({ tenantId }, (tx) => openOutcomes(tx, tenantId, ports.grants));
      const open = found.find(
        (each) => each.purchaseId === purchaseId && (each.view.kind === 'buy') === (prefix === 'purchase'),
      );
      return open && { evidence: open.view.evidence, canDecide: open.view.canDecide, nextStep: open.view.nextStep };
    },
    act(ctx: Acting, on: ActedOn, action: Act, note) {
      const operationId = on.operationId ?? '';
      switch (action) {
        case 'ask-again':
          return done(decideException(deps, ctx, operationId, { decision: 'ask-again', note }));
        case 'cancel-again':
          return on.subject.shipment && done(cancelShipment(deps, ctx, on.subject.shipment.id));
        case 'refund-received':
          return refund(ctx, operationId, 'received', note);
        case 'refund-refused':
          return refund(ctx, operationId, 'refused', note);
        case 'refund-wait':
          return db.tenant(ctx, (tx) => waitForRefund(tx, ports, ctx.tenantId, operationId));
        default:
          return undefined;
      }
    },
  };
}
