/** Documents of the jobs the agent holds: one file each, complete on the disk before the job is written into the journal. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { writeSafely } from '../files.ts';

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface Spool {
  fileOf(id: string): string;
  store(id: string, document: Buffer): Promise<void>;
  load(id: string): Promise<Buffer | undefined>;
  remove(id: string): Promise<void>;
  /** Removes what no held job needs (a crash between storing and journaling). */
  tidy(held: ReadonlySet<string>): Promise<void>;
}

export async function openSpool(folder: string): Promise<Spool> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const fileOf = (id: string) => {
    if (!ID.test(id)) throw new Error('a job id that is no UUID');
    return path.join(folder, `${id}.job`);
  };
  return {
    fileOf,
    store: (id, document) => writeSafely(fileOf(id), document),
    async load(id) {
      try {
        return await fs.readFile(fileOf(id));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    remove: (id) => fs.rm(fileOf(id), { force: true }),
    async tidy(held) {
      for (const name of await fs.readdir(folder)) {
        if (!held.has(name.replace(/\.job$/, ''))) await fs.rm(path.join(folder, name), { force: true });
      }
    },
  };
}
