/** Second factors that a franchise takes away from somebody who lost theirs. */
import {
  askFactorReset,
  confirmFactorReset,
  listFactorResets,
  stopFactorReset,
  withdrawFactorReset,
} from '@scanship/contracts/access/factor-resets';
import { data, route, type Route } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import type { MailModule } from '../mail/index.ts';
import { askReset, confirmReset, listResets, stopReset, withdrawReset } from './resets.ts';
import { createResetWorker, type ResetWorker } from './reset-worker.ts';

export type { ResetWorker } from './reset-worker.ts';

export function createFactorResetsModule(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  parts: { readonly mail: Pick<MailModule, 'queue' | 'soon' | 'links'> },
): { readonly routes: readonly Route[]; readonly worker: ResetWorker } {
  const deps = { ...services, ...parts };
  return {
    worker: createResetWorker(deps),
    routes: [
      route(listFactorResets, async ({ ctx, params }) => {
        const resets = await listResets(deps, ctx, params.id);
        return resets.ok ? data({ resets: [...resets.value] }) : resets;
      }),
      route(askFactorReset, async ({ ctx, params, body }) => {
        const asked = await askReset(deps, ctx, params.id, body);
        return asked.ok ? data(asked.value, { successMessage: 'Asked. The person is told by mail.' }) : asked;
      }),
      route(confirmFactorReset, async ({ ctx, params }) => {
        const done = await confirmReset(deps, ctx, params.id);
        return done.ok ? data(done.value, { successMessage: 'The second factor was removed.' }) : done;
      }),
      route(withdrawFactorReset, async ({ ctx, params }) => {
        const done = await withdrawReset(deps, ctx, params.id);
        return done.ok ? data(done.value, { successMessage: 'The reset was taken back.' }) : done;
      }),
      route(stopFactorReset, async ({ body }) => {
        const stopped = await stopReset(deps, body.token);
        return stopped.ok ? data({}, { successMessage: 'Stopped. Your second factor stays.' }) : stopped;
      }),
    ],
  };
}
