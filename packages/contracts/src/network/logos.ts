/**
 * Logos of carriers and stores that a franchise may use, in place of the marks we draw (product-spec section 3, "Option lists";
 * decisions 36). Keys are those of `@scanship/domain/shipping/logo-key`.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';

const key = z.string().check(z.minLength(1), z.maxLength(150));

/** Pixels of each side of an upload; it is drawn small. */
export const MOST_LOGO_PIXELS = 2048;
/** What is drawn anew: pictures that are pixels. */
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;

export const getLogos = defineCall({
  id: 'getLogos',
  method: 'GET',
  path: '/master/logos',
  summary:
    'Logos of carriers and stores that the franchise of the session uploaded; what is not named has the mark we draw',
  auth: 'access',
  data: z.object({ logos: z.array(z.object({ key, address: z.string() })) }),
});

/** Everything that can have one. */
export const ownLogos = z.object({
  logos: z.array(
    z.object({
      key,
      /** As people read it. */
      name: z.string(),
      /** Connector's slug or platform's code. */
      code: z.string(),
      kind: z.enum(['carrier', 'courier', 'store']),
      /** Null: the mark we draw. */
      address: z.nullable(z.string()),
    }),
  ),
});
export type OwnLogo = z.infer<typeof ownLogos>['logos'][number];

const own = { auth: 'access', roles: ['ROLE_FRANCHISE_ADMIN'], right: 'branding.edit' } as const;

export const listOwnLogos = defineCall({
  id: 'listOwnLogos',
  method: 'GET',
  path: '/franchise/logos',
  summary: "Carriers, own couriers and stores with the franchise's logos of them",
  ...own,
  data: ownLogos,
});

export const putOwnLogo = defineCall({
  id: 'putOwnLogo',
  method: 'POST',
  path: '/franchise/logos',
  summary:
    'Upload the logo of a carrier or store (multipart: key, file): PNG or JPEG, at most 2 MB; it is drawn anew, small, on white',
  ...own,
  audited: true,
  upload: true,
  body: z.object({ key }),
  data: ownLogos,
});

export const removeOwnLogo = defineCall({
  id: 'removeOwnLogo',
  method: 'DELETE',
  path: '/franchise/logos/{key}',
  summary: 'Show the drawn mark of a carrier or store again; not_found where there is no logo',
  ...own,
  audited: true,
  params: z.object({ key }),
  data: ownLogos,
});
