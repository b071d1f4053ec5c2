import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * A temporary folder for a server's data. The PostgreSQL of root runs as another account: where that does not get through, the
 * database lies below /var/lib/scanship, not in memory, and stays behind when the folder is taken away.
 */
export function dataFolder(name: string, below = tmpdir()): string {
  const folder = mkdtempSync(path.join(below, `scanship-${name}-`));
  chmodSync(folder, 0o755);
  return folder;
}
