import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Person } from '@scanship/contracts/access/people';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { roleName } from '../roles/role-words.ts';
import { rolesQuery } from '../roles/roles-api.ts';
import { actOnPerson, type PersonAct } from './people-api.ts';
import { DONE_WORDS, nameOfPerson } from './people-words.ts';

interface Props {
  readonly opened: boolean;
  readonly person: Person | undefined;
  readonly onClose: () => void;
}
/** Everything that can be done with one person or invitation; what takes something away is asked about once more. */
export default function PersonDialog({ opened, person, onClose }: Props) {
  const shown = useShownAfterMount(opened);
  const name = person ? nameOfPerson(person) : '';
  return (
    <Dialog opened={shown} onClose={onClose} title={name} centered>
      {person && <Choices key={person.id} person={person} name={name} onClose={onClose} />}
    </Dialog>
  );
}

type Question = 'suspend' | 'remove' | 'withdraw';

function Choices({
  person,
  name,
  onClose,
}: {
  readonly person: Person;
  readonly name: string;
  readonly onClose: () => void;
}) {
  const { i18n } = useI18n();
  const [asked, setAsked] = useState<Question>();
  const act = useMutation({
    mutationFn: (wish: PersonAct) => actOnPerson(person.id, wish),
    onSuccess: (_message, wish) => {
      notify.success(i18n._(DONE_WORDS[wish.kind]));
      onClose();
    },
  });
  const busy = (kind: PersonAct['kind']) => act.isPending && act.variables.kind === kind;
  const ask = (question: Question | undefined) => {
    act.reset();
    setAsked(question);
  };
  const problem = act.error && <ErrorState compact error={act.error} />;
  if (asked)
    return (
      <>
        {problem}
        <Confirm
          question={asked}
          name={name}
          busy={act.isPending}
          onConfirm={() => act.mutate({ kind: asked })}
          onKeep={() => ask(undefined)}
        />
      </>
    );
  return (
    <div className="stack wide">
      {problem}
      {person.state === 'invited' ? (
        <>
          <Choice
            words={<Trans>A new link goes to {person.email}; the one before stops working.</Trans>}
            button={
              <Button
                data-autofocus
                variant="default"
                loading={busy('resend')}
                onClick={() => act.mutate({ kind: 'resend' })}
              >
                <Trans>Send again</Trans>
              </Button>
            }
          />
          <Choice
            words={<Trans>The link stops working and the seat is free again.</Trans>}
            button={
              <Button variant="default" onClick={() => ask('withdraw')}>
                <Trans>Withdraw</Trans>
              </Button>
            }
          />
        </>
      ) : (
        <>
          <RoleChoice person={person} busy={busy('role')} onSave={(roleId) => act.mutate({ kind: 'role', roleId })} />
          {person.state === 'suspended' ? (
            <Choice
              words={<Trans>Suspended: cannot sign in. Everything they did is still there.</Trans>}
              button={
                <Button variant="default" loading={busy('resume')} onClick={() => act.mutate({ kind: 'resume' })}>
                  <Trans>Restore access</Trans>
                </Button>
              }
            />
          ) : (
            <Choice
              words={<Trans>For a while: signed out everywhere, until you restore access.</Trans>}
              button={
                <Button variant="default" onClick={() => ask('suspend')}>
                  <Trans>Suspend</Trans>
                </Button>
              }
            />
          )}
          <Choice
            words={<Trans>Permanently: they lose access. What they did stays under their name.</Trans>}
            button={
              <Button variant="default" onClick={() => ask('remove')}>
                <Trans>Remove</Trans>
              </Button>
            }
          />
        </>
      )}
    </div>
  );
}

const Choice = ({ words, button }: { readonly words: ReactNode; readonly button: ReactNode }) => (
  <div className="person-choice">
    <p className="dim small">{words}</p>
    {button}
  </div>
);

interface RoleProps {
  readonly person: Person;
  readonly busy: boolean;
  readonly onSave: (roleId: string) => void;
}
function RoleChoice({ person, busy, onSave }: RoleProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const allowed = useProfile().rights.includes('roles.manage');
  const roles = useQuery({ ...rolesQuery, enabled: allowed });
  const [roleId, setRoleId] = useState(person.role.id);
  if (!allowed) return null;
  if (roles.isError) return <ErrorState compact error={roles.error} onRetry={() => void roles.refetch()} />;
  if (!roles.data) return <Skeletons rows={1} height={36} />;
  const choices = roles.data.roles.filter((role) => role.assignable || role.id === person.role.id);
  return (
    <form
      className="person-choice"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(roleId);
      }}
    >
      <NativeSelect
        className="grow"
        label={t`Role`}
        description={t`Takes effect immediately.`}
        data-autofocus
        value={roleId}
        data={choices.map((role) => ({ value: role.id, label: roleName(role, i18n) }))}
        onChange={(event) => setRoleId(event.currentTarget.value)}
      />
      <Button type="submit" loading={busy} disabled={roleId === person.role.id}>
        <Trans>Save the role</Trans>
      </Button>
    </form>
  );
}

interface ConfirmProps {
  readonly question: Question;
  readonly name: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onKeep: () => void;
}
/** Says what follows before it happens. */
function Confirm({ question, name, busy, onConfirm, onKeep }: ConfirmProps) {
  const { t } = useLingui();
  const keep = useRef<HTMLButtonElement>(null);
  // The button that asked is gone; Enter pressed once more must not do it.
  useEffect(() => keep.current?.focus(), []);
  const words: Readonly<
    Record<Question, { readonly title: string; readonly follows: string; readonly press: string }>
  > = {
    suspend: {
      title: t`Suspend ${name}?`,
      follows: t`All their devices are signed out at once, and they cannot sign in until you restore access. Nothing is deleted.`,
      press: t`Suspend`,
    },
    remove: {
      title: t`Remove ${name}?`,
      follows: t`All their devices are signed out and they lose access permanently. What they did stays under their name. To come back they need a new invitation.`,
      press: t`Remove`,
    },
    withdraw: {
      title: t`Withdraw the invitation?`,
      follows: t`The link in the e-mail stops working. You can invite ${name} again at any time.`,
      press: t`Withdraw`,
    },
  };
  const { title, follows, press } = words[question];
  return (
    <div className="stack" role="group" aria-label={title}>
      <h3>{title}</h3>
      <p>{follows}</p>
      <div className="row end">
        <Button ref={keep} variant="default" onClick={onKeep} disabled={busy}>
          <Trans>Leave unchanged</Trans>
        </Button>
        <Button color="red.9" loading={busy} onClick={onConfirm}>
          {press}
        </Button>
      </div>
    </div>
  );
}
