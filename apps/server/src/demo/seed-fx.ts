/** Invented exchange rates for the demo, each said to be "demo" wherever it is shown. */
import { writeRates } from '../modules/fx/index.ts';
import type { Services } from '../platform/services.ts';

/** Canadian dollars for one unit; round figures that are nobody's publication. */
const DEMO_RATES = { USD: '1.4', EUR: '1.6', GBP: '1.8' } as const;

/** Entered once: with any rate in the table nothing is done. */
export async function seedFx({ db, clock }: Pick<Services, 'db' | 'clock'>, platformId: string): Promise<void> {
  const some = await db.reference((tx) => tx.selectFrom('fx_rates').select('day').limit(1).executeTakeFirst());
  if (some) return;
  const day = clock.now().toISOString().slice(0, 10);
  await writeRates(
    db,
    { tenantId: platformId, tenantKind: 'platform', userId: platformId },
    Object.entries(DEMO_RATES).map(([base, rate]) => ({ day, base, quote: 'CAD', rate, source: 'demo' })),
  );
}
