/** Plain text as a PDF, because FedEx sends its Ground manifest as lines for a printer. Pure. */

const PAGE = { width: 612, height: 792, margin: 36, fontSize: 8, leading: 9.6 } as const;
const LINES = Math.floor((PAGE.height - 2 * PAGE.margin) / PAGE.leading);

/** Text as a PDF string in WinAnsi; what the font lacks becomes a question mark. */
const escaped = (line: string): string =>
  line.replace(/[^\x20-\x7e\u00a0-\u00ff]/g, '?').replace(/[\\()]/g, (c) => `\\${c}`);

/** Lines of a printer's text by page: form feeds end a page, and so does its foot. */
export function pagesOf(text: string): string[][] {
  const pages: string[][] = [];
  for (const sheet of text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\f')) {
    const lines = sheet.trimEnd().split('\n');
    if (lines.length === 1 && lines[0] === '') continue;
    for (let at = 0; at < lines.length; at += LINES) pages.push(lines.slice(at, at + LINES));
  }
  return pages.length > 0 ? pages : [['']];
}

/** A letter-size PDF in Courier, so that columns stay under each other. */
export function textPdf(text: string): Uint8Array {
  const pages = pagesOf(text);
  const objects: string[] = [];
  const kids = pages.map((_page, index) => `${4 + index * 2} 0 R`).join(' ');
  objects.push('<< /Type /Catalog /Pages 2 0 R >>');
  objects.push(`<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>');
  pages.forEach((lines, index) => {
    const start = `BT /F1 ${PAGE.fontSize} Tf ${PAGE.leading} TL ${PAGE.margin} ${PAGE.height - PAGE.margin} Td`;
    const content = `${start}\n${lines.map((line) => `(${escaped(line)}) Tj T*`).join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] ` +
        `/Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
    );
    objects.push(`<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`);
  });
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = Buffer.byteLength(body, 'latin1');
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const start = Buffer.byteLength(body, 'latin1');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return new Uint8Array(Buffer.from(body, 'latin1'));
}
