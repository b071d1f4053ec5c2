/**
 * Who works with the embedded server of a data folder. A connection shows it only while it is open, and a start opens one after the
 * other; so each process leaves a file from before it looks for the server until after it let go of it.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export interface EmbeddedUse {
  /** Whether somebody else does. Files of processes that were killed are cleared away. */
  others(): boolean;
  leave(): void;
}

/** @param folder the cluster's (`clusterFolder`) */
export function useEmbedded(folder: string): EmbeddedUse {
  const users = path.join(folder, 'users');
  fs.mkdirSync(users, { recursive: true, mode: 0o700 });
  const own = path.join(users, `${process.pid}-${randomUUID()}`);
  fs.writeFileSync(own, bornAt(process.pid) ?? '');
  return {
    others() {
      let found = false;
      for (const name of fs.readdirSync(users)) {
        const file = path.join(users, name);
        if (file === own) continue;
        if (isAlive(file)) found = true;
        else fs.rmSync(file, { force: true });
      }
      return found;
    },
    leave: () => fs.rmSync(own, { force: true }),
  };
}

function isAlive(file: string): boolean {
  const pid = Number.parseInt(path.basename(file), 10);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return whenWritten(file) === (bornAt(pid) ?? '');
}

function whenWritten(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // it has left meanwhile
  }
}

/** Tells a process from a later one with the same number, where the system says so (field 22 of Linux's /proc/pid/stat). */
function bornAt(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}
