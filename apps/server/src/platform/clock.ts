/** The server's only clock, set by the database's (database-clock.ts); tests hand in their own. Leases and settle times ask the database itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
