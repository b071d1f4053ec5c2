/** What a franchise's people note of a customer over HTTP: who reads, who changes, what is due, and that customers never see it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CustomerNotes, type DueTask, MOST_NOTES } from '@scanship/contracts/network/customer-notes';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  makeClient,
  makeWorld,
  sessionOf,
  type TestClient,
  type TestUser,
  testServices,
  type TestWorld,
} from '../../../../test/app-kit.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { makeWholeApplication } from '../../../../test/whole-app.ts';
import type { Application } from '../../../application.ts';
import { exportTenant } from '../../../operations/export-tenant.ts';
import { withClient } from '../../../platform/database/connection.ts';
import { newId } from '../../../platform/database/ids.ts';
import { addDays, dayIn } from '../../../platform/time-zone.ts';

let database: TestDatabase;
let application: Application;
let app: FastifyInstance;
let client: TestClient;
let world: TestWorld;
let one = '';
let two = '';
const tokens = new Map<TestUser, string>();

beforeAll(async () => {
  database = await createTestDatabase({ maxConnections: 8 });
  world = await makeWorld(database.db);
  application = makeWholeApplication(testServices(database.db));
  app = await application.http();
  client = await makeClient(app);
  for (const person of Object.values(world.people))
    tokens.set(person, (await sessionOf(application.services, person)).token);
  one = world.people.admin.tenantId;
  two = world.people.basic.tenantId;
  await ok('PUT', `/franchise/customers/${one}/agent`, { agentId: world.people.agent.userId });
});
afterAll(async () => {
  await app.close();
  await application.close();
  await database.drop();
});

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
const ask = (method: Method, at: string, body?: unknown, person: TestUser = world.people.franchise) =>
  client.call(method, `/api${at}`, { token: tokens.get(person) ?? '', ...(body === undefined ? {} : { body }) });
const ok = async <T = CustomerNotes>(method: Method, at: string, body?: unknown, person?: TestUser): Promise<T> => {
  const answer = await ask(method, at, body, person);
  if (answer.status !== 200) throw new Error(`${method} ${at} answered ${answer.status} ${answer.text}`);
  return answer.json.data as T;
};
const notesOf = (id: string, person?: TestUser) => ok('GET', `/franchise/customers/${id}/notes`, undefined, person);
const note = (text: string, person?: TestUser, pinned = false, id = one) =>
  ok('POST', `/franchise/customers/${id}/notes`, { text, pinned }, person);
const noteNamed = (list: CustomerNotes, text: string) => {
  const found = list.notes.find((each) => each.text === text);
  if (!found) throw new Error(`no note ${text}`);
  return found;
};
const taskNamed = (list: CustomerNotes, text: string) => {
  const found = list.tasks.find((each) => each.text === text);
  if (!found) throw new Error(`no task ${text}`);
  return found;
};
const task = (text: string, dueDay: string, assignee: TestUser, id = one, person?: TestUser) =>
  ok('POST', `/franchise/customers/${id}/tasks`, { text, dueDay, assigneeId: assignee.userId }, person);
const due = (person?: TestUser) =>
  ok<{ tasks: DueTask[]; total: number }>('GET', '/franchise/tasks/due', undefined, person);
const today = () => dayIn(new Date(), 'America/Toronto');

test('notes of support are there for whoever looks later; pinned ones first, changed by their author only', async () => {
  const { support, agent, franchise } = world.people;
  await note('Called about a lost parcel', support);
  const list = await note('Pays on the first of the month', support, true);
  expect(list.notes.map(({ text, pinned, author }) => [text, pinned, author.name])).toEqual([
    ['Pays on the first of the month', true, 'support Test'],
    ['Called about a lost parcel', false, 'support Test'],
  ]);
  // The agent it is assigned to and the administrator read the same, and change nothing of it.
  for (const person of [agent, franchise]) {
    const seen = await notesOf(one, person);
    expect(seen.notes.map(({ text, mayEdit }) => [text, mayEdit])).toEqual([
      ['Pays on the first of the month', false],
      ['Called about a lost parcel', false],
    ]);
    const { id, version } = seen.notes[0] ?? { id: '', version: 0 };
    expect(
      (await ask('PUT', `/franchise/notes/${id}`, { text: 'Mine now', pinned: false, version }, person)).status,
    ).toBe(403);
  }
  const first = noteNamed(list, 'Called about a lost parcel');
  const body = { text: 'Called about a lost parcel; a claim is open', pinned: true, version: first.version };
  const changed = await ok('PUT', `/franchise/notes/${first.id}`, body, support);
  expect(noteNamed(changed, body.text)).toMatchObject({ pinned: true, version: 2, editedAt: expect.any(String) });
  expect((await ask('PUT', `/franchise/notes/${first.id}`, body, support)).json.code).toBe('stale_version');
  // An agent removes no note of support; who manages customers does.
  expect((await ask('DELETE', `/franchise/notes/${first.id}`, undefined, agent)).status).toBe(403);
  expect((await ok('DELETE', `/franchise/notes/${first.id}`)).notes).toHaveLength(1);
});

test('no customer, no agent of others, nobody of another franchise reads or changes any of it', async () => {
  const { agent, admin, foreign, root, support } = world.people;
  await note('Only for us', support, false, two);
  const list = await task('Call them', today(), support, two);
  const noteId = noteNamed(list, 'Only for us').id;
  const taskId = taskNamed(list, 'Call them').id;
  const taskBody = { text: 'x', dueDay: today(), assigneeId: agent.userId, done: true, version: 1 };
  for (const [person, status] of [
    [agent, 404],
    [admin, 403],
    [world.people.basic, 403],
    [foreign, 403],
    [root, 403],
  ] as const) {
    const answers = [
      await ask('GET', `/franchise/customers/${two}/notes`, undefined, person),
      await ask('POST', `/franchise/customers/${two}/notes`, { text: 'x', pinned: false }, person),
      await ask('PUT', `/franchise/notes/${noteId}`, { text: 'x', pinned: false, version: 1 }, person),
      await ask('DELETE', `/franchise/notes/${noteId}`, undefined, person),
      await ask(
        'POST',
        `/franchise/customers/${two}/tasks`,
        { ...taskBody, done: undefined, version: undefined },
        person,
      ),
      await ask('PUT', `/franchise/tasks/${taskId}`, taskBody, person),
    ];
    expect([person.userName, answers.map((answer) => answer.status)]).toEqual([
      person.userName,
      answers.map(() => status),
    ]);
    expect(answers.some(({ text }) => text.includes('Only for us') || text.includes('Call them'))).toBe(false);
  }
  const kept = await notesOf(two);
  expect([noteNamed(kept, 'Only for us').version, taskNamed(kept, 'Call them').version]).toEqual([1, 1]);
  // The franchise's log tells whom it was about, and no log what was written.
  const log = (person: TestUser) => ask('GET', '/audit', undefined, person);
  expect((await log(world.people.basic)).text).not.toContain('Only for us');
  const own = (await log(world.people.franchise)).text;
  expect(own).toContain('addCustomerNote');
  expect(own).toContain('Customer two');
  expect(own).not.toContain('Only for us');
});

test('open tasks of today and before are due, one’s own first, until they are done', async () => {
  const { franchise, support, agent } = world.people;
  await task('Ask about volumes', addDays(today(), -2), franchise);
  await task('Send the new prices', today(), agent);
  await task('Visit', addDays(today(), 3), franchise);
  const shown = async (person?: TestUser) =>
    (await due(person)).tasks.map(({ text, mine, customer }) => [text, mine, customer.name]);
  expect(await shown()).toEqual([
    ['Ask about volumes', true, 'Customer one'],
    ['Call them', false, 'Customer two'],
    ['Send the new prices', false, 'Customer one'],
  ]);
  // An agent's are those of their customers.
  expect(await shown(agent)).toEqual([
    ['Send the new prices', true, 'Customer one'],
    ['Ask about volumes', false, 'Customer one'],
  ]);
  const open = taskNamed(await notesOf(one), 'Ask about volumes');
  const body = { text: open.text, dueDay: open.dueDay, assigneeId: open.assignee.id, version: open.version };
  const done = await ok('PUT', `/franchise/tasks/${open.id}`, { ...body, done: true }, support);
  expect(taskNamed(done, open.text).done?.by.name).toBe('support Test');
  expect(done.tasks.map(({ text }) => text)).toEqual(['Send the new prices', 'Visit', 'Ask about volumes']);
  expect((await shown()).map(([text]) => text)).toEqual(['Call them', 'Send the new prices']);
  expect((await ask('PUT', `/franchise/tasks/${open.id}`, { ...body, done: false })).json.code).toBe('stale_version');
  const again = await ok('PUT', `/franchise/tasks/${open.id}`, { ...body, done: false, version: 2 });
  expect(taskNamed(again, open.text).done).toBeNull();
});

test('a task is given to staff who see the customer, never to its people', async () => {
  const { agent, admin, support } = world.people;
  expect((await notesOf(one)).staff.map(({ name, me }) => [name, me])).toEqual([
    ['agent Test', false],
    ['fran Test', true],
    ['support Test', false],
  ]);
  expect((await notesOf(two)).staff.map(({ name }) => name)).toEqual(['fran Test', 'support Test']);
  for (const { userId } of [agent, admin, world.people.foreign]) {
    const answer = await ask('POST', `/franchise/customers/${two}/tasks`, {
      text: 'x',
      dueDay: today(),
      assigneeId: userId,
    });
    expect(answer.json.errorMessages?.[0]).toMatchObject({ field: 'assigneeId' });
  }
  // Whoever it was given to and sees the customer no longer keeps nobody from finishing it.
  const given = taskNamed(await task('Hand over', today(), agent), 'Hand over');
  await ok('PUT', `/franchise/customers/${one}/agent`, { agentId: null });
  const body = { text: given.text, dueDay: given.dueDay, assigneeId: agent.userId, done: true, version: 1 };
  expect((await due(agent)).total).toBe(0);
  expect((await ask('PUT', `/franchise/tasks/${given.id}`, body, agent)).status).toBe(404);
  expect(taskNamed(await ok('PUT', `/franchise/tasks/${given.id}`, body, support), 'Hand over').done).not.toBeNull();
});

test('they are in the franchise’s export, not in the customer’s, and go with the customer’s record', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'notes-'));
  try {
    const rowsOf = async (tenantId: string) =>
      (await exportTenant(database.app, tenantId, path.join(folder, `${newId()}.tar.gz`))).rows;
    const franchise = await rowsOf(world.first.id);
    expect([franchise.customer_notes, franchise.customer_tasks]).toEqual([2, 5]);
    const customer = await rowsOf(two);
    expect([customer.customer_notes, customer.customer_tasks]).toEqual([0, 0]);
  } finally {
    await rm(folder, { recursive: true });
  }
  await withClient(database.migrator, async (connection) => {
    await connection.query('BEGIN');
    await connection.query('DELETE FROM franchise_customers WHERE customer_id = $1', [two]);
    const { rows } = await connection.query(
      'SELECT text FROM customer_notes UNION ALL SELECT text FROM customer_tasks',
    );
    expect(rows.map(({ text }: { text: string }) => text)).not.toContain('Only for us');
    expect(rows.map(({ text }: { text: string }) => text)).not.toContain('Call them');
    await connection.query('ROLLBACK');
  });
});

test('there is an end to how many notes a customer has', async () => {
  await database.db.tenant({ tenantId: world.first.id }, (tx) =>
    tx
      .insertInto('customer_notes')
      .values(
        Array.from({ length: MOST_NOTES - 1 }, (_, index) => ({
          tenant_id: world.first.id,
          id: newId(),
          customer_id: one,
          text: `Note ${index}`,
          author_id: world.people.support.userId,
          written_at: new Date(),
        })),
      )
      .execute(),
  );
  expect(
    (await ask('POST', `/franchise/customers/${one}/notes`, { text: 'x', pinned: false })).json.errorMessages?.[0]
      ?.field,
  ).toBe('text');
});
