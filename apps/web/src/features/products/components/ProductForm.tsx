/** The facts of a product as fields; what is half-typed stays when the drawer is closed. */
import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fitsCountry, HS_LENGTHS, hsProblem } from '@scanship/domain/customs/hs-code';
import type { ProductDetail, ProductField } from '@scanship/contracts/products/products';
import { DANGEROUS_PRODUCTS } from '@scanship/domain/shipping/dangerous-goods';
import { notify } from '../../../app/notify.ts';
import { useDangerousGoodsWords } from '../../shipping/dangerous-goods-words.ts';
import { useProfile } from '../../../app/profile.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { saveProduct } from '../api/products-api.ts';
import { FORM_FIELDS, type FormDraft, type FormField, readForm, textOf } from '../model/drafts.ts';
import { useCountries } from '../model/use-countries.ts';
import { useUnits } from '../model/use-units.ts';
import { HsCodeField } from './HsCodeField.tsx';
import { FIELD_WORDS, FORM_WORDS, WRONG_WORDS } from '../model/words.ts';

const readDraft = (value: unknown): FormDraft | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const known = FORM_FIELDS.flatMap((field) => {
    const text: unknown = (value as Record<string, unknown>)[field];
    return typeof text === 'string' ? [[field, text] as const] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
};
const NONE: FormDraft = {};
const FULL: ReadonlySet<FormField> = new Set(['title', 'customsText']);
const SIDES: ReadonlySet<FormField> = new Set(['length', 'width', 'height']);
const fieldOf = (field: FormField): ProductField =>
  field === 'currency' ? 'value' : field === 'length' || field === 'width' || field === 'height' ? 'dimensions' : field;

export function ProductForm({ product, mayEdit }: { readonly product: ProductDetail; readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const units = useUnits();
  const countries = useCountries();
  const goods = useDangerousGoodsWords();
  const { userName } = useProfile();
  const [kept, setKept] = useDraft(userName, `product ${product.id}`, readDraft);
  const draft = kept ?? NONE;
  const [tried, setTried] = useState(false);
  const { changes, wrong } = readForm(draft, product, units);
  const dirty = Object.keys(changes).length > 0 || Object.keys(wrong).length > 0;
  const saving = useMutation({
    mutationFn: (input: { readonly revert?: readonly ProductField[] }) =>
      saveProduct({ id: product.id, version: product.version, ...(input.revert ? input : { changes }) }),
    onSuccess: ({ successMessage }, input) => {
      if (successMessage) notify.success(successMessage);
      if (input.revert) {
        const back = new Set(input.revert);
        setKept(
          readDraft(
            Object.fromEntries(Object.entries(draft).filter(([name]) => !back.has(fieldOf(name as FormField)))),
          ),
        );
      } else setKept(undefined);
      setTried(false);
    },
  });
  const at = (field: FormField) => draft[field] ?? textOf(field, product, units);
  const put = (field: FormField, text: string) => setKept({ ...draft, [field]: text });
  const shown = (field: FormField) => (tried || field !== 'hsCode' ? wrong[field] : undefined);
  const unitOf = (field: FormField) =>
    field === 'weightGrams' ? units.weight : SIDES.has(field) ? units.length : undefined;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (dirty && Object.keys(wrong).length === 0) saving.mutate({});
      }}
    >
      {saving.isError && <ErrorState compact error={saving.error} />}
      <div className="fields">
        {FORM_FIELDS.map((field) => {
          const problem = shown(field);
          const common = {
            className: FULL.has(field) ? 'w12' : SIDES.has(field) || field === 'weightGrams' ? 'w3' : 'w6',
            label: i18n._(FORM_WORDS[field]),
            disabled: !mayEdit,
            error: problem && i18n._(WRONG_WORDS[problem]),
          };
          if (field === 'originCountry')
            return (
              <NativeSelect
                key={field}
                {...common}
                value={at(field)}
                onChange={(event) => put(field, event.currentTarget.value)}
                data={[{ value: '', label: t`Not stated` }, ...countries.options]}
              />
            );
          if (field === 'dangerousGoods')
            return (
              <NativeSelect
                key={field}
                {...common}
                value={at(field)}
                onChange={(event) => put(field, event.currentTarget.value)}
                data={[
                  { value: '', label: t({ message: 'None', context: 'dangerous goods' }) },
                  ...DANGEROUS_PRODUCTS.map((value) => ({ value, label: goods[value] })),
                ]}
              />
            );
          if (field === 'hsCode')
            return <HsCodeField key={field} {...common} value={at(field)} onChange={(code) => put(field, code)} />;
          return (
            <TextInput
              key={field}
              {...common}
              value={at(field)}
              rightSection={unitOf(field) && <span className="dim small">{unitOf(field)}</span>}
              onChange={(event) => put(field, event.currentTarget.value)}
            />
          );
        })}
      </div>
      <HsHelp text={at('hsCode')} />
      <Corrections product={product} mayEdit={mayEdit} onRevert={(field) => saving.mutate({ revert: [field] })} />
      {mayEdit && (
        <div className="row end">
          {dirty && (
            <Button variant="default" onClick={() => setKept(undefined)}>
              <Trans>Discard changes</Trans>
            </Button>
          )}
          <Button type="submit" disabled={!dirty} loading={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      )}
    </form>
  );
}

