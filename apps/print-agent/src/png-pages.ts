/** Pages of a `png` job: pictures one after the other in one document (PNG specification, 5.2: signature, chunks, IEND). */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** @throws where the bytes are no whole pictures */
export function picturesOf(document: Buffer): readonly Buffer[] {
  const pictures: Buffer[] = [];
  let from = 0;
  while (from < document.length) {
    if (!document.subarray(from, from + 8).equals(SIGNATURE)) throw new Error(`no PNG picture begins at byte ${from}`);
    let at = from + 8;
    for (let type = ''; type !== 'IEND'; ) {
      if (at + 12 > document.length) throw new Error('a PNG picture ends before its last part');
      type = document.toString('latin1', at + 4, at + 8);
      at += 12 + document.readUInt32BE(at);
      if (at > document.length) throw new Error('a PNG picture ends before its last part');
    }
    pictures.push(document.subarray(from, at));
    from = at;
  }
  return pictures;
}
