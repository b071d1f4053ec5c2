/** Searches everything a stopped server has written down for what it handed out: its log, metrics and tables. */
import { embeddedConnections, withClient } from '@scanship/server/platform/database/connection';
import { startEmbedded } from '@scanship/server/platform/database/embedded-postgres';
import type { RunningApp } from './app.ts';
import { codesIn, type HandedOut, leaks, openersIn, type Place } from './handed-out.ts';

/** Tables whose rows are shown, exported or kept for others to read; each row as one text. */
const TABLES = ['audit_events', 'carrier_calls', 'state_changes', 'effects', 'effect_steps', 'inbound_events'] as const;

/** @returns what was found where; empty when all is well */
export async function searchAll(
  app: Pick<RunningApp, 'dataDir' | 'output'>,
  handedOut: readonly HandedOut[],
  metrics: string,
): Promise<readonly string[]> {
  const database = await startEmbedded({ dataDir: app.dataDir });
  try {
    const { mails, places } = await withClient(embeddedConnections(database).migrator(), async (client) => {
      const { rows } = await client.query<{ text: string }>('SELECT text_part AS text FROM outbox_mails');
      const found: Place[] = [];
      for (const name of TABLES) {
        const all = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
        found.push({ name, text: all.rows.map(({ row }) => row).join('\n') });
      }
      return { mails: rows.map(({ text }) => text), places: found };
    });
    const log = app.output();
    // What mails hold was handed out too; a mail may hold its own link, and none of the others' tokens.
    const mailed = mails.flatMap(openersIn);
    const codes = mails.flatMap(codesIn);
    const inMails = { name: 'mails', text: mails.join('\n') };
    const others = handedOut.filter(({ value }) => !mailed.some((each) => each.value === value));
    const told = [{ name: 'the log', text: log }, { name: 'metrics', text: metrics }, ...places];
    const found = [
      ...leaks([...others, ...mailed], told),
      // Not where carriers' and stores' own numbers stand.
      ...leaks(
        codes,
        told.filter(({ name }) => ['the log', 'metrics', 'audit_events'].includes(name)),
      ),
      ...leaks(others, [inMails]),
    ];
    console.info(
      `${others.length + mailed.length + codes.length} tokens, codes and cookies searched in ${Math.round(log.length / 1024)} kB of log, metrics and ${places.length} tables: ${found.length} found`,
    );
    return found;
  } finally {
    await database.stop();
  }
}
