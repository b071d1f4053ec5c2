/**
 * Writes `migrations/released.txt`: what the version that is being released expects of the schema, and the migrations it knows.
 * Part of a release (docs/operations.md): `npm run generate -- release`
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withMigratedDatabase } from './generate-schema-types.ts';
import { MIGRATIONS_FOLDER, readMigrations } from './migrator.ts';
import { expectationsOf, RELEASED_FILE } from './released-schema.ts';

const main = (): Promise<void> =>
  withMigratedDatabase(async (client) => {
    const { version } = JSON.parse(fs.readFileSync(path.join(MIGRATIONS_FOLDER, '../../../package.json'), 'utf8')) as {
      version: string;
    };
    const migrations = (await readMigrations()).map(({ name }) => `migration\t${name}`);
    const lines = [`version\t${version}`, ...migrations, ...(await expectationsOf(client))];
    fs.writeFileSync(RELEASED_FILE, `${lines.join('\n')}\n`);
    process.stdout.write(`${lines.length} lines written.\n`);
  });

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
