/** Taking a live account on: the check of its connector, its exact traffic for a day, and redacted cases of it. */
import * as calls from '@scanship/contracts/carriers/live-accounts';
import type { LiveAccountDetail, Recording } from '@scanship/contracts/carriers/live-accounts';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { RequestContext } from '../../platform/context.ts';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import {
  type CarriersModule,
  eraseRecording,
  type ExactCall,
  listRecordedCalls,
  openCalls,
  readRecordings,
  startRecording,
  stopRecording,
} from '../carriers/index.ts';
import { exportCase } from './export-case.ts';
import { type CheckTimes, type CheckWorker, createCheckWorker } from './go-live/check-worker.ts';
import { goLiveRoutes } from './go-live/routes.ts';
import { findAccount, findAccounts, ownerOfRecording, type ReachedAccount, toLiveAccount } from './reach.ts';
import { tellOwner } from './tell-owner.ts';
import { valuesOfAccount } from './account-values.ts';

const NO_ACCOUNT = { message: 'There is no such account.' };
const NO_RECORDING = { message: 'There is no such recording, or its time is over.' };
const NO_CALL = { message: 'There is no such call in this recording.' };

export type { CheckTimes, CheckWorker } from './go-live/check-worker.ts';

export interface LiveAccountsModule {
  readonly routes: readonly Route[];
  /** Runs go-live checks. */
  readonly checks: CheckWorker;
}

export function createLiveAccountsModule(
  services: Services,
  deps: {
    /** Of a carrier or a platform, by its code. */
    readonly nameOf: (connector: string) => string;
    /** Codes and names of all connectors. */
    readonly connectors: readonly { readonly code: string; readonly name: string }[];
    readonly carriers: CarriersModule;
    readonly renderer: TypstRenderer;
    /** Times and fault points of checks, for tests. */
    readonly checks?: CheckTimes | undefined;
  },
): LiveAccountsModule {
  const { db, clock } = services;
  const { carriers, renderer } = deps;
  const checks = createCheckWorker({ services, carriers, renderer }, deps.checks);

  const detailOf = async (account: ReachedAccount): Promise<LiveAccountDetail> => ({
    account: toLiveAccount(account, deps.nameOf, clock.now()),
    recordings: await readRecordings(services, account.ownerTenantId, { accountId: account.id }),
  });
  async function found(
    ctx: RequestContext,
    { id }: { readonly id: string },
  ): Promise<Outcome<{ readonly owner: string; readonly recording: Recording }>> {
    const owner = await ownerOfRecording(db, ctx, id);
    const [recording] = owner === undefined ? [] : await readRecordings(services, owner, { id });
    return owner !== undefined && recording
      ? { ok: true, value: { owner, recording } }
      : problem('not_found', NO_RECORDING);
  }

  return {
    checks,
    routes: [
      ...goLiveRoutes(services, { registry: carriers.registry, worker: checks }),
      route(calls.listLiveAccounts, async ({ ctx, query }) => {
        const search = query.search ?? '';
        const wanted = search.toLowerCase();
        const fitting = deps.connectors.filter(({ name }) => name.toLowerCase().includes(wanted));
        const { accounts, more } = await findAccounts(
          db,
          ctx,
          search,
          fitting.map(({ code }) => code),
        );
        const now = clock.now();
        return data({ accounts: accounts.map((one) => toLiveAccount(one, deps.nameOf, now)), more });
      }),

      route(calls.getLiveAccount, async ({ ctx, params }) => {
        const account = await findAccount(db, ctx, params.id);
        return account ? data(await detailOf(account)) : problem('not_found', NO_ACCOUNT);
      }),

      route(calls.startRecording, async ({ ctx, params, body }) => {
        const account = await findAccount(db, ctx, params.id);
        if (!account) return problem('not_found', NO_ACCOUNT);
        const begun = await startRecording(services, {
          ownerTenantId: account.ownerTenantId,
          kind: account.kind,
          accountId: account.id,
          slug: account.connector,
          hours: body.hours,
          reason: body.reason,
          by: { userId: ctx.userId, name: ctx.userName },
        });
        if (!begun.ok) return begun;
        await tellOwner(db, ctx, account.ownerTenantId, {
          action: calls.startRecording.id,
          summary: calls.startRecording.summary,
          subject: { kind: account.kind, id: account.id },
          told: { name: account.name, reason: body.reason },
        });
        return data(await detailOf(account), { successMessage: 'Exact traffic is kept from now on.' });
      }),

      route(calls.stopRecording, async ({ ctx, params }) => {
        const known = await found(ctx, params);
        if (!known.ok) return known;
        await stopRecording(services, known.value.owner, params.id);
        const now = await found(ctx, params);
        return now.ok ? data(now.value.recording, { successMessage: 'Nothing more is kept.' }) : now;
      }),

      route(calls.eraseRecording, async ({ ctx, params }) => {
        const known = await found(ctx, params);
        if (!known.ok) return known;
        await eraseRecording(services, known.value.owner, params.id);
        return data({}, { successMessage: 'Recording erased.' });
      }),

      route(calls.listRecordedCalls, async ({ ctx, params, query }) => {
        const known = await found(ctx, params);
        return known.ok ? data(await listRecordedCalls(services, known.value.owner, params.id, query.before)) : known;
      }),

      route(calls.getRecordedCall, async ({ ctx, params }) => {
        const known = await found(ctx, params);
        if (!known.ok) return known;
        const [one] = await openCalls(services, known.value.owner, params.id, [params.callId]);
        if (!one) return problem('not_found', NO_CALL);
        return data({
          call: one.call,
          address: one.content.address,
          request: inWords(one, 'request'),
          response: one.call.status === null ? one.content.fault : inWords(one, 'response'),
        });
      }),

      route(calls.exportCase, async ({ ctx, params, body }) => {
        const known = await found(ctx, params);
        if (!known.ok) return known;
        const chosen = await openCalls(services, known.value.owner, params.id, body.callIds);
        if (chosen.length < new Set(body.callIds).size) return problem('not_found', NO_CALL);
        const account = await valuesOfAccount(services, known.value.owner, params.id);
        await tellOwner(db, ctx, known.value.owner, {
          action: calls.exportCase.id,
          summary: calls.exportCase.summary,
          subject: { kind: account.kind, id: account.id },
          told: { name: body.name },
        });
        return {
          ok: true,
          value: {
            kind: 'file',
            bytes: exportCase({
              connector: account.connector,
              name: body.name,
              accountValues: account.values,
              calls: chosen,
            }),
            contentType: 'application/json; charset=utf-8',
            fileName: `${account.connector}-case.json`,
          },
        };
      }),
    ],
  };
}

/** Headers, an empty line, the body. */
const inWords = ({ content }: ExactCall, side: 'request' | 'response'): string => {
  const [headers, body] =
    side === 'request'
      ? [content.requestHeaders, content.requestBody]
      : [content.responseHeaders, content.responseBody];
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `${head.join('\n')}\n\n${body ?? ''}`;
};
