/** Filters of the log, as they stand in the address. */
export interface AuditSearch {
  /** Days in the company's time zone, YYYY-MM-DD, both included. */
  readonly from?: string;
  readonly to?: string;
  /** User name of anybody who took part. */
  readonly who?: string;
  /** Id of a call or name of an act. */
  readonly act?: string;
  /** Only what somebody did in another's name. */
  readonly acting?: boolean;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Whatever an address says, what is understood of it; empty filters go. */
export function parseAuditSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const from = textOf(search['from']);
  const to = textOf(search['to']);
  const who = textOf(search['who']).trim().slice(0, 254);
  const act = textOf(search['act']).slice(0, 80);
  return {
    ...(DAY.test(from) ? { from } : {}),
    ...(DAY.test(to) ? { to } : {}),
    ...(who ? { who } : {}),
    ...(act ? { act } : {}),
    ...(search['acting'] === true || search['acting'] === 'true' ? { acting: true } : {}),
  };
}
