/** A page to see whether a printer works, made here so that it needs no server. */

/** One line of Helvetica on a 4 x 6 inch page; the smallest PDF that is whole (ISO 32000-1, 7.5). */
export function testPdf(words: string): Buffer {
  const safe = words.replace(/[^\u0020-\u007e]/g, '?').replace(/[\\()]/g, '\\$&');
  const content = `BT /F1 14 Tf 20 380 Td (Print test) Tj 0 -24 Td /F1 9 Tf (${safe}) Tj ET 20 20 248 392 re S`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 288 432] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

/** ^ and ~ begin commands and do not belong into text. */
export const testZpl = (words: string): Buffer =>
  Buffer.from(`^XA^CI28^FO30,30^A0N,40,40^FDPrint test^FS^FO30,90^A0N,24,24^FD${words.replace(/[\^~]/g, ' ')}^FS^XZ`);

export const testEpl = (words: string): Buffer =>
  Buffer.from(`\nN\nA30,30,0,4,1,1,N,"Print test"\nA30,90,0,2,1,1,N,"${words.replace(/["\\]/g, ' ')}"\nP1\n`);
