/** Merged labels, slips and invoices of a batch, part by part. */
import { Button, NativeSelect } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconEye } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Batch,
  type BatchPart,
  mergeBatch,
  PRINT_ORDERS,
  type PrintOrder,
  type Separators,
  SEPARATORS,
} from '@scanship/contracts/shipping/batches';
import { api, newIdempotencyKey } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { saveBlob } from '../../lib/download.ts';
import { openPreview } from '../shipping/printing/preview-store.ts';
import { PART_WORDS } from './batch-words.ts';
import { keepBatch, notePartPrinted, partFile } from './batches-api.ts';

export function BatchDocuments({ batch }: { readonly batch: Batch }) {
  const { t } = useLingui();
  const mayPrint = useProfile().rights.includes('labels.print');
  if (!mayPrint || batch.counts.done === 0) return null;
  return (
    <section className="card" aria-label={t`Documents`}>
      <div className="card-head">
        <h2 className="grow">
          <Trans>Documents</Trans>
        </h2>
        <MergeAgain batch={batch} />
      </div>
      {batch.documents.length === 0 ? (
        <p className="card-body dim">
          <Trans>The labels are merged when the last one is bought, or as soon as you ask for it.</Trans>
        </p>
      ) : (
        <ul className="batch-parts">
          {batch.documents.map((part) => (
            <Part key={`${part.kind} ${part.part}`} batchId={batch.id} part={part} />
          ))}
        </ul>
      )}
    </section>
  );
}

const KINDS = { labels: 'label', slips: 'slip', invoices: 'invoice' } as const;

function Part({ batchId, part }: { readonly batchId: string; readonly part: BatchPart }) {
  const { i18n } = useI18n();
  const { documentId, fileName, kind } = part;
  const load = useMutation({
    mutationFn: async (id: string) => partFile({ ...part, documentId: id }),
    onError: (error) => notify.error(error),
  });
  const withFile = (use: (blob: Blob) => void) => () => {
    if (documentId) load.mutate(documentId, { onSuccess: use });
  };
  return (
    <li className="row between">
      <div className="grow">
        <span className="strong">{i18n._(PART_WORDS[kind])}</span>
        {part.of > 1 && (
          <span className="dim">
            {' '}
            <Trans>
              part {part.part} of {part.of}
            </Trans>
          </span>
        )}
        <div className="dim small num">
          {part.state === 'ready' ? (
            <>
              <Plural value={part.orders} one="# order" other="# orders" />
              {part.pages !== null && (
                <>
                  {', '}
                  <Plural value={part.pages} one="# page" other="# pages" />
                </>
              )}
            </>
          ) : part.state === 'failed' ? (
            <span className="danger">{part.problem}</span>
          ) : (
            <Trans>
              {part.done} of {part.orders} merged
            </Trans>
          )}
        </div>
      </div>
      {part.state === 'ready' && (
        <div className="row tight">
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconEye size={15} aria-hidden />}
            loading={load.isPending}
            onClick={withFile((blob) =>
              openPreview([
                {
                  kind: KINDS[kind],
                  blob,
                  fileName,
                  ...(kind === 'labels' && documentId ? { onPrint: () => notePartPrinted(batchId, documentId) } : {}),
                },
              ]),
            )}
          >
            <Trans>Open</Trans>
          </Button>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconDownload size={15} aria-hidden />}
            loading={load.isPending}
            onClick={withFile((blob) => saveBlob(blob, fileName))}
          >
            <Trans>Download</Trans>
          </Button>
        </div>
      )}
    </li>
  );
}

/** The same labels in another order or with other separators. */
function MergeAgain({ batch }: { readonly batch: Batch }) {
  const { t } = useLingui();
  const [order, setOrder] = useState<PrintOrder>(batch.printOrder);
  const [separators, setSeparators] = useState<Separators>(batch.separators);
  const merge = useMutation({
    mutationFn: () =>
      api.call(mergeBatch, {
        params: { id: batch.id },
        body: { printOrder: order, separators },
        idempotencyKey: newIdempotencyKey(),
      }),
    onSuccess: ({ data }) => keepBatch(data),
    onError: (error) => notify.error(error),
  });
  const names = { list: t`As chosen`, number: t`By order number`, sku: t`By SKU`, location: t`By bin location` };
  const pages = {
    none: t`No separators`,
    part: t`A page before each part`,
    store: t`A page before each store`,
    sku: t`A page before each SKU`,
  };
  return (
    <div className="row tight batch-merge">
      <NativeSelect
        size="xs"
        aria-label={t`Order of the pages`}
        value={`${order.by}${order.reversed ? ' reversed' : ''}`}
        data={PRINT_ORDERS.flatMap((by) => [
          { value: by, label: names[by] },
          { value: `${by} reversed`, label: t`${names[by]}, reversed` },
        ])}
        onChange={(event) => {
          const [name, reversed] = event.currentTarget.value.split(' ');
          const by = PRINT_ORDERS.find((known) => known === name) ?? 'list';
          setOrder({ by, reversed: reversed !== undefined });
        }}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Separator pages`}
        value={separators}
        data={SEPARATORS.map((value) => ({ value, label: pages[value] }))}
        onChange={(event) => setSeparators(SEPARATORS.find((each) => each === event.currentTarget.value) ?? 'none')}
      />
      <Button variant="default" size="compact-md" loading={merge.isPending} onClick={() => merge.mutate()}>
        {batch.documents.length > 0 ? <Trans>Merge again</Trans> : <Trans>Merge now</Trans>}
      </Button>
    </div>
  );
}
