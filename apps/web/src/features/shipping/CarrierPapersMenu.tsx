/** Papers of the carrier in a shipment's menu: proof of delivery, documents sent for customs, and what is stored of both. */
import { Menu } from '@mantine/core';
import { Trans } from '@lingui/react/macro';
import { IconFileCertificate, IconFileText, IconFileUpload } from '#icons';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';

export type PaperWish =
  | { readonly kind: 'proof'; readonly parcelNumber: number }
  | { readonly kind: 'customs-document' };

interface Props {
  readonly shipment: ShipmentSummary;
  readonly onWish: (wish: PaperWish) => void;
  readonly onSave: (documentId: string) => void;
}

export function CarrierPapersMenu({ shipment, onWish, onSave }: Props) {
  const numbered = shipment.parcels.filter((parcel) => parcel.trackingNumber !== null);
  const stored = shipment.documents.filter(({ kind }) => kind === 'trade_document' || kind === 'proof_of_delivery');
  return (
    <>
      {shipment.offers?.proofOfDelivery &&
        numbered.map(({ number }) => (
          <Menu.Item
            key={number}
            leftSection={<IconFileCertificate size={15} aria-hidden />}
            onClick={() => onWish({ kind: 'proof', parcelNumber: number })}
          >
            {numbered.length > 1 ? <Trans>Proof of delivery, parcel {number}</Trans> : <Trans>Proof of delivery</Trans>}
          </Menu.Item>
        ))}
      {shipment.offers?.customsDocument && (
        <Menu.Item
          leftSection={<IconFileUpload size={15} aria-hidden />}
          onClick={() => onWish({ kind: 'customs-document' })}
        >
          <Trans>Send a customs document</Trans>
        </Menu.Item>
      )}
      {stored.map((document) => (
        <Menu.Item
          key={document.id}
          leftSection={<IconFileText size={15} aria-hidden />}
          onClick={() => onSave(document.id)}
        >
          {document.kind === 'trade_document' ? (
            <Trans>Document that was sent</Trans>
          ) : (
            <Trans>Stored proof of delivery</Trans>
          )}
        </Menu.Item>
      ))}
    </>
  );
}
