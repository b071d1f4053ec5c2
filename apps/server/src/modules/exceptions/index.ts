/** The exceptions inbox: what needs a person, from all modules. What other modules may use. */
import type { Services } from '../../platform/services.ts';
import type { ExceptionKind } from '@scanship/contracts/shipping/exceptions';
import type { Tx } from '../../platform/database/database.ts';
import { countRecords } from './queries/read-exceptions.ts';
import type { Route } from '../../platform/http/handler.ts';
import { readMembers, userNames } from '../users/index.ts';
import { exceptionRoutes, type People } from './routes.ts';
import type { ExceptionSource } from './sources.ts';
import { sweepAll, sweepTenant } from './sweep.ts';

export { type Cause, clearException, type Evidence, raiseException, type Subject } from './book.ts';
export type { ActedOn, Acting, Causes, ExceptionSource, LiveDetail } from './sources.ts';

/** Open ones that nobody put aside, by kind. Runs as the customer. */
export const countOpenKinds = async (tx: Tx, tenantId: string): Promise<Readonly<Record<ExceptionKind, number>>> =>
  (await countRecords(tx, tenantId, tenantId)).kinds;

export interface ExceptionsModule {
  readonly routes: readonly Route[];
  /** Adds a module that knows causes. Call while composing. */
  addSource(source: ExceptionSource): void;
  /** Exceptions that are open and not snoozed. */
  countOpen(tenantId: string): Promise<number>;
  /** Compares the book of one customer with its sources now. */
  sweep(tenantId: string): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const SWEEP_MS = 10 * 60_000;

export function createExceptionsModule(
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  options: { readonly sweepMs?: number | undefined } = {},
): ExceptionsModule {
  const { db, clock, log } = services;
  const sources: ExceptionSource[] = [];
  const deps = { db, log, sources };
  const halt = { asked: false };
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();

  const turn = async (): Promise<void> => {
    await sweepAll(deps, () => halt.asked);
    if (!halt.asked) timer = setTimeout(begin, options.sweepMs ?? SWEEP_MS).unref();
  };
  const begin = (): void => {
    round = turn();
  };

  const people: People = {
    names: (ctx, ids) => userNames(db, ctx, ids),
    ofCompany: async (ctx) => {
      const members = await db.identity(ctx, (tx) => readMembers(tx, ctx));
      return members
        .filter((member) => member.state === 'active')
        .map((member) => ({
          id: member.id,
          name: `${member.first_name} ${member.last_name}`.trim() || member.username,
        }));
    },
  };

  return {
    routes: exceptionRoutes({ db, clock, sources, people }),
    countOpen: async (tenantId) =>
      (await db.tenant({ tenantId }, (tx) => countRecords(tx, tenantId, tenantId), { readOnly: true })).open,
    addSource(source) {
      const twin = sources.find((other) => other.prefixes.some((prefix) => source.prefixes.includes(prefix)));
      if (twin) throw new Error(`two sources of exceptions share a prefix: ${source.prefixes.join(', ')}`);
      sources.push(source);
    },
    sweep: (tenantId) => sweepTenant(deps, tenantId),
    start() {
      timer ??= setTimeout(begin, 1_000).unref();
    },
    async stop() {
      halt.asked = true;
      clearTimeout(timer);
      await round;
    },
  };
}
