/** Consecutive numbers of an account whose labels are numbered by the shipper (a rate sheet, an SSCC range). */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { problem, type Outcome } from '../../platform/problem.ts';

/** Most numbers of one question. */
const MOST = 1_000;

/**
 * Takes `count` numbers, in a transaction of its own under the owner: a number taken is never given again, whatever
 * becomes of the purchase, so two labels can never share one. Nobody waits for the disk while the account's row is locked: a
 * label that bears a number is stored later, and what is written later is never on the disk without what came before it.
 */
export async function allotSerials(
  db: Database,
  ownerTenantId: string,
  accountId: string,
  count: number,
): Promise<Outcome<readonly number[]>> {
  if (!Number.isInteger(count) || count < 1 || count > MOST) throw new RangeError(`cannot allot ${count} numbers`);
  const row = await db.tenant(
    { tenantId: ownerTenantId },
    (tx) =>
      tx
        .updateTable('carrier_accounts')
        .set({ next_serial: sql<number>`next_serial + ${count}` })
        .where('id', '=', accountId)
        .returning('next_serial')
        .executeTakeFirst(),
    { relaxed: true },
  );
  if (!row) return problem('not_found', { message: 'The carrier account is gone.' });
  return { ok: true, value: Array.from({ length: count }, (_, i) => row.next_serial - count + i) };
}

interface Account {
  readonly ownerTenantId: string;
  readonly accountId: string;
}

interface Waiting {
  readonly count: number;
  readonly resolve: (numbers: Outcome<readonly number[]>) => void;
  readonly reject: (error: unknown) => void;
}

/** Numbers for a grant of a tenant. */
export type SerialStock = (tenantId: string, grantId: string, count: number) => Promise<Outcome<readonly number[]>>;

/** What is kept is given up after so long; its numbers are then nobody's. Milliseconds. */
const KEEP_MS = 60_000;
/** Whoever asks again so soon is in the middle of a batch, and gets some more at once. */
const BUSY_MS = 1_000;
const SPARE = 16;

/**
 * Allots numbers to many labels at once: those asked for at the same time are taken together, and of a grant that is busy a few
 * more than asked for, so that the account, which all customers of a franchise may share, is not opened and locked for each.
 * @param accountOf opens the grant; undefined when it is none of the tenant's
 */
export function createSerialStock(
  db: Database,
  accountOf: (tenantId: string, grantId: string) => Promise<Account | undefined>,
): SerialStock {
  const stocks = new Map<string, ReturnType<typeof stockOf>>();

  function stockOf(tenantId: string, grantId: string) {
    let account: Promise<Account | undefined> | undefined;
    let numbers: readonly number[] = [];
    let waiting: Waiting[] = [];
    let filling = false;
    let filledAt = -Infinity;

    const take = async (count: number): Promise<Outcome<readonly number[]>> => {
      if (numbers.length < count) {
        account ??= accountOf(tenantId, grantId);
        const found = await account;
        if (!found) return problem('not_found');
        const spare = performance.now() - filledAt < BUSY_MS ? SPARE : 0;
        filledAt = performance.now();
        const wanted = waiting.reduce((total, each) => total + each.count, count) - numbers.length + spare;
        const more = await allotSerials(
          db,
          found.ownerTenantId,
          found.accountId,
          Math.max(count - numbers.length, Math.min(MOST, wanted)),
        );
        if (!more.ok) return more;
        numbers = [...numbers, ...more.value];
      }
      const own = numbers.slice(0, count);
      numbers = numbers.slice(count);
      return { ok: true, value: own };
    };

    const serve = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          next.resolve(await take(next.count));
        } catch (error) {
          account = undefined;
          next.reject(error);
        }
      }
      filling = false;
    };

    return (count: number): Promise<Outcome<readonly number[]>> =>
      new Promise((resolve, reject) => {
        waiting.push({ count, resolve, reject });
        if (filling) return;
        filling = true;
        setImmediate(() => void serve());
      });
  }

  return (tenantId, grantId, count) => {
    const key = `${tenantId}/${grantId}`;
    const known = stocks.get(key);
    if (known) return known(count);
    const stock = stockOf(tenantId, grantId);
    stocks.set(key, stock);
    setTimeout(() => stocks.delete(key), KEEP_MS).unref();
    return stock(count);
  };
}
