/** What a seller has switched on and how it is worded: for all stores, and for a store that has settings of its own. */
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import {
  type getNoticeSettings,
  type KindChannel,
  NOTICE_CHANNELS,
  NOTICE_LANGUAGES,
  type NoticeLanguage,
  type NoticeSettings,
  type NoticeWords,
  type putNoticeSettings,
  type ServiceNotices,
} from '@scanship/contracts/stores/buyer-notices';
import { NOTICE_KINDS, type NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import { faultOf, isAlwaysKnown, NOTICE_VARIABLES, type WordFault } from '@scanship/domain/tracking/notice-words';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type PlatformRule, ruleOf } from './platform-rules.ts';
import { type ChangedWords, isNoticeKind, placeOf, USUAL_WORDS } from './usual-words.ts';

interface StoredRow {
  readonly store_id: string | null;
  readonly kinds: unknown;
  readonly channels: unknown;
  readonly services: unknown;
  readonly words: unknown;
  readonly version: number;
}

type Channel = KindChannel['channel'];

interface Stored {
  readonly kinds: readonly NoticeKind[];
  /** Absent: by e-mail. */
  readonly channels: Readonly<Partial<Record<NoticeKind, Channel>>>;
  readonly services: readonly ServiceNotices[];
  readonly words: ChangedWords;
  readonly version: number;
}

const isWords = (value: unknown): value is NoticeWords =>
  typeof value === 'object' &&
  value !== null &&
  'subject' in value &&
  'body' in value &&
  typeof value.subject === 'string' &&
  typeof value.body === 'string';

const isChannel = (value: unknown): value is Channel => NOTICE_CHANNELS.some((channel) => channel === value);

const serviceOf = (value: unknown): readonly ServiceNotices[] => {
  if (typeof value !== 'object' || value === null || !('carrier' in value) || !('leftOut' in value)) return [];
  const { carrier, leftOut } = value;
  const service = 'service' in value ? value.service : null;
  return typeof carrier === 'string' && Array.isArray(leftOut) && (service === null || typeof service === 'string')
    ? [{ carrier, service, leftOut: leftOut.filter(isNoticeKind) }]
    : [];
};

const storedOf = (row: StoredRow): Stored => ({
  kinds: Array.isArray(row.kinds) ? row.kinds.filter(isNoticeKind) : [],
  channels:
    typeof row.channels === 'object' && row.channels !== null
      ? Object.fromEntries(
          Object.entries(row.channels).filter(([kind, channel]) => isNoticeKind(kind) && isChannel(channel)),
        )
      : {},
  services: Array.isArray(row.services) ? row.services.flatMap(serviceOf) : [],
  words:
    typeof row.words === 'object' && row.words !== null
      ? Object.fromEntries(Object.entries(row.words).filter(([, value]) => isWords(value)))
      : {},
  version: row.version,
});

/** Of the shipment. */
export interface ParcelService {
  readonly carrier: string;
  readonly service: string | null;
}

/** What goes for a store: its own settings, else those of all stores as far as its platform lets them. */
export interface StandingSettings {
  readonly kinds: ReadonlySet<NoticeKind>;
  channelOf(kind: NoticeKind): Channel;
  /** It is switched on for parcels of this service. */
  sends(kind: NoticeKind, by: ParcelService): boolean;
  /** Whether what is sent goes out this way. */
  goesBy(kind: NoticeKind, channel: 'mail' | 'webhook'): boolean;
  wordsOf(kind: NoticeKind, language: NoticeLanguage): NoticeWords;
}

const kindsThatStand = (
  rule: PlatformRule,
  usual: Stored | undefined,
  own: Stored | undefined,
): readonly NoticeKind[] => {
  if (rule.rule === 'forbidden') return [];
  if (own) return own.kinds;
  return rule.rule === 'open' ? (usual?.kinds ?? []) : [];
};

export const standing = (
  platformCode: string,
  usual: Stored | undefined,
  own: Stored | undefined,
): StandingSettings => {
  const kinds = new Set(kindsThatStand(ruleOf(platformCode), usual, own));
  // As the kinds: a store's own settings take the place of those of all stores.
  const channelOf = (kind: NoticeKind): Channel => (own ?? usual)?.channels[kind] ?? 'mail';
  return {
    kinds,
    channelOf,
    sends: (kind, by) =>
      kinds.has(kind) &&
      !(own ?? usual)?.services.some(
        ({ carrier, service, leftOut }) =>
          carrier === by.carrier && (service === null || service === by.service) && leftOut.includes(kind),
      ),
    goesBy: (kind, channel) => [channel, 'both'].includes(channelOf(kind)),
    wordsOf: (kind, language) => {
      const place = placeOf(kind, language);
      return own?.words[place] ?? usual?.words[place] ?? USUAL_WORDS[language][kind];
    },
  };
};

/** Of one tenant: those of all stores under null, those of a store under its id. */
export async function readStored(tx: Tx, tenantId: string): Promise<ReadonlyMap<string | null, Stored>> {
  const rows = await tx
    .selectFrom('buyer_notice_settings')
    .select(['store_id', 'kinds', 'channels', 'services', 'words', 'version'])
    .where('tenant_id', '=', tenantId)
    .execute();
  return new Map(rows.map((row) => [row.store_id, storedOf(row)]));
}

const platformOf = async (tx: Tx, tenantId: string, storeId: string): Promise<string | undefined> => {
  const store = await tx
    .selectFrom('stores')
    .select('platform_code')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', storeId)
    .executeTakeFirst();
  return store?.platform_code;
};

const NO_STORE = 'manual';

