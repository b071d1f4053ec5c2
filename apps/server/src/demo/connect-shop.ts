/**
 * The demo's store: a shop at the simulated Shopify, connected as a seller would, once, behind the first start's back. Later
 * starts find it and touch no simulator.
 */
import { NOTICE_KINDS } from '@scanship/domain/tracking/buyer-notices';
import type { Application } from '../application.ts';
import { saveNoticeSettings } from '../modules/buyer-notices/index.ts';

const SHOP = { platformCode: 'shopify', externalAccount: 'maple-demo.myshopify.com', name: 'Maple demo shop' } as const;
const CUSTOMER = 'Aurora Outfitters';

/** @param origin where this server is reached, for consent and notifications */
export const connectDemoShop = async ({ services, stores }: Application, origin: string): Promise<void> => {
  const customer = await services.db.reference((tx) =>
    tx
      .selectFrom('tenants')
      .select(['id', 'realm_id'])
      .where('kind', '=', 'customer')
      .where('name', '=', CUSTOMER)
      .executeTakeFirst(),
  );
  if (!customer) return;
  await stores.connectForDemo({ tenantId: customer.id, realmId: customer.realm_id }, { ...SHOP, origin, allow });
  const tenantId = customer.id;
  await services.db.tenant({ tenantId }, async (tx) => {
    const store = await tx
      .selectFrom('stores')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('external_account', '=', SHOP.externalAccount)
      .executeTakeFirst();
    // Version 0: settings that somebody changed since stay as they are.
    if (store)
      await saveNoticeSettings(tx, tenantId, {
        storeId: store.id,
        own: true,
        kinds: [...NOTICE_KINDS],
        words: [],
        version: 0,
      });
  });
};

/** Presses "Allow" on the simulator's consent page. @returns the parameters the browser is sent back with */
const allow = async (address: string): Promise<URLSearchParams> => {
  const asked = new URL(address).searchParams;
  const form = new URLSearchParams({ answer: 'allow' });
  for (const name of ['client_id', 'redirect_uri', 'state']) form.set(name, asked.get(name) ?? '');
  const answer = await fetch(address, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The simulated consent page answered ${answer.status}.`);
  return new URL(location).searchParams;
};
