/** A customer goes to another franchise (decision 0427). */
import * as calls from '@scanship/contracts/network/customer-moves';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { CarriersModule } from '../carriers/index.ts';
import type { MailModule } from '../mail/index.ts';
import type { PeopleModule } from '../people/index.ts';
import type { StoresModule } from '../stores/index.ts';
import { beginMove, previewMove, undoMove, viewMove } from './move-commands.ts';
import { createMoveWorker, type MoveWorker } from './move-worker.ts';

export type { MoveWorker } from './move-worker.ts';

export interface CustomerMovesParts {
  readonly carriers: Pick<CarriersModule, 'accountsToCarry' | 'carryAccount' | 'giveBackAccount'>;
  readonly stores: Pick<StoresModule, 'handingOver'>;
  readonly people: Pick<PeopleModule, 'inviteCarried'>;
  readonly mail: Pick<MailModule, 'links' | 'soon'>;
}

export function createCustomerMovesModule(
  services: Services,
  parts: CustomerMovesParts,
): { readonly routes: readonly Route[]; readonly worker: MoveWorker } {
  const deps = { ...services, ...parts };
  const answer = async (
    ctx: RequestContext,
    customerId: string,
    done: Outcome<{ readonly name: string }>,
    successMessage: string,
  ) => {
    if (!done.ok) return done;
    const found = await viewMove(deps, ctx, customerId);
    return found.ok ? data(found.value, { successMessage, told: { name: done.value.name } }) : found;
  };
  return {
    worker: createMoveWorker(deps),
    routes: [
      route(calls.getCustomerMove, async ({ ctx, params }) => {
        const found = await viewMove(deps, ctx, params.id);
        return found.ok ? data(found.value) : found;
      }),
      route(calls.previewCustomerMove, async ({ ctx, params, query }) => {
        const found = await previewMove(deps, ctx, params.id, query.franchiseId);
        return found.ok ? data(found.value) : found;
      }),
      route(calls.moveCustomer, async ({ ctx, params, body }) =>
        answer(ctx, params.id, await beginMove(deps, ctx, params.id, body), 'The customer is being moved.'),
      ),
      route(calls.undoCustomerMove, async ({ ctx, params }) =>
        answer(ctx, params.id, await undoMove(deps, ctx, params.id), 'The move is being taken back.'),
      ),
    ],
  };
}
