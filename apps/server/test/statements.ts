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

/** How often somebody waits for PostgreSQL: statements that are sent while the connection owes no answer. */
export async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  return (await sentDuring(work)).filter(({ waits }) => waits).length;
}

interface Sent {
  readonly client: unknown;
  readonly text: string;
  /** Nothing that was sent before is still unanswered. */
  readonly waits: boolean;
}

async function sentDuring(work: () => Promise<unknown>): Promise<readonly Sent[]> {
  const { prototype } = Client;
  const original: (...args: unknown[]) => unknown = Reflect.get(prototype, 'query');
  const seen: Sent[] = [];
  const owed = new Map<unknown, number>();
  Reflect.set(prototype, 'query', function counted(this: unknown, ...args: unknown[]): unknown {
    const [first] = args;
    // What a connection that was just opened is asked besides; nobody waits for it.
    if (typeof first === 'string' && first.includes('pg_backend_pid() AS pid')) {
      seen.push({ client: this, text: first, waits: false });
      return original.apply(this, args);
    }
    const open = owed.get(this) ?? 0;
    const waits = open === 0;
    if (typeof first === 'string') seen.push({ client: this, text: first, waits });
    else if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
      seen.push({ client: this, text: first.text, waits });
    else throw new Error('A statement without text was sent.');
    const sent = original.apply(this, args);
    if (sent instanceof Promise) {
      owed.set(this, open + 1);
      const answered = (): void => void owed.set(this, (owed.get(this) ?? 1) - 1);
      sent.then(answered, answered);
    }
    return sent;
  });
  try {
    await work();
  } finally {
    Reflect.set(prototype, 'query', original);
  }
  return seen;
}
