/** What keeps blocked orders from shipping, mended where the plan is looked at: once for each product, and address by address. */
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type Batch } from '@scanship/contracts/shipping/batches';
import { type BatchGap, mendBatch } from '@scanship/contracts/shipping/batch-mending';
import { lazy, Suspense, useState } from 'react';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { loadMessages } from '../../lib/i18n.ts';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { orderQuery, ordersChanged } from '../orders/api/orders-api.ts';
import { HsCodeField } from '../products/components/HsCodeField.tsx';
import { useCountries } from '../products/model/use-countries.ts';
import { WRONG_WORDS } from '../products/model/words.ts';
import { gapsQuery } from './batches-api.ts';
import { gapName, type MendDraft, type MendField, readMend } from './mend-draft.ts';

const AddressDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('../shipping/address/AddressDialog.tsx'), loadMessages('shipping')]);
  return dialog;
});

interface Props {
  readonly batch: Batch;
  /** Plans the blocked orders again. */
  readonly onPlan: () => void;
}

export function MendPlan({ batch, onPlan }: Props) {
  const gaps = useQuery(gapsQuery(batch.id, batch.version));
  if (gaps.isError) return <ErrorState compact error={gaps.error} onRetry={() => void gaps.refetch()} />;
  if (!gaps.data) return <Skeletons rows={3} />;
  const { products, more, addresses } = gaps.data;
  return (
    <div className="stack wide">
      {products.length > 0 && <MendProducts batch={batch} products={products} more={more} onPlan={onPlan} />}
      {addresses.length > 0 && <MendAddresses addresses={addresses} />}
    </div>
  );
}

function MendProducts({
  batch,
  products,
  more,
  onPlan,
}: Props & { readonly products: readonly BatchGap[]; readonly more: boolean }) {
  const { t } = useLingui();
  const format = useFormat();
  const mayKeep = useProfile().rights.includes('products.edit');
  const [drafts, setDrafts] = useState<Readonly<Record<string, MendDraft>>>({});
  const [keep, setKeep] = useState(mayKeep);
  const [shown, setShown] = useState(false);
  const read = products.map((gap) => readMend(gap, drafts[gapName(gap)] ?? {}, format.weightUnit));
  const given = read.flatMap(({ mend }) => mend ?? []);
  const wrong = read.some((each) => Object.keys(each.wrong).length > 0);
  const save = useMutation({
    mutationFn: () =>
      api.call(mendBatch, {
        params: { id: batch.id },
        body: { products: given, saveToProducts: keep },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: ({ data }) => {
      setDrafts({});
      setShown(false);
      void ordersChanged();
      if (data.otherOrders > 0) notify.success(t`Saved. ${data.otherOrders} other waiting orders were completed, too.`);
      onPlan();
    },
    onError: (error) => notify.error(error),
  });
  return (
    <form
      className="stack tight"
      aria-label={t`What the items lack`}
      onSubmit={(event) => {
        event.preventDefault();
        setShown(true);
        if (!wrong && given.length > 0) save.mutate();
      }}
    >
      <ul className="batch-groups" data-testid="mend-products">
        {products.map((gap, index) => (
          <li key={gapName(gap)}>
            <GapFields
              gap={gap}
              draft={drafts[gapName(gap)] ?? {}}
              wrong={shown ? (read[index]?.wrong ?? {}) : {}}
              onChange={(draft) => setDrafts({ ...drafts, [gapName(gap)]: draft })}
            />
          </li>
        ))}
      </ul>
      {more && (
        <p className="dim small">
          <Trans>There are more; they appear when these are done.</Trans>
        </p>
      )}
      <div className="row between">
        {mayKeep ? (
          <Checkbox
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
            label={t`Save to products: other waiting orders and those to come get it, too`}
          />
        ) : (
          <span />
        )}
        <Button type="submit" loading={save.isPending} disabled={given.length === 0}>
          <Trans>Save and plan these orders again</Trans>
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  readonly gap: BatchGap;
  readonly draft: MendDraft;
  readonly wrong: ReturnType<typeof readMend>['wrong'];
  readonly onChange: (draft: MendDraft) => void;
}
function GapFields({ gap, draft, wrong, onChange }: FieldsProps) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const countries = useCountries();
  const name = gap.title || gap.sku;
  const [currency = '', ...others] = gap.currencies;
  const field = (key: MendField) => {
    const problem = wrong[key];
    return {
      value: draft[key] ?? '',
      error: problem ? i18n._(WRONG_WORDS[problem]) : undefined,
      onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
        onChange({ ...draft, [key]: event.currentTarget.value }),
    };
  };
  const lacks = (key: (typeof gap.lacks)[number]) => gap.lacks.includes(key);
  return (
    <div className="mend-product" role="group" aria-label={name}>
      <div className="mend-name">
        <div className="strong">{name}</div>
        <div className="dim small">
          {gap.sku !== '' && gap.title !== '' && `${gap.sku} · `}
          <Plural value={gap.orders} one="# order" other="# orders" />
        </div>
      </div>
      {lacks('weight') && (
        <TextInput
          label={t`Weight of one`}
          inputMode="decimal"
          rightSection={<span className="dim small">{format.weightUnit}</span>}
          {...field('weight')}
        />
      )}
      {lacks('hsCode') && (
        <HsCodeField
          label={t`HS code`}
          value={draft.hsCode ?? ''}
          error={field('hsCode').error}
          onChange={(hsCode) => onChange({ ...draft, hsCode })}
        />
      )}
      {lacks('origin') && (
        <NativeSelect
          label={t`Made in`}
          data={[{ value: '', label: t`Choose` }, ...countries.options]}
          {...field('origin')}
        />
      )}
      {lacks('value') &&
        (others.length === 0 ? (
          <TextInput
            label={t`Value of one`}
            inputMode="decimal"
            rightSection={<span className="dim small">{currency}</span>}
            {...field('value')}
          />
        ) : (
          <p className="dim small">
            <Trans>Its value is missing in orders of several currencies; give it on each order.</Trans>
          </p>
        ))}
      {lacks('description') && (
        <TextInput label={t`What it is for customs`} maxLength={200} {...field('description')} />
      )}
    </div>
  );
}

interface Address {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly recipient: string;
  readonly message: string;
}
function MendAddresses({ addresses }: { readonly addresses: readonly Address[] }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<string | undefined>();
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const order = useQuery({ ...orderQuery(open ?? ''), enabled: open !== undefined });
  return (
    <section className="stack tight" aria-label={t`Addresses to correct`}>
      <h4>
        <Trans>Addresses to correct</Trans>
      </h4>
      <ul className="batch-groups" data-testid="mend-addresses">
        {addresses.map(({ orderId, orderNumber, recipient, message }) => (
          <li key={orderId} className="row between">
            <div className="grow">
              <span className="strong">{orderNumber}</span> {recipient}
              <div className="dim small">
                {seen.has(orderId) ? (
                  <Trans>Looked at. Plan the blocked orders again to see whether it ships.</Trans>
                ) : (
                  message
                )}
              </div>
            </div>
            <Button
              variant="default"
              size="compact-md"
              loading={open === orderId && order.isFetching}
              onClick={() => setOpen(orderId)}
            >
              <Trans>Correct address</Trans>
            </Button>
          </li>
        ))}
      </ul>
      {open !== undefined && order.isError && <ErrorState compact error={order.error} />}
      {open !== undefined && order.data && (
        <Suspense fallback={null}>
          <AddressDialog
            key={open}
            order={order.data}
            opened
            onClose={() => {
              setSeen(new Set([...seen, open]));
              setOpen(undefined);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}
