/** Draws a PDF for browsers without a viewer of their own. Loaded only there. */
import { useLingui } from '@lingui/react/macro';
// oxlint-disable-next-line import/default -- the bundler makes an address of it
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useMemo, useRef, useState } from 'react';
import { Document, Page, pdfjs } from 'react-pdf';
import { ErrorState, Skeletons } from '../../../ui/states.tsx';

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl;
/** Widest a page is drawn, in pixels; one that would be higher than the frame is drawn smaller. */
const WIDEST = 560;
const FRAME_PADDING = 24;
/** Drawn pages; a longer file is complete in the download and in print. */
const SHOWN_PAGES = 30;
const unreadable = <ErrorState error={new TypeError('unreadable PDF')} />;

export default function PdfPages({ blob }: { readonly blob: Blob }) {
  const { t } = useLingui();
  const [pages, setPages] = useState(0);
  const [width, setWidth] = useState(WIDEST);
  const frame = useRef<HTMLDivElement>(null);
  const file = useMemo(() => blob, [blob]);
  const fit = ({ originalWidth, originalHeight }: { originalWidth: number; originalHeight: number }) => {
    const high = (frame.current?.clientHeight ?? 0) - FRAME_PADDING;
    if (high > 0) setWidth(Math.min(WIDEST, Math.floor((high * originalWidth) / originalHeight)));
  };
  return (
    // Reached by Tab, since whoever has no mouse scrolls it by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div ref={frame} className="preview-pages" role="region" aria-label={t`Pages`} tabIndex={0}>
      <Document
        file={file}
        loading={<Skeletons rows={10} />}
        error={unreadable}
        onLoadSuccess={({ numPages }) => setPages(numPages)}
      >
        {Array.from({ length: Math.min(pages, SHOWN_PAGES) }, (_, i) => (
          <Page
            key={i}
            pageNumber={i + 1}
            width={width}
            loading={null}
            error={unreadable}
            renderAnnotationLayer={false}
            renderTextLayer={false}
            onLoadSuccess={i === 0 ? fit : undefined}
          />
        ))}
        {pages > SHOWN_PAGES && (
          <p className="dim small">{t`The first ${SHOWN_PAGES} of ${pages} pages are shown. All of them are printed and downloaded.`}</p>
        )}
      </Document>
    </div>
  );
}
