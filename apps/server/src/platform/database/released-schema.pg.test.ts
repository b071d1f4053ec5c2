import fs from 'node:fs';
import { expect, inject, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';
import { harmlessIn } from './migration-rules/expand-only.ts';
import { readMigrations } from './migrator.ts';
import { breaks, expectationsOf, LEAVING, RELEASED_FILE } from './released-schema.ts';

// Another PostgreSQL writes the same conditions in other words than the file, which the embedded one wrote.
const elsewhere = 'url' in inject('testCluster').server;

test.skipIf(elsewhere)('the last release works on the schema of this version', async () => {
  const released = fs.readFileSync(RELEASED_FILE, 'utf8').trimEnd().split('\n');
  const harmless = harmlessIn(await readMigrations());
  const fresh = await createTestDatabase();
  try {
    await withClient(fresh.migrator, async (client) => {
      const now = await expectationsOf(client);
      expect(breaks(released, now, harmless)).toEqual([]);

      // A column may only leave when nobody has to give it.
      const { rows } =
        await client.query(`SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE ${LEAVING} AND a.attnotnull AND NOT a.atthasdef`);
      expect(rows).toEqual([]);

      // What broke running processes, once each.
      await client.query(`
        DROP TABLE sign_in_attempts;
        ALTER TABLE quotes DROP COLUMN with_order_ids;
        ALTER TABLE presets RENAME COLUMN choice TO wish;
        ALTER TABLE service_mappings ADD COLUMN by_user uuid NOT NULL, ALTER COLUMN service SET NOT NULL;
        ALTER TABLE agents ALTER COLUMN host_name DROP DEFAULT, ALTER COLUMN arch TYPE varchar(9);
        ALTER TABLE batches DROP CONSTRAINT batches_kind_check;
        ALTER TABLE batches ADD CONSTRAINT batches_kind_check CHECK (kind IN ('auto-ship', 'service'));
        ALTER TABLE batch_items DROP CONSTRAINT batch_items_state_check;
        ALTER TABLE batch_items ADD CONSTRAINT batch_items_state_check CHECK (state IN ('rating', 'blocked', 'planned', 'running',
          'open', 'waiting', 'done', 'failed', 'skipped', 'cancelled', 'asked'));
        CREATE UNIQUE INDEX agents_name ON agents (tenant_id, name);
        ALTER TABLE agents ADD COLUMN slot int;
        CREATE UNIQUE INDEX agents_slot ON agents (tenant_id, platform) WHERE slot IS NOT NULL;
        DROP INDEX markup_plans_buyer;
        REVOKE UPDATE ON order_tags FROM app_tenant;
        REVOKE DELETE ON order_tags FROM app_tenant;
        DROP FUNCTION maintenance.current_branch();`);
      expect(breaks(now, await expectationsOf(client), harmless)).toEqual([
        'The column agents.arch was text and is character varying(9).',
        'The column agents.host_name has no default any more.',
        'The column presets.choice is gone.',
        'The column quotes.with_order_ids is gone.',
        'The column service_mappings.service may no longer be empty.',
        'The table sign_in_attempts is gone.',
        'The function maintenance.current_branch() is gone.',
        'app_tenant may no longer DELETE order_tags.',
        'app_tenant may no longer UPDATE order_tags.',
        'The key markup_plans_buyer of markup_plans (tenant_id, buyer_tenant_id) is gone: ON CONFLICT may name it.',
        'The check batches_kind_check of batches (kind) is new or narrower.',
        'The new column service_mappings.by_user must be given and has no default.',
        'The key agents_name of agents (tenant_id, name) is new.',
      ]);
    });
  } finally {
    await fresh.drop();
  }
});
