/** How a seller reminds. */
import { reminderStep, type ReminderSettings } from '@scanship/contracts/money/reminders';
import { DEFAULT_REMINDER_STEPS } from '@scanship/domain/money/reminders';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Seller } from './seller.ts';

const steps = z.array(reminderStep);

const offered = (seller: Seller): ReminderSettings => ({
  on: false,
  steps: DEFAULT_REMINDER_STEPS.filter(({ kind }) => kind !== 'stop' || seller.mayStop),
  leastMinor: 0,
  noteEn: '',
  noteFr: '',
  version: 0,
});

/**
 * What is offered where nothing was set up. Runs as the seller.
 * @param lock so that nobody switches it off while a mail is written
 */
export async function readReminderSettings(
  tx: Tx,
  seller: Seller,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ReminderSettings> {
  let query = tx.selectFrom('reminder_settings').selectAll().where('tenant_id', '=', seller.id);
  if (lock) query = query.forShare();
  const row = await query.executeTakeFirst();
  return row
    ? {
        on: row.is_on,
        steps: steps.parse(row.steps),
        leastMinor: row.least_minor,
        noteEn: row.note_en,
        noteFr: row.note_fr,
        version: row.version,
      }
    : offered(seller);
}

/** Answers whether the version was the one that is kept. Runs as the seller. */
export async function writeReminderSettings(tx: Tx, seller: Seller, given: ReminderSettings): Promise<boolean> {
  const columns = {
    is_on: given.on,
    steps: json(given.steps.map(({ days, kind }) => ({ days, kind }))),
    least_minor: given.leastMinor,
    note_en: given.noteEn,
    note_fr: given.noteFr,
    version: given.version + 1,
    updated_at: sql<Date>`clock_timestamp()`,
  };
  const written = await tx
    .insertInto('reminder_settings')
    .values({ tenant_id: seller.id, ...columns })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet(columns).where('reminder_settings.version', '=', given.version),
    )
    .returning('version')
    .executeTakeFirst();
  return written !== undefined;
}
