import './news-bar.css';
import { ActionIcon } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconAlertTriangle, IconInfoCircle, IconTool, IconX } from '#icons';
import type { AnnouncementKind, NewsItem } from '@scanship/contracts/network/announcements';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { byUrgency, markNews, newsQuery } from '../news.ts';
import { notify } from '../notify.ts';
import { useProfile } from '../profile.ts';
import { useFormat } from '../use-format.ts';

const ICONS = { news: IconInfoCircle, maintenance: IconTool, problem: IconAlertTriangle } as const satisfies Record<
  AnnouncementKind,
  typeof IconX
>;
/** Lines above a page; the list has the rest. */
const MOST = 2;

/** Above every page: what the seller of the company says now, until the person puts it away. */
export default function NewsBar() {
  const { t } = useLingui();
  const { impersonation } = useProfile();
  const news = useQuery(newsQuery);
  const putAway = useMutation({
    mutationFn: (id: string) => markNews([id], true),
    onError: (error) => notify.error(error),
  });
  const shown = byUrgency(
    (news.data ?? []).filter(({ inBar }) => inBar),
    news.dataUpdatedAt,
  );
  if (shown.length === 0) return null;
  const more = shown.length - MOST;
  return (
    <section className="news-bar" aria-label={t`What’s new`}>
      {shown.slice(0, MOST).map((item) => {
        const Icon = ICONS[item.kind];
        return (
          <div key={item.id} className="news-line" data-kind={item.kind}>
            <Icon size={16} aria-hidden />
            <div className="grow">
              <span className="strong break-anywhere" lang={item.language}>
                {item.title}
              </span>{' '}
              <WorkTime item={item} now={news.dataUpdatedAt} />{' '}
              <Link to="/news" hash={item.id} className="link nowrap">
                <Trans>Read</Trans>
              </Link>
            </div>
            {impersonation.length === 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t`Hide “${item.title}”`}
                disabled={putAway.isPending}
                onClick={() => putAway.mutate(item.id)}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            )}
          </div>
        );
      })}
      {more > 0 && (
        <Link to="/news" className="link small">
          <Plural value={more} one="# more" other="# more" />
        </Link>
      )}
    </section>
  );
}

/** When planned work is done, in the reader's zone. */
function WorkTime({ item: { work }, now }: { readonly item: NewsItem; readonly now: number }) {
  const format = useFormat();
  if (!work) return null;
  const [from, until] = [format.instant(work.from, 'short'), format.instant(work.until, 'short')];
  return (
    <span className="dim">
      {Date.parse(work.from) <= now ? (
        <Trans>in progress until {until}</Trans>
      ) : (
        <Trans>
          {from} to {until}
        </Trans>
      )}
    </span>
  );
}
