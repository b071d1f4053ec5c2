/** Tenants: the tree, the hosts that lead to a franchise, and its branding. */
import { type Branding, getSessionBranding, uiInit } from '@scanship/contracts/network/start-up';
import { data, route, type Route } from '../../platform/http/handler.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../platform/services.ts';
import { type BrandingReader, createBrandingReader } from './branding.ts';
import { PICTURE_FIELDS } from './branding-fields.ts';
import type { HostDirectory } from '../../platform/hosts.ts';
import { createHostDirectory } from './host-directory.ts';
import { brandPictureRoute, type ExtraRoutes } from './brand-pictures.ts';
import { webManifestRoutes } from './web-manifest.ts';

export {
  addFranchise,
  addCustomer,
  addCustomerIn,
  addPlatform,
  type NewTenant,
  type NewFranchise,
} from './add-tenant.ts';
export { addHost, hostRecord, verifyHost } from './host-proof.ts';
export { type LosesHost, putBuyerHost, readBuyerHost, removeBuyerHost, verifyBuyerHost } from './buyer-host.ts';
export { isOurs, readDomain } from './own-domain.ts';
export { franchiseDeskRoutes, type InviteAdministrator } from './franchise-desk.ts';
export { logoRoutes } from './logos.ts';
export { operatorDeskRoutes } from './operator-desk.ts';
export { type AppKind, type AppMode, appRegistrationOf, type OpenedApp } from './app-registrations.ts';
export { likeText, makeFranchise, storedLocale, wireLocale } from './franchise-record.ts';
export { senderOf, type Sender } from './sender-domain.ts';
export { dkimRecord, findDkim, findDmarc, findSpf, type RecordFinding } from './mail-records.ts';
export type { BrandingReader } from './branding.ts';
export { putBrandPicture, saveBranding, type BrandingInput } from './save-branding.ts';
export type { Picture } from './picture-check.ts';

export interface TenantsModule {
  readonly routes: readonly Route[];
  readonly hosts: HostDirectory;
  readonly branding: BrandingReader;
  /** Public pictures and the manifest of a franchise, outside `/api`: they are shown before anybody has signed in. */
  readonly extend: ExtraRoutes;
  /** After hosts, states or branding changed in this process: reads them anew. */
  forget(): void;
}

export const createTenantsModule = (services: Services): TenantsModule => {
  const hosts = createHostDirectory(services);
  const branding = createBrandingReader(services);
  const franchiseById = (id: string) =>
    services.db.reference((tx) =>
      tx.selectFrom('tenants').select(['id', 'name']).where('id', '=', id).executeTakeFirst(),
    );
  return {
    hosts,
    branding,
    forget: () => {
      hosts.forget();
      branding.forget();
    },
    extend: (app) => {
      brandPictureRoute(services, hosts, branding)(app);
      webManifestRoutes(hosts, branding)(app);
    },
    routes: [
      route(uiInit, async ({ host, query }) => {
        const franchise = await hosts.forPage(host, query.host);
        return franchise ? data(await branding.of(franchise)) : problem('unknown_host');
      }),
      route(getSessionBranding, async ({ ctx, host }) => {
        const franchise =
          ctx.tenantKind === 'platform' ? await hosts.forPage(host, host) : await franchiseById(ctx.realmId);
        return franchise ? data(byFranchise(await branding.of(franchise))) : problem('unknown_host');
      }),
    ],
  };
};

/** Pictures by the address that every host answers. */
const byFranchise = (branding: Branding): Branding => {
  const pictures = PICTURE_FIELDS.map((field) => [
    field,
    branding[field]?.replace(/^\/brand\/(?=[0-9a-f]{64}$)/, `/brand/${branding.tenantId}/`) ?? null,
  ]);
  return { ...branding, ...(Object.fromEntries(pictures) as Pick<Branding, (typeof PICTURE_FIELDS)[number]>) };
};
