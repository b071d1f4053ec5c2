import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { DocumentsCard } from './DocumentsCard.tsx';
import { HistoryCard } from './HistoryCard.tsx';
import { NotesCard } from './NotesCard.tsx';
import { SentAgainCard } from './SentAgainCard.tsx';
import { ShipFromCard } from './ShipFromCard.tsx';

/** What stands below the items; it loads after them. */
export default function MoreCards({ order }: { readonly order: OrderDetail }) {
  return (
    <>
      <SentAgainCard order={order} />
      <NotesCard order={order} />
      <ShipFromCard order={order} />
      <DocumentsCard order={order} />
      <HistoryCard order={order} />
    </>
  );
}
