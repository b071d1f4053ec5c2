import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconArrowLeft } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../app/api.ts';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { useFormat } from '../../../app/use-format.ts';
import { fieldErrorsOf } from '../../../lib/api-errors.ts';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { emptyAddress } from '../../address/address-model.ts';
import { AddressFields } from '../../address/AddressFields.tsx';
import { AddressTools } from '../../address/AddressTools.tsx';
import { useAddressForm } from '../../address/use-address-form.ts';
import '../order-page.css';
import { createOrder, tookOrder } from '../api/orders-api.ts';
import { ItemRows } from '../components/ItemRows.tsx';
import { emptyItem, type ItemDraft, readItems } from '../model/item-drafts.ts';
import { NEW_ORDER_DRAFT, type NewOrderDraft, readNewOrder } from '../model/new-order-draft.ts';
import { useDraft } from '../../../lib/drafts.ts';
import { Suggestion } from '../../shipping/address/Suggestion.tsx';
import '../../shipping/shipping.css';
import { LinkButton } from '../../../ui/LinkButton.tsx';

/** What a list opens under loads beside the page. */
const TagsField = lazy(() => import('../components/TagsField.tsx'));

const CURRENCIES = ['CAD', 'USD', 'EUR', 'GBP', 'AUD'] as const;

const emptyOrder = (currency: string, weightUnit: NewOrderDraft['weightUnit']): NewOrderDraft => ({
  number: '',
  currency,
  shipTo: emptyAddress('CA'),
  items: [emptyItem(1)],
  weightUnit,
  service: '',
  note: '',
  tags: [],
});

/** An order entered by hand. What is typed stays until it is saved or given up, even over a sign-out. */
export function NewOrderPage() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const profile = useProfile();
  const format = useFormat();
  const readKept = useCallback((value: unknown) => readNewOrder(value, format.weightUnit), [format.weightUnit]);
  const [kept, keep] = useDraft(profile.userName, NEW_ORDER_DRAFT, readKept);
  const [first] = useState(() => kept ?? emptyOrder(profile.currency, format.weightUnit));
  const [number, setNumber] = useState(first.number);
  const [currency, setCurrency] = useState<string>(first.currency || profile.currency);
  const [items, setItems] = useState<readonly ItemDraft[]>(first.items);
  const [service, setService] = useState(first.service);
  const [note, setNote] = useState(first.note);
  const [tags, setTags] = useState<readonly string[]>(first.tags);
  const [pressed, setPressed] = useState(false);
  const address = useAddressForm(first.shipTo, 'shipTo');
  // Everything typed is kept for the next visit until the order is made or given up.
  const done = useRef(false);
  const now: NewOrderDraft = {
    number,
    currency,
    shipTo: address.value,
    items,
    weightUnit: format.weightUnit,
    service,
    note,
    tags,
  };
  const text = JSON.stringify(now);
  const untouched = useRef(text);
  useEffect(() => {
    if (!done.current && text !== untouched.current) keep(JSON.parse(text) as NewOrderDraft);
  }, [text, keep]);
  const key = useRef(newIdempotencyKey());
  const form = useRef<HTMLFormElement>(null);
  const read = readItems(items, currency, format.weightUnit);

  const save = useMutation({
    mutationFn: createOrder,
    onSuccess: ({ data, successMessage }) => {
      done.current = true;
      keep(undefined);
      tookOrder(data);
      notify.success(successMessage ?? t`Order Created Successfully`);
      void navigate({ to: '/ecommerce/order/$orderId', params: { orderId: data.id } });
    },
    onError: (error) => {
      // The order was refused: the corrected one is another request.
      key.current = newIdempotencyKey();
      address.refuse(error);
      focusFirstError();
    },
  });
  const refused = fieldErrorsOf(save.error);
  const focusFirstError = () =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    const shipTo = address.submit();
    if (!shipTo || !read.items) return focusFirstError();
    save.mutate({
      key: key.current,
      order: {
        number: number.trim() || null,
        currency,
        shipTo,
        items: read.items,
        requestedService: service.trim() || null,
        customerNote: note.trim() || null,
        tags: [...tags],
      },
    });
  };

  return (
    <div className="page-narrow">
      <PageHead title={t`New order`} />
      <div className="page-head">
        <div className="grow">
          <Link to="/ecommerce/orders" className="link small row tight back-link">
            <IconArrowLeft size={14} aria-hidden />
            <Trans>Orders</Trans>
          </Link>
          <h1>
            <Trans>New order</Trans>
          </h1>
        </div>
      </div>
      <form ref={form} className="stack wide" noValidate onSubmit={submit}>
        <section className="card">
          <div className="card-head">
            <h2>
              <Trans>Ship to</Trans>
            </h2>
          </div>
          <div className="card-body">
            <AddressTools value={address.value} onChange={address.set} />
            <AddressFields
              value={address.value}
              onChange={address.set}
              onBlur={address.onBlur}
              remarks={address.remarks}
            />
            {address.suggestion && address.mode !== 'off' && (
              <Suggestion
                suggestion={address.suggestion}
                automatic={address.mode === 'automatic'}
                waiting={false}
                onTake={() => address.suggestion && address.set(address.suggestion.address)}
              />
            )}
          </div>
        </section>
        <section className="card">
          <div className="card-head">
            <h2 className="grow">
              <Trans>Items</Trans>
            </h2>
            <NativeSelect
              size="xs"
              aria-label={t`Currency`}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value)}
              data={[...new Set([profile.currency, ...CURRENCIES])]}
            />
          </div>
          <div className="card-body">
            <ItemRows
              items={items}
              currency={currency}
              weightUnit={format.weightUnit}
              problems={pressed ? read.problems : {}}
              refused={refused}
              onChange={setItems}
            />
          </div>
        </section>
        <section className="card">
          <div className="card-head">
            <h2>
              <Trans>More</Trans>
            </h2>
          </div>
          <div className="card-body fields">
            <TextInput
              className="w4"
              label={t`Order number`}
              placeholder={t`Assigned automatically if empty`}
              value={number}
              maxLength={60}
              error={refused.number}
              onChange={(event) => setNumber(event.currentTarget.value)}
            />
            <TextInput
              className="w4"
              label={t`Requested service`}
              value={service}
              maxLength={100}
              onChange={(event) => setService(event.currentTarget.value)}
            />
            <Suspense fallback={<TextInput className="w4" label={t`Tags`} disabled />}>
              <TagsField tags={tags} onChange={setTags} />
            </Suspense>
            <Textarea
              className="w12"
              label={t`Customer note`}
              value={note}
              maxLength={2000}
              autosize
              minRows={2}
              maxRows={8}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </div>
        </section>
        {save.isError && <ErrorState compact error={save.error} />}
        <div className="row end">
          <LinkButton
            to="/ecommerce/orders"
            variant="default"
            onClick={() => {
              done.current = true;
              keep(undefined);
            }}
          >
            <Trans>Cancel</Trans>
          </LinkButton>
          <Button type="submit" loading={save.isPending}>
            <Trans>Create order</Trans>
          </Button>
        </div>
      </form>
    </div>
  );
}
