import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useLingui as useI18n } from '@lingui/react';
import { type BillSettings, saveBillSettings } from '@scanship/contracts/carriers/carrier-bills';
import { DIFFERENCE_KINDS, PASS_MODES, type PassMode, TO_DECIDE } from '@scanship/domain/carrier-bills/bill-kinds';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { billsChanged, settingsOfBillsQuery } from './audit-api.ts';
import { KIND_WORDS, MODE_WORDS } from './bill-words.ts';
import { Loaded } from '../../../ui/Loaded.tsx';

/** How differences are passed on, and how long before they are charged the buyer is told. */
export function PolicyCard() {
  const settings = useQuery(settingsOfBillsQuery);
  return <Loaded query={settings}>{(data) => <Form key={data.version} settings={data} />}</Loaded>;
}

const whole = (value: string | number, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.round(value) : otherwise;

function Form({ settings }: { readonly settings: BillSettings }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [draft, setDraft] = useState(settings);
  const save = useMutation({
    mutationFn: () => api.call(saveBillSettings, { body: draft }),
    onSuccess: ({ data }) => {
      // At once: a form that opens meanwhile must not begin with what was before, and lose its draft when that changes.
      queryClient.setQueryData(settingsOfBillsQuery.queryKey, data);
      notify.success(t`Saved.`);
      void billsChanged();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <NumberInput
        label={t`Days of notice before a charge`}
        description={t`Your buyers may object in this time. Credits move at once.`}
        min={0}
        max={90}
        value={draft.noticeDays}
        onChange={(value) => setDraft({ ...draft, noticeDays: whole(value, draft.noticeDays) })}
      />
      <NumberInput
        label={t`Differences up to this many cents are rounding`}
        min={0}
        max={10_000}
        value={draft.toleranceMinor}
        onChange={(value) => setDraft({ ...draft, toleranceMinor: whole(value, draft.toleranceMinor) })}
      />
      {DIFFERENCE_KINDS.filter((kind) => !TO_DECIDE.has(kind)).map((kind) => {
        const rule = draft.policy[kind];
        const put = (mode: PassMode | '', fromMinor: number): void => {
          const rest = Object.fromEntries(Object.entries(draft.policy).filter(([name]) => name !== kind));
          setDraft({ ...draft, policy: mode === '' ? rest : { ...rest, [kind]: { mode, fromMinor } } });
        };
        return (
          <div key={kind} className="audit-row">
            <NativeSelect
              label={i18n._(KIND_WORDS[kind])}
              value={rule?.mode ?? ''}
              onChange={(event) => put(event.currentTarget.value as PassMode | '', rule?.fromMinor ?? 0)}
              data={[
                { value: '', label: t`As usual` },
                ...PASS_MODES.map((mode) => ({ value: mode, label: i18n._(MODE_WORDS[mode]) })),
              ]}
            />
            {rule && rule.mode !== 'absorb' && (
              <NumberInput
                label={t`Only from this many cents`}
                min={0}
                value={rule.fromMinor}
                onChange={(value) => put(rule.mode, whole(value, rule.fromMinor))}
              />
            )}
          </div>
        );
      })}
      <p className="dim small">
        <Trans>
          As usual: what a shipment caused (weight, size, address, residential, surcharges, credits) passes on at cost;
          what nobody below caused is borne. What is unknown or not billed is never passed on automatically.
        </Trans>
      </p>
      {save.isError && <ErrorState compact error={save.error} />}
      <div className="row end">
        <Button type="submit" loading={save.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
