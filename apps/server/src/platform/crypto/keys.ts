/** Keys that an installation without MASTER_KEY makes for itself, once, readable by its own user only. */
import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';

export interface Keys {
  readonly masterKeys: readonly Uint8Array[];
  readonly cookieSecret: string;
}

/** Reads `<dataDir>/master.key`, or makes it (mode 0600, exclusive: two processes at once agree on one key). */
const keyOfDataDir = async (dataDir: string): Promise<Uint8Array> => {
  const path = join(dataDir, 'master.key');
  await mkdir(dataDir, { recursive: true });
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('base64')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // Another process may be between creating and writing it.
  for (let attempt = 0; ; attempt += 1) {
    const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64');
    if (key.length === 32) return key;
    if (attempt === 20) throw new Error(`${path} does not hold a key of 32 bytes.`);
    await new Promise((done) => setTimeout(done, 50));
  }
};

/** The keys of the settings, else of the data folder. Production never gets here without settings (config.ts). */
export const resolveKeys = async (config: Config): Promise<Keys> => {
  const masterKeys = config.masterKeys.length > 0 ? config.masterKeys : [await keyOfDataDir(config.dataDir)];
  const [first] = masterKeys;
  const derived = () =>
    Buffer.from(hkdfSync('sha256', first ?? '', '', 'scanship cookie secret', 32)).toString('base64');
  return { masterKeys, cookieSecret: config.cookieSecret ?? derived() };
};
