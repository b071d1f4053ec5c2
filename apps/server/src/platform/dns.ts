/** What the server asks of the domain name system: text records, for proofs of ownership. */
import { Resolver } from 'node:dns/promises';

export interface Dns {
  /** Text records of a name, the parts of each joined; empty when there are none; undefined when nobody answered. */
  txt(name: string): Promise<readonly string[] | undefined>;
  /** Where a name leads by CNAME records, one name after the other; empty when it leads nowhere; undefined when one of them was not answered. */
  aliases(name: string): Promise<readonly string[] | undefined>;
}

/** The name server answered, and there is nothing under the name. */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);
/** Longer chains than name servers follow are a mistake, or endless. */
const MOST_ALIASES = 8;
const MOST_CHARACTERS = 2_000;

/** What stands in somebody's zone, as it may be shown and kept: one line of a bounded length. */
export const shownRecord = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '\uFFFD').slice(0, MOST_CHARACTERS);

/** @param servers "address" or "address:port" of name servers; absent: those of the machine */
export const createDns = (servers?: readonly string[]): Dns => {
  async function ask(question: (resolver: Resolver) => Promise<readonly string[]>) {
    // One resolver a question: it holds no connections, and changed settings of the machine are seen.
    const resolver = new Resolver({ timeout: 2_500, tries: 2 });
    if (servers) resolver.setServers(servers);
    try {
      return await question(resolver);
    } catch (error) {
      return NOTHING.has((error as { code?: string }).code ?? '') ? [] : undefined;
    }
  }
  const textsOf = (name: string) =>
    ask(async (resolver) => (await resolver.resolveTxt(name)).map((parts) => parts.join('')));
  const aliasesOf = async (name: string): Promise<readonly string[] | undefined> => {
    const chain: string[] = [];
    for (let at = name; chain.length < MOST_ALIASES; ) {
      const from = at;
      const targets = await ask((resolver) => resolver.resolveCname(from));
      if (targets === undefined) return undefined;
      const [target] = targets;
      const next = target?.toLowerCase();
      if (next === undefined || next === name.toLowerCase() || chain.includes(next)) break;
      chain.push(next);
      at = next;
    }
    return chain;
  };
  return {
    aliases: aliasesOf,
    async txt(name) {
      const texts = await textsOf(name);
      if (texts === undefined || texts.length > 0) return texts;
      // Name servers follow a chain by themselves; one that answers for its own zone alone leaves the rest of it to who asks.
      const chain = await aliasesOf(name);
      if (chain === undefined) return undefined;
      const last = chain.at(-1);
      return last === undefined ? texts : textsOf(last);
    },
  };
};
