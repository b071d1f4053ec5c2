/**
 * Every call of the OpenAPI document with inputs made from its own schemas: fitting, hostile, and not even requests. No
 * answer may be a 5xx, differ from its description, tell of the inside, or cost more processor time than its budget.
 * `ATTACK_SEED=n` repeats a run; VERIFY asks thirty times as much with a seed of its own.
 */
import process from 'node:process';
import { sample } from 'fast-check';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { textOf, valuesOf } from '../../apps/server/test/near-schema.ts';
import { ADDRESS_PARTS, RAW_REQUESTS } from './data/raw-requests.ts';
import { type AnswerJudge, createAnswerJudge, type Operation } from './support/answer-judge.ts';
import { type Attacked, type Attacker, mayCall, openAttacked } from './support/attacked.ts';
import { countOf, keepCounts } from './support/counts.ts';
import type { Kind } from './support/kinds.ts';

const WHOLE = process.env['VERIFY'] !== undefined;
const SEED = inject('attackSeed');
/** Tries a call and kind. */
const TRIES = WHOLE ? 60 : 2;
/** Processor time of the process that one answer may take, in milliseconds; an engine's clean-up may fall into it. */
const BUDGET_MS = 1_500;
/** Where a file is made, the first one of a kind starts a thread with its fonts. */
const FILE_BUDGET_MS = 6_000;

/** They end the session they are made in, or answer without end. */
const ENDS_SESSIONS = new Set(['logout', 'revertImpersonation', 'lockSession', 'unlockSession', 'endOtherSessions']);
const ENDLESS = new Set(['liveStream', 'agentJobs']);
/** What outside parties have to answer for; they are not there. */
const OUTSIDE = new Set(['carrier_unavailable', 'store_unavailable', 'card_provider_unavailable']);

interface Target {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly operation: Operation;
  readonly attacker: Attacker;
}

let attacked: Attacked;
let judge: AnswerJudge;
const targets: Target[] = [];
/** Ids that the people of the demo see themselves. */
const known = new Map<string, string[]>();

