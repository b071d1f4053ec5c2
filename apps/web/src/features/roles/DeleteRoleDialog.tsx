import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Role } from '@scanship/contracts/access/roles';
import { notify } from '../../app/notify.ts';
import { isCode } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { roleName } from './role-words.ts';
import { removeRole, rolesChanged } from './roles-api.ts';

interface Props {
  readonly opened: boolean;
  readonly role: Role | undefined;
  readonly roles: readonly Role[];
  readonly onClose: () => void;
}
/** People who have the role get another one with the same press. */
export default function DeleteRoleDialog({ opened, role, roles, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const name = role?.name ?? '';
  return (
    <Dialog opened={shown} onClose={onClose} title={t`Delete ${name}?`} centered size="sm">
      {role && <Question key={role.id} role={role} roles={roles} onClose={onClose} />}
    </Dialog>
  );
}

function Question({ role, roles, onClose }: Omit<Props, 'opened' | 'role'> & { readonly role: Role }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const others = roles.filter((one) => one.id !== role.id && one.assignable);
  const [replacement, setReplacement] = useState(
    () => others.find((one) => one.builtIn && one.baseRole === role.baseRole)?.id ?? others[0]?.id,
  );
  const remove = useMutation({
    mutationFn: (instead: string | undefined) => removeRole({ id: role.id, replacement: instead }),
    onSuccess: async ({ successMessage }) => {
      await rolesChanged();
      notify.success(successMessage ?? t`Role deleted.`);
      onClose();
    },
  });
  // Open invitations hold it, too, and are not counted as people.
  const used = role.people > 0 || isCode(remove.error, 'role_in_use');
  return (
    <div className="stack">
      {remove.error && <ErrorState compact error={remove.error} />}
      <p>
        {role.people > 0 ? (
          <Plural value={role.people} one="# person has this role." other="# people have this role." />
        ) : (
          <Trans>Nobody has this role.</Trans>
        )}
      </p>
      {used && (
        <NativeSelect
          label={t`They get instead`}
          value={replacement ?? ''}
          data={others.map((one) => ({ value: one.id, label: roleName(one, i18n) }))}
          onChange={(event) => setReplacement(event.currentTarget.value)}
        />
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button
          color="red.9"
          data-autofocus
          loading={remove.isPending}
          onClick={() => remove.mutate(used ? replacement : undefined)}
        >
          <Trans>Delete the role</Trans>
        </Button>
      </div>
    </div>
  );
}
