/** Rules as people keep them: list, add, change, delete, order. */
import {
  MOST_RULES,
  type RuleDraft,
  type RuleDto,
  type SimpleConditionDto,
} from '@scanship/contracts/shipping/automation';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { noCountries, withCountryCodes } from './countries-of-rules.ts';
import type { AutomationContext } from './decide-for.ts';
import { actionProblems, type Names } from './names.ts';
import { draftOf, readRuleRows } from './read-rules.ts';

/** Changes of one customer's rules wait for one another, so that positions and keys stay whole. */
export const lockAutomation = (ctx: AutomationContext, tx: Tx): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`automation ${ctx.tenantId}`}, 0))`.execute(tx);

export async function listRules(tx: Tx, names: Names): Promise<RuleDto[]> {
  return (await readRuleRows(tx)).map((row) => {
    const draft = draftOf(row);
    return draft
      ? { ...draft, id: row.id, version: row.version, problems: actionProblems(names, draft.actions) }
      : {
          id: row.id,
          name: row.name,
          active: false,
          match: row.match,
          conditions: [],
          actions: [],
          version: row.version,
          problems: ['This rule cannot be read any more and does nothing. Write it anew or delete it.'],
        };
  });
}

function wrongIn(condition: SimpleConditionDto, field: string): { field: string; message: string }[] {
  const range = 'op' in condition && condition.op === 'between' && (condition.to ?? -1) < condition.value;
  return [
    ...(range ? [{ field: `${field}.to`, message: 'The upper end must not be below the lower one.' }] : []),
    ...noCountries(condition).map((text) => ({
      field: `${field}.values`,
      message: `"${text}" is not a country; use its name or a code such as CA or US.`,
    })),
  ];
}

/** One field and sentence for what cannot be right in any rule; what it names may still be gone later (`problems`). */
export function checkDraft(names: Names, draft: RuleDraft): Outcome<RuleDraft> {
  const errors = [
    ...draft.conditions.flatMap((condition, index) =>
      'conditions' in condition
        ? condition.conditions.flatMap((each, at) => wrongIn(each, `conditions.${index}.conditions.${at}`))
        : wrongIn(condition, `conditions.${index}`),
    ),
    ...actionProblems(names, draft.actions).map((message) => ({ field: 'actions', message })),
  ];
  return errors.length === 0
    ? ok({ ...draft, conditions: withCountryCodes(draft.conditions) })
    : problem('validation', { errors });
}

const contents = (draft: RuleDraft) => ({
  conditions: sql`${toJson(draft.conditions)}::jsonb`,
  actions: sql`${toJson(draft.actions)}::jsonb`,
});

/** Adds a rule behind the others. */
export async function addRule(ctx: AutomationContext, tx: Tx, draft: RuleDraft): Promise<Outcome<string>> {
  await lockAutomation(ctx, tx);
  const { rows } = await sql<{ n: number; last: number }>`SELECT count(*)::int AS n, coalesce(max(position), 0) AS last
    FROM rules`.execute(tx);
  const { n = 0, last = 0 } = rows[0] ?? {};
  if (n >= MOST_RULES)
    return problem('validation', { message: `There are ${MOST_RULES} rules already. Delete one that is not needed.` });
  const id = newId();
  const { conditions, actions } = contents(draft);
  await sql`INSERT INTO rules (tenant_id, id, position, name, active, match, conditions, actions)
    VALUES (${ctx.tenantId}, ${id}, ${last + 1}, ${draft.name}, ${draft.active}, ${draft.match}, ${conditions}, ${actions})`.execute(
    tx,
  );
  return ok(id);
}

/** @returns problem `not_found`, `stale_version` */
export async function updateRule(
  ctx: AutomationContext,
  tx: Tx,
  input: { readonly id: string; readonly version: number; readonly draft: RuleDraft },
): Promise<Outcome<string>> {
  await lockAutomation(ctx, tx);
  const current = await versionOf(tx, 'rules', input.id);
  if (current === undefined) return problem('not_found', { message: 'This rule was deleted.' });
  if (current !== input.version) return problem('stale_version');
  const { draft } = input;
  const { conditions, actions } = contents(draft);
  await sql`UPDATE rules SET name = ${draft.name}, active = ${draft.active}, match = ${draft.match},
    conditions = ${conditions}, actions = ${actions}, version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return ok(input.id);
}

export async function versionOf(tx: Tx, table: 'rules' | 'presets', id: string): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`SELECT version FROM ${sql.table(table)} WHERE id = ${id}`.execute(tx);
  return rows[0]?.version;
}

/** Deletes a rule or preset that is still as the person saw it. */
export async function deleteVersioned(
  ctx: AutomationContext,
  tx: Tx,
  table: 'rules' | 'presets',
  input: { readonly id: string; readonly version: number },
): Promise<Outcome<void>> {
  await lockAutomation(ctx, tx);
  const current = await versionOf(tx, table, input.id);
  if (current === undefined) return problem('not_found');
  if (current !== input.version) return problem('stale_version');
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ${input.id}`.execute(tx);
  return ok(undefined);
}

/** @param ids all rules of the customer; when they are not, somebody added or deleted one: `stale_version` */
export async function orderRules(ctx: AutomationContext, tx: Tx, ids: readonly string[]): Promise<Outcome<void>> {
  await lockAutomation(ctx, tx);
  const known = await readRuleRows(tx);
  const wanted = new Set(ids);
  if (wanted.size !== known.length || wanted.size !== ids.length || known.some((row) => !wanted.has(row.id)))
    return problem('stale_version', { message: 'A rule was added or deleted meanwhile.' });
  await sql`UPDATE rules r SET position = t.position::int
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS t(id, position) WHERE r.id = t.id`.execute(tx);
  return ok(undefined);
}
