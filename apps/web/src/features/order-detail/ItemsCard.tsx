/** Lines of an order with their pictures; weight, HS code, origin, customs words and value are corrected in place. */
import { Button, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDeviceFloppy, IconPencil, IconPhoto } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { OrderDetail, OrderItemDto } from '@scanship/contracts/orders/orders';
import { notify } from '../../app/notify.ts';
import { usePicture } from '../../app/picture.ts';
import { useProfile } from '../../app/profile.ts';
import { useFormat } from '../../app/use-format.ts';
import { ApiError } from '../../lib/api-errors.ts';
import { useDraft } from '../../lib/drafts.ts';
import { ErrorState } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { orderChanged, tookOrder } from '../orders/api/orders-api.ts';
import { clearRatesOf } from '../shipping/rates/rates-store.ts';
import { FactConflicts } from './FactConflicts.tsx';
import {
  conflictsOf,
  draftsOf,
  type Fact,
  type FactDrafts,
  factText,
  placeOf,
  readFacts,
  typeFact,
} from './item-facts.ts';
import { HsCodeField } from '../products/components/HsCodeField.tsx';
import { savedWords } from '../orders/model/saved-words.ts';
import { saveFacts, saveToProducts } from './order-detail-api.ts';

const NOTHING: FactDrafts = {};
/** One row of short fields, then the long one. */
const SHOWN_AS: readonly Fact[] = ['weightGrams', 'hsCode', 'originCountry', 'unitValueMinor', 'customsDescription'];

export function ItemsCard({ order }: { readonly order: OrderDetail }) {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const format = useFormat();
  const profile = useProfile();
  const unit = format.weightUnit;
  const [kept, keep] = useDraft(profile.userName, `items:${order.id}`, draftsOf);
  const drafts = kept ?? NOTHING;
  // Half-typed facts open the fields again, whenever the page is.
  const [opened, setOpened] = useState(kept !== undefined);
  const [pressed, setPressed] = useState(false);
  const conflicts = useMemo(() => conflictsOf(drafts, order, unit), [drafts, order, unit]);
  const read = useMemo(() => readFacts(drafts, order, unit), [drafts, order, unit]);
  const table = useRef<HTMLElement>(null);
  const put = (next: FactDrafts) => keep(Object.keys(next).length > 0 ? next : undefined);

  const save = useMutation({
    mutationFn: saveFacts,
    onSuccess: ({ data, successMessage }) => {
      put(NOTHING);
      setOpened(false);
      setPressed(false);
      tookOrder(data);
      clearRatesOf(order.id);
      notify.success(successMessage ?? t`The items were saved.`);
    },
    onError: (error) => {
      // What the other person saved comes in beside what is typed here.
      if (error instanceof ApiError && error.code === 'stale_version') void orderChanged(order.id);
    },
  });
  const keepProducts = useMutation({
    mutationFn: () => saveToProducts(order.id),
    onSuccess: (data) => {
      void orderChanged(order.id);
      notify.success(i18n._(savedWords(data)));
    },
    onError: (error) => notify.error(error),
  });
  const stale = save.error instanceof ApiError && save.error.code === 'stale_version';
  const submit = () => {
    setPressed(true);
    if (conflicts.length > 0) return;
    if (read.items) save.mutate({ orderId: order.id, version: order.version, items: read.items });
    else if (read.wrong.length > 0)
      requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
    else setOpened(false);
  };
  const editable = !order.archived && order.fulfillmentStatus !== 'Cancelled';
  return (
    <section className="card" aria-label={t`Items`} ref={table}>
      <div className="card-head">
        <h2>
          <Trans>Items</Trans>
        </h2>
        <span className="dim num">{order.itemQuantity}</span>
        <span className="grow" />
        {!opened && profile.rights.includes('products.edit') && order.items.some(({ sku }) => sku) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconDeviceFloppy size={14} aria-hidden />}
            loading={keepProducts.isPending}
            onClick={() => keepProducts.mutate()}
          >
            <Trans>Save to products</Trans>
          </Button>
        )}
        {editable && !opened && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setOpened(true)}
          >
            <Trans>Edit items</Trans>
          </Button>
        )}
      </div>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TableWrap label={t`Items`}>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Item</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Quantity</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Shipped</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Weight</Trans>
                </th>
                <th scope="col" className="end">
                  <Trans>Price</Trans>
                </th>
              </tr>
            </thead>
            {order.items.map((item) => (
              <tbody key={item.line}>
                <ItemRow item={item} />
                {opened && (
                  <tr className="fact-row">
                    <td colSpan={5}>
                      <FactFields
                        item={item}
                        drafts={drafts}
                        wrong={pressed ? read.wrong : []}
                        onType={(fact, text) => put(typeFact(drafts, item, fact, text, unit))}
                      />
                    </td>
                  </tr>
                )}
              </tbody>
            ))}
            <tfoot>
              <tr>
                <td colSpan={4} className="end strong">
                  <Trans>Total</Trans>
                </td>
                <td className="end num strong">{format.money(order.total)}</td>
              </tr>
            </tfoot>
          </table>
        </TableWrap>
        {opened && (
          <div className="card-body stack">
            <FactConflicts order={order} drafts={drafts} places={conflicts} onDecide={put} />
            {save.isError && !(stale && conflicts.length > 0) && <ErrorState compact error={save.error} />}
            <div className="row end">
              {Object.keys(drafts).length > 0 && (
                <span className="dim small grow">
                  <Plural value={Object.keys(drafts).length} one="# change not saved" other="# changes not saved" />
                </span>
              )}
              <Button
                variant="default"
                onClick={() => {
                  put(NOTHING);
                  setOpened(false);
                  setPressed(false);
                  save.reset();
                }}
              >
                <Trans>Discard</Trans>
              </Button>
              <Button type="submit" loading={save.isPending} disabled={conflicts.length > 0}>
                <Trans>Save items</Trans>
              </Button>
            </div>
          </div>
        )}
      </form>
    </section>
  );
}

