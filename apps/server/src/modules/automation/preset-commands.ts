/** Presets as people keep them. A key belongs to one preset: it moves to the one that asks for it last. */
import { type PresetDto, shippingChoice, type ShippingChoiceDto } from '@scanship/contracts/shipping/automation';
import { NO_CHOICE } from '@scanship/domain/automation/automation';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { newId } from '../../platform/database/ids.ts';
import type { Tx } from '../../platform/database/database.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { AutomationContext } from './decide-for.ts';
import { choiceProblems, type Names } from './names.ts';
import { lockAutomation, versionOf } from './rule-commands.ts';

const MOST_PRESETS = 100;

export interface PresetInput {
  readonly name: string;
  readonly hotkey: PresetDto['hotkey'];
  readonly choice: ShippingChoiceDto;
}

interface PresetRecord {
  readonly id: string;
  readonly name: string;
  readonly hotkey: string | null;
  readonly choice: unknown;
  readonly version: number;
}

export async function readPresetRows(tx: Tx): Promise<readonly PresetRecord[]> {
  const { rows } = await sql<PresetRecord>`SELECT id, name, hotkey, choice, version FROM presets
    ORDER BY hotkey NULLS LAST, name, id`.execute(tx);
  return rows;
}

export function presetDto(row: PresetRecord, names: Names): PresetDto {
  const choice = shippingChoice.safeParse(row.choice).data;
  return {
    id: row.id,
    name: row.name,
    hotkey: (row.hotkey as PresetDto['hotkey']) ?? null,
    choice: choice ?? { ...NO_CHOICE, service: null, grantIds: null },
    packageName: (choice?.packageId ? names.packageOf(choice.packageId) : null) ?? null,
    version: row.version,
    problems: choice ? choiceProblems(names, choice) : ['This preset cannot be read any more and sets nothing.'],
  };
}

/** Sentences for a choice that says nothing or names what is not there. */
export function checkChoice(names: Names, choice: ShippingChoiceDto): Outcome<ShippingChoiceDto> {
  if (Object.values(choice).every((part) => part === null))
    return problem('validation', {
      errors: [{ field: 'choice', message: 'Choose at least a service, a package or an option.' }],
    });
  const errors = choiceProblems(names, choice).map((message) => ({ field: 'choice', message }));
  return errors.length === 0 ? ok(choice) : problem('validation', { errors });
}

export async function addPreset(ctx: AutomationContext, tx: Tx, input: PresetInput): Promise<Outcome<string>> {
  await lockAutomation(ctx, tx);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM presets`.execute(tx);
  if ((rows[0]?.n ?? 0) >= MOST_PRESETS)
    return problem('validation', {
      message: `There are ${MOST_PRESETS} presets already. Delete one that is not needed.`,
    });
  const id = newId();
  await freeKey(tx, input.hotkey);
  await sql`INSERT INTO presets (tenant_id, id, name, hotkey, choice)
    VALUES (${ctx.tenantId}, ${id}, ${input.name}, ${input.hotkey}, ${toJson(input.choice)}::jsonb)`.execute(tx);
  return ok(id);
}

/** @returns problem `not_found`, `stale_version` */
export async function updatePreset(
  ctx: AutomationContext,
  tx: Tx,
  input: PresetInput & { readonly id: string; readonly version: number },
): Promise<Outcome<string>> {
  await lockAutomation(ctx, tx);
  const current = await versionOf(tx, 'presets', input.id);
  if (current === undefined) return problem('not_found', { message: 'This preset was deleted.' });
  if (current !== input.version) return problem('stale_version');
  await freeKey(tx, input.hotkey, input.id);
  await sql`UPDATE presets SET name = ${input.name}, hotkey = ${input.hotkey}, choice = ${toJson(input.choice)}::jsonb,
    version = version + 1 WHERE id = ${input.id}`.execute(tx);
  return ok(input.id);
}

async function freeKey(tx: Tx, hotkey: string | null, except?: string): Promise<void> {
  if (hotkey === null) return;
  await sql`UPDATE presets SET hotkey = NULL, version = version + 1
    WHERE hotkey = ${hotkey} AND id IS DISTINCT FROM ${except ?? null}::uuid`.execute(tx);
}
