import { Autocomplete, Button, NumberInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useDeferredValue, useState } from 'react';
import { MOST_INSTEAD, type ReturnDetail } from '@scanship/contracts/shipping/returns';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { mayOpen, PAGES } from '../../app/routes/pages.ts';
import { fieldErrorsOf } from '../../lib/api-errors.ts';
import { ErrorState } from '../../ui/states.tsx';
import { lookUpQuery } from '../products/api/products-api.ts';
import { exchange, tookReturn } from './returns-api.ts';

/** What the buyer gets instead, and the order that sends it. Nothing where no exchange was asked for. */
export function ExchangeCard({ detail }: { readonly detail: ReturnDetail }) {
  const { t } = useLingui();
  const mayEdit = useProfile().rights.includes('orders.edit');
  if (detail.wish !== 'exchange' || detail.state === 'refused') return null;
  const sent = detail.exchange;
  return (
    <section className="card" aria-label={t`Exchange`}>
      <div className="card-head">
        <h2>
          <Trans>Exchange</Trans>
        </h2>
      </div>
      <div className="card-body stack">
        {sent ? (
          <>
            <p>
              <Trans>
                Sent as order{' '}
                <Link to="/ecommerce/order/$orderId" params={{ orderId: sent.id }} className="link">
                  {sent.number}
                </Link>
                .
              </Trans>
            </p>
            <ByHand detail={detail} />
          </>
        ) : detail.may.exchange && mayEdit ? (
          <Form key={detail.checkedAt ?? ''} detail={detail} />
        ) : (
          <>
            <ul className="returns-items">
              {detail.items.map(({ line, quantity, title, sku, instead }) => (
                <li key={line}>
                  {quantity} × {instead ?? <Trans>{title || sku} (the same again)</Trans>}
                </li>
              ))}
            </ul>
            {!detail.may.exchange && (
              <p className="dim">
                <Trans>The order for it is made once the return is here.</Trans>
              </p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** No platform takes an exchange that is shipped by an order of one's own: what is left to do there. */
function ByHand({ detail: { atStore } }: { readonly detail: ReturnDetail }) {
  if (!atStore) return null;
  const { storeName } = atStore;
  return (
    <p className="dim">
      <Trans>
        Take what you send off the stock of {storeName} by hand. Do not add an exchange to the order there: it would be
        shipped a second time.
      </Trans>
    </p>
  );
}

interface Chosen {
  readonly quantity: number;
  readonly instead: string;
}

function Form({ detail }: { readonly detail: ReturnDetail }) {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<Readonly<Record<number, Chosen>>>(() =>
    Object.fromEntries(
      detail.items.map(({ line, quantity, received, instead }) => [
        line,
        { quantity: received ?? quantity, instead: instead ?? '' },
      ]),
    ),
  );
  const lines = detail.items.flatMap(({ line }) => {
    const { quantity = 0, instead = '' } = chosen[line] ?? {};
    return quantity > 0 ? [{ line, quantity, instead: instead.trim() || null }] : [];
  });
  const making = useMutation({
    mutationFn: () => exchange(detail.id, { lines }),
    onSuccess: ({ data, successMessage }) => {
      tookReturn(data);
      if (successMessage !== undefined) notify.success(successMessage);
    },
  });
  const errors = fieldErrorsOf(making.error);
  const change = (line: number, part: Partial<Chosen>) => {
    // Its errors are of the lines as they were sent.
    making.reset();
    setChosen((was) => ({ ...was, [line]: { quantity: 0, instead: '', ...was[line], ...part } }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    making.mutate();
  };
  return (
    <form className="stack wide" onSubmit={submit}>
      {making.error && <ErrorState compact error={making.error} />}
      <ul className="returns-items">
        {detail.items.map((item) => {
          const name = item.title || item.sku;
          const at = lines.findIndex(({ line }) => line === item.line);
          return (
            <li key={item.line} className="returns-check">
              <div>
                <div className="strong">
                  <Trans>For {name}</Trans>
                </div>
                {item.insteadProduct && (
                  <div className="dim small">
                    {item.insteadProduct.sku} · {item.insteadProduct.title}
                  </div>
                )}
              </div>
              <NumberInput
                label={t`Units sent`}
                aria-description={name}
                min={0}
                max={item.received ?? item.quantity}
                allowDecimal={false}
                value={chosen[item.line]?.quantity ?? 0}
                error={errors[`lines.${at}.quantity`]}
                onChange={(value) => change(item.line, { quantity: Number(value) || 0 })}
              />
              <Product
                name={name}
                value={chosen[item.line]?.instead ?? ''}
                onChange={(instead) => change(item.line, { instead })}
              />
            </li>
          );
        })}
      </ul>
      <p className="dim small">
        <Trans>
          An order at no price is made, to the same buyer and place. What is left empty is sent the same again.
        </Trans>
      </p>
      <div className="row">
        <Button type="submit" loading={making.isPending} disabled={lines.length === 0}>
          <Trans>Make the order</Trans>
        </Button>
      </div>
    </form>
  );
}

/** SKU or name of a product; other words stand in the order as they are. */
function Product({
  name,
  value,
  onChange,
}: {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const { t } = useLingui();
  const mayLook = mayOpen(PAGES.products, useProfile());
  const found = useQuery({ ...lookUpQuery(useDeferredValue(value)), enabled: mayLook && value.trim().length > 1 });
  const skus = (found.data?.products ?? []).flatMap(({ sku }) => (sku === '' ? [] : [sku]));
  return (
    <Autocomplete
      label={t`Product or SKU`}
      aria-description={name}
      placeholder={t`The same again`}
      maxLength={MOST_INSTEAD}
      value={value}
      data={[...new Set(skus)]}
      filter={({ options }) => options}
      onChange={onChange}
    />
  );
}