export async function viewSettings(
  tx: Tx,
  tenantId: string,
  storeId: string | null,
): Promise<Outcome<DataOf<typeof getNoticeSettings>>> {
  const platformCode = storeId === null ? NO_STORE : await platformOf(tx, tenantId, storeId);
  if (platformCode === undefined) return problem('not_found');
  const all = await readStored(tx, tenantId);
  const usual = all.get(null);
  const own = storeId === null ? usual : all.get(storeId);
  const rule = ruleOf(platformCode);
  const here = standing(platformCode, usual, own);
  const places = NOTICE_KINDS.flatMap((kind) => NOTICE_LANGUAGES.map((language) => ({ kind, language })));
  const value: NoticeSettings = {
    storeId,
    own: storeId !== null && own !== undefined,
    kinds: NOTICE_KINDS.filter((kind) => here.kinds.has(kind)),
    channels: NOTICE_KINDS.flatMap((kind) => {
      const channel = here.channelOf(kind);
      return channel === 'mail' ? [] : [{ kind, channel }];
    }),
    services: [...((own ?? usual)?.services ?? [])],
    rule: rule.rule,
    because: rule.because,
    words: places.map(({ kind, language }) => ({
      kind,
      language,
      ...here.wordsOf(kind, language),
      usual: own?.words[placeOf(kind, language)] === undefined,
    })),
    // What stands when nobody has changed it here: for a store the words of all stores.
    usualWords: places.map(({ kind, language }) => ({
      kind,
      language,
      ...((storeId === null ? undefined : usual?.words[placeOf(kind, language)]) ?? USUAL_WORDS[language][kind]),
    })),
    variables: Object.entries(NOTICE_VARIABLES).map(([name, type]) => ({
      name,
      type,
      inSubject: name in NOTICE_VARIABLES && isAlwaysKnown(name as keyof typeof NOTICE_VARIABLES),
    })),
    version: own?.version ?? 0,
  };
  return { ok: true, value };
}

const KNOWN = Object.keys(NOTICE_VARIABLES).join(', ');

const sentenceOf = (fault: WordFault): string => {
  switch (fault.fault) {
    case 'unknown':
      return `There is no variable "${fault.name}". Choose one of these: ${KNOWN}.`;
    case 'uncertain':
      return `"${fault.name}" is not always known, so a subject cannot hold it. Put it into the text.`;
    case 'brace':
      return 'A variable stands between two braces on each side, as in {{order_number}}.';
    case 'empty':
      return 'Enter a text, or restore the default.';
  }
};

/** Problems at the field, named "subject" and "body" behind `at`. */
export const wordProblems = (
  words: NoticeWords,
  at: string,
): readonly { readonly field: string; readonly message: string }[] =>
  (['subject', 'body'] as const).flatMap((part) => {
    const fault = faultOf(words[part], part);
    return fault ? [{ field: `${at}${part}`, message: sentenceOf(fault) }] : [];
  });

export async function saveSettings(
  tx: Tx,
  tenantId: string,
  input: BodyOf<typeof putNoticeSettings>,
): Promise<Outcome<void>> {
  const { storeId } = input;
  const platformCode = storeId === null ? NO_STORE : await platformOf(tx, tenantId, storeId);
  if (platformCode === undefined) return problem('not_found');
  const rule = ruleOf(platformCode);
  const errors = input.words.flatMap((words) => [...wordProblems(words, `words.${words.kind}.${words.language}.`)]);
  if (rule.rule === 'forbidden' && input.own && input.kinds.length > 0)
    errors.push({ field: 'kinds', message: rule.because ?? '' });
  if (errors.length > 0) return problem('validation', { errors });
  const found = await sql<{ id: string; version: number }>`SELECT id, version FROM buyer_notice_settings
    WHERE tenant_id = ${tenantId} AND store_id IS NOT DISTINCT FROM ${storeId}::uuid FOR UPDATE`.execute(tx);
  const [row] = found.rows;
  if ((row?.version ?? 0) !== input.version) return problem('stale_version');
  if (storeId !== null && !input.own) {
    if (row) await sql`DELETE FROM buyer_notice_settings WHERE tenant_id = ${tenantId} AND id = ${row.id}`.execute(tx);
    return { ok: true, value: undefined };
  }
  const kinds = JSON.stringify(NOTICE_KINDS.filter((kind) => input.kinds.includes(kind)));
  const words = JSON.stringify(
    Object.fromEntries(
      input.words.map(({ kind, language, subject, body }) => [placeOf(kind, language), { subject, body }]),
    ),
  );
  const channels =
    input.channels &&
    JSON.stringify(
      Object.fromEntries(input.channels.flatMap(({ kind, channel }) => (channel === 'mail' ? [] : [[kind, channel]]))),
    );
  const services = input.services && JSON.stringify(input.services.filter(({ leftOut }) => leftOut.length > 0));
  if (row) {
    await sql`UPDATE buyer_notice_settings SET kinds = ${kinds}::jsonb, channels = coalesce(${channels ?? null}::jsonb, channels),
      services = coalesce(${services ?? null}::jsonb, services), words = ${words}::jsonb, version = version + 1,
      updated_at = now() WHERE tenant_id = ${tenantId} AND id = ${row.id}`.execute(tx);
    return { ok: true, value: undefined };
  }
  const added = await sql`INSERT INTO buyer_notice_settings (tenant_id, id, store_id, kinds, channels, services, words)
    VALUES (${tenantId}, ${newId()}, ${storeId}::uuid, ${kinds}::jsonb, ${channels ?? '{}'}::jsonb,
      ${services ?? '[]'}::jsonb, ${words}::jsonb) ON CONFLICT DO NOTHING`.execute(tx);
  return added.numAffectedRows === 0n ? problem('stale_version') : { ok: true, value: undefined };
}
