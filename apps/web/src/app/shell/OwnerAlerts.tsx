import { ActionIcon, Menu } from '@mantine/core';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconBell, IconX } from '#icons';
import { getOwnerNotices, type OwnerNotice, putAwayOwnerNotice } from '@scanship/contracts/network/owner-notices';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { api, fetchData } from '../api.ts';
import { notify } from '../notify.ts';
import { useProfile } from '../profile.ts';
import { queryClient } from '../query-client.ts';
import { router } from '../router.ts';

const EVERY_MS = 5 * 60_000;

const ownerNoticesQuery = queryOptions({
  queryKey: ['owner-notices'],
  queryFn: async ({ signal }) => (await fetchData(getOwnerNotices, { signal })).notices,
  refetchInterval: EVERY_MS,
  meta: { quiet: true },
});

/** Of a franchise's and of the operator's administrators: a bell with what they should act on, each with its page. */
export default function OwnerAlerts() {
  const { t } = useLingui();
  const { impersonation } = useProfile();
  const notices = useQuery(ownerNoticesQuery);
  const putAway = useMutation({
    mutationFn: (id: string) => api.call(putAwayOwnerNotice, { params: { id } }),
    onSuccess: ({ data }) => queryClient.setQueryData(ownerNoticesQuery.queryKey, data.notices),
    onError: (error) => notify.error(error),
  });
  const list = notices.data ?? [];
  const open = list.length;
  return (
    <Menu position="bottom-end" width={330}>
      <Menu.Target>
        <ActionIcon
          className="top-bell"
          variant="subtle"
          color="gray"
          size={36}
          aria-label={open === 0 ? t`Alerts: nothing open` : t`Alerts: ${open} open`}
          data-testid="owner-bell"
        >
          <IconBell size={19} stroke={1.7} aria-hidden />
          {open > 0 && (
            <span className="top-bell-count num" aria-hidden>
              {open > 99 ? '99+' : open}
            </span>
          )}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {open === 0 && (
          <Menu.Label>
            <Trans>Nothing waits for you.</Trans>
          </Menu.Label>
        )}
        {list.map((notice) => (
          <div key={notice.id} className="owner-alert">
            <Menu.Item
              component="a"
              href={notice.page}
              onClick={(event) => {
                // In another tab or window, if the person says so.
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                void router.navigate({ href: notice.page });
              }}
            >
              <Words notice={notice} />
            </Menu.Item>
            {impersonation.length === 0 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={26}
                aria-label={t`Hide: ${notice.name}`}
                disabled={putAway.isPending}
                onClick={() => putAway.mutate(notice.id)}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Words({ notice: { kind, name, amount } }: { readonly notice: OwnerNotice }) {
  switch (kind) {
    case 'sign_up':
      return <Trans>New sign-up: {name}</Trans>;
    case 'credit_limit':
      return (amount ?? 0) >= 100 ? (
        <Trans>{name} has reached its credit limit</Trans>
      ) : (
        <Trans>
          {name} has used {amount} % of its credit limit
        </Trans>
      );
    case 'promise_broken':
      return <Trans>{name} has not paid as promised</Trans>;
    case 'carrier_down':
      return <Trans>Carrier account down: {name}</Trans>;
    case 'labels_unknown':
      return (
        <Plural
          value={amount ?? 0}
          one={`# label at ${name} is not known here`}
          other={`# labels at ${name} are not known here`}
        />
      );
    case 'labels_on_hold':
      return <Trans>Carrier account on hold: {name}</Trans>;
    case 'expiring':
      return (amount ?? 0) < 0 ? (
        <Trans>Registration expired: {name}</Trans>
      ) : (
        <Plural
          value={amount ?? 0}
          _0={`Registration of ${name} expires today`}
          _1={`Registration of ${name} expires tomorrow`}
          other={`Registration of ${name} expires in # days`}
        />
      );
  }
}
