/**
 * What is secret is compared in constant time, and whether somebody has an account is answered with the same work. Sources
 * are read and work is counted rather than timed: microseconds do not show on a busy machine, a `===` does.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountWorld, makeAccountWorld } from '../../apps/server/test/account-kit.ts';
import { statementsOf } from '../../apps/server/test/statements.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FOLDERS = ['apps/server/src', 'apps/print-agent/src', 'packages/connector-kit/src', 'connectors'];
const SECRET = /(?:hmac|\bmac|signature|digest|secret|password|token|codehash|apikey|xsrf|challenge|otp)$/i;
const LITERAL = /^(?:undefined|null|true|false|\d.*|['"`].*|typeof)$/;

/** Compared as they are, and why nothing can be learned from the time it takes. */
const HARMLESS: readonly string[] = [
  // Public on purpose: it is printed.
  'apps/server/src/modules/auth/index.ts: call.body.password === PRINTED_DEMO_PASSWORD',
  // Both are in the request of the same person.
  'apps/server/src/modules/auth/own-account.ts: input.newPassword === input.currentPassword',
  // Names the offer a person was shown; it opens nothing.
  'apps/server/src/modules/subscriptions/change-plan.ts: quote.token !== wish.quote',
  // Of our own conformance suite, cache and registrations: no stranger chooses either side.
  'packages/connector-kit/src/conformance/store-conformance-connect.ts: v === samples.app.clientSecret',
  'packages/connector-kit/src/credentials/token-source.ts: renewed === token',
  'connectors/stores/cin7/src/webhooks.ts: hook.token === token',
];

test('no secret is compared with === anywhere in the product', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ).filter((file) => /\.tsx?$/.test(file) && !/\.test\.ts$|simulator|node_modules|\/dist\//.test(file));
  expect(files.length).toBeGreaterThan(800);
  const found = new Set<string>();
  for (const file of files)
    for (const line of readFileSync(path.join(ROOT, file), 'utf8').split('\n'))
      for (const [, left = '', sign = '', right = ''] of line.matchAll(/([\w.?![\]]+) (===|!==) ([\w.?![\]'"`]+)/g))
        if ((SECRET.test(left) || SECRET.test(right)) && !LITERAL.test(right) && !LITERAL.test(left))
          found.add(`${file}: ${left} ${sign} ${right}`);
  expect([...found].toSorted()).toEqual([...HARMLESS].toSorted());
});

let world: AccountWorld;
beforeAll(async () => {
  world = await makeAccountWorld();
});
afterAll(() => world.close());

test('somebody unknown and a wrong password cost the same statements and the same processor time', async () => {
  const signIn = (userName: string, at: number) =>
    world
      .browser({ ip: `198.51.100.${at}` })
      .call('POST', '/api/user/sign-in', { body: { userName, password: 'not the password' } });
  // What is made once a process.
  await signIn('admin', 1);
  await signIn('nobody', 2);
  const [known, unknown] = [[] as number[], [] as number[]];
  const statements = new Map<string, string[]>();
  for (let turn = 0; turn < 5; turn += 1)
    for (const [userName, spent] of [
      ['admin', known],
      [`nobody${turn}`, unknown],
    ] as const) {
      const before = process.cpuUsage();
      const sent = await statementsOf(async () => {
        const answer = await signIn(userName, 10 + turn);
        expect([answer.status, answer.json.code]).toEqual([400, 'wrong_password']);
      });
      const { user, system } = process.cpuUsage(before);
      spent.push(user + system);
      statements.set(
        userName.replace(/\d/, ''),
        sent.map((text) => text.slice(0, 60)),
      );
    }
  expect(statements.get('nobody')).toEqual(statements.get('admin'));
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[2] ?? 0;
  const ratio = median(known) / median(unknown);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

test('whoever has to wait is answered with the same statements and known or not', async () => {
  const signIn = (userName: string, at: number) =>
    world
      .browser({ ip: `198.51.100.${at}` })
      .call('POST', '/api/user/sign-in', { body: { userName, password: 'not the password' } });
  const counted = async (userName: string, at: number) => {
    for (let guess = 0; guess < 5; guess += 1) await signIn(userName, at);
    return statementsOf(async () => expect((await signIn(userName, at)).json.code).toBe('rate_limited'));
  };
  const [known, unknown] = [await counted('support', 100), await counted('nobody-there', 101)];
  expect(unknown.map((text) => text.slice(0, 60))).toEqual(known.map((text) => text.slice(0, 60)));
});
