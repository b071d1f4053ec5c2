/** A folder for temporary files that lies in memory where there is enough: stand-ins and servers flush every write to it. */
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** @returns undefined where there is none; else its path, and what takes it away again with all that was left in it */
export function memoryFolder() {
  if (process.platform !== 'linux' || !fs.existsSync(MEMORY)) return undefined;
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  if (bavail * bsize < ENOUGH_BYTES) return undefined;
  const folder = fs.mkdtempSync(path.join(MEMORY, 'scanship-tests-'));
  // As the system's own folder is: some tests run a server as another user.
  fs.chmodSync(folder, 0o1777);
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}
