/** The franchise's carriers, lent to its customers: a local courier by rate sheet, and the sample carriers. */
import type { Application } from '../application.ts';
import { rateSheetTemplate, sheetAsCsv, testCredentials } from './demo-connector-registry.ts';

const RATE_SHEET = 'rate-sheet';

/** @param brand first word of the courier's name ("Maple" makes Maple Local Courier, tracking numbers ML...) */
export const seedCarriers = async (
  { services, carriers }: Application,
  franchiseId: string,
  brand: string,
): Promise<void> => {
  const accounts = await services.db.tenant({ tenantId: franchiseId }, (tx) =>
    tx.selectFrom('carrier_accounts').select(['id', 'slug']).where('tenant_id', '=', franchiseId).execute(),
  );
  const known = new Map(accounts.map(({ id, slug }) => [slug, id]));
  const actor = { tenantId: franchiseId, tenantKind: 'franchise' as const };
  for (const { manifest, sample } of carriers.registry.all()) {
    const { slug } = manifest;
    const credentials = await testCredentials(slug);
    // A real carrier is shown by its simulator, where there is one; only the courier by rate sheet needs none.
    const simulated = Object.keys(credentials).length > 0;
    if (!simulated && slug !== RATE_SHEET) continue;
    const held = known.get(slug);
    if (held !== undefined) {
      // A customer added meanwhile gets it too.
      await carriers.lendToCustomers(franchiseId, held);
      continue;
    }
    const added = await carriers.addAccount(actor, {
      carrier: slug,
      name: !simulated ? `${brand} Local Courier` : sample ? manifest.name : `${manifest.name} (TEST)`,
      mode: simulated ? 'simulator' : 'live',
      credentials,
    });
    if (!added.ok) throw new Error(`The demo's carrier ${slug} could not be added: ${JSON.stringify(added.problem)}.`);
    if (slug === RATE_SHEET) await putSheet({ services, carriers }, franchiseId, added.value.accountId, brand);
  }
};

const putSheet = async (
  { services, carriers }: Pick<Application, 'services' | 'carriers'>,
  franchiseId: string,
  accountId: string,
  brand: string,
): Promise<void> => {
  const admin = await services.db.identity({ realmId: franchiseId }, (tx) =>
    tx
      .selectFrom('memberships')
      .select('user_id')
      .where('realm_id', '=', franchiseId)
      .where('tenant_id', '=', franchiseId)
      .executeTakeFirstOrThrow(),
  );
  const put = await carriers.putRateSheet({ tenantId: franchiseId, userId: admin.user_id }, accountId, {
    fileName: `${brand.toLowerCase()}-local-courier.csv`,
    contentType: 'text/csv',
    bytes: Buffer.from(
      sheetAsCsv(rateSheetTemplate())
        .replaceAll('Maple', brand)
        .replace('Tracking prefix,ML', `Tracking prefix,${brand.charAt(0)}L`),
    ),
  });
  if (!put.ok) throw new Error(`The demo's rate sheet was refused: ${JSON.stringify(put.problem)}.`);
};
