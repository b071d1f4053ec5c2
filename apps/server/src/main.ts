/** The program: `serve` (default) and the operator's commands. Failures end with one line and a non-zero code. */
import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from './commands/environment.ts';
import { StartError } from './platform/start-error.ts';

const startedAt = Number(process.env['SCANSHIP_STARTED_AT']) || Date.now();
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const bundled = import.meta.url.endsWith('.js');

const place: Place = {
  root,
  version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
  entries: {
    simulators: join(here, bundled ? 'simulators.js' : 'platform/simulators/simulator-registry.ts'),
    documentWorker: bundled ? join(here, 'document-worker.js') : undefined,
  },
};

const HELP = `Usage: npm start [-- <command>]

  serve                        answer requests and work off jobs (default)
  migrate                      bring the database schema up to date
  seed-demo                    make the demo franchises, and print their sign-ins
  create-super-admin <user name> <e-mail>
                               somebody who runs the installation; the password is read from
                               standard input, or made up and shown once
  create-franchise <name> <host>
                               a franchise; prints the DNS record that proves its host
  verify-host <host>           look that record up
  verify-audit [<tenant id>]   recompute the sealed logs; fails when one was tampered with
  backup <file> [--with-files] write everything to one file; files that lie in the bucket only when asked to
  restore <file>               read a backup into an empty database
  export-tenant <id> <file>    write all data of one tenant to one file
  import-tenant <file> <franchise> [--sha256=<hash>]
                               take a customer of another installation in below a franchise, named by its id or host;
                               it arrives suspended
  move-files to-bucket|to-database
                               bring all label and document bytes to the bucket, or back; may be stopped and run again
  check-files [--remove-unknown]
                               read every file that lies in the bucket, and name those that are missing or damaged
  after-restore [<moment>]     after a restore or failover: nothing is bought with a carrier account until it was
                               asked for labels that are missing here; run again, it says what is left

Settings are environment variables: docs/configuration.md`;

const run = async (command: string, args: readonly string[], webBuilt?: Promise<void>): Promise<void> => {
  const need = (index: number, what: string): string => {
    const value = args[index];
    if (value === undefined) throw new StartError(`${command} needs ${what}.\n\n${HELP}`);
    return value;
  };
  switch (command) {
    case 'serve':
      return (await import('./commands/serve.ts')).serve(place, startedAt, webBuilt);
    case 'migrate':
      return (await import('./commands/migrate.ts')).migrateOnly(place);
    case 'seed-demo':
      return (await import('./commands/seed-demo.ts')).seedDemoOnly(place);
    case 'create-super-admin':
      return (await import('./commands/set-up.ts')).createSuperAdmin(
        place,
        need(0, 'a user name'),
        need(1, 'an e-mail address'),
      );
    case 'create-franchise':
      return (await import('./commands/set-up.ts')).createFranchise(place, need(0, 'a name'), need(1, 'a host'));
    case 'verify-host':
      return (await import('./commands/set-up.ts')).verifyHostNow(place, need(0, 'a host'));
    case 'verify-audit':
      return (await import('./commands/set-up.ts')).verifyAuditLogs(place, args[0]);
    case 'backup':
      return (await import('./commands/keep.ts')).backupTo(place, need(0, 'the name of a file'), args.slice(1));
    case 'restore':
      return (await import('./commands/keep.ts')).restoreFrom(place, need(0, 'the name of a file'));
    case 'export-tenant':
      return (await import('./commands/keep.ts')).exportOne(
        place,
        need(0, 'the id of a tenant'),
        need(1, 'the name of a file'),
      );
    case 'import-tenant':
      return (await import('./commands/keep.ts')).importOne(
        place,
        need(0, 'the name of a file'),
        need(1, 'the id or host of a franchise'),
        args.slice(2),
      );
    case 'move-files':
      return (await import('./commands/files.ts')).moveFiles(place, need(0, 'to-bucket or to-database'));
    case 'check-files':
      return (await import('./commands/files.ts')).checkAllFiles(place, args);
    case 'after-restore':
      return (await import('./commands/after-restore.ts')).afterRestore(place, args[0]);
    case 'help':
    case '--help':
      return void process.stdout.write(`${HELP}\n`);
    default:
      throw new StartError(`There is no command "${command}".\n\n${HELP}`);
  }
};

const fail = (error: unknown): void => {
  if (error instanceof StartError) {
    process.stderr.write(`${error.message}\n`);
    if (error.more !== undefined) process.stderr.write(`\n${error.more}\n`);
  } else {
    process.stderr.write(
      `Unexpected error: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
  process.exitCode = 1;
};

/**
 * Runs one command and ends the process.
 * @param webBuilt settles when the web application lies in its folder: `serve` makes everything else ready meanwhile and
 *   listens after it. Absent where it was built before.
 */
export const start = async (words: readonly string[], webBuilt?: Promise<void>): Promise<void> => {
  try {
    const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
    if (major < 20 || (major === 20 && minor < 19))
      throw new StartError(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
    const [command = 'serve', ...args] = words;
    await run(command, args, webBuilt);
  } catch (error) {
    fail(error);
  }
  // Whatever still holds the process (an idle worker thread) must not keep a finished command alive.
  process.exit();
};

// Run by itself (`node dist/main.js`), not through scripts/start.mjs, which still has something to build.
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  await start(process.argv.slice(2));