/** Where a code has the length that is counted there; what it means is for the tariff to say. */
function HsHelp({ text }: { readonly text: string }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const { nameOf } = useCountries();
  const digits = text.replace(/[\s.-]+/g, '');
  if (digits === '') return null;
  const problem = hsProblem(text);
  if (problem)
    return (
      <p className="small hs-help" data-wrong>
        {i18n._(WRONG_WORDS[problem])}
      </p>
    );
  const name = (code: string) => (code === 'EU' ? t`European Union` : nameOf(code));
  const fits = Object.keys(HS_LENGTHS).filter((code) => fitsCountry(digits, code));
  const misfits = Object.keys(HS_LENGTHS).filter((code) => !fitsCountry(digits, code));
  return (
    <p className="dim small hs-help">
      <Trans>
        {digits.length} digits, as counted in {fits.map(name).join(', ')}.
      </Trans>{' '}
      {misfits.length > 0 && <Trans>Another length is usual in {misfits.map(name).join(', ')}.</Trans>}
    </p>
  );
}

function Corrections({
  product,
  mayEdit,
  onRevert,
}: {
  readonly product: ProductDetail;
  readonly mayEdit: boolean;
  readonly onRevert: (field: ProductField) => void;
}) {
  const { i18n } = useI18n();
  const { t } = useLingui();
  const units = useUnits();
  // Of what was entered by hand no store has said anything.
  if (product.corrected.length === 0 || (product.listings.length === 0 && product.imported.title === '')) return null;
  const sent = (field: ProductField): string => {
    const { imported } = product;
    if (field === 'picture') return imported.picture ?? '–';
    if (field === 'dimensions')
      return imported.dimensions
        ? `${(['length', 'width', 'height'] as const).map((side) => textOf(side, imported, units)).join(' × ')} ${units.length}`
        : '–';
    if (field === 'value')
      return imported.value ? `${textOf('value', imported, units)} ${imported.value.currency}` : '–';
    const text = textOf(field, imported, units);
    return text ? `${text}${field === 'weightGrams' ? ` ${units.weight}` : ''}` : '–';
  };
  return (
    <section>
      <h3 className="drawer-head">
        <Trans>Corrected here</Trans>
      </h3>
      <ul className="plain-list">
        {product.corrected.map((field) => (
          <li key={field} className="row tight">
            <span className="grow small">
              {i18n._(FIELD_WORDS[field])} <span className="dim">{t`store: ${sent(field)}`}</span>
            </span>
            {mayEdit && (
              <button
                type="button"
                className="link small"
                aria-label={t`Follow the store again: ${i18n._(FIELD_WORDS[field])}`}
                onClick={() => onRevert(field)}
              >
                <Trans>Follow the store again</Trans>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
