/** What is new for this person: asked once a while, and marked as read or put away. */
import { getNews, type NewsItem, readNews } from '@scanship/contracts/network/announcements';
import { queryOptions } from '@tanstack/react-query';
import { api, fetchData } from './api.ts';
import { queryClient } from './query-client.ts';

const EVERY_MS = 5 * 60_000;

export const newsQuery = queryOptions({
  queryKey: ['news'],
  queryFn: async ({ signal }) => (await fetchData(getNews, { signal })).news,
  refetchInterval: EVERY_MS,
  meta: { quiet: true },
});

export async function markNews(ids: readonly string[], putAway: boolean): Promise<void> {
  const { data } = await api.call(readNews, { body: { ids: [...ids], putAway } });
  queryClient.setQueryData(newsQuery.queryKey, data.news);
}

/** Of several, what stops work stands first: work that goes on, problems, work to come, news. */
export const byUrgency = (news: readonly NewsItem[], now: number): readonly NewsItem[] => {
  const rank = ({ kind, work }: NewsItem): number =>
    kind === 'news' ? 3 : kind === 'problem' ? 1 : work && Date.parse(work.from) <= now ? 0 : 2;
  return news.toSorted((a, b) => rank(a) - rank(b));
};
