import {
  type Act,
  actOnException,
  assignException,
  countExceptions,
  type ExceptionDetail,
  getException,
  listExceptionOwners,
  listExceptions,
  noteException,
  snoozeException,
} from '@scanship/contracts/shipping/exceptions';
import type { ActionRight } from '@scanship/contracts/access/rights';
import type { Clock } from '../../platform/clock.ts';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { refusalOf } from '../../platform/http/authorise.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { act, addNote, assign, snooze } from './commands/change-exception.ts';
import {
  countRecords,
  findRecord,
  historyOf,
  historyView,
  listRecords,
  peopleIn,
  rowOf,
} from './queries/read-exceptions.ts';
import { type ExceptionSource, sourceOf } from './sources.ts';

export interface People {
  /** Names by id, of the caller's realm. */
  names(ctx: Pick<RequestContext, 'realmId'>, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Who works for the caller's company, by name. */
  ofCompany(ctx: Pick<RequestContext, 'realmId' | 'tenantId'>): Promise<readonly { id: string; name: string }[]>;
}

export interface ExceptionRouteDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly sources: readonly ExceptionSource[];
  readonly people: People;
}

const DEFAULT_SIZE = 20;

/** What an action needs beside the page: the right of the call it stands for. */
const RIGHT_OF: Readonly<Partial<Record<Act, ActionRight>>> = {
  'ask-again': 'labels.settle',
  'cancel-again': 'labels.void',
  'refund-received': 'labels.settle',
  'refund-refused': 'labels.settle',
  'refund-wait': 'labels.settle',
};

export function exceptionRoutes(deps: ExceptionRouteDeps): readonly Route[] {
  const { db, people } = deps;

  async function detail(ctx: RequestContext, id: string): Promise<Outcome<ExceptionDetail>> {
    const found = await db.tenant(ctx, async (tx) => {
      const record = await findRecord(tx, ctx.tenantId, id);
      return record && { record, history: await historyOf(tx, ctx.tenantId, id) };
    });
    if (!found) return problem('not_found');
    const { record, history } = found;
    const live = record.resolved_at
      ? undefined
      : await sourceOf(deps.sources, record.key)?.detail?.(ctx.tenantId, record.key);
    const names = await people.names(ctx, peopleIn([record], history));
    const row = rowOf(record, names);
    return {
      ok: true,
      value: {
        ...row,
        nextStep: live?.nextStep ?? row.nextStep,
        evidence: [...(live?.evidence ?? record.evidence)],
        canDecide: live?.canDecide ?? false,
        reference: record.reference,
        history: historyView(history, names),
      },
    };
  }

  /** Answers the exception as it is after a change. */
  async function after(ctx: RequestContext, id: string, done: Outcome<void>) {
    if (!done.ok) return done;
    const now = await detail(ctx, id);
    return now.ok ? data(now.value) : now;
  }

  return [
    route(listExceptions, async ({ ctx, query }) => {
      const { page = 1, size = DEFAULT_SIZE } = query;
      const ownerId = query.owner === 'me' ? ctx.userId : query.owner === 'nobody' ? null : query.owner;
      const filter = { kind: query.kind, ownerId, state: query.state ?? ('open' as const) };
      const found = await db.tenant(ctx, async (tx) => ({
        list: await listRecords(tx, ctx.tenantId, filter, page, size),
        counts: await countRecords(tx, ctx.tenantId, ctx.userId),
      }));
      const names = await people.names(ctx, peopleIn(found.list.records));
      const exceptions = found.list.records.map((record) => rowOf(record, names));
      return data({ exceptions, total: found.list.total, page, size, counts: found.counts });
    }),
    route(countExceptions, async ({ ctx }) =>
      data(await db.tenant(ctx, (tx) => countRecords(tx, ctx.tenantId, ctx.userId))),
    ),
    route(listExceptionOwners, async ({ ctx }) => data({ people: [...(await people.ofCompany(ctx))] })),
    route(getException, async ({ ctx, params }) => {
      const found = await detail(ctx, params.id);
      return found.ok ? data(found.value) : found;
    }),
    route(assignException, async ({ ctx, params, body }) => {
      const nameOf = async (userId: string) =>
        (await people.ofCompany(ctx)).find((person) => person.id === userId)?.name;
      return after(ctx, params.id, await assign(db, ctx, params.id, body, nameOf));
    }),
    route(snoozeException, async ({ ctx, params, body }) =>
      after(ctx, params.id, await snooze(db, ctx, params.id, body, deps.clock.now())),
    ),
    route(noteException, async ({ ctx, params, body }) =>
      after(ctx, params.id, await addNote(db, ctx, params.id, body.note)),
    ),
    route(actOnException, async ({ ctx, params, body }) => {
      const right = RIGHT_OF[body.action];
      // Whose exception it is comes first: a stranger learns nothing from a refusal.
      const record = await db.tenant(ctx, (tx) => findRecord(tx, ctx.tenantId, params.id));
      const standsFor = record && sourceOf(deps.sources, record.key)?.callOf?.(record.key);
      const refused =
        (record && right && refusalOf(ctx, { id: actOnException.id, right })) ??
        (standsFor && body.action !== 'mark-handled' ? refusalOf(ctx, standsFor) : undefined);
      if (refused) return problem(refused);
      return after(ctx, params.id, await act(deps, ctx, params.id, body));
    }),
  ];
}
