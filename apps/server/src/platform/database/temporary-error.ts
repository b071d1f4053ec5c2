import { TurnTooLate } from '../turns/turns.ts';

/** What the client of the database says without a code: no connection came, one was lost, or its answer never came. */
const LOST =
  /timeout exceeded when trying to connect|Connection terminated|is not queryable|Query read timeout|timeout expired/i;

/** The database is restarting, full of work, read only (a standby) or gone: worth another try, and not the fault of what was asked. */
export const isTemporary = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return /^(ECONN|EPIPE|ENOENT|57P0|57014|25006|53|08)/.test(code);
  return error instanceof TurnTooLate || (error instanceof Error && LOST.test(error.message));
};
