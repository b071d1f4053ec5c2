/** What goes with a claim: its PDF, its photos, and addresses at which the carrier's people open them. */
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import type { SiteOrigins } from '../../platform/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { documentBranding } from '../documents/index.ts';
import type { ClaimPapers } from './claim-handler.ts';
import type { ClaimKit } from './filing.ts';
import { claimDocument } from './paper.ts';
import type { PhotoAddresses } from './photo-addresses.ts';
import { photosOf, pngsOf } from './photos.ts';
import { readClaim } from './read-claim.ts';

interface PapersDeps extends Pick<Services, 'db'> {
  readonly renderer: TypstRenderer;
  readonly nameOf: ClaimKit['nameOf'];
  readonly facts: ClaimKit['facts'];
  readonly origins: Pick<SiteOrigins, 'of'>;
  readonly addresses: PhotoAddresses;
}

export function claimPapers(deps: PapersDeps) {
  const { db, renderer, nameOf, facts } = deps;
  /** The paper says what the claim says, and nothing of who reads it. */
  const kit: ClaimKit = { nameOf, facts, contact: { name: '', email: '' }, reached: true };

  const realmOf = async (tenantId: string): Promise<string> => {
    const row = await db.reference((tx) =>
      tx.selectFrom('tenants').select('realm_id').where('id', '=', tenantId).executeTakeFirst(),
    );
    return row?.realm_id ?? tenantId;
  };
  const originOf = async (tenantId: string): Promise<string | undefined> =>
    deps.origins.of(await realmOf(tenantId), undefined);

  async function paper(
    tenantId: string,
    claimId: string,
    french: boolean,
  ): Promise<{ readonly bytes: Uint8Array; readonly orderNumber: string } | undefined> {
    const found = await db.tenant({ tenantId }, (tx) => readClaim(tx, tenantId, claimId, kit), { readOnly: true });
    if (!found) return undefined;
    const bytes = await claimDocument(
      found,
      {
        language: french ? 'fr' : 'en',
        branding: await documentBranding(db, { tenantId, realmId: await realmOf(tenantId) }),
        paper: 'letter',
      },
      renderer,
    );
    return { bytes, orderNumber: found.detail.orderNumber };
  }

  return {
    paper,
    /** Whether somebody outside can open an address of ours. */
    async reached(tenantId: string): Promise<boolean> {
      return (await originOf(tenantId))?.startsWith('https://') ?? false;
    },
    async forCarrier(
      { tenantId, claimId, french }: { readonly tenantId: string; readonly claimId: string; readonly french: boolean },
      simulated: boolean,
    ): Promise<ClaimPapers> {
      const origin = await originOf(tenantId);
      const opened = origin !== undefined && (simulated || origin.startsWith('https://'));
      const photos = await db.tenant({ tenantId }, (tx) => photosOf(tx, tenantId, claimId), { readOnly: true });
      return {
        async paper() {
          const drawn = await paper(tenantId, claimId, french);
          if (!drawn) throw new Error(`claim ${claimId} is gone`);
          return drawn.bytes;
        },
        photos: () => db.tenant({ tenantId }, (tx) => pngsOf(tx, tenantId, claimId), { readOnly: true }),
        addresses: opened
          ? photos.map(({ id }) => `${origin}${deps.addresses.pathOf({ tenantId, claimId, photoId: id })}`)
          : [],
      };
    },
  };
}
