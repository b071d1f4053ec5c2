/** Printing: machines with a print agent, their printers, the settings of a station and the life of a print job. */
import type { PrintOutcome } from '@scanship/contracts/printing/printers';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { ok } from '@scanship/domain/values/result';
import type { RequestContext } from '../../platform/context.ts';
import { createAgentTokens } from '../../platform/http/agent-token.ts';
import type { Route } from '../../platform/http/handler.ts';
import type { Outcome } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import type { ExceptionSource } from '../exceptions/index.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';
import { agentRoutes } from './agent-routes.ts';
import { printDocuments, type PrintRequest } from './commands/print-documents.ts';
import { printExceptionSource } from './exception-source.ts';
import { packageBuilder } from './build-package.ts';
import { createPackages } from './packages.ts';
import { ContentCache, type PrintingDeps, sentenceOf } from './ports.ts';
import { Signals } from './signals.ts';
import { userRoutes, type UserRouteParts } from './user-routes.ts';
import type { Printing } from './wished-documents.ts';
import { createPrintWorker, type PrintWorker } from './worker.ts';
import type { BuyerPages } from '../documents/index.ts';

export type { PrintRequest } from './commands/print-documents.ts';
export type { Printing } from './wished-documents.ts';

export interface PrintingModule {
  readonly routes: readonly Route[];
  readonly exceptions: ExceptionSource;
  readonly worker: PrintWorker;
  /**
   * Sends documents to the printers of a station by the settings of the person; what is not printed is answered as `show`, with
   * the reason. Problem: `validation` for a wish without its id.
   */
  print(ctx: Printing, request: PrintRequest): Promise<Outcome<{ readonly outcomes: readonly PrintOutcome[] }>>;
  /** Answers all machines that wait; they come back to whoever answers then. */
  endPolls(): void;
  stop(): Promise<void>;
}

export interface PrintingModuleDeps {
  readonly renderer: TypstRenderer;
  readonly buyerPages: BuyerPages;
  readonly userNames: (ctx: RequestContext, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Where a machine that is paired finds its franchise. */
  readonly origins: SiteOrigins;
  /** For tests; never settings. */
  readonly waits?: UserRouteParts['waits'];
}

export function createPrintingModule(
  services: Pick<Services, 'db' | 'blobs' | 'clock' | 'log' | 'config' | 'cookieSecret' | 'metrics' | 'budgets'>,
  { renderer, buyerPages, userNames, origins, waits }: PrintingModuleDeps,
): PrintingModule {
  const { db, blobs, clock, log, config } = services;
  const signals = new Signals(db, log);
  const deps: PrintingDeps = { db, blobs, clock, renderer, buyerPages, signals, cache: new ContentCache(), sentenceOf };
  const tokens = createAgentTokens(services.cookieSecret);
  const packages = createPackages(config.printAgentDir, packageBuilder(config.printAgentDir, log));
  const worker = createPrintWorker({ db, log });
  services.metrics.gauge('print_agents_waiting', 'Machines and people who wait for printing to go on.', [], (gauge) =>
    gauge.set(signals.open),
  );
  return {
    routes: [
      ...userRoutes(deps, { tokens, packages, userNames, origins, waits }),
      ...agentRoutes(deps, { tokens, packages, budgets: services.budgets }),
    ],
    exceptions: printExceptionSource(deps),
    worker,
    async print(ctx, request) {
      const printed = await printDocuments(deps, ctx, request);
      return printed.ok ? ok({ outcomes: printed.value }) : printed;
    },
    endPolls: () => signals.end(),
    async stop() {
      await worker.stop();
      await signals.stop();
    },
  };
}
