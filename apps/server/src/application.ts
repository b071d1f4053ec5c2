/** The composition root: which modules there are and what each gets of the others. */
import type { FastifyInstance } from 'fastify';
import { createAuthModule } from './modules/auth/index.ts';
import { createCarriersModule, type CarriersModule, type SimulatorHost } from './modules/carriers/index.ts';
import { createMasterModule } from './modules/master/index.ts';
import { type Check, registerOperations } from './modules/operations/index.ts';
import { createTenantsModule } from './modules/tenants/index.ts';
import { createApp } from './platform/http/app.ts';
import type { Route } from './platform/http/handler.ts';
import type { Services } from './platform/services.ts';

export interface ApplicationOptions {
  readonly version: string;
  /** Absent: sample carriers are not offered. */
  readonly simulators?: SimulatorHost | undefined;
  readonly stopping?: (() => boolean) | undefined;
  /** Ready only when these hold, beside the database. */
  readonly checks?: readonly Check[] | undefined;
}

export interface Application {
  readonly routes: readonly Route[];
  readonly services: Services;
  readonly carriers: CarriersModule;
  /** The HTTP side; `healthOnly` for a process that works off jobs and answers health and metrics only. */
  http(healthOnly?: boolean): Promise<FastifyInstance>;
  /** Starts taking jobs; made when this process works them off. */
  startJobs(): Promise<void>;
  /** Stops taking jobs, waits for running ones, closes what the modules hold. The database stays open. */
  close(): Promise<void>;
}

export const createApplication = (base: Services, options: ApplicationOptions): Application => {
  const carriers = createCarriersModule(base, { simulators: options.simulators });
  const services: Services = { ...base, carriers };
  const tenants = createTenantsModule(services);
  const auth = createAuthModule(services, { hosts: tenants.hosts });
  const routes = [...tenants.routes, ...auth.routes, ...createMasterModule(services).routes, ...carriers.routes];
  const checks: readonly Check[] = [{ name: 'database', run: () => services.db.ping() }, ...(options.checks ?? [])];

  return {
    routes,
    services,
    carriers,
    http: (healthOnly = false) =>
      createApp(services, routes, {
        withoutWeb: healthOnly,
        extend: async (app) => {
          if (!healthOnly) tenants.extend(app);
          await registerOperations(app, services, {
            version: options.version,
            calls: healthOnly ? [] : routes.map(({ call }) => call),
            checks,
            stopping: options.stopping ?? (() => false),
          });
        },
      }),
    startJobs: async () => undefined,
    close: () => carriers.close(),
  };
};