beforeAll(async () => {
  attacked = await openAttacked();
  judge = createAnswerJudge(attacked.document);
  const byId = new Map(attacked.calls.map((call) => [call.id, call]));
  for (const [path, operations] of Object.entries(attacked.document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const call = byId.get(operation.operationId);
      const attacker = call && attacked.people.find(({ role }) => mayCall(role, call));
      if (!attacker || ENDLESS.has(operation.operationId)) continue;
      targets.push({ path, method: method.toUpperCase() as Target['method'], operation, attacker });
    }
  console.log(`attack: seed ${SEED}, ${targets.length} calls (ATTACK_SEED=${SEED} repeats it)`);
  await learnIds();
}, 120_000);
afterAll(async () => {
  keepCounts();
  await attacked.close();
});

async function learnIds(): Promise<void> {
  for (const { path, method, operation, attacker } of targets) {
    if (
      method !== 'GET' ||
      path.includes('{') ||
      operation.responses['2XX']?.content?.['application/json'] === undefined
    )
      continue;
    const answer = await attacked.app.inject({ method, url: path, headers: await attacked.browserOf(attacker) });
    const ids = answer.body.match(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g) ?? [];
    known.set(path, [...new Set(ids)].slice(0, 20));
  }
}

/** Ids of the nearest list: "/api/orders/{id}" of what begins like it. */
function idsFor(path: string): readonly string[] {
  const start = path.slice(0, path.indexOf('{'));
  const near = [...known].filter(([list]) => list.startsWith(start.replace(/\/$/, '')) || start.startsWith(list));
  const found = near.flatMap(([, ids]) => ids);
  return found.length > 0 ? found : [...known.values()].flat().slice(0, 50);
}

interface Sent {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** By call and fault: a thousand answers with one fault are one. */
const faults = new Map<string, string>();
async function send(kind: Kind, { method, operation, attacker }: Target, sent: Sent): Promise<void> {
  const count = countOf(kind);
  const ask = async () => {
    const browser = await attacked.browserOf(attacker, ENDS_SESSIONS.has(operation.operationId));
    const before = process.cpuUsage();
    const given = await attacked.app.inject({
      method,
      url: sent.url,
      headers: { ...browser, ...sent.headers },
      ...(sent.payload === undefined || method === 'GET' ? {} : { payload: sent.payload }),
    });
    const { user, system } = process.cpuUsage(before);
    count.requests += 1;
    const json = String(given.headers['content-type']).startsWith('application/json');
    const spent = (user + system) / 1000;
    return { given, spent, slow: spent > (json ? BUDGET_MS : FILE_BUDGET_MS) };
  };
  const { given: answer, slow } = await ask();
  const { code } = codeOf(answer.body);
  // The call before may have ended this session.
  if (answer.statusCode === 401) await attacked.renew(attacker);
  const say = (what: string) =>
    faults.set(
      `${operation.operationId} ${answer.statusCode} ${what}`,
      `${operation.operationId} ${method} ${sent.url.slice(0, 160)} ${String(sent.payload ?? '').slice(0, 400)} ${JSON.stringify(sent.headers ?? {}).slice(0, 120)}: ${answer.statusCode} ${what} ${answer.body.slice(0, 160)}`,
    );
  if (answer.statusCode >= 500 && !OUTSIDE.has(code ?? '')) {
    count.serverErrors += 1;
    say(`is a 5xx: ${attacked.cause()}`);
    return;
  }
  const fault = judge.faultOf(operation, { status: answer.statusCode, headers: answer.headers, text: answer.body });
  if (fault !== undefined) {
    count.shapeFaults += 1;
    say(fault);
  } else if (slow) {
    // The first time connectors, fonts or a thread may have been loaded.
    const again = await ask();
    if (!again.slow) return;
    count.shapeFaults += 1;
    say(`took ${Math.round(again.spent)} ms of the processor, again`);
  }
}

function codeOf(body: string): { readonly code?: string } {
  if (!body.startsWith('{')) return {};
  try {
    return JSON.parse(body) as { code?: string };
  } catch {
    return {};
  }
}

/** An address of the call: its parameters from `valueOf`, the query only where there is a value. */
function addressOf(target: Target, valueOf: (name: string, at: 'path' | 'query') => string | undefined): string {
  let { path } = target;
  const query: string[] = [];
  for (const { name, in: at } of target.operation.parameters) {
    if (at === 'header') continue;
    const value = valueOf(name, at);
    if (at === 'path') path = path.replace(`{${name}}`, value || 'x');
    else if (value !== undefined) query.push(`${encodeURIComponent(name)}=${value}`);
  }
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

const quoted = (value: unknown): string => encodeURIComponent(textOf(value).replaceAll(/\p{Surrogate}/gu, ''));
const schemaOfBody = ({ operation }: Target) => operation.requestBody?.content['application/json']?.schema;

async function ended(kind: Kind): Promise<void> {
  const found = [...faults.values()];
  faults.clear();
  expect(found, `${found.length} faults of kind ${kind}; ATTACK_SEED=${SEED}`).toEqual([]);
}

test.each([
  ['fitting values', false],
  ['hostile values', true],
] as const)('every call with %s', { timeout: WHOLE ? 3_600_000 : 300_000 }, async (name, hostile) => {
  const kind = `fuzz: ${name}` as const;
  for (const [at, target] of targets.entries()) {
    const options = { numRuns: TRIES, seed: SEED + at };
    const schema = schemaOfBody(target);
    const bodies = schema ? sample(valuesOf(schema, hostile), options) : [];
    const parameters = new Map(
      target.operation.parameters.map((each) => [each.name, sample(valuesOf(each.schema, hostile), options)]),
    );
    const ids = idsFor(target.path);
    for (let turn = 0; turn < TRIES; turn += 1) {
      const url = addressOf(target, (parameter, where) => {
        // A record that is there, most of the time.
        if (where === 'path' && ids.length > 0 && turn % 3 < 2) return ids[(SEED + at + turn) % ids.length];
        const value = parameters.get(parameter)?.[turn];
        return value === undefined ? undefined : quoted(value);
      });
      await send(kind, target, {
        url,
        ...(schema
          ? { payload: JSON.stringify(bodies[turn] ?? null), headers: { 'content-type': 'application/json' } }
          : {}),
      });
    }
  }
  await ended(kind);
});

test('every call with what is not even a request', { timeout: WHOLE ? 3_600_000 : 300_000 }, async () => {
  for (const [at, target] of targets.entries()) {
    const schema = schemaOfBody(target);
    const [body] = schema ? sample(valuesOf(schema, false), { numRuns: 1, seed: SEED + at }) : [];
    const url = addressOf(target, (_, where) => (where === 'path' ? (idsFor(target.path)[0] ?? 'x') : undefined));
    for (const [turn, raw] of RAW_REQUESTS.entries()) {
      if (!WHOLE && (turn + at + SEED) % 9 !== 0) continue;
      if (target.method === 'GET' && !raw.anyMethod) continue;
      await send('fuzz: raw requests', target, {
        url,
        headers: {
          ...(schema && raw.body === undefined ? { 'content-type': 'application/json' } : {}),
          ...raw.headers,
        },
        payload: raw.body ?? (schema ? JSON.stringify(body ?? null) : ''),
      });
    }
  }
  await ended('fuzz: raw requests');
});

test('every parameter of every address with what it is not', { timeout: WHOLE ? 3_600_000 : 300_000 }, async () => {
  for (const [at, target] of targets.entries())
    for (const [turn, part] of ADDRESS_PARTS.entries()) {
      if (!WHOLE && (turn + at + SEED) % 5 !== 0) continue;
      await send('fuzz: addresses', target, { url: addressOf(target, () => part) });
      if (WHOLE && target.operation.parameters.some((each) => each.in === 'query'))
        // Twice, and as the list or object some frameworks make of it.
        for (const form of [`&page=${part}&page=1`, `&page[]=${part}`, `&filter[x][y]=${part}`])
          await send('fuzz: addresses', target, { url: `${addressOf(target, () => part)}${form}` });
    }
  await ended('fuzz: addresses');
});
