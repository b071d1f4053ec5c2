/** How a seller wants the pages of its buyers to look: kept with the settings of the page, read with every page. */
import { MOST_LINK_LABEL, type PageLink, USUAL_LIFE_DAYS } from '@scanship/contracts/stores/buyer-page';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { plainColour } from '../mail/index.ts';

/** The settings as they are stored; those that go where nobody saved any. */
export interface StoredSettings {
  readonly lifeDays: number;
  readonly shops: string[];
  readonly contents: boolean;
  readonly tellStores: boolean;
  readonly version: number;
  readonly logo: boolean;
  readonly colour: string | null;
  /** sha256 of a blob. */
  readonly banner: string | null;
  readonly links: PageLink[];
  readonly supportEmail: string | null;
  readonly supportPhone: string | null;
  readonly proof: boolean;
  /** sha256 of the logo of the company's documents. */
  readonly companyLogo: string | null;
}

export async function readSettings(tx: Tx, tenantId: string): Promise<StoredSettings> {
  const { rows } = await sql<StoredSettings>`SELECT coalesce(s.life_days, ${USUAL_LIFE_DAYS}) AS "lifeDays",
      coalesce(s.shops, '[]') AS shops, coalesce(s.contents, true) AS contents, coalesce(s.tell_stores, false) AS "tellStores", coalesce(s.version, 0) AS version,
      coalesce(s.logo, false) AS logo, s.colour, s.banner, coalesce(s.links, '[]') AS links, s.support_email AS "supportEmail",
      s.support_phone AS "supportPhone", coalesce(s.proof, false) AS proof,
      CASE WHEN c.more ->> 'logo' ~ '^[0-9a-f]{64}$' THEN c.more ->> 'logo' END AS "companyLogo"
    FROM (SELECT ${tenantId}::uuid AS tenant_id) AS t
    LEFT JOIN buyer_page_settings AS s ON s.tenant_id = t.tenant_id
    LEFT JOIN customer_settings AS c ON c.tenant_id = t.tenant_id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a question for one row was answered with none');
  return row;
}

/** What a page needs of it. */
export interface PageLook {
  /** Paths on this host; null: none. */
  readonly logo: string | null;
  readonly banner: string | null;
  readonly colour: string | null;
  readonly links: readonly PageLink[];
}

/** Named by what it shows, so that it may be kept for long. */
export const picturePath = (shopKey: string, hash: string): string => `/track/picture/${shopKey}/${hash}`;

export const lookOf = (
  {
    logo,
    companyLogo,
    banner,
    colour,
    links,
  }: Pick<StoredSettings, 'logo' | 'companyLogo' | 'banner' | 'colour' | 'links'>,
  shopKey: string,
): PageLook => ({
  logo: logo && companyLogo !== null ? picturePath(shopKey, companyLogo) : null,
  banner: banner === null ? null : picturePath(shopKey, banner),
  colour,
  links,
});

interface Fault {
  readonly field: string;
  readonly message: string;
}

/** An address that leads out of the page: https, a name of the internet, and nobody's password. */
function linkAddress(typed: string): string | undefined {
  const text = typed.trim();
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  return protocol === 'https:' && hostname.includes('.') && username === '' && password === '' ? href : undefined;
}

/** Links as they are kept; lines that are left empty are none. */
export function readLinks(typed: readonly PageLink[]): {
  readonly links: PageLink[];
  readonly faults: readonly Fault[];
} {
  const faults: Fault[] = [];
  const links = typed.flatMap(({ label, url }, at) => {
    const name = label.trim();
    if (name === '' && url.trim() === '') return [];
    const address = linkAddress(url);
    if (name === '')
      faults.push({ field: `links.${at}.label`, message: `Enter a name of at most ${MOST_LINK_LABEL} characters.` });
    if (address === undefined)
      faults.push({
        field: `links.${at}.url`,
        message: 'Enter the whole address of a page, such as https://shop.example.com/returns.',
      });
    return address === undefined ? [] : [{ label: name, url: address }];
  });
  return { links, faults };
}

/** Null where none is set. */
export function readColour(typed: string | null): {
  readonly colour: string | null;
  readonly faults: readonly Fault[];
} {
  if (typed === null || typed.trim() === '') return { colour: null, faults: [] };
  const colour = plainColour(typed, '');
  return colour === ''
    ? { colour: null, faults: [{ field: 'colour', message: 'Enter a colour such as #24618f.' }] }
    : { colour, faults: [] };
}
