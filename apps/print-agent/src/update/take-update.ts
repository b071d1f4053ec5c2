/** Looks for an update, proves it, lays it beside the running version and makes it the one that is started next. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { syncFolder, writeSafely } from '../files.ts';
import type { Folders } from '../folders.ts';
import type { Log } from '../log.ts';
import type { Machine } from '../pairing.ts';
import type { Api } from '../server/api.ts';
import { sha256Of } from '../sha256.ts';
import { readPackage } from './archive.ts';
import { judgeUpdate, type Statement } from './statement.ts';
import { isHeldBack, readCurrent, switched, writeCurrent } from './versions.ts';

export interface TakeUpdateOptions {
  readonly api: Api;
  readonly folders: Folders;
  readonly machine: Machine;
  /** Public keys, PEM. */
  readonly keys: string;
  readonly log: Log;
}

/** true: another version is to be started; the caller ends with EXIT_RESTART. @throws when the server does not answer */
export async function takeUpdate(options: TakeUpdateOptions): Promise<boolean> {
  const { api, folders, machine, log } = options;
  const now = await readCurrent(folders.current);
  // Not started by the launcher (a checkout, a test): there is nothing to switch.
  if (!now) return false;
  const { update } = await api.update({ platform: machine.platform, arch: machine.arch });
  if (!update) return false;
  const verdict = judgeUpdate(update, options.keys, {
    version: machine.agentVersion,
    platform: machine.platform,
    arch: machine.arch,
  });
  if (verdict.is === 'refused') {
    log.warn(`an update was offered and refused: ${verdict.why}`);
    return false;
  }
  const { statement } = verdict;
  if (isHeldBack(now, statement.version, Date.now())) return false;
  const bytes = await api.updatePackage(statement.sha256, statement.size);
  if (bytes.length !== statement.size || sha256Of(bytes) !== statement.sha256) {
    log.warn(`the package of version ${statement.version} is not the one that was signed`);
    return false;
  }
  await layDown(folders, now.version, statement, bytes);
  await writeCurrent(folders.current, switched(now, statement.version));
  log.info(`version ${statement.version} is in place`);
  return true;
}

/** The new version's folder appears whole or not at all. */
async function layDown(folders: Folders, running: string, statement: Statement, bytes: Buffer): Promise<void> {
  const files = readPackage(bytes);
  const aside = path.join(folders.versions, `.new-${statement.version}`);
  const place = path.join(folders.versions, statement.version);
  await fs.rm(aside, { recursive: true, force: true });
  await fs.mkdir(aside, { recursive: true, mode: 0o700 });
  for (const [name, content] of files) {
    await writeSafely(path.join(aside, name), content, name === 'agent.cjs' ? 0o600 : 0o700);
  }
  const node = statement.platform === 'win32' ? 'node.exe' : 'node';
  if (!files.has(node)) {
    // A runtime that came with an earlier update stays in use.
    const former = path.join(folders.versions, running, node);
    await fs.link(former, path.join(aside, node)).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    });
  }
  await fs.rm(place, { recursive: true, force: true });
  await fs.rename(aside, place);
  await syncFolder(folders.versions);
}
