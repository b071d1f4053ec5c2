import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { logoPicture, markPicture, slidePicture } from '../../demo/demo-pictures.ts';
import { checkPicture } from './picture-check.ts';

const png = (width: number, height: number): Buffer => {
  const head = Buffer.alloc(33);
  Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
};
const jpeg = (width: number, height: number): Buffer => {
  const app0 = Buffer.from([0xff, 0xe0, 0, 16, ...Array.from({ length: 14 }, () => 0)]);
  const sof = Buffer.from([
    0xff,
    0xc2,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), app0, sof]);
};
const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(13);
  bytes.write('GIF89a');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};
const webp = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(30);
  bytes.write('RIFF', 0);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
};
const ico = Buffer.from([0, 0, 1, 0, 1, 0, 32, 48, ...Array.from({ length: 14 }, () => 0)]);

const kindOf = (bytes: Uint8Array) => {
  const checked = checkPicture(bytes);
  return checked.ok ? [checked.value.contentType, checked.value.width, checked.value.height] : checked.problem.message;
};

test('kind and size are read from the bytes', () => {
  expect(kindOf(png(300, 200))).toEqual(['image/png', 300, 200]);
  expect(kindOf(jpeg(640, 480))).toEqual(['image/jpeg', 640, 480]);
  expect(kindOf(gif(10, 20))).toEqual(['image/gif', 10, 20]);
  expect(kindOf(webp(4000, 3000))).toEqual(['image/webp', 4000, 3000]);
  expect(kindOf(ico)).toEqual(['image/x-icon', 32, 48]);
});

test('too large, damaged, or something else', () => {
  expect(kindOf(png(5000, 10))).toMatch(/5000 x 10 pixels/);
  expect(kindOf(png(0, 10))).toMatch(/0 x 10/);
  expect(kindOf(png(10, 10).subarray(0, 20))).toMatch(/damaged/);
  expect(kindOf(jpeg(10, 10).subarray(0, 8))).toMatch(/damaged/);
  expect(kindOf(Buffer.concat([png(10, 10), Buffer.alloc(2 * 1024 * 1024)]))).toMatch(/2\.0 MB/);
  for (const other of ['%PDF-1.7', 'MZ\x90', '<html><svg></svg></html>', 'hello', ''])
    expect(kindOf(Buffer.from(other, 'latin1'))).toMatch(/not a picture of a known kind/);
});

describe('SVG', () => {
  const svg = (inner: string, attributes = 'width="10" height="20"') =>
    kindOf(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`));

  test('drawings pass: the demo’s own, gradients, links within, comments, an XML head', () => {
    const brand = { name: 'A & B', tagLine: '', primary: '#123456', secondary: '#654321', mark: 'M0 0h4' };
    for (const drawing of [markPicture(brand), slidePicture(brand, 1)])
      expect(kindOf(Buffer.from(drawing))).toEqual(['image/svg+xml', expect.any(Number), expect.any(Number)]);
    expect(kindOf(Buffer.from(logoPicture({ ...brand, name: 'A' }, '#000')))).toEqual(['image/svg+xml', 220, 40]);
    expect(
      svg(
        '<defs><linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient></defs><rect fill="url(#g)" width="1" height="1"/><use href="#g"/>',
      ),
    ).toEqual(['image/svg+xml', 10, 20]);
    expect(
      kindOf(
        Buffer.from(
          '\uFEFF<?xml version="1.0"?>\n<!-- made <by> hand -->\n<svg><title>A &amp; B</title><path d="M0 0"/></svg>\n',
        ),
      ),
    ).toEqual(['image/svg+xml', null, null]);
  });

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an upper-case script', '<SCRIPT>alert(1)</SCRIPT>'],
    ['an event', '<rect onclick="alert(1)"/>'],
    ['an event in odd case', '<rect oNload="alert(1)"/>'],
    ['a foreign object', '<foreignObject><b/></foreignObject>'],
    ['an outside picture', '<image href="https://x.example/p.png"/>'],
    ['an outside use', '<use href="https://x.example/s.svg#a"/>'],
    ['an outside use by the old name', '<use xlink:href="//x.example/s.svg#a"/>'],
    ['a link', '<a href="javascript:alert(1)"><path d=""/></a>'],
    ['an address in a fill', '<rect fill="url(https://x.example/a)"/>'],
    ['an address hidden by references', '<rect fill="&#117;rl(&#104;ttps://x.example/a)"/>'],
    ['an address hidden by blanks', '<rect fill="u\trl(h\nttps://x.example)"/>'],
    ['data', '<rect fill="data:text/html,x"/>'],
    ['a style attribute', '<rect style="fill:red"/>'],
    ['a style sheet', '<style>@import url(https://x.example)</style>'],
    ['animation', '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ['set', '<set attributeName="onload" to="alert(1)"/>'],
    ['an unquoted attribute', '<rect width=1/>'],
    ['an unclosed tag', '<g>'],
    ['crossed tags', '<g><defs></g></defs>'],
    ['an entity', '<text>&xxe;</text>'],
    ['CDATA', '<text><![CDATA[<script>]]></text>'],
    ['an instruction', '<?xml-stylesheet href="x"?>'],
  ])('%s is refused', (_, inner) => {
    expect(svg(inner)).toMatch(/^This SVG holds/);
  });

  test('a document type, a second root, text outside are refused', () => {
    expect(kindOf(Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]><svg>&x;</svg>'))).toMatch(/document type/);
    expect(kindOf(Buffer.from('<svg/>'))).toEqual(['image/svg+xml', null, null]);
    for (const more of ['<svg/><svg/>', '<svg></svg><script/>', '<svg></svg>text'])
      expect(kindOf(Buffer.from(more))).toMatch(/something after its end/);
  });

  test('whatever stands in it, no script and no event comes through', () => {
    assert(
      property(string({ unit: 'binary-ascii', maxLength: 60 }), (noise) => {
        for (const text of [
          `<svg>${noise}<script>x</script></svg>`,
          // What ends the tag makes the rest a text, which may say what it likes.
          `<svg><rect ${noise.replaceAll('>', '')} onload="x"/></svg>`,
          `<svg><g>${noise}</g><a href="javascript:x"/></svg>`,
        ])
          expect(checkPicture(Buffer.from(text)).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

test.each(['<!--', '<!---->', '<a ', '<svg a="" ', ' a=""', '&#', '<?xml ', '\n'])(
  'two megabytes of %j are judged in no time (A2)',
  (piece) => {
    const text = `<svg${piece.startsWith(' ') ? '' : '>'}${piece.repeat(1_900_000 / piece.length)}`;
    expect(checkPicture(Buffer.from(text)).ok).toBe(false);
    expect(checkPicture(Buffer.from(piece.repeat(1_900_000 / piece.length))).ok).toBe(false);
  },
);
