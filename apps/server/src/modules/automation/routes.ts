/** The calls of rules, presets, choices and requested services. */
import {
  addPreset as addPresetCall,
  addRule as addRuleCall,
  applyPreset,
  type AutomationOptions,
  deletePreset,
  deleteRule,
  dryRunRules,
  getAutomationOptions,
  getOrderAutomation,
  listPresets,
  listRequestedServices as listRequestedCall,
  listRules as listRulesCall,
  mapRequestedService as mapRequestedCall,
  orderRules as orderRulesCall,
  setChoice,
  shippingChoice,
  undoChoices as undoChoicesCall,
  updatePreset as updatePresetCall,
  updateRule as updateRuleCall,
} from '@scanship/contracts/shipping/automation';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import type { BulkOutcome, OrderSelection } from '@scanship/contracts/orders/order-selection';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { data, type Route, route } from '../../platform/http/handler.ts';
import { type AppProblem, type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { changeChoices, overlay, undoChoices } from './choices.ts';
import { dryRun, MOST_LOOKED_AT, recentOrders } from './dry-run.ts';
import { accountOptions, type Names, namesOf, readOptions } from './names.ts';
import { readOrderAutomation } from './order-automation.ts';
import { addPreset, checkChoice, presetDto, readPresetRows, updatePreset } from './preset-commands.ts';
import { listRequestedServices, mapRequestedService } from './requested-services.ts';
import { addRule, checkDraft, deleteVersioned, listRules, orderRules, updateRule } from './rule-commands.ts';

export interface AutomationDeps {
  /** Which orders a selection means; the orders module provides it. */
  readonly resolveSelection: (
    ctx: RequestContext,
    now: Date,
    given: OrderSelection,
  ) => Promise<Outcome<{ batches(size?: number): AsyncIterable<readonly string[]> }>>;
  /** The customer's carrier accounts with their services. */
  readonly accounts: (ctx: RequestContext) => Promise<readonly CarrierAccount[]>;
}

/** Leaves the transaction with a problem as its outcome and nothing written. */
class Undo extends Error {
  readonly reason: AppProblem;
  constructor(reason: AppProblem) {
    super(reason.code);
    this.reason = reason;
  }
}

const said = ({ changed, refused }: BulkOutcome, what: string): string =>
  refused === 0 ? `${what}: ${changed}.` : `${what}: ${changed}. Left alone: ${refused}.`;

export function automationRoutes(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  deps: AutomationDeps,
): readonly Route[] {
  interface Known {
    readonly options: AutomationOptions;
    readonly names: Names;
  }
  /** One transaction with the names of everything that can be named; a problem undoes it. */
  async function known<T>(
    ctx: RequestContext,
    work: (tx: Tx, known: Known) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const accounts = accountOptions(await deps.accounts(ctx));
    try {
      return await db.tenant(ctx, async (tx) => {
        const options = await readOptions(ctx, tx, accounts);
        const done = await work(tx, { options, names: namesOf(options, await readPresetRows(tx)) });
        if (!done.ok) throw new Undo(done.problem);
        return done;
      });
    } catch (error) {
      if (error instanceof Undo) return problem(error.reason.code, error.reason);
      throw error;
    }
  }
  const rulesOf = async (tx: Tx, names: Names) => ({ rules: await listRules(tx, names) });
  const ruleOf = async (tx: Tx, names: Names, id: string) => {
    const rule = (await listRules(tx, names)).find((each) => each.id === id);
    return rule ? ok(rule) : problem('not_found');
  };
  const presetsOf = async (tx: Tx, names: Names) => ({
    presets: (await readPresetRows(tx)).map((row) => presetDto(row, names)),
  });
  const presetOf = async (tx: Tx, names: Names, id: string) => {
    const preset = (await presetsOf(tx, names)).presets.find((each) => each.id === id);
    return preset ? ok(preset) : problem('not_found');
  };
  const told = <T>(outcome: Outcome<T>, successMessage?: string) =>
    outcome.ok ? data(outcome.value, successMessage === undefined ? {} : { successMessage }) : outcome;

  return [
    route(listRulesCall, async ({ ctx }) =>
      told(await known(ctx, async (tx, { names }) => ok(await rulesOf(tx, names)))),
    ),
    route(addRuleCall, async ({ ctx, body }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const draft = checkDraft(names, body);
          if (!draft.ok) return draft;
          const added = await addRule(ctx, tx, draft.value);
          return added.ok ? ruleOf(tx, names, added.value) : added;
        }),
        'Rule saved.',
      ),
    ),
    route(updateRuleCall, async ({ ctx, params, body: { version, ...given } }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          // Switching off must work whatever the rule names.
          const draft = given.active ? checkDraft(names, given) : ok(given);
          if (!draft.ok) return draft;
          const updated = await updateRule(ctx, tx, { id: params.id, version, draft: draft.value });
          return updated.ok ? ruleOf(tx, names, updated.value) : updated;
        }),
        'Rule saved.',
      ),
    ),
    route(deleteRule, async ({ ctx, params, query }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const gone = await deleteVersioned(ctx, tx, 'rules', { id: params.id, version: query.version });
          return gone.ok ? ok(await rulesOf(tx, names)) : gone;
        }),
        'Rule deleted.',
      ),
    ),
    route(orderRulesCall, async ({ ctx, body }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const ordered = await orderRules(ctx, tx, body.ids);
          return ordered.ok ? ok(await rulesOf(tx, names)) : ordered;
        }),
      ),
    ),
    route(dryRunRules, async ({ ctx, body }) => {
      const now = clock.now();
      const chosen = body.selection ? await pick(ctx, now, body.selection) : undefined;
      if (chosen && !chosen.ok) return chosen;
      return told(
        await known(ctx, async (tx, { names }) => {
          const ids = chosen ? chosen.value : await recentOrders(tx, body.days ?? 30, now);
          const run = await dryRun(tx, names, ids.slice(0, MOST_LOOKED_AT), body.draft ?? null);
          return ok({ ...run, capped: ids.length > MOST_LOOKED_AT });
        }),
      );
    }),

    route(listPresets, async ({ ctx }) =>
      told(await known(ctx, async (tx, { names }) => ok(await presetsOf(tx, names)))),
    ),
    route(addPresetCall, async ({ ctx, body }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const choice = checkChoice(names, body.choice);
          if (!choice.ok) return choice;
          const added = await addPreset(ctx, tx, { ...body, choice: choice.value });
          return added.ok ? presetOf(tx, names, added.value) : added;
        }),
        'Preset saved.',
      ),
    ),
    route(updatePresetCall, async ({ ctx, params, body }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const choice = checkChoice(names, body.choice);
          if (!choice.ok) return choice;
          const updated = await updatePreset(ctx, tx, { ...body, id: params.id });
          return updated.ok ? presetOf(tx, names, updated.value) : updated;
        }),
        'Preset saved.',
      ),
    ),
    route(deletePreset, async ({ ctx, params, query }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const gone = await deleteVersioned(ctx, tx, 'presets', { id: params.id, version: query.version });
          return gone.ok ? ok(await presetsOf(tx, names)) : gone;
        }),
        'Preset deleted.',
      ),
    ),

    route(applyPreset, async ({ ctx, body: { presetId, ...selection } }) => {
      const preset = (await db.tenant(ctx, readPresetRows)).find((row) => row.id === presetId);
      const choice = shippingChoice.safeParse(preset?.choice).data;
      if (!preset || !choice) return problem('not_found', { message: 'This preset was deleted.' });
      const orders = await deps.resolveSelection(ctx, clock.now(), selection);
      if (!orders.ok) return orders;
      const done = await changeChoices(db, ctx, orders.value.batches(), {
        presetId,
        next: (before) => overlay(before, choice),
      });
      return data(done, { successMessage: said(done, `Orders that ship with “${preset.name}” now`) });
    }),
    route(setChoice, async ({ ctx, body: { choice, ...selection } }) => {
      if (choice !== null) {
        const checked = await known(ctx, (_, { names }) => Promise.resolve(checkChoice(names, choice)));
        if (!checked.ok) return checked;
      }
      const orders = await deps.resolveSelection(ctx, clock.now(), selection);
      if (!orders.ok) return orders;
      const done = await changeChoices(db, ctx, orders.value.batches(), { presetId: null, next: () => choice });
      return data(done, { successMessage: said(done, 'Orders changed') });
    }),
    route(undoChoicesCall, async ({ ctx, body }) => {
      const undone = await db.tenant(ctx, (tx) => undoChoices(ctx, tx, body.undoId, clock.now()));
      return undone.ok ? data(undone.value, { successMessage: said(undone.value, 'Orders as they were') }) : undone;
    }),
    route(getOrderAutomation, async ({ ctx, params }) => {
      const found = await db.tenant(ctx, (tx) => readOrderAutomation(ctx, tx, params.id));
      return found ? data(found) : problem('not_found', { message: 'This order was not found.' });
    }),

    route(listRequestedCall, async ({ ctx }) => data({ services: await db.tenant(ctx, listRequestedServices) })),
    route(mapRequestedCall, async ({ ctx, body }) =>
      told(
        await known(ctx, async (tx, { names }) => {
          const mapped = await mapRequestedService(ctx, tx, names, body);
          return mapped.ok ? ok({ services: await listRequestedServices(tx) }) : mapped;
        }),
        body.service ? 'Mapping saved.' : 'Mapping taken back.',
      ),
    ),
    route(getAutomationOptions, async ({ ctx }) =>
      told(await known(ctx, (_, { options }) => Promise.resolve(ok(options)))),
    ),
  ];

  /** The first orders of a selection, one more than are looked at. */
  async function pick(ctx: RequestContext, now: Date, given: OrderSelection): Promise<Outcome<string[]>> {
    const found = await deps.resolveSelection(ctx, now, given);
    if (!found.ok) return found;
    const ids: string[] = [];
    for await (const some of found.value.batches(MOST_LOOKED_AT + 1)) {
      ids.push(...some);
      if (ids.length > MOST_LOOKED_AT) break;
    }
    return ok(ids);
  }
}
