/** One product: picture, facts, listings and aliases, contents, history. */
import { Button, Drawer, FileButton, TextInput } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProductDetail } from '@scanship/contracts/products/products';
import { notify } from '../../../app/notify.ts';
import { useFormat } from '../../../app/use-format.ts';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';
import { fillOpenOrders, productQuery, saveProduct, tookProduct, uploadPicture } from '../api/products-api.ts';
import { EVENT_WORDS, FIELD_WORDS } from '../model/words.ts';
import { AliasPanel } from './AliasPanel.tsx';
import { FillOrders } from './FillOrders.tsx';
import { PartsPanel } from './PartsPanel.tsx';
import { ProductForm } from './ProductForm.tsx';
import { ProductPicture } from './ProductPicture.tsx';

interface Props {
  readonly id: string | undefined;
  readonly mayEdit: boolean;
  readonly onClose: () => void;
}

export default function ProductDrawer({ id, mayEdit, onClose }: Props) {
  const { t } = useLingui();
  const product = useQuery({ ...productQuery(id ?? ''), enabled: id !== undefined });
  const data = id === undefined ? undefined : product.data;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="min(560px, 100vw)"
      title={<span className="strong">{data ? data.sku || data.title : t`Product`}</span>}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      {product.isError && <ErrorState error={product.error} onRetry={() => void product.refetch()} />}
      {!data && !product.isError && <Skeletons rows={10} height={30} />}
      {data && <Detail key={data.id} product={data} mayEdit={mayEdit} />}
    </Drawer>
  );
}

function Detail({ product, mayEdit }: { readonly product: ProductDetail; readonly mayEdit: boolean }) {
  const { aliasOf } = product;
  return (
    <div className="stack wide">
      {aliasOf && (
        <div className="notice">
          <Trans>
            This SKU means {aliasOf.quantity} of {aliasOf.sku || aliasOf.title}; its facts come from there.
          </Trans>
        </div>
      )}
      <FillOrders
        orders={product.openOrders}
        fill={() => fillOpenOrders({ ids: [product.id], fill: true })}
        onDone={() => tookProduct({ ...product, openOrders: 0 })}
      />
      <PicturePanel product={product} mayEdit={mayEdit} />
      <ProductForm product={product} mayEdit={mayEdit} />
      <Listings product={product} />
      {!aliasOf && <AliasPanel product={product} mayEdit={mayEdit} />}
      {!aliasOf && <PartsPanel product={product} mayEdit={mayEdit} />}
      <History product={product} />
    </div>
  );
}

function PicturePanel({ product, mayEdit }: { readonly product: ProductDetail; readonly mayEdit: boolean }) {
  const { t } = useLingui();
  const [address, setAddress] = useState('');
  const upload = useMutation({ mutationFn: uploadPicture, onError: (error) => notify.error(error) });
  const save = useMutation({
    mutationFn: (picture: string | null) =>
      saveProduct({ id: product.id, version: product.version, changes: { picture } }),
    onSuccess: () => setAddress(''),
    onError: (error) => notify.error(error),
  });
  return (
    <div className="row picture-panel">
      <ProductPicture large address={product.picture} title={product.title || product.sku} />
      {mayEdit && (
        <div className="stack tight grow">
          <div className="row tight">
            <FileButton
              accept="image/png,image/jpeg,image/webp"
              onChange={(file) => file && upload.mutate({ id: product.id, file })}
            >
              {(props) => (
                <Button {...props} variant="default" size="compact-sm" loading={upload.isPending}>
                  <Trans>Upload a picture</Trans>
                </Button>
              )}
            </FileButton>
            {product.picture && (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => save.mutate(null)}>
                <Trans>Remove</Trans>
              </Button>
            )}
          </div>
          <form
            className="row tight"
            onSubmit={(event) => {
              event.preventDefault();
              if (address.trim()) save.mutate(address.trim());
            }}
          >
            <TextInput
              className="grow"
              size="xs"
              aria-label={t`Address of a picture`}
              placeholder="https://"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
            />
            {address.trim() !== '' && (
              <Button type="submit" size="compact-sm" variant="default" loading={save.isPending}>
                <Trans>Use it</Trans>
              </Button>
            )}
          </form>
          <span className="dim small">
            <Trans>PNG, JPEG or WebP, at most 2 MB.</Trans>
          </span>
        </div>
      )}
    </div>
  );
}

function Listings({ product }: { readonly product: ProductDetail }) {
  if (product.listings.length === 0) return null;
  return (
    <section>
      <h3 className="drawer-head">
        <Trans>Listed in stores</Trans>
      </h3>
      <ul className="plain-list">
        {product.listings.map((listing) => (
          <li key={`${listing.storeId} ${listing.externalId}`}>
            <span className="strong">{listing.storeName}</span>{' '}
            <span className="dim small">
              {[listing.sku, listing.barcode, listing.externalId].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ product }: { readonly product: ProductDetail }) {
  const { i18n } = useI18n();
  const format = useFormat();
  if (product.history.length === 0) return null;
  return (
    <section>
      <h3 className="drawer-head">
        <Trans>History</Trans>
      </h3>
      <ol className="plain-list">
        {product.history.map((entry, index) => (
          <li key={`${entry.at} ${index}`}>
            <span className="strong">{i18n._(EVENT_WORDS[entry.event])}</span>{' '}
            <span className="dim small">
              {[entry.note, entry.who, format.instant(entry.at, 'short')].filter(Boolean).join(' · ')}
            </span>
            {entry.changes.map((change) => (
              <div key={change.field} className="small">
                <span className="dim">{i18n._(FIELD_WORDS[change.field])}</span> {change.from ?? '–'} →{' '}
                {change.to ?? '–'}
              </div>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
