/**
 * Whether a request wants CSV and not a spreadsheet (RFC 9110, 12.5.1): `text/csv` is named with a quality above 0 and not
 * below that of a spreadsheet. Wildcards mean the spreadsheet, as browsers ask for everything.
 */
export function prefersCsv(accept: string): boolean {
  const quality = (type: string): number => {
    for (const range of accept.toLowerCase().split(',')) {
      const [name, ...parameters] = range.split(';').map((part) => part.trim());
      if (name !== type) continue;
      const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return q === undefined ? 1 : Number(q) || 0;
    }
    return 0;
  };
  const csv = quality('text/csv');
  return csv > 0 && csv >= quality('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
}
