import { Button, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ReturnDetail } from '@scanship/contracts/shipping/returns';
import { RETURN_CONDITIONS, type ReturnCondition } from '@scanship/domain/shipping/returns';
import { notify } from '../../app/notify.ts';
import { ErrorState } from '../../ui/states.tsx';
import { CONDITIONS } from './return-words.ts';
import { check, tookReturn } from './returns-api.ts';

type Found = Readonly<Record<number, { readonly received: number; readonly condition: ReturnCondition }>>;

/** What lies on the table: how many of each, and how it looks. */
export function CheckForm({ detail, onChecked }: { readonly detail: ReturnDetail; readonly onChecked?: () => void }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const [note, setNote] = useState(detail.checkNote ?? '');
  const [found, setFound] = useState<Found>(() =>
    Object.fromEntries(
      detail.items.map(({ line, quantity, received, condition }) => [
        line,
        { received: received ?? quantity, condition: condition ?? 'as_new' },
      ]),
    ),
  );
  const save = useMutation({
    mutationFn: () =>
      check(detail.id, {
        items: detail.items.map(({ line, quantity }) => ({
          line,
          received: found[line]?.received ?? quantity,
          condition: found[line]?.condition ?? 'as_new',
        })),
        note: note.trim() || null,
      }),
    onSuccess: ({ data }) => {
      tookReturn(data);
      notify.success(t`Return ${data.number} is checked.`);
      onChecked?.();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const change = (line: number, part: Partial<Found[number]>) =>
    setFound((was) => ({ ...was, [line]: { received: 0, condition: 'as_new', ...was[line], ...part } }));
  return (
    <form className="stack wide" onSubmit={submit}>
      {save.error && <ErrorState compact error={save.error} />}
      <ul className="returns-items">
        {detail.items.map((item) => {
          const name = item.title || item.sku;
          return (
            <li key={item.line} className="returns-check">
              <div>
                <div className="strong">{name}</div>
                {item.title && item.sku && <div className="dim small">{item.sku}</div>}
              </div>
              <NumberInput
                label={t`Received of ${item.quantity}`}
                aria-description={name}
                min={0}
                max={item.quantity}
                allowDecimal={false}
                value={found[item.line]?.received ?? item.quantity}
                onChange={(value) => change(item.line, { received: Number(value) || 0 })}
              />
              <NativeSelect
                label={t`Condition`}
                aria-description={name}
                value={found[item.line]?.condition ?? 'as_new'}
                data={RETURN_CONDITIONS.map((value) => ({ value, label: i18n._(CONDITIONS[value]) }))}
                onChange={(event) => {
                  const chosen = event.currentTarget.value;
                  change(item.line, { condition: RETURN_CONDITIONS.find((each) => each === chosen) ?? 'as_new' });
                }}
              />
            </li>
          );
        })}
      </ul>
      <Textarea
        label={t`Note for your company`}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          <Trans>Save the check</Trans>
        </Button>
      </div>
    </form>
  );
}
