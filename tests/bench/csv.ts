/** Files of orders as sellers upload them: plausible, every address passes its country's check. */

const PLACES = [
  ['88 Queen St W', 'Toronto', 'ON', 'M5H 2M5', 'Canada'],
  ['1200 Rue Ontario E', 'Montréal', 'QC', 'H2L 1R1', 'Canada'],
  ['2025 Main St', 'Vancouver', 'BC', 'V5T 3C1', 'Canada'],
  ['908 17 Ave SW', 'Calgary', 'AB', 'T2T 0A3', 'Canada'],
  ['350 5th Ave', 'New York', 'NY', '10118', 'United States'],
] as const;
const FIRST = ['Avery', 'Jordan', 'Éloïse', 'Priya', 'Tom', 'Ingrid', 'Jun'];
const LAST = ['Martin', 'Lee', 'Gagnon', 'Nair', 'Beaulieu', 'Solberg', 'Watanabe', 'Côté', 'Okafor', 'Smith', 'Roy'];
const HEAD =
  'Order number,Order date,Recipient name,Address 1,City,Province or state,Postal code,Country,Phone,E-mail,Tags,SKU,Item name,Quantity,Unit price,Currency,Unit weight (g),HS code,Country of origin';

export interface CsvWish {
  readonly orders: number;
  /** Before each number, so that two files never meet. */
  readonly prefix: string;
  /** Lines of an order; default one to three in turn. */
  readonly lines?: number;
  /** Leaves out what goes abroad. */
  readonly domestic?: boolean;
}

/** CSV in UTF-8 with a header that the import maps by itself. */
export function ordersCsv({ orders, prefix, lines, domestic }: CsvWish): Buffer {
  const rows: string[] = [HEAD];
  for (let n = 1; n <= orders; n += 1) {
    const [street, city, province, zip, country] = PLACES[n % (domestic ? 4 : 5)] ?? PLACES[0];
    const name = `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]}`;
    for (let line = 1; line <= (lines ?? (n % 3) + 1); line += 1) {
      const sku = `SKU-${String(((n * 7 + line) % 200) + 1).padStart(3, '0')}`;
      const day = `2026-${String((n % 10) + 1).padStart(2, '0')}-${String((n % 28) + 1).padStart(2, '0')}`;
      rows.push(
        [
          `${prefix}${n}`,
          day,
          name,
          street,
          city,
          province,
          zip,
          country,
          '416 555 0182',
          `buyer${n}@example.com`,
          n % 10 === 0 ? 'vip' : '',
          sku,
          `Ceramic mug ${sku}`,
          String((n % 3) + 1),
          '12.50',
          'CAD',
          '350',
          '6912.00',
          'Canada',
        ].join(','),
      );
    }
  }
  return Buffer.from(`${rows.join('\n')}\n`);
}
