/** What a logo stands for: a connector or platform by its code; an own courier by its name as well. */

/** Connector of own couriers: many of them, each an account with a name. */
const OWN_COURIER = 'rate-sheet';

/** @param code the connector's slug or the platform's code @param name as people read it */
export const logoKey = (code: string, name: string): string => (code === OWN_COURIER ? `${OWN_COURIER}:${name}` : code);

/** The name of an own courier; undefined for other keys. */
export const courierOfKey = (key: string): string | undefined =>
  key.startsWith(`${OWN_COURIER}:`) ? key.slice(OWN_COURIER.length + 1) : undefined;
