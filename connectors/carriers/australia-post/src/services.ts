/**
 * Product ids differ from contract to contract (T28S, 3D55 and 7D55 are all Parcel Post with signature), their types do not: a service
 * is a type, and the id of the contract is looked up.
 */
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

/** The first form that fits counts. Types as the accounts of public integrations have them (README.md). */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^EXPRESS POST ?\+ ?SIGNATURE$/i, 'express-post-signature'],
  [/^EXPRESS POST$/i, 'express-post'],
  [/^PARCEL POST ?\+ ?SIGNATURE$/i, 'parcel-post-signature'],
  [/^PARCEL POST$/i, 'parcel-post'],
  [/^INT'?L STANDARD WITH SIGNATURE$/i, 'intl-standard-signature'],
  [/^INT'?L STANDARD ?\/ ?PACK (&|AND) TRACK$/i, 'intl-standard'],
  [/^INT'?L EXPRESS MERCH(\/ECI MERCH)?$/i, 'intl-express'],
  [/^INT'?L EXPRESS DOCS(\/ECI DOCS)?$/i, 'intl-express-documents'],
];

/** @param type of a product ("PARCEL POST + SIGNATURE") */
export const serviceOf = (type: string): string | undefined => TYPES.find(([form]) => form.test(type.trim()))?.[1];

export const isAbroad = (s: ShipmentRequest): boolean => s.to.countryCode !== 'AU';

const SIGNED = ['parcel-post-signature', 'express-post-signature', 'intl-standard-signature'];

/** Why a service cannot carry the shipment, or undefined. */
export function objection(code: string, s: ShipmentRequest): string | undefined {
  const known = manifest.services.find((each) => each.code === code);
  if (!known) return `${manifest.name} has no service "${code}".`;
  const abroad = isAbroad(s);
  if (abroad !== (known.scope === 'international'))
    return abroad ? `${known.name} does not leave Australia.` : `${known.name} only leaves Australia.`;
  if (s.options.signature === 'any' && !SIGNED.includes(code))
    return `${known.name} is delivered without a signature that was asked for.`;
  if (code === 'intl-express-documents' && s.customs?.purpose !== 'Documents')
    return `${known.name} takes documents only.`;
  return undefined;
}

/** Labels are laid out by group. */
export const labelGroup = (code: string): string =>
  code.startsWith('intl-') ? 'International' : code.startsWith('express-') ? 'Express Post' : 'Parcel Post';
