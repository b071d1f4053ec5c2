import './news.css';
import { Trans, useLingui } from '@lingui/react/macro';
import type { AnnouncementKind, NewsItem } from '@scanship/contracts/network/announcements';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { markNews, newsQuery } from '../../../app/news.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { PageHead } from '../../../ui/PageHead.tsx';
import { PlainText } from '../../../ui/PlainText.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../../ui/states.tsx';

const TONES: Readonly<Record<AnnouncementKind, Tone>> = { news: 'info', maintenance: 'warn', problem: 'bad' };

/** Everything that was announced to this person lately; having it open is having read it. */
export function NewsPage() {
  const { t } = useLingui();
  const { impersonation } = useProfile();
  const news = useQuery(newsQuery);
  const unread = (news.data ?? []).filter(({ read }) => !read).map(({ id }) => id);
  const names = unread.join(' ');
  const own = impersonation.length === 0;
  useEffect(() => {
    // Whoever acts for somebody has not read it in their name. A mark that fails is made when the page is opened again.
    if (own && names !== '') void markNews(names.split(' '), false).catch(() => undefined);
  }, [own, names]);
  useEffect(() => {
    if (news.isSuccess) document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'start' });
  }, [news.isSuccess]);
  return (
    <div className="page-narrow">
      <PageHead title={t`What’s new`} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>What’s new</Trans>
          </h1>
          <p className="dim small">
            <Trans>News, planned maintenance and known problems of the last ninety days.</Trans>
          </p>
        </div>
      </div>
      {news.data ? (
        news.data.length === 0 ? (
          <div className="card">
            <EmptyState title={t`Nothing was announced lately`}>
              <Trans>What your provider announces will appear here.</Trans>
            </EmptyState>
          </div>
        ) : (
          <div className="stack">
            {news.data.map((item) => (
              <Item key={item.id} item={item} />
            ))}
          </div>
        )
      ) : news.isError ? (
        <div className="card">
          <ErrorState error={news.error} onRetry={() => void news.refetch()} />
        </div>
      ) : (
        <Skeletons rows={4} height={64} />
      )}
    </div>
  );
}

function Item({ item }: { readonly item: NewsItem }) {
  const { t } = useLingui();
  const format = useFormat();
  const words: Readonly<Record<AnnouncementKind, string>> = {
    news: t`News`,
    maintenance: t`Planned maintenance`,
    problem: t`Known problem`,
  };
  const { work } = item;
  const [from, until] = work ? [format.instant(work.from, 'short'), format.instant(work.until, 'short')] : ['', ''];
  return (
    <article className="card news-item" id={item.id} aria-labelledby={`${item.id}-title`}>
      <div className="card-body stack tight">
        <div className="row">
          <Badge tone={TONES[item.kind]}>{words[item.kind]}</Badge>
          <span className="dim small">
            {item.from} · {format.instant(item.shown.from, 'short')}
          </span>
        </div>
        <h2 id={`${item.id}-title`} lang={item.language} className="break-anywhere">
          {item.title}
        </h2>
        {work && (
          <p className="strong">
            <Trans>
              {from} to {until}
            </Trans>
          </p>
        )}
        <div lang={item.language}>
          <PlainText text={item.text} />
        </div>
      </div>
    </article>
  );
}
