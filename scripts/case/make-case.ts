/**
 * `npm run case -- FILE`: makes an exported case (Live accounts, "Export case") a file of the connector's `real-answers/`. It fails until
 * somebody writes what the answers mean; docs/connectors.md tells the way. `--operation=rate`, `--kind=stores` where the case does not
 * say it.
 */
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { CaseProblem } from './case-file.ts';
import { writeCase } from './write-case.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { operation: { type: 'string' }, kind: { type: 'string' }, root: { type: 'string' } },
  });
  const [file] = positionals;
  if (file === undefined) throw new CaseProblem('Say which file: npm run case -- case.json');
  process.stdout.write(writeCase(path.resolve(file), values.root ?? root, values));
} catch (error) {
  // A wrong option is a TypeError of the parser, whose words name it.
  if (!(error instanceof CaseProblem) && !(error instanceof TypeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
