/** `POST /pricing/what-if`. */
import * as calls from '@scanship/contracts/money/what-if';
import type { RequestContext } from '../../../platform/context.ts';
import { route, type Route } from '../../../platform/http/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { addDays, startOfDay } from '../../../platform/time-zone.ts';
import { tenantNames } from '../../../platform/buyer-below.ts';
import { draftRule } from '../preview.ts';
import type { ServiceNames } from '../service-names.ts';
import { whoseMarkups } from '../whose.ts';
import { concernedBuyers, rulesWithout } from './concerned.ts';
import { replaySales } from './replay.ts';

export interface WhatIfDeps {
  readonly namesFor: (ctx: RequestContext) => Promise<ServiceNames>;
}

interface Days {
  readonly from: string;
  readonly to: string;
}

const checkDays = ({ from, to }: Days): Outcome<void> => {
  const wrong = (message: string) => problem('validation', { errors: [{ field: 'to', code: 'range', message }] });
  if (to < from) return wrong('The last day is before the first.');
  if (addDays(from, calls.WHAT_IF_MOST_DAYS) <= to)
    return wrong(`At most ${calls.WHAT_IF_MOST_DAYS} days can be replayed.`);
  return { ok: true, value: undefined };
};

export function whatIfRoute({ db, config }: Pick<Services, 'db' | 'config'>, deps: WhatIfDeps): Route {
  return route(calls.replayWhatIf, async ({ ctx, body, signal }) => {
    if (!ctx.rights.has('money.view')) return problem('forbidden');
    const days = checkDays(body);
    if (!days.ok) return days;
    const whose = await whoseMarkups(db, ctx, body.buyerId);
    if (!whose.ok) return whose;
    const concerned = await concernedBuyers(db, ctx, whose.value, body.everyone);
    const replay = {
      sellerId: ctx.tenantId,
      from: startOfDay(body.from, ctx.timeZone),
      until: startOfDay(addDays(body.to, 1), ctx.timeZone),
      // Where sample carriers are offered, their labels are what there is to replay.
      withTest: config.simulators,
      rules: body.rules.map(draftRule),
      rulesCurrency: ctx.currency,
      whoseId: body.buyerId,
      ...concerned,
      ...(whose.value && body.used === false
        ? { rulesOfBuyer: await rulesWithout(db, ctx, whose.value, concerned.only ?? []) }
        : {}),
    };
    const names = {
      buyers: (ids: readonly string[]) => tenantNames(db, ids),
      ...(await deps.namesFor(ctx)),
    };
    return { ok: true, value: { kind: 'stream', lines: replaySales(db, replay, names, signal) } };
  });
}
