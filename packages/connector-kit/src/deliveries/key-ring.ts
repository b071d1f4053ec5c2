/**
 * Public keys of a platform by their id, fetched when first named and kept for a limited time. The id comes from whoever sends
 * a delivery, so what is asked for in vain is remembered too, and unknown ids are looked up only so often.
 */
import { fail } from '../errors.ts';

export interface KeyRing {
  /**
   * The key of this id, or undefined where the platform knows none.
   * @param fetch asks the platform; undefined for an id it does not know. What it throws is thrown on and not remembered
   * @throws ConnectorError `temporary-before-effect` when too many unknown ids were asked for within a minute
   */
  get(id: string, fetch: () => Promise<string | undefined>): Promise<string | undefined>;
}

export interface KeyRings {
  /** One ring per platform, mode and app. */
  of(name: string): KeyRing;
}

export interface KeyRingOptions {
  readonly now?: (() => Date) | undefined;
  /** How long a key is believed without asking again. Milliseconds; an hour when absent. */
  readonly keepMs?: number | undefined;
  /** Look-ups per minute and ring; 30 when absent. */
  readonly lookUpsPerMinute?: number | undefined;
}

interface Held {
  readonly key: string | undefined;
  readonly until: number;
}

const MINUTE = 60_000;
const UNKNOWN_MS = 10 * MINUTE;
const MOST_KEYS = 200;

export function createKeyRings(options: KeyRingOptions = {}): KeyRings {
  const now = (): number => (options.now ? options.now().getTime() : Date.now());
  const keepMs = options.keepMs ?? 60 * MINUTE;
  const allowed = options.lookUpsPerMinute ?? 30;
  const rings = new Map<string, KeyRing>();

  function createRing(): KeyRing {
    const held = new Map<string, Held>();
    const flights = new Map<string, Promise<string | undefined>>();
    let lookUps: number[] = [];

    const lookUp = async (id: string, fetch: () => Promise<string | undefined>): Promise<string | undefined> => {
      lookUps = lookUps.filter((at) => at > now() - MINUTE);
      if (lookUps.length >= allowed)
        throw fail('temporary-before-effect', 'Too many deliveries name keys that are not known yet.', {
          vendorCode: 'key-look-ups',
        });
      lookUps.push(now());
      const key = await fetch();
      held.delete(id);
      held.set(id, { key, until: now() + (key === undefined ? UNKNOWN_MS : keepMs) });
      // The oldest goes first, and one that was never a key before any that is.
      if (held.size > MOST_KEYS) {
        const [first] = [...held].find(([, each]) => each.key === undefined) ?? [...held][0] ?? [];
        if (first !== undefined) held.delete(first);
      }
      return key;
    };

    return {
      get(id, fetch) {
        const known = held.get(id);
        if (known && known.until > now()) return Promise.resolve(known.key);
        const flight = flights.get(id) ?? lookUp(id, fetch).finally(() => flights.delete(id));
        flights.set(id, flight);
        return flight;
      },
    };
  }

  return {
    of(name) {
      const ring = rings.get(name) ?? createRing();
      rings.set(name, ring);
      return ring;
    },
  };
}

/** Where nothing can be asked: for platforms whose signatures need none of it, and for tests of them. */
export const noKeys: KeyRing = {
  get: () =>
    Promise.reject(fail('temporary-before-effect', 'No key can be asked for here.', { vendorCode: 'no-keys' })),
};
