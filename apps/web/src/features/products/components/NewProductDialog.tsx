import { Button, TextInput } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../app/api.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { createProduct, productsChanged } from '../api/products-api.ts';

interface Props {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Opens what was made, where the rest is filled in. */
  readonly onMade: (id: string) => void;
}
export function NewProductDialog({ opened, onClose, onMade }: Props) {
  const { t } = useLingui();
  const [sku, setSku] = useState('');
  const [title, setTitle] = useState('');
  const [key, setKey] = useState(newIdempotencyKey);
  const making = useMutation({
    mutationFn: () => createProduct({ sku: sku.trim(), changes: title.trim() ? { title: title.trim() } : {}, key }),
    onSuccess: ({ data }) => {
      productsChanged();
      setSku('');
      setTitle('');
      setKey(newIdempotencyKey());
      onMade(data.id);
    },
    // A mended SKU is another request.
    onError: () => setKey(newIdempotencyKey()),
  });
  return (
    <Dialog opened={opened} onClose={onClose} title={t`New product`}>
      <form
        className="stack wide"
        onSubmit={(event) => {
          event.preventDefault();
          if (sku.trim()) making.mutate();
        }}
      >
        {making.isError && <ErrorState compact error={making.error} />}
        <TextInput
          label={t`SKU`}
          required
          value={sku}
          maxLength={255}
          onChange={(e) => setSku(e.currentTarget.value)}
          data-autofocus
        />
        <TextInput label={t`Title`} value={title} maxLength={500} onChange={(e) => setTitle(e.currentTarget.value)} />
        <div className="row end">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={making.isPending} disabled={!sku.trim()}>
            <Trans>Create</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
