/** Counts what is sent to PostgreSQL. */
import { Client } from 'pg';

/** Statements that this process sends to PostgreSQL while `work` runs, BEGIN and COMMIT included. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = Client;
  const original: (...args: unknown[]) => unknown = Reflect.get(prototype, 'query');
  const seen: string[] = [];
  Reflect.set(prototype, 'query', function counted(this: unknown, ...args: unknown[]): unknown {
    const [first] = args;
    if (typeof first === 'string') seen.push(first);
    else if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string')
      seen.push(first.text);
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
