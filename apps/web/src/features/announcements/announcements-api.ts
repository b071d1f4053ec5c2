/** Announcements as their author works on them. */
import {
  addAnnouncement,
  type Announcement,
  type AnnouncementInput,
  changeAnnouncement,
  deleteAnnouncement,
  listAnnouncementReaders,
  listAnnouncements,
  publishAnnouncement,
  withdrawAnnouncement,
} from '@scanship/contracts/network/announcements';
import { queryOptions } from '@tanstack/react-query';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => fetchData(listAnnouncements, { signal }),
});
export const readersQuery = (id: string) =>
  queryOptions({
    queryKey: ['announcements', id, 'readers'],
    queryFn: ({ signal }) => fetchData(listAnnouncementReaders, { params: { id }, signal }),
  });
export const reloadAnnouncements = () => queryClient.invalidateQueries({ queryKey: announcementsQuery.queryKey });

interface Saved {
  readonly is: Announcement | undefined;
  readonly input: AnnouncementInput;
  readonly again: boolean;
}

export const save = ({ is, input, again }: Saved) =>
  is
    ? api.call(changeAnnouncement, { params: { id: is.id }, body: { ...input, version: is.version, again } })
    : api.call(addAnnouncement, { body: input });
export const publish = ({ id, version }: Pick<Announcement, 'id' | 'version'>) =>
  api.call(publishAnnouncement, { params: { id }, body: { version } });
export const withdraw = (id: string) => api.call(withdrawAnnouncement, { params: { id } });
export const remove = (id: string) => api.call(deleteAnnouncement, { params: { id } });
