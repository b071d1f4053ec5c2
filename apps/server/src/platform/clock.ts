/** The server's only clock; tests hand in their own. Leases and settle times use the database's clock instead. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
