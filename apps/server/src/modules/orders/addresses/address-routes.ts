/** The calls about addresses that are not typed. */
import {
  forgetAddress,
  keepAddress,
  listKeptAddresses,
  noteAddressUse,
  readAddressText,
} from '@scanship/contracts/orders/address-book';
import { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import type { Services } from '../../../platform/services.ts';
import { toAddressDto } from '../address-shapes.ts';
import { forget, keep, listKept, noteUse } from './address-book.ts';
import { readAddress } from './read-address.ts';

export function addressRoutes({ db }: Pick<Services, 'db'>): readonly Route[] {
  return [
    route(readAddressText, ({ body }) => {
      const { address, left } = readAddress(body.text, body.countryCode);
      const { residential: _unknown, ...read } = toAddressDto(address);
      return Promise.resolve(
        data({
          address: {
            ...read,
            companyName: read.companyName ?? null,
            address2: read.address2 ?? null,
            phone: read.phone ?? null,
            email: read.email ?? null,
          },
          left: [...left],
        }),
      );
    }),
    route(listKeptAddresses, async ({ ctx, query }) =>
      data(await db.tenant(ctx, (tx) => listKept(tx, query), { readOnly: true })),
    ),
    route(keepAddress, async ({ ctx, body }) => {
      const kept = await allOrNothing(db, ctx, (tx) => keep(ctx, tx, body));
      return kept.ok ? data(kept.value, { successMessage: 'Address kept.' }) : kept;
    }),
    route(noteAddressUse, async ({ ctx, params }) => {
      const used = await allOrNothing(db, ctx, (tx) => noteUse(tx, params.id));
      return used.ok ? data(used.value) : used;
    }),
    route(forgetAddress, async ({ ctx, params }) => {
      const gone = await allOrNothing(db, ctx, (tx) => forget(tx, params.id));
      return gone.ok ? data(gone.value, { successMessage: 'Address taken out of the book.' }) : gone;
    }),
  ];
}
