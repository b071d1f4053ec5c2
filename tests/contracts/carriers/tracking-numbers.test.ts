/** The published collection of tracking-number rules: every valid number finds its carrier, no invalid one does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recogniseTrackingNumber } from '@scanship/domain/tracking/recognise-tracking-number';
import { expect, it } from 'vitest';
import { withVendorContract } from '../../support/vendor-folder.ts';

interface Collected {
  readonly name: string;
  readonly courier_code: string;
  readonly tracking_numbers: readonly {
    readonly name: string;
    readonly test_numbers: { readonly valid: readonly string[]; readonly invalid: readonly string[] };
  }[];
}

/** Their names of carriers, where ours differ; a post's number belongs to the country in it. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  amazon: ['amazon-shipping'],
  canada_post: ['canada-post'],
  dhl: ['dhl-express', 'dhl-ecommerce'],
  landmark: ['landmark-global'],
  old_dominion: ['old-dominion'],
  speedee: ['spee-dee'],
  s10: ['post', 'canada-post', 'usps', 'royal-mail', 'australia-post'],
};

withVendorContract('tracking-number-data', (folder) => {
  const couriers = readdirSync(join(folder, 'couriers')).map(
    (file) => JSON.parse(readFileSync(join(folder, 'couriers', file), 'utf8')) as Collected,
  );
  it.each(couriers.map((courier) => [courier.name, courier] as const))('%s', (_name, courier) => {
    const slugs = OURS[courier.courier_code] ?? [courier.courier_code];
    const found = (number: string): boolean =>
      recogniseTrackingNumber(number).guesses.some(
        ({ carrier, country }) => slugs.includes(carrier) && (courier.courier_code !== 's10' || country !== undefined),
      );
    // Invalid in one form of a carrier, a number may be valid in another.
    const validSomewhere = new Set(courier.tracking_numbers.flatMap(({ test_numbers: { valid } }) => valid));
    const wrong = courier.tracking_numbers.flatMap(({ name, test_numbers: { valid, invalid } }) => [
      ...valid.filter((number) => !found(number)).map((number) => `${name}: ${number} is valid and was not found`),
      ...invalid
        .filter((number) => !validSomewhere.has(number) && found(number))
        .map((number) => `${name}: ${number} is invalid and was found`),
    ]);
    expect(wrong).toEqual([]);
  });
  it('all numbers of the collection were looked at', () => {
    const count = couriers
      .flatMap(({ tracking_numbers }) => tracking_numbers)
      .reduce((sum, { test_numbers: { valid, invalid } }) => sum + valid.length + invalid.length, 0);
    expect(count).toBeGreaterThanOrEqual(200);
    process.stdout.write(`tracking numbers of ${couriers.length} carriers: ${count} looked at\n`);
  });
});
