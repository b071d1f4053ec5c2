import './people.css';
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconMailPlus, IconSearch } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { PERSON_STATES, type Person } from '@scanship/contracts/access/people';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { useProfile } from '../../app/profile.ts';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { roleName } from '../roles/role-words.ts';
import { rolesQuery } from '../roles/roles-api.ts';
import { PersonRow } from './PersonRow.tsx';
import { peopleQuery } from './people-api.ts';
import type { PeopleSearch } from './people-search.ts';
import { STATE_WORDS } from './people-words.ts';

const InviteDialog = lazy(() => import('./InviteDialog.tsx'));
const PersonDialog = lazy(() => import('./PersonDialog.tsx'));

const TYPING_MS = 250;

interface Props {
  readonly search: PeopleSearch;
  readonly onSearch: (search: PeopleSearch) => void;
}

/** The list of people with its filters: a customer's, a franchise's or the operator's. */
export function PeoplePanel({ search, onSearch }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const list = useQuery(peopleQuery(search));
  const mayRoles = useProfile().rights.includes('roles.manage');
  const roles = useQuery({ ...rolesQuery, enabled: mayRoles });
  const [text, setText] = useState(search.q ?? '');
  const [inviting, setInviting] = useState(false);
  const [open, setOpen] = useState(false);
  // Whom the dialog showed last stays in it while it closes.
  const [chosen, setChosen] = useState<Person>();
  const inviteLoaded = useLoaded(inviting);
  const dialogLoaded = useLoaded(open);
  const find = useDebouncedCallback((q: string) => onSearch(without({ ...search, q: q.trim() })), TYPING_MS);
  const filtered = search.q !== undefined || search.state !== undefined || search.role !== undefined;
  const clear = () => {
    setText('');
    onSearch({});
  };
  const seats = list.data?.seats;
  const full = seats !== undefined && seats.limit !== null && seats.used >= seats.limit;
  return (
    <section className="card" aria-labelledby="people-head">
      <div className="card-head">
        <div className="grow">
          <h2 id="people-head">
            <Trans>People and invitations</Trans>
          </h2>
          {seats && (
            <p className="dim small">
              {seats.limit === null ? (
                <Plural value={seats.used} one="# seat in use" other="# seats in use" />
              ) : (
                <Trans>
                  {seats.used} of {seats.limit} seats of your plan in use
                </Trans>
              )}
            </p>
          )}
        </div>
        <ForCustomer>
          <Button
            leftSection={<IconMailPlus size={16} aria-hidden />}
            onClick={() => setInviting(true)}
            disabled={full}
          >
            <Trans>Invite somebody</Trans>
          </Button>
        </ForCustomer>
      </div>
      {full && (
        <div className="notice people-notice" data-tone="warn" role="status">
          <Trans>
            Every seat of your plan is in use. Withdraw an invitation or remove somebody, or ask for more seats.
          </Trans>
        </div>
      )}
      <form className="people-filters" role="search" aria-label={t`Find people`} onSubmit={(e) => e.preventDefault()}>
        <TextInput
          aria-label={t`Name, user name or e-mail`}
          placeholder={t`Name, user name or e-mail`}
          leftSection={<IconSearch size={16} aria-hidden />}
          type="search"
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            find(event.currentTarget.value);
          }}
        />
        <NativeSelect
          aria-label={t`State`}
          value={search.state ?? ''}
          data={[
            { value: '', label: t`All statuses` },
            ...PERSON_STATES.map((state) => ({ value: state, label: i18n._(STATE_WORDS[state]) })),
          ]}
          onChange={(event) => {
            const state = PERSON_STATES.find((name) => name === event.currentTarget.value);
            const { state: _before, ...rest } = search;
            onSearch(without(state ? { ...rest, state } : rest));
          }}
        />
        {roles.data && (
          <NativeSelect
            aria-label={t`Role`}
            value={search.role ?? ''}
            data={[
              { value: '', label: t`All roles` },
              ...roles.data.roles.map((role) => ({ value: role.id, label: roleName(role, i18n) })),
            ]}
            onChange={(event) => onSearch(without({ ...search, role: event.currentTarget.value }))}
          />
        )}
      </form>
      {list.data ? (
        <>
          {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
          {list.data.people.length === 0 ? (
            <EmptyState
              title={filtered ? t`No one matches` : t`Nobody is here yet`}
              actions={
                filtered && (
                  <Button variant="default" onClick={clear}>
                    <Trans>Clear the filters</Trans>
                  </Button>
                )
              }
            >
              {filtered ? (
                <Trans>No person and no invitation fits these filters.</Trans>
              ) : (
                <Trans>Invite the people you work with; each gets a role.</Trans>
              )}
            </EmptyState>
          ) : (
            <ul aria-label={t`People and invitations`} aria-busy={list.isPlaceholderData}>
              {list.data.people.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  asOf={list.dataUpdatedAt}
                  onOpen={() => {
                    setChosen(person);
                    setOpen(true);
                  }}
                />
              ))}
            </ul>
          )}
          <Pager
            page={list.data.currentPage}
            pages={list.data.totalPage}
            onPage={(page) => onSearch({ ...search, page })}
          />
        </>
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <div className="card-body">
          <Skeletons rows={5} height={36} />
        </div>
      )}
      <Suspense fallback={null}>
        {inviteLoaded && <InviteDialog opened={inviting} onClose={() => setInviting(false)} />}
        {dialogLoaded && (
          <PersonDialog
            opened={open}
            person={list.data?.people.find((one) => one.id === chosen?.id) ?? chosen}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </section>
  );
}

/** Empty texts and the page go: another filter begins at the first page. */
function without({ page: _page, q, role, ...rest }: PeopleSearch): PeopleSearch {
  return { ...rest, ...(q ? { q } : {}), ...(role ? { role } : {}) };
}

interface PagerProps {
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}
function Pager({ page, pages, onPage }: PagerProps) {
  const { t } = useLingui();
  if (pages <= 1) return null;
  return (
    <nav className="row between card-body" aria-label={t`Pages of people`}>
      <button type="button" className="link" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Trans>Previous</Trans>
      </button>
      <span className="dim small">
        <Trans>
          Page {page} of {pages}
        </Trans>
      </span>
      <button type="button" className="link" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Trans>Next</Trans>
      </button>
    </nav>
  );
}
