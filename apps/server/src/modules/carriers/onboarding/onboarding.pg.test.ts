import type { CarrierHealth, CarrierCallTrace } from '@scanship/contracts/carriers/carrier-health';
import type { CarrierAccount } from '@scanship/contracts/carriers/carriers';
import { CARRIER_OPERATIONS } from '@scanship/domain/shipping/carrier-operations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_HOSTS, STRANGE_HOSTS } from '../../../../../../tests/attack/data/hosts.ts';
import { type CarrierWorld, makeCarrierWorld } from '../../../../test/carrier-world.ts';

const CONSENT_OF_UPS = { carrier: 'ups', name: 'Our UPS', mode: 'simulator' };
/** What Node lets into a header at all. */
const isHeader = (text: string) => /^[\t\x20-\x7e]*$/.test(text);

let it_: CarrierWorld;
beforeAll(async () => {
  it_ = await makeCarrierWorld();
});
afterAll(() => it_.close());

/** Of the browser that began last. */
let cookie = '';
const begin = async (body: object = {}, who: 'admin' | 'foreign' = 'admin') => {
  const answer = await it_.call(who, 'POST', '/shippingCarrier/onboarding/begin', {
    ...CONSENT_OF_UPS,
    ...body,
  });
  expect(answer.json.errorMessage).toBeUndefined();
  cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
  expect(String(answer.headers['set-cookie'])).toMatch(/; Path=\/; HttpOnly; SameSite=Lax/);
  return new URL((answer.json.data as { address: string }).address);
};
/** The seller presses Allow (or Deny) at the carrier; answers the path and query of the return to our callback. */
const consent = async (page: URL, answer = 'allow'): Promise<string> => {
  const shown = await it_.app.inject({
    method: 'GET',
    url: `${page.pathname}${page.search}`,
    headers: { host: 'first.test' },
  });
  expect(shown.body).toContain('TEST UPS');
  const form = new URLSearchParams({ ...Object.fromEntries(page.searchParams), answer });
  const back = await it_.app.inject({
    method: 'POST',
    url: page.pathname,
    headers: { host: 'first.test', 'content-type': 'application/x-www-form-urlencoded' },
    payload: form.toString(),
  });
  const to = new URL(String(back.headers.location));
  return `${to.pathname}${to.search}`;
};
const comeBack = async (url: string, browser = cookie, host = 'first.test'): Promise<URL> => {
  const answer = await it_.app.inject({ method: 'GET', url, headers: { host, cookie: browser } });
  expect(answer.statusCode).toBe(303);
  return new URL(String(answer.headers.location), 'http://nowhere.test');
};
const complete = (who: 'admin' | 'basic' | 'foreign', consentId: string | null) =>
  it_.call(who, 'POST', '/shippingCarrier/onboarding/complete', { consent: consentId });

describe('an account connected by signing in at the carrier', () => {
  test('is made once, by its own company, with credentials that are sealed and renewed', async () => {
    const callback = await consent(await begin());
    const page = await comeBack(callback);
    expect([page.origin, page.pathname]).toEqual(['http://first.test', '/carrier-manager/connected']);
    expect([...page.searchParams.keys()]).toEqual(['consent']);
    const id = page.searchParams.get('consent');
    // The same return again, and the consent of another company, lead nowhere.
    expect((await comeBack(callback)).searchParams.get('problem')).toBe('used');
    expect((await complete('basic', id)).json.code).toBe('not_found');
    expect((await complete('foreign', id)).json.code).toBe('not_found');
    const done = await complete('admin', id);
    const { account, problems } = done.json.data as { account: CarrierAccount; problems: string[] };
    expect(account).toMatchObject({ carrier: 'ups', name: 'Our UPS', mode: 'simulator', signedIn: true });
    expect(problems.join(' ')).toContain('account number');
    expect((await complete('admin', id)).json.code).toBe('store_consent_used');

    const { world, database } = it_;
    const secrets = () =>
      database.db.tenant(world.people.admin, (tx) =>
        tx.selectFrom('carrier_accounts').select('secret_id').where('id', '=', account.id).executeTakeFirstOrThrow(),
      );
    const entered = await it_.call('admin', 'PUT', `/shippingCarrier/${account.id}`, {
      name: 'Our UPS',
      paused: false,
      credentials: { accountNumber: 'A1B2C3' },
    });
    expect(entered.status).toBe(200);
    const before = await secrets();
    const tested = await it_.call('admin', 'POST', `/shippingCarrier/${account.id}/test`);
    expect(tested.json.data).toMatchObject({ ok: true });
    // The refresh token was used, replaced and kept.
    expect((await secrets()).secret_id).not.toBe(before.secret_id);
    const again = await it_.call('admin', 'POST', `/shippingCarrier/${account.id}/test`);
    expect(again.json.data).toMatchObject({ ok: true });
  });

  test('a state that is changed, of another carrier, too old, or missing connects nothing; nor does a denial', async () => {
    const good = await consent(await begin());
    const state = new URL(good, 'http://x.test').searchParams.get('state') ?? '';
    for (const bad of [
      good.replace(encodeURIComponent(state), encodeURIComponent(`x${state}`)),
      good.replace('/carriers/ups/', '/carriers/testline-express/'),
      good.split('?')[0] ?? '',
    ])
      expect((await comeBack(bad)).searchParams.get('problem')).toBe('state');
    const denied = await comeBack(await consent(await begin(), 'deny'));
    const refused = await complete('admin', denied.searchParams.get('consent'));
    expect([refused.json.code, refused.json.errorMessage]).toEqual([
      'carrier_refused',
      'The sign-in at UPS was cancelled; nothing was connected.',
    ]);
    it_.clock.value = new Date(Date.now() + 31 * 60_000);
    expect((await comeBack(good)).searchParams.get('problem')).toBe('state');
    it_.clock.value = new Date();
  });

  test('is begun and allowed in one browser, by one person; nobody else’s consent is theirs', async () => {
    const callback = await consent(await begin());
    const attacker = cookie;
    // Somebody else allowed, in a browser that began nothing, or began its own.
    await begin({}, 'foreign');
    for (const browser of ['', cookie, 'consent=', `consent=${'A'.repeat(43)}`])
      expect((await comeBack(callback, browser)).searchParams.get('problem')).toBe('browser');
    const id = (await comeBack(callback, attacker)).searchParams.get('consent') ?? '';
    const begunBy = (person: { readonly userId: string }) =>
      it_.database.db.tenant(it_.world.people.admin, (tx) =>
        tx.updateTable('carrier_consents').set({ created_by: person.userId }).where('id', '=', id).execute(),
      );
    await begunBy(it_.world.people.user);
    expect((await complete('admin', id)).json.code).toBe('not_found');
    await begunBy(it_.world.people.admin);
    expect((await complete('admin', id)).status).toBe(200);
  });

  test('comes back to the host that began, whatever host the carrier or the caller names', async () => {
    const callback = await consent(await begin());
    const onward = await comeBack(callback, '', 'second.test');
    expect([onward.origin, onward.pathname]).toEqual(['http://first.test', '/connect/carriers/ups/return']);
    expect((await comeBack(`${onward.pathname}${onward.search}`)).searchParams.get('consent')).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    for (const host of [...NO_HOSTS.filter(isHeader), ...STRANGE_HOSTS]) {
      const answer = await it_.call('admin', 'POST', '/shippingCarrier/onboarding/begin', CONSENT_OF_UPS, host);
      expect([host, answer.json.code]).toEqual([host, 'unknown_host']);
    }
  });

  test('is not offered where no application is registered, nor for a carrier of typed-in keys', async () => {
    for (const body of [
      { carrier: 'ups', name: 'x', mode: 'live' },
      { carrier: 'testline-express', name: 'x' },
    ])
      expect((await it_.call('admin', 'POST', '/shippingCarrier/onboarding/begin', body)).json.code).toBe('validation');
  });
});

