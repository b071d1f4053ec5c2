/** Asks the carrier for its proof of delivery, or sends it a document for customs. */
import { TRADE_DOCUMENTS, type TradeDocument } from '@scanship/domain/shipping/carrier-operations';
import { Button, FileInput, NativeSelect } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconFileText } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { proofOfDelivery, sendCustomsDocument, type ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { api } from '../../app/api.ts';
import { notify } from '../../app/notify.ts';
import { useFormat } from '../../app/use-format.ts';
import { saveBlob } from '../../lib/download.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState, Skeletons } from '../../ui/states.tsx';
import { useShownAfterMount } from '../../ui/use-shown-after-mount.ts';
import { orderChanged } from '../orders/api/orders-api.ts';
import type { PaperWish } from './CarrierPapersMenu.tsx';
import { documentBytes } from './shipping-api.ts';

interface Props {
  readonly shipment: ShipmentSummary;
  readonly orderId: string;
  readonly wish: PaperWish;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export default function CarrierPapersDialog({ shipment, orderId, wish, opened, onClose }: Props) {
  const { t } = useLingui();
  const shown = useShownAfterMount(opened);
  return (
    <Dialog
      opened={shown}
      onClose={onClose}
      title={wish.kind === 'proof' ? t`Proof of delivery` : t`Send a customs document`}
    >
      {wish.kind === 'proof' ? (
        <Proof shipment={shipment} orderId={orderId} parcelNumber={wish.parcelNumber} />
      ) : (
        <CustomsDocument shipment={shipment} orderId={orderId} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Proof({
  shipment,
  orderId,
  parcelNumber,
}: Pick<Props, 'shipment' | 'orderId'> & { readonly parcelNumber: number }) {
  const format = useFormat();
  const ask = useMutation({
    mutationFn: () => api.call(proofOfDelivery, { params: { id: shipment.id }, body: { parcelNumber } }),
    onSuccess: () => void orderChanged(orderId),
  });
  const { mutate } = ask;
  // Opening the dialog is the question.
  useEffect(() => mutate(), [mutate]);
  const save = useMutation({
    mutationFn: documentBytes,
    onSuccess: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'ProofOfDelivery.pdf'),
    onError: (error) => notify.error(error),
  });
  if (ask.isError) return <ErrorState compact error={ask.error} onRetry={() => mutate()} />;
  if (!ask.data) return <Skeletons rows={3} height={22} />;
  const { data } = ask.data;
  const at = data.deliveredAt;
  return (
    <div className="stack">
      <dl className="facts">
        <dt>
          <Trans>Signed by</Trans>
        </dt>
        <dd>{data.signedBy ?? <Trans>Not stated</Trans>}</dd>
        <dt>
          <Trans>Delivered</Trans>
        </dt>
        <dd>
          {at === null ? <Trans>Not stated</Trans> : /Z$|[+-]\d\d:\d\d$/.test(at) ? format.instant(at, 'short') : at}
        </dd>
        {data.place && (
          <>
            <dt>
              <Trans>Place</Trans>
            </dt>
            <dd>{data.place}</dd>
          </>
        )}
      </dl>
      {data.documents.length === 0 && (
        <p className="dim small">
          <Trans>{data.carrierName} provides no document for it.</Trans>
        </p>
      )}
      <div className="row">
        {data.documents.map((document) => (
          <Button
            key={document.id}
            variant="default"
            leftSection={<IconFileText size={15} aria-hidden />}
            loading={save.isPending && save.variables === document.id}
            onClick={() => save.mutate(document.id)}
          >
            <Trans>Save the document ({document.format.toUpperCase()})</Trans>
          </Button>
        ))}
      </div>
    </div>
  );
}

function CustomsDocument({ shipment, orderId, onClose }: Pick<Props, 'shipment' | 'orderId' | 'onClose'>) {
  const { t } = useLingui();
  const [file, setFile] = useState<File | null>(null);
  const [kind, setKind] = useState<TradeDocument>('commercial-invoice');
  const words: Readonly<Record<TradeDocument, string>> = {
    'commercial-invoice': t`Commercial invoice`,
    'certificate-of-origin': t`Certificate of origin`,
    'packing-list': t`Packing list`,
    'export-licence': t`Export licence`,
    other: t`Another document`,
  };
  const send = useMutation({
    mutationFn: (chosen: File) =>
      api.call(sendCustomsDocument, { params: { id: shipment.id }, query: { kind }, file: chosen }),
    onSuccess: ({ data, successMessage }) => {
      notify.success(successMessage ?? t`${data.carrierName} has the document.`);
      void orderChanged(orderId);
      onClose();
    },
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (file) send.mutate(file);
      }}
    >
      <p className="dim small">
        <Trans>{shipment.carrierName} puts it with the shipment’s customs papers. It is kept here too.</Trans>
      </p>
      <NativeSelect
        label={t`What it is`}
        value={kind}
        onChange={(event) => setKind(TRADE_DOCUMENTS.find((each) => each === event.currentTarget.value) ?? 'other')}
        data={TRADE_DOCUMENTS.map((value) => ({ value, label: words[value] }))}
      />
      <FileInput
        label={t`File`}
        description={t`PDF, PNG, GIF or JPEG, at most 5 MB.`}
        accept="application/pdf,image/png,image/gif,image/jpeg"
        value={file}
        onChange={setFile}
        clearable
        clearButtonProps={{ 'aria-label': t`Remove the file` }}
      />
      {send.isError && <ErrorState compact error={send.error} />}
      <div className="row end">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={send.isPending} disabled={!file}>
          <Trans>Send to the carrier</Trans>
        </Button>
      </div>
    </form>
  );
}
