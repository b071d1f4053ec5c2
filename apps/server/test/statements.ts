/** Counts what is sent to PostgreSQL. */
import { Client } from 'pg';

/** Statements that this process sends to PostgreSQL while `work` runs, BEGIN and COMMIT included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await sentDuring(work)).map(({ text }) => text);
}

/** The same by transaction, in the order in which they begin; what is sent outside of one is left out. */
export async function transactionsOf(work: () => Promise<unknown>): Promise<readonly (readonly string[])[]> {
  const all: string[][] = [];
  const open = new Map<unknown, string[]>();
  for (const { client, text } of await sentDuring(work)) {
    if (text.startsWith('BEGIN')) {
      const begun: string[] = [];
      all.push(begun);
      open.set(client, begun);
    }
    open.get(client)?.push(text);
    if (text === 'COMMIT' || text === 'ROLLBACK') open.delete(client);
  }
  return all;
}

interface Sent {
  readonly client: unknown;
  readonly text: string;
}

async function sentDuring(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const { prototype } = Client;
  const original: (...args: unknown[]) => unknown = Reflect.get(prototype, 'query');
  const seen: Sent[] = [];
  Reflect.set(prototype, 'query', function counted(this: unknown, ...args: unknown[]): unknown {
    const [first] = args;
    if (typeof first === 'string') seen.push({ client: this, text: first });
    else if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
      seen.push({ client: this, text: first.text });
    else throw new Error('A statement without text was sent.');
    return original.apply(this, args);
  });
  try {
    await work();
  } finally {
    Reflect.set(prototype, 'query', original);
  }
  return seen;
}
