/** Draws a PDF for browsers without a viewer of their own. Loaded only there. */
import { useLingui } from '@lingui/react/macro';
// oxlint-disable-next-line import/default -- the bundler makes an address of it
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useMemo, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
/** Drawn pages; a longer file is complete in the download and in print. */
const SHOWN_PAGES = 30;

export default function PdfPages({ blob }: { readonly blob: Blob }) {
  const { t } = useLingui();
  const [pages, setPages] = useState(0);
  const file = useMemo(() => blob, [blob]);
  return (
    // Reached by Tab, since whoever has no mouse scrolls it by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="preview-pages" role="region" aria-label={t`Pages`} tabIndex={0}>
      <Document
        file={file}
        loading={<Skeletons rows={10} />}
        error={<ErrorState error={new TypeError('unreadable PDF')} />}
        onLoadSuccess={(pdf) => setPages(pdf.numPages)}
      >
        {Array.from({ length: Math.min(pages, SHOWN_PAGES) }, (_, i) => (
          <Page key={i} pageNumber={i + 1} width={560} renderAnnotationLayer={false} renderTextLayer={false} />
        ))}
        {pages > SHOWN_PAGES && (
          <p className="dim small">{t`The first ${SHOWN_PAGES} of ${pages} pages are shown. All of them are printed and downloaded.`}</p>
        )}
      </Document>
    </div>
  );
}
