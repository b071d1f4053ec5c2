/** What the server asks of the domain name system: text records, for proofs of ownership. */
import { Resolver } from 'node:dns/promises';

export interface Dns {
  /** Text records of a name, the parts of each joined; empty when there are none; undefined when nobody could be asked. */
  txt(name: string): Promise<readonly string[] | undefined>;
}

/** The name server answered, and there is nothing under the name. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** @param servers "address" or "address:port" of name servers; absent: those of the machine */
export const createDns = (servers?: readonly string[]): Dns => ({
  async txt(name) {
    // One resolver a question: it holds no connections, and changed settings of the machine are seen.
    const resolver = new Resolver({ timeout: 2_500, tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      return NOTHING.has((error as { code?: string }).code ?? '') ? [] : undefined;
    }
  },
});
