import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { withClient } from './connection.ts';
import { renderSchema } from './generate-schema-types.ts';
import { readMigrations } from './migrator.ts';

test('the types checked in are those of the migrated database (else run generate-schema-types.ts)', async () => {
  const fresh = await createTestDatabase();
  try {
    const files = await readMigrations();
    const rendered = await withClient(fresh.migrator, (client) => renderSchema(client, files));
    const folder = path.dirname(fileURLToPath(import.meta.url));
    const present = fs.readdirSync(path.join(folder, 'schema')).map((name) => `schema/${name}`);
    expect(['schema.ts', ...present].toSorted()).toEqual([...rendered.keys()].toSorted());
    for (const [name, text] of rendered) expect(fs.readFileSync(path.join(folder, name), 'utf8'), name).toBe(text);
  } finally {
    await fresh.drop();
  }
});
