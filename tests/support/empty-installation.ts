/** An installation as it is on its first day: no demo, simulators answer in place of vendors, and one person who runs it. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, inject } from 'vitest';
import { openMailbox } from '../../apps/server/test/mailbox.ts';
import { PASSWORD } from './accounts.ts';
import { MAIN, root, startApp } from './app.ts';
import { dataFolder } from '../../apps/server/test/folders/data-folder.ts';
import { type Lane, openLane } from './lane.ts';

/** Who runs it; the password is that of all new people. */
export const OPERATOR = 'root';

export interface EmptyInstallation {
  readonly lane: Lane;
  /** Waits for a mail to an address, and answers what of it matches. */
  readonly mailed: (address: string, wanted: RegExp) => Promise<string>;
  close(): Promise<void>;
}

export async function startEmptyInstallation(): Promise<EmptyInstallation> {
  const dataDir = dataFolder('empty');
  const mailbox = await openMailbox();
  const env = {
    DEMO: '0',
    SIMULATORS: '1',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '100000',
    SMTP_URL: mailbox.url,
  };
  execFileSync(process.execPath, [MAIN, 'create-super-admin', OPERATOR, 'root@operator.example'], {
    cwd: root,
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    input: `${PASSWORD}\n`,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const outputFile = path.join(dataDir, 'server.jsonl');
  const app = await startApp({ env, dataDir, outputFile });
  const lane = await openLane({ ...inject('lane'), port: app.port, serverOutput: outputFile });
  return {
    lane,
    async mailed(address, wanted) {
      const found = () =>
        mailbox.received
          .filter(({ to }) => to.includes(address))
          .map(({ text }) => wanted.exec(text)?.[0])
          .find((match) => match !== undefined);
      await expect.poll(found, { timeout: 45_000 }).toBeDefined();
      return found() ?? '';
    },
    async close() {
      await lane.close();
      await app.dispose();
      await mailbox.close();
    },
  };
}