describe('keys, health and traces', () => {
  test('a wrong key is refused in plain words and nothing is stored; the right one connects', async () => {
    const body = { carrier: 'testline-express', name: 'Express', mode: 'simulator' };
    const count = async () =>
      ((await it_.call('basic', 'GET', '/shippingCarrier/customer')).json.data as { accounts: unknown[] }).accounts
        .length;
    const before = await count();
    const wrong = await it_.call('basic', 'POST', '/shippingCarrier/add', {
      ...body,
      credentials: { clientId: 'express-alpha', clientSecret: 'no' },
    });
    expect([wrong.json.code, wrong.json.errorMessages?.[0]?.field?.startsWith('credentials')]).toEqual([
      'validation',
      true,
    ]);
    expect(await count()).toBe(before);
    const right = await it_.call('basic', 'POST', '/shippingCarrier/add', {
      ...body,
      credentials: { clientId: 'express-alpha', clientSecret: 'alpha-secret-1' },
    });
    expect(right.status).toBe(200);
    const account = right.json.data as CarrierAccount;

    await new Promise((resolve) => setTimeout(resolve, 400));
    const health = (await it_.call('basic', 'GET', '/shippingCarrier/health')).json.data as CarrierHealth;
    const figures = health.accounts.find(({ id }) => id === account.id);
    expect(figures?.day.calls).toBeGreaterThan(0);
    expect(figures?.day).toMatchObject({ failed: 0 });
    expect(figures?.week.p95Ms).toBeGreaterThan(0);
    expect(figures?.breakerOpen).toBe(false);
    // Known at all: the bucket of these very keys was found (it fills up again while this test waits).
    expect(figures?.quota.left).not.toBeNull();
    expect(figures?.quota.left).toBeLessThanOrEqual(figures?.quota.of ?? 0);
    expect(health.carriers.every(({ operations }) => operations.length === CARRIER_OPERATIONS.length)).toBe(true);

    const { reference } = await it_.database.db.tenant(it_.world.people.basic, (tx) =>
      tx
        .selectFrom('carrier_calls')
        .select('reference')
        .where('account_id', '=', account.id)
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    const found = await it_.call('basic', 'GET', `/shippingCarrier/calls/${reference}`);
    const { calls } = found.json.data as { calls: CarrierCallTrace[] };
    expect(calls[0]).toMatchObject({ reference, carrier: 'testline-express', shipper: null });
    expect(found.text).not.toContain('alpha-secret-1');
    // Nobody else's: not a neighbour, not the franchise above, not its support.
    expect((await it_.call('admin', 'GET', `/shippingCarrier/calls/${reference}`)).json.code).toBe('not_found');
    for (const who of ['franchise', 'support', 'root'] as const)
      expect((await it_.call(who, 'GET', `/support/carrier-calls/${reference}`)).json.code).toBe('not_found');
    expect((await it_.call('user', 'GET', `/support/carrier-calls/${reference}`)).status).toBe(403);
  });
});
