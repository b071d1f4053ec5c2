import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { makeWorld, sessionOf, testServices, type TestWorld } from '../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { rotateSession } from '../../modules/auth/refresh-session.ts';
import { createSessionTokens } from '../http/session-token.ts';
import { silentLogger } from '../logging/logger.ts';
import { startDatabaseClock } from './database-clock.ts';

let database: TestDatabase;
let world: TestWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await makeWorld(database.db);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => database.drop());

/** What a process on a machine whose clock is wrong by so many seconds has. */
const processOff = async (seconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1_000 });
  const clock = await startDatabaseClock(database.db, silentLogger());
  clock.stop();
  return testServices(database.db, { clock });
};

test('a process whose machine is a minute behind does not end sessions as used twice', async () => {
  const behind = await processOff(-60);
  expect(Math.abs(behind.clock.now().getTime() - Date.now() - 60_000)).toBeLessThan(2_000);
  const tokens = createSessionTokens(behind.cookieSecret);
  const { refreshToken } = await sessionOf(behind, world.people.admin);
  // The answer of the first is lost; the second goes to a process whose clock is right.
  expect((await rotateSession(behind, tokens, refreshToken)).ok).toBe(true);
  vi.useRealTimers();
  const right = await processOff(0);
  expect((await rotateSession(right, tokens, refreshToken)).ok).toBe(true);
  // A machine that is ahead lets nobody live longer or shorter either.
  const ahead = await processOff(3_600);
  expect((await rotateSession(ahead, tokens, refreshToken)).ok).toBe(true);
});
