/** The franchise's carriers, lent to its customers: a local courier by rate sheet, and the sample carriers. */
import type { Application } from '../application.ts';
import { rateSheetTemplateCsv, testCredentials } from './demo-connector-registry.ts';

const RATE_SHEET = 'rate-sheet';

export const seedCarriers = async ({ services, carriers }: Application, franchiseId: string): Promise<void> => {
  const accounts = await services.db.tenant({ tenantId: franchiseId }, (tx) =>
    tx.selectFrom('carrier_accounts').select(['id', 'slug']).where('tenant_id', '=', franchiseId).execute(),
  );
  const known = new Map(accounts.map(({ id, slug }) => [slug, id]));
  const actor = { tenantId: franchiseId, tenantKind: 'franchise' as const };
  for (const { manifest, sample } of carriers.registry.all()) {
    const { slug } = manifest;
    if (!sample && slug !== RATE_SHEET) continue;
    const held = known.get(slug);
    if (held !== undefined) {
      // A customer added meanwhile gets it too.
      await carriers.lendToCustomers(franchiseId, held);
      continue;
    }
    const added = await carriers.addAccount(actor, {
      carrier: slug,
      name: sample ? manifest.name : 'City courier',
      mode: sample ? 'simulator' : 'live',
      credentials: await testCredentials(slug),
    });
    if (!added.ok) throw new Error(`The demo's carrier ${slug} could not be added: ${JSON.stringify(added.problem)}.`);
    if (slug === RATE_SHEET) await putSheet({ services, carriers }, franchiseId, added.value.accountId);
  }
};

const putSheet = async (
  { services, carriers }: Pick<Application, 'services' | 'carriers'>,
  franchiseId: string,
  accountId: string,
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
    fileName: 'city-courier.csv',
    contentType: 'text/csv',
    bytes: Buffer.from(rateSheetTemplateCsv()),
  });
  if (!put.ok) throw new Error(`The demo's rate sheet was refused: ${JSON.stringify(put.problem)}.`);
};
