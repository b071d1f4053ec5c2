/** Weight, box, customs facts, dates and requested service of many orders: typed once, looked at, then done. */
import { Checkbox, Select, TextInput } from '@mantine/core';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DataOf } from '@scanship/contracts/call';
import { type EditableFact, type OrderEdit, previewOrderEdit } from '@scanship/contracts/orders/order-edits';
import { useState } from 'react';
import { fetchData } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { HsCodeField } from '../../products/components/HsCodeField.tsx';
import { optionsQuery } from '../../automation/automation-api.ts';
import { type EditDraft, type EditProblem, EMPTY_EDIT, readEdit } from '../model/edit-draft.ts';
import { type DialogProps, QuestionForm } from './ActionDialogs.tsx';
import * as commands from './commands.ts';

type Preview = DataOf<typeof previewOrderEdit>;

export function EditDialog(props: DialogProps) {
  const { t } = useLingui();
  const format = useFormat();
  const options = useQuery(optionsQuery);
  const [draft, setDraft] = useState<EditDraft>(EMPTY_EDIT);
  const [shown, setShown] = useState(false);
  const looked = useMutation({
    mutationFn: (edit: OrderEdit) => fetchData(previewOrderEdit, { body: { ...props.target.selection, edit } }),
    onError: (error) => notify.error(error),
  });
  const { edit, problems } = readEdit(draft, format.weightUnit, format.today());
  const words: Readonly<Record<EditProblem, string>> = {
    weight: t`Enter a weight.`,
    hsCode: t`6 to 12 digits.`,
    origin: t`Two letters.`,
    holdUntil: t`Choose a day after today.`,
    shipDate: t`Choose today or a later day.`,
  };
  const error = (field: EditProblem) => (shown && problems.has(field) ? words[field] : undefined);
  const set = (change: Partial<EditDraft>) => {
    setDraft({ ...draft, ...change });
    // What was looked at is not what would be done any more.
    looked.reset();
  };
  const next = () => {
    setShown(true);
    if (!edit) return;
    if (looked.data) props.onSubmit(() => commands.edit(props.target, edit));
    else looked.mutate(edit);
  };
  const n = looked.data?.changed ?? 0;
  return (
    <QuestionForm
      {...props}
      id="edit"
      size="lg"
      busy={props.busy || looked.isPending}
      confirm={looked.data ? t`${plural(n, { one: 'Change # order', other: 'Change # orders' })}` : t`Preview`}
      ready={draft !== EMPTY_EDIT && (looked.data === undefined || n > 0)}
      onSubmit={next}
    >
      <div className="fields">
        <TextInput
          className="w4"
          label={t`Unit weight`}
          inputMode="decimal"
          value={draft.weight}
          error={error('weight')}
          rightSection={<span className="dim small">{format.weightUnit}</span>}
          onChange={(event) => set({ weight: event.currentTarget.value })}
          data-autofocus
        />
        <HsCodeField
          className="w4"
          label={t`HS code`}
          value={draft.hsCode}
          error={error('hsCode')}
          onChange={(hsCode) => set({ hsCode })}
        />
        <TextInput
          className="w4"
          label={t`Made in`}
          placeholder="CA"
          maxLength={2}
          value={draft.origin}
          error={error('origin')}
          onChange={(event) => set({ origin: event.currentTarget.value })}
        />
        <TextInput
          className="w6"
          label={t`Customs description`}
          maxLength={200}
          value={draft.description}
          onChange={(event) => set({ description: event.currentTarget.value })}
        />
        <Select
          className="w6"
          label={t`Box`}
          placeholder={t`As it is`}
          nothingFoundMessage={options.isPending ? t`Loading…` : t`No box matches.`}
          data={(options.data?.packages ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={draft.packageId}
          onChange={(packageId) => set({ packageId })}
          searchable
          clearable
          openOnFocus={false}
          maxDropdownHeight={200}
        />
        <TextInput
          className="w4"
          type="date"
          label={t`Hold until`}
          min={format.today()}
          value={draft.holdUntil}
          error={error('holdUntil')}
          onChange={(event) => set({ holdUntil: event.currentTarget.value })}
        />
        <TextInput
          className="w4"
          type="date"
          label={t`Ship date`}
          min={format.today()}
          value={draft.shipDate}
          error={error('shipDate')}
          onChange={(event) => set({ shipDate: event.currentTarget.value })}
        />
        <TextInput
          className="w4"
          label={t`Requested service`}
          maxLength={200}
          value={draft.service}
          onChange={(event) => set({ service: event.currentTarget.value })}
        />
      </div>
      <Checkbox
        label={t`Only where it is missing`}
        checked={draft.onlyMissing}
        onChange={(event) => set({ onlyMissing: event.currentTarget.checked })}
      />
      <p className="dim small">
        <Trans>Empty fields change nothing. Weight and customs facts are set on every item of the orders.</Trans>
      </p>
      {looked.data && <Looked preview={looked.data} />}
    </QuestionForm>
  );
}

function Looked({ preview }: { readonly preview: Preview }) {
  const { t } = useLingui();
  const format = useFormat();
  const names: Readonly<Record<EditableFact, string>> = {
    weightGrams: t`Unit weight`,
    hsCode: t`HS code`,
    originCountry: t`Made in`,
    customsDescription: t`Customs description`,
    packageId: t`Box`,
    holdUntil: t`Hold until`,
    shipDate: t`Ship date`,
    requestedService: t`Requested service`,
  };
  const value = (field: EditableFact, given: string | number | null) => {
    if (given === null) return t`nothing`;
    if (field === 'weightGrams' && typeof given === 'number') return format.weight(given);
    return field === 'holdUntil' || field === 'shipDate' ? format.day(String(given)) : given;
  };
  const { changed, unchanged, refused, problems, sample } = preview;
  return (
    <section className="stack" aria-label={t`What would change`} data-testid="edit-preview">
      <p className="strong" role="status">
        <Plural value={changed} one="# order will change." other="# orders will change." />{' '}
        {unchanged > 0 && <Plural value={unchanged} one="# is so already." other="# are so already." />}{' '}
        {refused > 0 && <Plural value={refused} one="# is left as it is:" other="# are left as they are:" />}
      </p>
      {problems.length > 0 && (
        <ul className="problem-list">
          {problems.slice(0, 5).map(({ orderId, orderNumber, message }) => (
            <li key={orderId}>
              <span className="strong">{orderNumber}</span>
              <span>{message}</span>
            </li>
          ))}
        </ul>
      )}
      {sample.length > 0 && (
        <ul className="problem-list">
          {sample.map(({ orderId, orderNumber, changes }) => (
            <li key={orderId}>
              <span className="strong">{orderNumber}</span>
              <div>
                {changes.map(({ field, title, from, to }) => (
                  <div key={`${field} ${title}`} className="small">
                    {title !== null && `${title} · `}
                    <span className="dim">{names[field]}</span> {value(field, from)} → {value(field, to)}
                  </div>
                ))}
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
