/** What reaches a person: of the level their company buys from, and what the operator passes on. */
import type { NewsItem } from '@scanship/contracts/network/announcements';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Tx } from '../../platform/database/database.ts';
import type { Services } from '../../platform/services.ts';
import { addressed, type AnnouncementRow } from './announcement-rows.ts';
import { isInBar, reaches } from './reach.ts';

type Deps = Pick<Services, 'db' | 'clock'>;
type Reader = Pick<RequestContext, 'tenantId' | 'tenantKind' | 'realmId' | 'userId' | 'locale' | 'actors'>;

const KEPT_MS = 90 * 86_400_000;
const MOST = 100;

interface Above {
  readonly id: string;
  readonly name: string;
  readonly kind: 'platform' | 'franchise';
  readonly plan: string | null;
}

interface Seen {
  readonly read_at: Date | null;
  readonly put_away_at: Date | null;
}

interface Told {
  readonly author: Above;
  readonly row: AnnouncementRow & Seen;
}

/** Levels above a company that may tell it something, with its plan. Runs as the realm. */
const levelsAbove = async (tx: Tx, tenantId: string): Promise<readonly Above[]> => {
  const { rows } = await sql<Above>`
    SELECT a.id, a.name, a.kind, t.plan_code AS plan FROM tenant_closure c
    JOIN tenants a ON a.id = c.ancestor_id JOIN tenants t ON t.id = c.descendant_id
    WHERE c.descendant_id = ${tenantId} AND c.depth > 0 AND a.kind IN ('platform', 'franchise') ORDER BY c.depth`.execute(
    tx,
  );
  return rows;
};

/** Runs as the realm; ends as the last level above. */
async function toldTo(tx: Tx, reader: Reader, now: Date): Promise<readonly Told[]> {
  const { tenantKind: kind } = reader;
  if (kind !== 'franchise' && kind !== 'customer') return [];
  const told: Told[] = [];
  for (const author of await levelsAbove(tx, reader.tenantId)) {
    await actAs(tx, { role: 'app_tenant', tenantId: author.id });
    const { rows } = await sql<AnnouncementRow & Seen>`
      SELECT a.*, r.read_at, r.put_away_at FROM announcements a
      LEFT JOIN announcement_reads r ON r.tenant_id = a.tenant_id AND r.announcement_id = a.id
        AND r.realm_id = ${reader.realmId} AND r.user_id = ${reader.userId}
      WHERE a.tenant_id = ${author.id} AND a.state = 'published' AND a.shown_from <= ${now}
        AND a.shown_until > ${new Date(now.getTime() - KEPT_MS)}
      ORDER BY a.shown_from DESC LIMIT ${MOST}`.execute(tx);
    const company = { id: reader.tenantId, kind, plan: author.plan };
    for (const row of rows)
      if (reaches(addressed({ tenantKind: author.kind }, row), company)) told.push({ author, row });
  }
  return told;
}

function itemOf({ author, row }: Told, locale: Reader['locale'], now: Date): NewsItem {
  const whole = (title: string, text: string) => title !== '' && text !== '';
  const french = whole(row.title_fr, row.text_fr);
  const language = (locale === 'fr-CA' && french) || !whole(row.title_en, row.text_en) ? 'fr' : 'en';
  return {
    id: row.id,
    kind: row.kind,
    from: author.name,
    language,
    title: language === 'fr' ? row.title_fr : row.title_en,
    text: language === 'fr' ? row.text_fr : row.text_en,
    publishedAt: (row.published_at ?? row.shown_from).toISOString(),
    shown: { from: row.shown_from.toISOString(), until: row.shown_until.toISOString() },
    work:
      row.work_from && row.work_until
        ? { from: row.work_from.toISOString(), until: row.work_until.toISOString() }
        : null,
    read: row.read_at !== null,
    inBar: isInBar(
      {
        kind: row.kind,
        shownFrom: row.shown_from,
        shownUntil: row.shown_until,
        workFrom: row.work_from,
        repeatedAt: row.repeated_at,
      },
      row.put_away_at,
      now,
    ),
  };
}

const listed = (told: readonly Told[], reader: Reader, now: Date): NewsItem[] =>
  told
    .toSorted((a, b) => b.row.shown_from.getTime() - a.row.shown_from.getTime())
    .slice(0, MOST)
    .map((each) => itemOf(each, reader.locale, now));

export const readableNews = ({ db, clock }: Deps, reader: Reader): Promise<NewsItem[]> =>
  db.identity(
    reader,
    async (tx) => {
      const now = clock.now();
      return listed(await toldTo(tx, reader, now), reader, now);
    },
    { readOnly: true },
  );

/** Marks what reaches the person; answers what there is now. */
export const markNews = (
  { db, clock }: Deps,
  reader: Reader,
  { ids, putAway }: { readonly ids: readonly string[]; readonly putAway: boolean },
): Promise<NewsItem[]> =>
  db.identity(reader, async (tx) => {
    const now = clock.now();
    const told = await toldTo(tx, reader, now);
    const marked = new Set(ids);
    for (const { author, row } of told.filter((each) => marked.has(each.row.id))) {
      await actAs(tx, { role: 'app_tenant', tenantId: author.id });
      await tx
        .insertInto('announcement_reads')
        .values({
          tenant_id: author.id,
          announcement_id: row.id,
          realm_id: reader.realmId,
          user_id: reader.userId,
          company_id: reader.tenantId,
          read_at: now,
          put_away_at: putAway ? now : null,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'announcement_id', 'realm_id', 'user_id'])
            .doUpdateSet(putAway ? { put_away_at: now } : { company_id: reader.tenantId }),
        )
        .execute();
    }
    const after = told.map(({ author, row }) => ({
      author,
      row: marked.has(row.id)
        ? { ...row, read_at: row.read_at ?? now, put_away_at: putAway ? now : row.put_away_at }
        : row,
    }));
    return listed(after, reader, now);
  });
