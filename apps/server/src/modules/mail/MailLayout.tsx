/** The look of every mail: one column, the franchise's colour and logo, dark text on white. */
import { Body } from '@react-email/body';
import { Button } from '@react-email/button';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Hr } from '@react-email/hr';
import { Html } from '@react-email/html';
import { Img } from '@react-email/img';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import { Section } from '@react-email/section';
import { Text } from '@react-email/text';
import { contrast, inkOn } from '@scanship/domain/values/contrast';
import type { CSSProperties, ReactElement } from 'react';
import type { MailLanguage, MailTable } from './mail.ts';
import type { MailBrand } from './mail-branding.ts';
import type { MailBlock, MailContent } from './mail-content.ts';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';
const TEXT: CSSProperties = { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px', color: '#222222' };
const SMALL: CSSProperties = { margin: '0 0 12px', fontSize: '13px', lineHeight: '20px', color: '#555555' };

/** Anything but a web address stays a line of text: a link is only ever made by us, and this is the last to look at it. */
const isWebAddress = (link: string): boolean => /^https?:\/\//.test(link);

const CELL: CSSProperties = {
  padding: '6px 8px 6px 0',
  fontSize: '13px',
  lineHeight: '18px',
  color: '#222222',
  verticalAlign: 'top',
};
const LINE = '1px solid #e3e6e9';

function Figures({ table }: { readonly table: MailTable }): ReactElement {
  const [first, ...columns] = table.head;
  return (
    <Section style={{ margin: '0 0 20px' }}>
      <Heading as="h2" style={{ margin: '0 0 4px', fontSize: '16px', lineHeight: '24px', color: '#111111' }}>
        {table.title}
      </Heading>
      <table width="100%" style={{ borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            <th scope="col" align="left" style={{ ...CELL, borderBottom: LINE }}>
              {first}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" align="right" style={{ ...CELL, borderBottom: LINE }}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            // The rows of a mail never change places.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              <th scope="row" align="left" style={{ ...CELL, fontWeight: 400, borderBottom: LINE }}>
                {row[0]}
              </th>
              {columns.map((column, cell) => (
                <td key={column} align="right" style={{ ...CELL, borderBottom: LINE }}>
                  {row[cell + 1]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.note === undefined ? null : <Text style={{ ...SMALL, margin: '6px 0 0' }}>{table.note}</Text>}
    </Section>
  );
}

function Block({ block, primary }: { readonly block: MailBlock; readonly primary: string }): ReactElement {
  switch (block.kind) {
    case 'text':
      return <Text style={TEXT}>{block.text}</Text>;
    case 'link':
      return (
        <Text style={{ ...TEXT, margin: '0 0 8px' }}>
          {isWebAddress(block.link) ? <Link href={block.link}>{block.label}</Link> : block.label}
        </Text>
      );
    case 'small':
      return <Text style={SMALL}>{block.text}</Text>;
    case 'table':
      return <Figures table={block.table} />;
    case 'code':
      return (
        <Text
          style={{
            margin: '0 0 20px',
            padding: '14px 0',
            fontSize: '30px',
            lineHeight: '36px',
            letterSpacing: '8px',
            fontWeight: 700,
            textAlign: 'center',
            color: '#111111',
            backgroundColor: '#f2f4f6',
            borderRadius: '8px',
          }}
        >
          {block.code}
        </Text>
      );
    case 'button':
      return (
        <Section style={{ margin: '0 0 20px' }}>
          {isWebAddress(block.link) ? (
            <Button
              href={block.link}
              style={{
                display: 'inline-block',
                padding: '12px 20px',
                borderRadius: '8px',
                fontSize: '16px',
                fontWeight: 600,
                backgroundColor: primary,
                color: inkOn(primary),
                textDecoration: 'none',
                // A brand as light as the page still shows where the button ends.
                border: contrast(primary, '#ffffff') < 1.5 ? '1px solid #767676' : `1px solid ${primary}`,
              }}
            >
              {block.label}
            </Button>
          ) : (
            <Text style={TEXT}>{block.label}</Text>
          )}
          <Text style={{ ...SMALL, margin: '8px 0 0', wordBreak: 'break-all' }}>{block.link}</Text>
        </Section>
      );
  }
}

export function MailLayout(props: {
  readonly content: MailContent;
  readonly brand: MailBrand;
  readonly language: MailLanguage;
}): ReactElement {
  const { content, brand, language } = props;
  return (
    <Html lang={`${language}-CA`}>
      <Head>
        <title>{content.subject}</title>
        <meta name="color-scheme" content="light" />
      </Head>
      <Preview>{content.preview}</Preview>
      <Body style={{ margin: 0, padding: '24px 0', backgroundColor: brand.background, fontFamily: FONT }}>
        <Container style={{ width: '100%', maxWidth: '560px', backgroundColor: '#ffffff', borderRadius: '12px' }}>
          <Section style={{ padding: '24px 32px 0' }}>
            {brand.logo ? (
              <Img src={brand.logo.source} alt={brand.brandName} height="40" style={{ maxWidth: '240px' }} />
            ) : (
              <Text style={{ margin: 0, fontSize: '20px', fontWeight: 700, color: '#111111' }}>{brand.brandName}</Text>
            )}
          </Section>
          <Section style={{ padding: '16px 32px 8px' }}>
            <Heading as="h1" style={{ margin: '0 0 16px', fontSize: '22px', lineHeight: '28px', color: '#111111' }}>
              {content.heading}
            </Heading>
            {content.blocks.map((block, at) => (
              // The blocks of a mail never change places.
              // oxlint-disable-next-line react/no-array-index-key
              <Block key={at} block={block} primary={brand.primary} />
            ))}
          </Section>
          <Hr style={{ margin: 0, borderColor: '#e3e6e9' }} />
          <Section style={{ padding: '12px 32px 20px' }}>
            <Text style={{ ...SMALL, margin: 0 }}>{brand.footer}</Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
}
