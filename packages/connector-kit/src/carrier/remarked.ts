import type { ShipResult } from './carrier.ts';

/** What a carrier remarks on a shipment it took, as part of the result; a purchase without remarks carries none. */
export const remarked = (messages: readonly string[]): Pick<ShipResult, 'messages'> =>
  messages.length === 0 ? {} : { messages };
