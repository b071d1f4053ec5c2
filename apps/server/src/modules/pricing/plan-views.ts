/** Plans, drafts and versions as people read them. */
import type {
  MarkupDraft,
  MarkupPlan,
  MarkupRemark,
  MarkupRuleInput,
  MarkupVersion,
} from '@scanship/contracts/money/markups';
import type { RequestContext } from '../../platform/context.ts';
import { data } from '../../platform/http/handler.ts';
import type { Services } from '../../platform/services.ts';
import { countingFor } from './what-if/concerned.ts';
import { type Whose, whoseMarkups } from './whose.ts';
import { readDraft, readPlan, readVersions, type StoredDraft, type StoredVersion } from '../carriers/index.ts';

export interface PlanViewDeps {
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly remarksOn: (ctx: RequestContext, rules: readonly MarkupRuleInput[]) => Promise<MarkupRemark[]>;
}

type Names = ReadonlyMap<string, string>;
const nameOf = (names: Names, id: string | null): string | null => names.get(id ?? '') ?? null;

const draftView = (draft: StoredDraft, names: Names): MarkupDraft => ({
  version: draft.version,
  basedOn: draft.basedOn,
  used: draft.used,
  note: draft.note,
  rules: [...draft.rules],
  at: draft.at.toISOString(),
  by: nameOf(names, draft.by),
});

const stateOf = (version: StoredVersion, holds: boolean): MarkupVersion['state'] => {
  if (version.withdrawnAt) return 'withdrawn';
  if (version.waits) return 'waits';
  return holds ? 'in-force' : 'past';
};

const versionView = (version: StoredVersion, holds: boolean, names: Names): MarkupVersion => ({
  version: version.version,
  used: version.used,
  note: version.note,
  at: version.at.toISOString(),
  startsAt: version.startsAt.toISOString(),
  until: version.until?.toISOString() ?? null,
  state: stateOf(version, holds),
  by: nameOf(names, version.by),
  restores: version.restores,
  rules: [...version.rules],
});

export function createPlanViews({ db }: Pick<Services, 'db'>, deps: PlanViewDeps) {
  const namesOf = (ctx: RequestContext, ids: readonly (string | null | undefined)[]): Promise<Names> => {
    const known = [...new Set(ids.flatMap((id) => id ?? []))];
    return known.length === 0 ? Promise.resolve(new Map()) : deps.userNames(ctx, known);
  };

  async function answerPlan(ctx: RequestContext, buyer: Whose, successMessage?: string) {
    const buyerId = buyer?.id ?? null;
    const [plan, draft] = await db.tenant(
      ctx,
      async (tx) => [await readPlan(tx, ctx, buyerId), await readDraft(tx, ctx.tenantId, buyerId)] as const,
      { readOnly: true },
    );
    const names = await namesOf(ctx, [plan.changedBy, plan.next?.by, draft?.by]);
    const counting =
      buyer?.kind === 'buyer' ? await whoseMarkups(db, ctx, await countingFor(db, ctx, buyer.id)) : undefined;
    const view: MarkupPlan = {
      buyer,
      counting: counting?.ok ? counting.value : null,
      version: plan.version,
      used: plan.used,
      currency: plan.currency,
      rules: [...plan.rules],
      remarks: await deps.remarksOn(ctx, plan.rules),
      changedAt: plan.changedAt?.toISOString() ?? null,
      changedBy: nameOf(names, plan.changedBy),
      draft: draft ? draftView(draft, names) : null,
      next: plan.next ? versionView(plan.next, false, names) : null,
    };
    return data(view, successMessage === undefined ? {} : { successMessage });
  }

  async function history(ctx: RequestContext, buyerId: string | null) {
    const [plan, versions] = await db.tenant(
      ctx,
      async (tx) => [await readPlan(tx, ctx, buyerId), await readVersions(tx, ctx.tenantId, buyerId)] as const,
      { readOnly: true },
    );
    const names = await namesOf(
      ctx,
      versions.map(({ by }) => by),
    );
    const holds = versions.find((one) => !one.waits && one.withdrawnAt === null);
    return data({
      currency: plan.currency,
      versions: versions.map((one) => versionView(one, one === holds, names)),
    });
  }

  return { answerPlan, history };
}
