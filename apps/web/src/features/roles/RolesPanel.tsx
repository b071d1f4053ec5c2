import './roles.css';
import { ActionIcon, Button } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconCheck, IconMinus, IconPencil, IconPlus, IconTrash } from '#icons';
import { useQuery } from '@tanstack/react-query';
import { ForCustomer } from '../../app/ForCustomer.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Role, RoleMatrix } from '@scanship/contracts/access/roles';
import { Badge } from '../../ui/Badge.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { sectionsOf } from './role-model.ts';
import { PAGE_WORDS, RIGHT_WORDS, roleName } from './role-words.ts';
import { rolesQuery } from './roles-api.ts';

const RoleDialog = lazy(() => import('./RoleDialog.tsx'));
const DeleteRoleDialog = lazy(() => import('./DeleteRoleDialog.tsx'));
const HoldersDialog = lazy(() => import('./HoldersDialog.tsx'));

type Open =
  | { readonly what: 'add' }
  | { readonly what: 'edit' | 'delete' | 'holders'; readonly role: Role }
  | undefined;

/** Roles of the own company against pages and rights: a customer's, a franchise's or the operator's. */
export function RolesPanel() {
  const matrix = useQuery(rolesQuery);
  if (matrix.data) return <Matrix matrix={matrix.data} />;
  if (!matrix.isError) return <Skeletons rows={10} height={24} />;
  return (
    <div className="card">
      <ErrorState error={matrix.error} onRetry={() => void matrix.refetch()} />
    </div>
  );
}

function Matrix({ matrix }: { readonly matrix: RoleMatrix }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [open, setOpen] = useState<Open>();
  // What a dialog showed last stays in it while it closes.
  const [shown, setShown] = useState<Role>();
  const show = (next: NonNullable<Open>) => {
    setShown('role' in next ? next.role : undefined);
    setOpen(next);
  };
  const editing = open?.what === 'add' || open?.what === 'edit';
  const editLoaded = useLoaded(editing);
  const deleteLoaded = useLoaded(open?.what === 'delete');
  const holdersLoaded = useLoaded(open?.what === 'holders');
  const close = () => setOpen(undefined);
  const { roles } = matrix;
  return (
    <section className="card" aria-labelledby="roles-head">
      <div className="card-head">
        <div className="grow">
          <h2 id="roles-head">
            <Trans>Roles</Trans>
          </h2>
          <p className="dim small">
            <Trans>
              A custom role takes away from the built-in role it is made on. A change takes effect immediately.
            </Trans>
          </p>
        </div>
        <ForCustomer>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => show({ what: 'add' })}>
            <Trans>New role</Trans>
          </Button>
        </ForCustomer>
      </div>
      <TableWrap label={t`What each role may open and do`}>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">
                <Trans>Pages and rights</Trans>
              </th>
              {roles.map((role) => (
                <RoleHead key={role.id} role={role} onOpen={show} />
              ))}
            </tr>
          </thead>
          {sectionsOf(matrix.baseRoles).map(({ page, rights }) => (
            <tbody key={page ?? 'other'}>
              <tr className="matrix-page">
                <th scope="row">{page ? i18n._(PAGE_WORDS[page]) : t`Company`}</th>
                {roles.map((role) => (
                  <td key={role.id}>{page && <Held held={role.pages.includes(page)} />}</td>
                ))}
              </tr>
              {rights.map((right) => (
                <tr key={right} className="matrix-right">
                  <th scope="row">{i18n._(RIGHT_WORDS[right])}</th>
                  {roles.map((role) => (
                    <td key={role.id}>
                      <Held held={role.rights.includes(right)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </TableWrap>
      <Suspense fallback={null}>
        {editLoaded && <RoleDialog opened={editing} role={shown} matrix={matrix} onClose={close} />}
        {deleteLoaded && (
          <DeleteRoleDialog opened={open?.what === 'delete'} role={shown} roles={roles} onClose={close} />
        )}
        {holdersLoaded && <HoldersDialog opened={open?.what === 'holders'} role={shown} onClose={close} />}
      </Suspense>
    </section>
  );
}

function RoleHead({ role, onOpen }: { readonly role: Role; readonly onOpen: (open: NonNullable<Open>) => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const name = roleName(role, i18n);
  const base = roleName({ ...role, builtIn: true }, i18n);
  return (
    <th scope="col">
      <div>{name}</div>
      <div className="row tight">
        {role.builtIn ? (
          <Badge>{t`Built in`}</Badge>
        ) : (
          <Badge tone="info" title={t`Made on ${base}`}>
            {base}
          </Badge>
        )}
      </div>
      <button type="button" className="link small" onClick={() => onOpen({ what: 'holders', role })}>
        <Plural value={role.people} one="# person" other="# people" />
        <span className="sr-only"> {t`with the role ${name}`}</span>
      </button>
      {!role.builtIn && role.assignable && (
        <ForCustomer>
          <div className="row tight">
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t`Edit ${name}`}
              onClick={() => onOpen({ what: 'edit', role })}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t`Delete ${name}`}
              onClick={() => onOpen({ what: 'delete', role })}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        </ForCustomer>
      )}
    </th>
  );
}

function Held({ held }: { readonly held: boolean }) {
  const { t } = useLingui();
  return held ? (
    <span className="matrix-yes">
      <IconCheck size={17} stroke={2.4} aria-hidden />
      <span className="sr-only">{t`yes`}</span>
    </span>
  ) : (
    <span className="matrix-no">
      <IconMinus size={15} aria-hidden />
      <span className="sr-only">{t`no`}</span>
    </span>
  );
}
