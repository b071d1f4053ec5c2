import '../settings/settings.css';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '@scanship/contracts/access/roles';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { roleName } from './role-words.ts';
import { holdersQuery } from './roles-api.ts';

interface Props {
  readonly opened: boolean;
  readonly role: Role | undefined;
  readonly onClose: () => void;
}
/** Who has a role. */
export default function HoldersDialog({ opened, role, onClose }: Props) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const shown = useShownAfterMount(opened);
  const name = role ? roleName(role, i18n) : '';
  return (
    <Dialog opened={shown} onClose={onClose} title={t`People with the role ${name}`} centered>
      {role && <Holders id={role.id} />}
    </Dialog>
  );
}

function Holders({ id }: { readonly id: string }) {
  const holders = useQuery(holdersQuery(id));
  if (!holders.data)
    return holders.isError ? (
      <ErrorState compact error={holders.error} onRetry={() => void holders.refetch()} />
    ) : (
      <Skeletons rows={3} height={32} />
    );
  if (holders.data.people.length === 0)
    return (
      <p className="dim">
        <Trans>Nobody has this role.</Trans>
      </p>
    );
  return (
    <ul className="plain-list">
      {holders.data.people.map((person) => (
        <li key={person.id}>
          <div className="strong">{person.fullName}</div>
          <div className="dim small">
            {person.userName} · {person.email}
          </div>
        </li>
      ))}
    </ul>
  );
}
