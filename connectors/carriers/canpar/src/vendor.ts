/** Names of the Canship web services (README.md, "Sources"). Their sequences are alphabetical throughout. */
import type { XmlTree, XmlValue } from '@scanship/connector-kit/xml/xml';

export const SERVICES = {
  rating: { path: '/canshipws/services/CanparRatingService', namespace: 'http://ws.onlinerating.canshipws.canpar.com' },
  business: {
    path: '/canshipws/services/CanshipBusinessService',
    namespace: 'http://ws.business.canshipws.canpar.com',
  },
  addons: { path: '/canshipws/services/CanparAddonsService', namespace: 'http://ws.canparaddons.canpar.com' },
} as const;
export type ServiceName = keyof typeof SERVICES;

/** Requests and answers, and the things in them. */
export const MESSAGES = 'http://ws.dto.canshipws.canpar.com/xsd';
export const THINGS = 'http://dto.canshipws.canpar.com/xsd';

/** Members under a prefix and in the order of the schema. */
function ordered(prefix: string, tree: XmlTree): XmlTree {
  const names = Object.keys(tree).toSorted();
  return Object.fromEntries(names.map((name) => [`${prefix}:${name}`, tree[name]]));
}

/** The content of a request. */
export const message = (tree: XmlTree): XmlTree => ordered('m', tree);
/** A shipment, an address, a package ... */
export const thing = (tree: XmlTree): XmlTree => ordered('t', tree);

export type { XmlTree, XmlValue };
