/** Addresses that open something or name a person never reach the log: of calls, of pages, refused and failed ones too (A9). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../platform/database/connection.ts';
import { type AccountWorld, makeAccountWorld } from '../../../test/account-kit.ts';

let w: AccountWorld;
beforeAll(async () => {
  w = await makeAccountWorld();
});
afterAll(() => w.close());

const TOKEN = 'Zk3xQ9v-7Lr2_YbT0pWc5NfH8sJd1MgKe4uAoIiXyVw';
const owner = (statement: string) => withClient(w.database.migrator, (client) => client.query(statement));
const routesLogged = () =>
  w.log
    .map((line) => JSON.parse(line) as { msg: string; route?: string; status?: number })
    .filter(({ msg }) => msg === 'request');

test('tokens and e-mail addresses in the path, of calls that are answered, refused, unknown or fail', async () => {
  const browser = w.browser();
  await browser.call('POST', `/api/user/reset-password/${TOKEN}`, { body: { password: 'parcels over the river' } });
  await browser.call('GET', `/api/user/invitation/${TOKEN}`);
  await browser.call('GET', '/api/user/forgot-password/ada.lovelace%40shop.example');
  await browser.call('GET', `/email-verification/ada/${TOKEN}`);
  await browser.call('GET', `/auth/reset-password?token=${TOKEN}`);
  await browser.call('GET', `/api/no-such-call/${TOKEN}`);
  expect(routesLogged().map(({ route }) => route)).toEqual(
    expect.arrayContaining([
      '/api/user/reset-password/:x',
      '/api/user/invitation/:token',
      '/api/user/forgot-password/:x',
      'none',
    ]),
  );

  // The table is away for a moment: what fails unexpectedly is logged with its cause, and still without the address.
  await owner('ALTER TABLE invitations RENAME TO invitations_away');
  try {
    const failed = await browser.call('GET', `/api/user/invitation/${TOKEN}`);
    expect(failed.status).toBe(500);
  } finally {
    await owner('ALTER TABLE invitations_away RENAME TO invitations');
  }
  const text = w.log.join('\n');
  expect(text).toContain('unexpected error');
  expect(text).not.toContain(TOKEN);
  expect(text).not.toMatch(/ada\.lovelace|shop\.example/);
});
