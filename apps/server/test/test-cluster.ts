/** What the test run's server is, as handed from the global set-up to each test worker. */
import { embeddedConnections, type DatabaseServer, urlConnections } from '../src/platform/database/connection.ts';

export interface TestCluster {
  /** Where the tests run: the embedded server's socket, or the address in TEST_DATABASE_URL. */
  readonly server:
    | { readonly socketFolder: string; readonly port: number; readonly superuser: string }
    | { readonly url: string };
  /** A migrated database that every test database is copied from. */
  readonly template: string;
}

export const connectionsOf = (cluster: TestCluster): DatabaseServer =>
  'url' in cluster.server ? urlConnections(cluster.server.url) : embeddedConnections(cluster.server);

declare module 'vitest' {
  export interface ProvidedContext {
    testCluster: TestCluster;
  }
}
