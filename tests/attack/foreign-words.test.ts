/**
 * What belongs to others is answered like what does not exist: status, words and size. Every call with an id in its path, by
 * every role, with ids of a neighbour, of another franchise's customer, and with one that never was.
 */
import type { Call } from '@scanship/contracts/call';
import { sample } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import process from 'node:process';
import { bodySchema } from '../../apps/server/test/described-call.ts';
import { valuesOf } from '../../apps/server/test/near-schema.ts';
import { readCatalog } from '../../apps/server/test/row-maker.ts';
import { withClient } from '@scanship/server/platform/database/connection';
import { type Attacked, type Attacker, mayCall, openAttacked } from './support/attacked.ts';
import { countOf, keepCounts } from './support/counts.ts';

const NEVER = '0199a000-0000-7000-8000-00000000dead';
/** Ids a call is asked for by one person: of a few tables, which are others for each call. */
const WHOLE = process.env['VERIFY'] !== undefined;
const IDS = WHOLE ? 20 : 3;
const ENDS_SESSIONS = new Set(['logout', 'revertImpersonation', 'lockSession', 'unlockSession', 'endOtherSessions']);

let attacked: Attacked;
/** Of the second franchise and its customers, whom nobody of the first but the operator's people may know. */
const foreign: { readonly table: string; readonly id: string }[] = [];

beforeAll(async () => {
  attacked = await openAttacked();
  await withClient(attacked.database.migrator, async (connection) => {
    for (const { name, home, columns } of await readCatalog(connection)) {
      if (home === undefined || !columns.some((column) => column.name === 'id')) continue;
      const { rows } = await connection.query<{ id: string }>(
        `SELECT id::text AS id FROM ${name} WHERE ${home} IN (SELECT t.id FROM tenants t WHERE t.realm_id IN
           (SELECT h.tenant_id FROM hosts h WHERE h.host = 'north.localhost')) ORDER BY id LIMIT 1`,
      );
      for (const { id } of rows) foreign.push({ table: name, id });
    }
  });
});
afterAll(async () => {
  keepCounts();
  await attacked.close();
});

/** An answer without what differs between any two answers. */
const plain = (text: string, id: string): string =>
  text.replaceAll(id, '<id>').replaceAll(/"reference":"[^"]*"/g, '"reference":""');

test('a foreign id and one that never was are answered alike', { timeout: WHOLE ? 3_600_000 : 300_000 }, async () => {
  expect(foreign.length).toBeGreaterThan(6);
  const count = countOf('foreign ids beside ids that never were');
  const tells = new Set<string>();
  const ask = async (call: Call, person: Attacker, id: string, body: unknown) => {
    count.requests += 1;
    const answer = await attacked.app.inject({
      method: call.method,
      url: `/api${call.path.replace('{id}', id).replaceAll(/\{\w+\}/g, 'x')}`,
      headers: await attacked.browserOf(person, ENDS_SESSIONS.has(call.id)),
      ...(call.method === 'GET' ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, text: plain(answer.body, id) };
  };
  const people = attacked.people.filter(({ role }) => role !== 'ROLE_SUPER_ADMIN');
  const calls = attacked.calls.filter(({ path, auth }) => auth === 'access' && path.includes('{id}'));
  for (const [at, call] of calls.entries())
    for (const person of people) {
      if (!mayCall(person.role, call)) continue;
      const schema = bodySchema(call);
      const [body] = schema ? sample(valuesOf(schema, false), { numRuns: 1, seed: 11 }) : [{}];
      const never = await ask(call, person, NEVER, body);
      const some = Array.from(
        { length: Math.min(IDS, foreign.length) },
        (_, n) => foreign[(at * IDS + n) % foreign.length],
      );
      for (const { table, id } of some.filter((each) => each !== undefined)) {
        const found = await ask(call, person, id, body);
        if (found.status < 400) {
          count.letThrough += 1;
          tells.add(`${call.id} as ${person.role} lets ${table} through: ${found.text.slice(0, 120)}`);
        } else if (found.status !== never.status || found.text !== never.text) {
          count.shapeFaults += 1;
          tells.add(
            `${call.id} as ${person.role} tells ${table}: ${found.text.slice(0, 160)} beside ${never.text.slice(0, 160)}`,
          );
        }
      }
    }
  expect([...tells]).toEqual([]);
  expect(count.requests).toBeGreaterThan(1_000);
});
