/** The same facts on many products: choose the fields, see what changes, then change it. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { BULK_FIELDS, type ProductSelection } from '@scanship/contracts/products/products';
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import { useDangerousGoodsWords } from '../../shipping/dangerous-goods-words.ts';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { editMany, fillOpenOrders, previewBulk, productsChanged } from '../api/products-api.ts';
import { type FormDraft, type FormField, readForm } from '../model/drafts.ts';
import { useCountries } from '../model/use-countries.ts';
import { HsCodeField } from './HsCodeField.tsx';
import { useUnits } from '../model/use-units.ts';
import { FIELD_WORDS, FORM_WORDS, WRONG_WORDS } from '../model/words.ts';
import { FillOrders } from './FillOrders.tsx';

type BulkField = (typeof BULK_FIELDS)[number];
const PARTS: Readonly<Record<BulkField, readonly FormField[]>> = {
  weightGrams: ['weightGrams'],
  dimensions: ['length', 'width', 'height'],
  hsCode: ['hsCode'],
  originCountry: ['originCountry'],
  customsText: ['customsText'],
  dangerousGoods: ['dangerousGoods'],
  value: ['value', 'currency'],
  binLocation: ['binLocation'],
};
const NOTHING = {
  title: '',
  weightGrams: null,
  dimensions: null,
  hsCode: null,
  originCountry: null,
  customsText: null,
  dangerousGoods: null,
  value: null,
  barcode: null,
  binLocation: null,
};
const CLEARED = {
  weightGrams: null,
  dimensions: null,
  hsCode: null,
  originCountry: null,
  customsText: null,
  dangerousGoods: null,
  value: null,
  binLocation: null,
};

interface Props {
  readonly opened: boolean;
  readonly selection: ProductSelection;
  readonly count: number;
  readonly onClose: () => void;
}

export function BulkEditDialog({ opened, selection, count, onClose }: Props) {
  const { t } = useLingui();
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Change the selected products`} size="lg">
      <BulkForm selection={selection} count={count} onClose={onClose} />
    </Dialog>
  );
}

function BulkForm({ selection, count, onClose }: Omit<Props, 'opened'>) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const units = useUnits();
  const countries = useCountries();
  const goods = useDangerousGoodsWords();
  const [chosen, setChosen] = useState<readonly BulkField[]>([]);
  const [draft, setDraft] = useState<FormDraft>({});
  const { changes: given, wrong } = readForm(draft, NOTHING, units);
  // A chosen field without a value clears it.
  const changes = Object.fromEntries(chosen.map((field) => [field, given[field] ?? CLEARED[field]]));
  const ready = chosen.length > 0 && !chosen.some((field) => PARTS[field].some((part) => wrong[part]));
  const body = { ...selection, changes };
  const asked = useDeferredValue(JSON.stringify(body));
  const preview = useQuery({
    queryKey: ['products', 'bulk-preview', asked],
    queryFn: async () => (await previewBulk(JSON.parse(asked) as typeof body)).data,
    enabled: ready,
    gcTime: 0,
    retry: false,
  });
  const saving = useMutation({
    mutationFn: async () => {
      const saved = await editMany(body);
      const waiting = await fillOpenOrders({ ...selection, fill: false }).catch(() => undefined);
      return { ...saved, orders: waiting?.data.orders ?? null };
    },
    onSuccess: ({ successMessage, orders }) => {
      if (successMessage) notify.success(successMessage);
      productsChanged();
      if (orders === 0) onClose();
    },
  });
  const put = (field: FormField, text: string) => setDraft((old) => ({ ...old, [field]: text }));
  if (saving.data)
    return (
      <div className="stack wide">
        <p>
          <Plural value={saving.data.data.changed} one="# product was changed." other="# products were changed." />
        </p>
        <FillOrders
          orders={saving.data.orders}
          fill={() => fillOpenOrders({ ...selection, fill: true })}
          onDone={onClose}
        />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </div>
      </div>
    );
  return (
    <form
      className="stack wide"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && preview.data) saving.mutate();
      }}
    >
      <p className="dim small">
        <Plural
          value={count}
          one="# product is selected. Enter what to set on it; an empty field clears the value."
          other="# products are selected. Enter what to set on all of them; an empty field clears the value."
        />
      </p>
      {BULK_FIELDS.map((field) => (
        <div key={field} className="bulk-field">
          <Checkbox
            size="sm"
            label={i18n._(FIELD_WORDS[field])}
            checked={chosen.includes(field)}
            onChange={() =>
              setChosen((old) => (old.includes(field) ? old.filter((each) => each !== field) : [...old, field]))
            }
          />
          {chosen.includes(field) && (
            <div className="row tight">
              {PARTS[field].map((part) =>
                part === 'originCountry' ? (
                  <NativeSelect
                    key={part}
                    aria-label={i18n._(FORM_WORDS[part])}
                    value={draft[part] ?? ''}
                    onChange={(event) => put(part, event.currentTarget.value)}
                    data={[{ value: '', label: t`Not stated` }, ...countries.options]}
                  />
                ) : part === 'dangerousGoods' ? (
                  <NativeSelect
                    key={part}
                    aria-label={i18n._(FORM_WORDS[part])}
                    value={draft[part] ?? ''}
                    onChange={(event) => put(part, event.currentTarget.value)}
                    data={[
                      { value: '', label: t({ message: 'None', context: 'dangerous goods' }) },
                      ...DANGEROUS_PRODUCTS.map((value) => ({ value, label: goods[value] })),
                    ]}
                  />
                ) : part === 'hsCode' ? (
                  <HsCodeField
                    key={part}
                    aria-label={i18n._(FORM_WORDS[part])}
                    value={draft[part] ?? ''}
                    error={wrong[part] && i18n._(WRONG_WORDS[wrong[part]])}
                    onChange={(code) => put(part, code)}
                  />
                ) : (
                  <TextInput
                    key={part}
                    aria-label={i18n._(FORM_WORDS[part])}
                    placeholder={i18n._(FORM_WORDS[part])}
                    value={draft[part] ?? (part === 'currency' ? units.currency : '')}
                    error={wrong[part] && i18n._(WRONG_WORDS[wrong[part]])}
                    rightSection={
                      part === 'weightGrams' ? units.weight : PARTS.dimensions.includes(part) ? units.length : undefined
                    }
                    onChange={(event) => put(part, event.currentTarget.value)}
                  />
                ),
              )}
            </div>
          )}
        </div>
      ))}
      {preview.isError && <ErrorState compact error={preview.error} />}
      {saving.isError && <ErrorState compact error={saving.error} />}
      {ready && preview.data && (
        <section className="card" aria-label={t`What changes`}>
          <div className="card-head">
            <h3>
              <Plural value={preview.data.changed} one="# product changes" other="# products change" />
              {', '}
              <span className="dim">
                <Plural
                  value={preview.data.selected - preview.data.changed}
                  one="# stays as it is"
                  other="# stay as they are"
                />
              </span>
            </h3>
          </div>
          <ul className="change-list">
            {preview.data.sample.slice(0, 8).map((row) => (
              <li key={row.id}>
                <span className="strong">{row.sku || row.title}</span>{' '}
                {row.changes.map((change) => (
                  <span key={change.field} className="small">
                    <span className="dim">{i18n._(FIELD_WORDS[change.field])}</span> {change.from ?? '–'} →{' '}
                    {change.to ?? '–'}
                  </span>
                ))}
              </li>
            ))}
          </ul>
          {preview.data.changed > 8 && (
            <p className="card-body dim small">
              <Trans>and {format.number(preview.data.changed - 8)} more</Trans>
            </p>
          )}
        </section>
      )}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button
          type="submit"
          loading={saving.isPending}
          disabled={!ready || !preview.data || preview.data.changed === 0}
        >
          {preview.data && ready ? (
            <Plural value={preview.data.changed} one="Change # product" other="Change # products" />
          ) : (
            <Trans>Change</Trans>
          )}
        </Button>
      </div>
    </form>
  );
}
