/** Support sends a customer's person another code, with which they get in; nobody else's people, and nobody twice at once. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type CarrierWorld, makeCarrierWorld, type PersonName } from '../../../test/carrier-world.ts';
import { type Mailbox, openMailbox } from '../../../test/mailbox.ts';

let it_: CarrierWorld;
let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await openMailbox();
  it_ = await makeCarrierWorld({ config: { smtpUrl: mailbox.url } });
}, 120_000);
afterAll(async () => {
  await it_.close();
  await mailbox.close();
});

const user = () => it_.world.people.user;
const verifiedAt = (verified_at: Date | null) =>
  it_.database.db.identity(user(), (tx) =>
    tx.updateTable('users').set({ verified_at }).where('id', '=', user().userId).execute(),
  );
const send = (who: PersonName, username = user().userName, customer = user().tenantId) =>
  it_.call(who, 'POST', `/franchise/customers/${customer}/verification`, { username });

test('with the code of the mail they are verified; until a moment later there is no second one', async () => {
  await verifiedAt(null);
  const sent = await send('support');
  expect([sent.status, sent.json.errorMessage]).toEqual([200, undefined]);
  await vi.waitFor(() => expect(mailbox.received).toHaveLength(1), { timeout: 45_000 });
  const again = await send('franchise');
  expect(again.json.errorMessages?.[0]?.code).toBe('wait_to_resend');
  // The code is what the subject begins with.
  const code = /^Subject: (\d{6})/m.exec(mailbox.received[0]?.text ?? '')?.[1];
  const query = `username=${user().userName}&value=${code}`;
  expect((await it_.call('user', 'POST', `/user/verify?${query}`)).status).toBe(200);
  const late = await send('support');
  expect(late.json.errorMessages?.[0]?.message).toBe('This person is verified already.');
  const { json } = await it_.call('franchise', 'GET', '/audit?size=5');
  expect(JSON.stringify(json.data)).toContain('sendCustomerCode');
});

test('of nobody of another customer or franchise, and by nobody but the franchise and its support', async () => {
  await verifiedAt(null);
  expect((await send('support', user().userName, it_.world.people.basic.tenantId)).status).toBe(404);
  expect((await send('support', 'nobody-of-that-name')).status).toBe(404);
  expect((await send('support', 'nobody', it_.world.second.id)).status).toBe(404);
  for (const who of ['admin', 'user', 'agent'] as const) expect((await send(who)).status).toBe(403);
});
