/** What this module needs of simulated platforms; absent in production. */
export interface StoreSimulators {
  /** Base address of a platform's simulator; starts the host on first use. */
  addressOf(slug: string): Promise<string>;
  /** Whether `host:port` is the running simulator host. */
  owns(hostAndPort: string): boolean;
  /** The registration the simulator knows, without starting it; undefined where it has none. */
  appOf(code: string): Promise<Readonly<Record<string, string>> | undefined>;
}
