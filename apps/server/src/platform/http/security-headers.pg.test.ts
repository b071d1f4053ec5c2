/** What every answer carries beside its content, and the cookies of production. */
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCoreApp, testServices } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';

let database: TestDatabase;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  app = await makeCoreApp(testServices(database.db));
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

test('headers of every answer; HSTS and secure cookies in production only', async () => {
  const here = await app.inject({ url: '/healthz' });
  expect(here.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
  });
  // Nothing is loaded from anywhere but here, pictures included, and nothing is embedded.
  const policy = String(here.headers['content-security-policy']);
  expect(policy).toContain("img-src 'self' data: blob:;");
  expect(policy).toContain("object-src 'none';");
  expect(policy).not.toMatch(/https?:/);
  expect(here.headers['strict-transport-security']).toBeUndefined();
  const production = await makeCoreApp(testServices(database.db, { config: { appEnv: 'PROD' } }));
  const there = await production.inject({ url: '/' });
  expect(there.headers['strict-transport-security']).toBe('max-age=31536000');
  expect(there.headers['content-security-policy']).toContain('upgrade-insecure-requests');
  const [prefixed, plain] = [there.headers['set-cookie'] ?? []].flat();
  expect(prefixed).toMatch(/^__Host-XSRF-TOKEN=[^;]+; Max-Age=\d+; Path=\/; Secure; SameSite=Lax$/);
  expect(plain).toMatch(/^XSRF-TOKEN=.*; Secure/);
  expect(there.headers['permissions-policy']).toMatch(/geolocation=\(\).*microphone=\(\)/);
  // A sister host can plant the plain name, and it is not looked at.
  const value = /=([^;]+)/.exec(prefixed ?? '')?.[1] ?? '';
  const other = [(await production.inject({ url: '/' })).headers['set-cookie'] ?? []].flat()[1];
  const planted = /=([^;]+)/.exec(other ?? '')?.[1] ?? '';
  const sign = (header: string) =>
    production.inject({
      method: 'POST',
      url: '/api/user/sign-in',
      headers: {
        cookie: `XSRF-TOKEN=${planted}; __Host-XSRF-TOKEN=${value}`,
        'x-xsrf-token': header,
      },
    });
  expect((await sign(planted)).json()).toMatchObject({ code: 'csrf' });
  expect((await sign(value)).json()).not.toMatchObject({ code: 'csrf' });
  await production.close();
});

test('security.txt says whom to tell of a vulnerability, where the operator named somebody', async () => {
  const url = '/.well-known/security.txt';
  expect((await app.inject({ url })).statusCode).toBe(404);
  const named = await makeCoreApp(
    testServices(database.db, {
      config: { securityContact: 'mailto:security@example.com', publicOrigin: 'https://ship.example.com' },
    }),
  );
  const answer = await named.inject({ url });
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const lines = answer.body.split('\n');
  expect(lines[0]).toBe('Contact: mailto:security@example.com');
  expect(lines).toContain('Canonical: https://ship.example.com/.well-known/security.txt');
  const expires = Date.parse(lines.find((line) => line.startsWith('Expires: '))?.slice(9) ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  await named.close();
});
