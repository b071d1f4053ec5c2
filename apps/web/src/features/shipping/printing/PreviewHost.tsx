/**
 * The PDF preview (product-spec section 2). The browser's own viewer shows the file where it has one; printing goes
 * through a hidden frame on the very same bytes, because redrawing blurs barcodes.
 */
import './preview.css';
import { Button } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Trans } from '@lingui/react/macro';
import { IconDownload, IconPrinter } from '#icons';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { saveBlob } from '../../../lib/download.ts';
import { Skeletons } from '../../../ui/states.tsx';
import { useShownAfterMount } from '../../../ui/use-shown-after-mount.ts';
import { keepFocusOnceClosed } from '../keep-focus.ts';
import { closePreview, type PreviewDocument, usePreview } from './preview-store.ts';
import { Dialog } from '../../../ui/Dialog.tsx';

/** The browser's viewer without its own bars (the buttons are ours), and the whole page in view. */
const VIEWER = '#toolbar=0&navpanes=0&view=Fit';

const StationButtons = lazy(() => import('./StationButtons.tsx'));
const PdfPages = lazy(() => import('./PdfPages.tsx'));

export default function PreviewHost() {
  const documents = usePreview();
  // The last documents stay drawn while the dialog fades out.
  const [kept, setKept] = useState(documents);
  useEffect(() => {
    if (documents.length > 0) setKept(documents);
  }, [documents]);
  const shown = useShownAfterMount(documents.length > 0);
  // The button that opened it may be gone (a bought label needs none to buy it); the focus must not be lost.
  useEffect(() => {
    if (documents.length > 0) return undefined;
    return keepFocusOnceClosed();
  }, [documents]);
  const { t } = useLingui();
  const title = kept.length === 1 && kept[0]?.kind === 'label' ? t`Shipping Label Preview` : t`Pdf Preview`;
  return (
    <Dialog
      opened={shown}
      onClose={closePreview}
      title={title}
      size="xl"
      closeButtonProps={{ 'aria-label': t`Close the preview` }}
    >
      {kept.length > 0 && <Preview documents={kept} />}
    </Dialog>
  );
}

function Preview({ documents }: { readonly documents: readonly PreviewDocument[] }) {
  const { t } = useLingui();
  const [index, setIndex] = useState(0);
  const document = documents[Math.min(index, documents.length - 1)];
  const frame = useRef<HTMLIFrameElement>(null);
  const url = useMemo(() => (document ? URL.createObjectURL(document.blob) : ''), [document]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (!document) return null;
  const names = { label: t`Shipping label`, slip: t`Packing slip`, invoice: t`Commercial invoice` };
  const print = () => {
    document.onPrint?.().catch((error: unknown) => notify.error(error));
    const view = frame.current?.contentWindow;
    if (!navigator.pdfViewerEnabled || !view) {
      // Without a viewer a frame cannot print; the file opens by itself instead.
      window.open(url, '_blank', 'noopener');
      return;
    }
    view.focus();
    view.print();
  };
  return (
    <div className="stack">
      {documents.length > 1 && (
        <div className="tabs" role="tablist" aria-label={t`Documents`}>
          {documents.map((d, i) => (
            <button
              key={d.fileName + String(i)}
              type="button"
              role="tab"
              aria-selected={i === index}
              onClick={() => setIndex(i)}
            >
              {names[d.kind]}
            </button>
          ))}
        </div>
      )}
      {navigator.pdfViewerEnabled ? (
        // A sandbox would switch the browser's PDF viewer off; the bytes are our own.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        <iframe
          className="preview-frame"
          src={`${url}${VIEWER}`}
          title={names[document.kind]}
          data-testid="pdf-frame"
        />
      ) : (
        <Suspense
          fallback={
            <div className="preview-pages">
              <Skeletons rows={10} />
            </div>
          }
        >
          <PdfPages blob={document.blob} />
        </Suspense>
      )}
      {/* A browser without a viewer would save the file instead of printing it, unasked. */}
      {navigator.pdfViewerEnabled && (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- as above
        <iframe ref={frame} src={url} className="print-frame" title={t`Print`} aria-hidden tabIndex={-1} />
      )}
      <div className="row end">
        <Button variant="default" onClick={closePreview}>
          <Trans>Close</Trans>
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => saveBlob(document.blob, document.fileName)}
        >
          <Trans>Download</Trans>
        </Button>
        {document.wishes && (
          <Suspense fallback={null}>
            <StationButtons wishes={document.wishes} onSent={closePreview} />
          </Suspense>
        )}
        <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={print} data-autofocus>
          <Trans>Print</Trans>
        </Button>
      </div>
    </div>
  );
}
