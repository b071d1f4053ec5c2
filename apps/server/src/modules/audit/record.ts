/**
 * Writing the log. An act is written down before it is done and its outcome after, as two events: what was begun and never
 * answered stays visible as such. Of what was sent only the names of fields are kept, and a keyed hash; of acts of
 * administration also the few values that say what was done.
 */
import { createHmac } from 'node:crypto';
import type { Call } from '@scanship/contracts/call';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import type { ActRecord, ActRecorder } from '../../platform/http/act-recorder.ts';
import type { Json } from '@scanship/domain/values/json';

/** Event that tells how another one, its subject, ended. */
export const OUTCOME = 'outcome';
export const OUTCOME_SUBJECT = 'audit_event';

export interface AuditActor {
  readonly userId: string;
  readonly sessionId: string;
  readonly userName: string;
  readonly fullName: string;
  readonly role: string;
  readonly tenantName: string;
  /** Why they act as the next one. */
  readonly reason?: string;
}

/** The chain of a request: who really signed in first, the user in whose name it is last. Runs as anybody; reads as the realm. */
export const actorsOf = async (tx: Tx, ctx: RequestContext): Promise<AuditActor[]> => {
  await actAs(tx, { role: 'app_identity', realmId: ctx.realmId });
  const { rows } = await sql<{ full_name: string; tenant_name: string }>`
    SELECT trim(u.first_name || ' ' || u.last_name) AS full_name, (SELECT t.name FROM tenants t WHERE t.id = ${ctx.tenantId}) AS tenant_name
    FROM users u WHERE u.realm_id = ${ctx.realmId} AND u.id = ${ctx.userId}`.execute(tx);
  return [
    ...ctx.actors.map(({ userId, sessionId, userName, fullName, role, tenantName, reason }) => ({
      userId,
      sessionId,
      userName,
      fullName,
      role,
      tenantName,
      reason,
    })),
    {
      userId: ctx.userId,
      sessionId: ctx.sessionId,
      userName: ctx.userName,
      fullName: rows[0]?.full_name || ctx.userName,
      role: ctx.role,
      tenantName: rows[0]?.tenant_name ?? '',
    },
  ];
};

export interface AuditEventInput {
  readonly tenantId: string;
  readonly actors: readonly AuditActor[];
  readonly action: string;
  readonly subject?: { readonly kind: string; readonly id: string } | undefined;
  readonly details: { readonly [name: string]: Json };
  readonly afterHash?: string | undefined;
  readonly requestId?: string | undefined;
  readonly ip?: string | undefined;
}

/** Writes one event; works as its tenant afterwards. */
export const recordEvent = async (tx: Tx, event: AuditEventInput): Promise<string> => {
  const id = newId();
  await actAs(tx, { role: 'app_tenant', tenantId: event.tenantId });
  await tx
    .insertInto('audit_events')
    .values({
      tenant_id: event.tenantId,
      id,
      actors: json(event.actors.map((actor) => ({ ...actor }))),
      action: event.action,
      subject_kind: event.subject?.kind ?? null,
      subject_id: event.subject?.id ?? null,
      after_hash: event.afterHash ?? null,
      details: json(event.details),
      request_id: event.requestId ?? null,
      ip: event.ip ?? null,
    })
    .execute();
  return id;
};

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Names of what was sent, one level deep. */
const fieldsOf = (value: unknown): string[] =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? Object.keys(value).slice(0, 100) : [];

const sortedJson = (value: unknown): string =>
  JSON.stringify(value, (_, child: unknown) =>
    child !== null && typeof child === 'object' && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  ) ?? 'null';

/** Values that say what an act of administration did; never a secret. */
const TOLD = new Set(
  'name brandName email administratorEmail host plan roleId agentId reason limitMinor termsDays baseRole clientId to address username franchiseId replacement'.split(
    ' ',
  ),
);
const toldOf = (value: unknown): { [name: string]: Json } =>
  Object.fromEntries(
    Object.entries(value !== null && typeof value === 'object' ? value : {}).flatMap(
      ([name, told]: [string, unknown]) =>
        TOLD.has(name) &&
        (typeof told === 'number' || typeof told === 'boolean' || told === null || typeof told === 'string')
          ? [[name, typeof told === 'string' ? told.slice(0, 500) : told]]
          : [],
    ),
  );

const describe = (call: Call, input: ActRecord['input'], key: string) => {
  const params = (input.params ?? {}) as Readonly<Record<string, unknown>>;
  const texts = Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 253)]] : [])),
  );
  const id = texts['id'];
  return {
    action: call.id,
    subject: id !== undefined && UUID.test(id) ? { kind: call.path.split('/')[1] ?? 'thing', id } : undefined,
    details: {
      summary: call.summary,
      params: texts,
      fields: [...fieldsOf(input.query), ...fieldsOf(input.body)],
      ...(call.audited === true ? { told: { ...toldOf(input.query), ...toldOf(input.body) } } : {}),
    },
    // Says whether two requests were the same; keyed, so that nothing short can be guessed from it.
    afterHash: createHmac('sha256', key)
      .update(sortedJson([input.params, input.query, input.body]))
      .digest('hex'),
  };
};

/** The recorder the HTTP layer calls for every act that has to be written down. @param key of the installation */
export const createActRecorder = (db: Database, key: string): ActRecorder => ({
  async begin({ ctx, call, input, requestId, ip }) {
    return db.identity(ctx, async (tx) =>
      recordEvent(tx, {
        tenantId: ctx.tenantId,
        actors: await actorsOf(tx, ctx),
        ...describe(call, input, key),
        requestId,
        ip,
      }),
    );
  },
  async end({ ctx, requestId, ip }, begun, outcome) {
    await db.identity(ctx, async (tx) =>
      recordEvent(tx, {
        tenantId: ctx.tenantId,
        actors: await actorsOf(tx, ctx),
        action: OUTCOME,
        subject: { kind: OUTCOME_SUBJECT, id: begun },
        details: {
          outcome: outcome.kind,
          ...(outcome.code === undefined ? {} : { code: outcome.code }),
          ...(outcome.message === undefined ? {} : { message: outcome.message }),
          ...(outcome.told === undefined ? {} : { told: { ...outcome.told } }),
        },
        requestId,
        ip,
      }),
    );
  },
});
