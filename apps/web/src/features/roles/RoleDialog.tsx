import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Role, RoleMatrix } from '@scanship/contracts/access/roles';
import { newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { ROLE_NAMES } from '../../app/role-names.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import {
  type BaseLimits,
  canCount,
  draftOf,
  draftOn,
  mayGive,
  sectionsOf,
  togglePage,
  toggleRight,
} from './role-model.ts';
import { PAGE_WORDS, RIGHT_WORDS } from './role-words.ts';
import { changeRole, createRole, rolesChanged } from './roles-api.ts';

interface Props {
  readonly opened: boolean;
  /** Undefined: a new one. */
  readonly role: Role | undefined;
  readonly matrix: RoleMatrix;
  readonly onClose: () => void;
}
/** A custom role: its name, the built-in role it is made on, and what of that it keeps. */
export default function RoleDialog({ opened, role, matrix, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const name = role?.name ?? '';
  return (
    <Dialog opened={shown} onClose={onClose} title={role ? t`Edit ${name}` : t`New role`} size="lg">
      <RoleForm key={role ? `${role.id} ${role.version}` : 'new'} role={role} matrix={matrix} onClose={onClose} />
    </Dialog>
  );
}

function RoleForm({ role, matrix, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  // A role for fewer rights is what people come for: the last base role is the smallest of a company.
  const first: BaseLimits | undefined = matrix.baseRoles.at(-1);
  const [draft, setDraft] = useState(() => (role ? draftOf(role) : first && draftOn(first, '')));
  const [key] = useState(newIdempotencyKey);
  const save = useMutation({
    mutationFn: () => {
      if (!draft) throw new Error('a company has at least one base role');
      return role ? changeRole({ draft, role }) : createRole({ draft, key });
    },
    onSuccess: async ({ successMessage }) => {
      await rolesChanged();
      notify.success(successMessage ?? t`Role saved.`);
      onClose();
    },
  });
  const base = matrix.baseRoles.find((one) => one.baseRole === draft?.baseRole);
  if (!draft || !base) return null;
  const give = mayGive(base, role);
  const refused = fieldErrorsOf(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.name.trim()) save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <div className="fields">
        <TextInput
          className="w6"
          label={t`Name of the role`}
          data-autofocus
          required
          maxLength={60}
          value={draft.name}
          error={refused.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <NativeSelect
          className="w6"
          label={t`Made on`}
          value={draft.baseRole}
          disabled={role !== undefined}
          data={matrix.baseRoles.map((one) => ({ value: one.baseRole, label: i18n._(ROLE_NAMES[one.baseRole]) }))}
          onChange={(event) => {
            const chosen = matrix.baseRoles.find((one) => one.baseRole === event.currentTarget.value);
            if (chosen) setDraft(draftOn(chosen, draft.name));
          }}
        />
      </div>
      {sectionsOf([base]).map(({ page, rights }) => (
        <fieldset key={page ?? 'other'} className="role-choices">
          <legend className="sr-only">{page ? i18n._(PAGE_WORDS[page]) : t`Company`}</legend>
          {page ? (
            <Checkbox
              label={<span className="strong">{i18n._(PAGE_WORDS[page])}</span>}
              checked={draft.pages.has(page)}
              disabled={!give.page(page)}
              description={give.page(page) ? undefined : t`Your own role does not hold it.`}
              onChange={() => setDraft(togglePage(draft, page))}
            />
          ) : (
            <span className="strong">
              <Trans>Company</Trans>
            </span>
          )}
          {rights.map((right) => (
            <Checkbox
              key={right}
              className="below"
              label={i18n._(RIGHT_WORDS[right])}
              checked={draft.rights.has(right)}
              disabled={!give.right(right) || !canCount(draft, right)}
              description={give.right(right) ? undefined : t`Your own role does not hold it.`}
              onChange={() => setDraft(toggleRight(draft, right))}
            />
          ))}
        </fieldset>
      ))}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending} disabled={!draft.name.trim()}>
          <Trans>Save the role</Trans>
        </Button>
      </div>
    </form>
  );
}
