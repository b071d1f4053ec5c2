/** Files that survive a loss of power: written aside, synced, renamed, and the folder synced. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/** A folder's entries are on the disk only when the folder was synced; Windows does that by itself and cannot be asked. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @param mode 0600 unless told otherwise: what lies here is nobody else's business */
export async function writeSafely(file: string, content: string | Buffer, mode = 0o600): Promise<void> {
  const aside = `${file}.${process.pid}-${randomBytes(4).toString('hex')}.new`;
  const handle = await fs.open(aside, 'wx', mode);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(aside, file);
  await syncFolder(path.dirname(file));
}

/** undefined where there is none. */
export async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await fs.readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** What a JSON file holds; undefined where it is absent or no JSON. */
export async function readJson(file: string): Promise<unknown> {
  const text = await readIfThere(file);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}