function ItemRow({ item }: { readonly item: OrderItemDto }) {
  const { t } = useLingui();
  const format = useFormat();
  const facts = [
    item.sku,
    item.bin && t`bin ${item.bin}`,
    item.hsCode && `HS ${item.hsCode}`,
    item.originCountry && t`made in ${item.originCountry}`,
    item.customsDescription && `“${item.customsDescription}”`,
  ].filter(Boolean);
  return (
    <tr>
      <td>
        <div className="row top item-cell">
          <Picture address={item.imageUrl} />
          <div className="grow">
            <div className="item-title">{item.title}</div>
            <div className="dim small">{facts.join(' · ')}</div>
            {item.edited.length > 0 && (
              <div className="dim small">
                <Plural value={item.edited.length} one="# fact corrected here" other="# facts corrected here" />
              </div>
            )}
          </div>
        </div>
      </td>
      <td className="end num">{item.quantity}</td>
      <td className="end num">
        {item.shipped}
        {item.cancelled > 0 && (
          <span className="dim">
            {' '}
            (<Trans>{item.cancelled} cancelled</Trans>)
          </span>
        )}
      </td>
      <td className="end num">{item.weightGrams === null ? '–' : format.weight(item.weightGrams)}</td>
      <td className="end num">{format.money(item.unitPrice)}</td>
    </tr>
  );
}

function Picture({ address }: { readonly address: string | null }) {
  const { ref, source } = usePicture(address);
  const [broken, setBroken] = useState<string>();
  return (
    <span className="item-picture" ref={ref}>
      {source !== undefined && source !== broken ? (
        <img src={source} alt="" onError={() => setBroken(source)} />
      ) : (
        <IconPhoto size={18} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}

interface FieldsProps {
  readonly item: OrderItemDto;
  readonly drafts: FactDrafts;
  readonly wrong: readonly string[];
  readonly onType: (fact: Fact, text: string) => void;
}
function FactFields({ item, drafts, wrong, onType }: FieldsProps) {
  const { t } = useLingui();
  const format = useFormat();
  const labels: Readonly<Record<Fact, string>> = {
    weightGrams: t`Unit weight`,
    hsCode: t`HS code`,
    originCountry: t`Made in (country code)`,
    customsDescription: t`Description for customs`,
    unitValueMinor: t`Declared unit value`,
  };
  const words: Readonly<Record<Fact, string>> = {
    weightGrams: t`Enter a weight.`,
    hsCode: t`6 to 12 digits.`,
    originCountry: t`Two letters.`,
    customsDescription: t`At most 200 characters.`,
    unitValueMinor: t`Enter an amount.`,
  };
  const widths: Readonly<Record<Fact, string>> = {
    weightGrams: 'w3',
    hsCode: 'w3',
    originCountry: 'w3',
    unitValueMinor: 'w3',
    customsDescription: 'w12',
  };
  const units: Partial<Record<Fact, string>> = {
    weightGrams: format.weightUnit,
    unitValueMinor: item.unitValue.currency,
  };
  return (
    <fieldset className="facts-of-item">
      <legend className="sr-only">{item.title}</legend>
      <div className="fields">
        {SHOWN_AS.map((fact) => {
          const place = placeOf(item.line, fact);
          const before = item.edited.find((each) => each.field === fact)?.before;
          const common = {
            className: widths[fact],
            size: 'xs',
            label: labels[fact],
            value: drafts[place]?.typed ?? factText(item, fact, format.weightUnit),
            error: wrong.includes(place) ? words[fact] : undefined,
            description: before === undefined ? undefined : imported(fact, before, item),
            inputWrapperOrder: ['label', 'input', 'description', 'error'] satisfies (
              | 'label'
              | 'input'
              | 'description'
              | 'error'
            )[],
          };
          if (fact === 'hsCode') return <HsCodeField key={fact} {...common} onChange={(code) => onType(fact, code)} />;
          return (
            <TextInput
              key={fact}
              {...common}
              inputMode={fact === 'weightGrams' || fact === 'unitValueMinor' ? 'decimal' : undefined}
              rightSection={units[fact] ? <span className="unit">{units[fact]}</span> : undefined}
              rightSectionWidth={48}
              onChange={(event) => onType(fact, event.currentTarget.value)}
            />
          );
        })}
      </div>
    </fieldset>
  );
  function imported(fact: Fact, before: string | number | null, of: OrderItemDto): string {
    if (before === null) return t`Imported: nothing`;
    if (fact === 'weightGrams' && typeof before === 'number') return t`Imported: ${format.weight(before)}`;
    if (fact === 'unitValueMinor' && typeof before === 'number')
      return t`Imported: ${format.money({ minor: before, currency: of.unitValue.currency })}`;
    return t`Imported: ${before}`;
  }
}
