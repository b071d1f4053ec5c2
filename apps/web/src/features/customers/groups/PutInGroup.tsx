import '../customers.css';
import { Button, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../../ui/states.tsx';
import { groupsChanged, putInGroup } from './groups-api.ts';
import { useGuardedCall } from './use-guarded-call.tsx';

interface Props {
  readonly customerIds: readonly string[];
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  /** Group they are in now, '' for none; undefined: they may be in several, so nothing is chosen beforehand. */
  readonly now?: string | undefined;
  readonly label: string;
  readonly description?: string | undefined;
  readonly children?: ReactNode;
  readonly onDone?: () => void;
}

/** No id of a group. */
const UNCHOSEN = 'unchosen';

/** Puts customers into a group or into none; asks where that would sell labels below cost. */
export function PutInGroup({ customerIds, groups, now, label, description, children, onDone }: Props) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState(now);
  const { run, busy, error, question } = useGuardedCall(t`Change the group anyway`, () => {
    void groupsChanged();
    onDone?.();
  });
  return (
    <div className="stack">
      <div className="row at-field">
        <NativeSelect
          label={label}
          description={description}
          value={chosen ?? UNCHOSEN}
          data={[
            ...(chosen === undefined ? [{ value: UNCHOSEN, label: t`Choose a group`, disabled: true }] : []),
            { value: '', label: t`No group` },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button
          loading={busy}
          disabled={chosen === undefined || chosen === now}
          onClick={() =>
            run((confirm) =>
              putInGroup({
                customerIds: [...customerIds],
                groupId: chosen || null,
                ...(confirm !== undefined && { confirm }),
              }),
            )
          }
        >
          <Trans>Save group</Trans>
        </Button>
        {children}
      </div>
      {error !== undefined && <ErrorState compact error={error} />}
      {question}
    </div>
  );
}
