/** An order to try a label with: real in every way, and marked so that nobody takes it for a buyer's. */
import type { AddressDto } from '@scanship/contracts/common';
import { SAMPLE_NUMBER, SAMPLE_TAG } from '@scanship/domain/orders/sample-order';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Outcome } from '../../platform/problem.ts';
import { addOrder } from '../orders/index.ts';
import { listLocations } from '../settings/index.ts';

/** Well-known public buildings, so that the address is valid and nobody's home. */
const TORONTO: AddressDto = {
  name: 'Sample Recipient',
  companyName: 'City Hall',
  address1: '100 Queen St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2N2',
  countryCode: 'CA',
  phone: '416 555 0100',
};
const CHICAGO: AddressDto = {
  name: 'Sample Recipient',
  companyName: 'City Hall',
  address1: '121 N LaSalle St',
  city: 'Chicago',
  provinceCode: 'IL',
  zipcode: '60602',
  countryCode: 'US',
  phone: '312 555 0100',
};

/** Samples that wait to be shipped, the newest alone. Somebody else's tag of the same word makes no sample. */
export const waitingSamples = (tenantId: string) => sql`SELECT o.id, o.number FROM order_tags t
  JOIN orders o ON o.tenant_id = t.tenant_id AND o.id = t.order_id
  WHERE t.tenant_id = ${tenantId} AND t.tag = ${SAMPLE_TAG} AND o.tab = 'unfulfilled' AND o.source = 'manual'
    AND o.external_id ^@ ${SAMPLE_NUMBER.toLowerCase()}
  ORDER BY t.placed_at DESC LIMIT 1`;

interface SampleOrder {
  readonly orderId: string;
  readonly number: string;
  readonly created: boolean;
}

/**
 * The sample that waits to be shipped, or a new one: to Chicago for who ships from the United States, else to Toronto.
 * Two at once are one after the other.
 */
export async function sampleOrder(ctx: RequestContext, tx: Tx, now: Date): Promise<Outcome<SampleOrder>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`sample order of ${ctx.tenantId}`}, 0))`.execute(tx);
  const { rows: waiting } = await sql<{ id: string; number: string }>`${waitingSamples(ctx.tenantId)}`.execute(tx);
  const [first] = waiting;
  if (first) return ok({ orderId: first.id, number: first.number, created: false });

  const places = await listLocations(tx);
  const fromStates = places.find(({ isDefault }) => isDefault)?.address.countryCode === 'US';
  for (let no = 1; ; no += 1) {
    const added = await addOrder(
      ctx,
      tx,
      {
        number: `${SAMPLE_NUMBER}${no}`,
        currency: fromStates ? 'USD' : 'CAD',
        shipTo: fromStates ? CHICAGO : TORONTO,
        items: [
          // Complete for customs, too: the parcel may start in another country.
          {
            sku: 'SAMPLE',
            title: 'Sample item: enamel mug',
            quantity: 1,
            unitPriceMinor: 1850,
            weightGrams: 380,
            hsCode: '732394',
            originCountry: 'CA',
          },
        ],
        internalNote: 'A sample order to try a label with. Archive it whenever you like.',
        tags: [SAMPLE_TAG],
      },
      now,
    );
    if (added.ok) return ok({ orderId: added.value.id, number: added.value.number, created: true });
    // Samples that were shipped or archived keep their numbers.
    if (added.problem.code !== 'order_number_taken') return added;
  }
}
