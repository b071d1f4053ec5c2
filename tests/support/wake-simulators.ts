/** The simulators start when a sample carrier is first called: trying a connection does it. */
import { listAccounts, testAccount } from '@scanship/contracts/carriers/carriers';
import type { RunningApp } from './app.ts';
import { DEMO_PASSWORD } from './demo.ts';
import { signInAs } from './seller.ts';

export async function wakeSimulators(app: Pick<RunningApp, 'url'>): Promise<void> {
  const franchise = await signInAs({ origin: app.url, userName: 'maple', password: DEMO_PASSWORD });
  try {
    const { accounts } = await franchise.must(listAccounts);
    const sample = accounts.find((account) => account.mode === 'simulator');
    if (!sample) throw new Error('the demo has no carrier that a simulator answers');
    const result = await franchise.must(testAccount, { params: { id: sample.id } });
    if (!result.ok) throw new Error(`${sample.name}: ${result.message}`);
  } finally {
    await franchise.close();
  }
}
