import '@mantine/core/styles/Radio.css';
import { Button, Checkbox, Radio } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { type LendingBody, lendingsChanged, putLending } from './lendings-api.ts';

/** What is said of an account, and of whom. */
export interface LendingSubject {
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly services: readonly { readonly code: string; readonly name: string }[];
  };
  readonly kind: LendingBody['kind'];
  readonly ids: readonly string[];
  /** Whom it is for, as the title says it. */
  readonly who: string;
  /** What is said of them now; null: nothing, so what is in `otherwise` counts. */
  readonly said: LendingBody['lending'];
  /** What counts where nothing is said of them. */
  readonly otherwise: string;
}

interface Props {
  readonly opened: boolean;
  readonly subject: LendingSubject | undefined;
  readonly onClose: () => void;
}

/** Says whether an account is lent, and which of its services. Stay mounted and toggle `opened`, so that focus returns. */
export default function LendingDialog({ opened, subject, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  const name = subject?.account.name ?? '';
  const who = subject?.who ?? '';
  return (
    <Dialog opened={shown} onClose={onClose} title={t`${name} for ${who}`}>
      {subject && (
        <Choice
          key={`${subject.account.id} ${subject.ids.join(' ')} ${String(opened)}`}
          subject={subject}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function Choice({ subject, onClose }: { readonly subject: LendingSubject; readonly onClose: () => void }) {
  const { t } = useLingui();
  const { account, said } = subject;
  const [how, setHow] = useState(said === null ? 'nothing' : said.lent ? 'lent' : 'withheld');
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set(said?.leftOut));
  const save = useMutation({
    mutationFn: () =>
      putLending(account.id, {
        kind: subject.kind,
        ids: [...subject.ids],
        lending: how === 'nothing' ? null : { lent: how === 'lent', leftOut: how === 'lent' ? [...leftOut] : [] },
      }),
    onSuccess: async ({ successMessage }) => {
      await lendingsChanged();
      notify.success(successMessage ?? t`Saved.`);
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <Radio.Group label={t`This account is`} value={how} onChange={setHow}>
        <div className="stack tight">
          <Radio value="lent" label={t`Lent`} />
          <Radio value="withheld" label={t`Not lent`} />
          <Radio value="nothing" label={t`As otherwise`} description={subject.otherwise} />
        </div>
      </Radio.Group>
      {how === 'lent' && account.services.length > 0 && (
        <Checkbox.Group
          label={t`Services`}
          value={account.services.flatMap(({ code }) => (leftOut.has(code) ? [] : [code]))}
          onChange={(on) =>
            setLeftOut(
              new Set([
                ...[...leftOut].filter((code) => account.services.every((service) => service.code !== code)),
                ...account.services.flatMap(({ code }) => (on.includes(code) ? [] : [code])),
              ]),
            )
          }
        >
          <div className="stack tight">
            {account.services.map(({ code, name }) => (
              <Checkbox key={code} value={code} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <p className="dim small">
        <Trans>
          It holds from the next quote on. What was bought before can still be tracked, picked up and cancelled.
        </Trans>
      </p>
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Close without saving</Trans>
        </Button>
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
