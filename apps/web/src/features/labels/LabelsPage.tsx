import './labels.css';
import { Button, Checkbox } from '@mantine/core';
import { useLingui as useI18n } from '@lingui/react';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { IconDownload, IconPrinter, IconX } from '#icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '@scanship/contracts/orders/order-list';
import type { ShipmentRow } from '@scanship/contracts/shipping/shipment-list';
import { notify } from '../../app/notify.ts';
import { useProfile } from '../../app/profile.ts';
import { PAGES } from '../../app/routes/pages.ts';
import { saveBlob } from '../../lib/download.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { EmptyState, ErrorState, Skeletons } from '../../ui/states.tsx';
import { TableWrap } from '../../ui/TableWrap.tsx';
import { PageFooter } from '../orders/components/PageFooter.tsx';
import { openPreview } from '../shipping/printing/preview-store.ts';
import { printLabels } from '../shipping/printing/use-print-jobs.ts';
import { CancelQuestion } from './CancelQuestion.tsx';
import { LabelFilters } from './LabelFilters.tsx';
import { LabelRow } from './LabelRow.tsx';
import { fromTheTop, isFiltered, labelSearch, type LabelSearch } from './label-search.ts';
import { exportLabels, labelsQuery } from './labels-api.ts';

const route = getRouteApi('/inside/ecommerce/orders/labels');

/** Every label that was bought (decisions 31). */
export function LabelsPage() {
  const { t } = useLingui();
  const { i18n } = useI18n();
  const navigate = route.useNavigate();
  const search = labelSearch(route.useSearch());
  const list = useQuery(labelsQuery(search));
  const [chosen, setChosen] = useState<ReadonlyMap<string, ShipmentRow>>(new Map());
  const [leaving, setLeaving] = useState<readonly ShipmentRow[]>([]);
  const [warned, setWarned] = useState<readonly ShipmentRow[]>([]);
  const filters = JSON.stringify(fromTheTop(search));
  // Another question, another choice.
  useEffect(() => setChosen(new Map()), [filters]);
  const go = (next: LabelSearch) => void navigate({ search: next, resetScroll: false });
  const rights = useProfile().rights;
  const rows = list.data?.shipments ?? [];
  const print = useMutation({
    mutationKey: ['print', 'labels'],
    mutationFn: (these: readonly ShipmentRow[]) =>
      printLabels(
        these.map(({ id }) => id),
        i18n,
      ),
    onSuccess: (document) => {
      if (document) openPreview([document]);
    },
    onError: (error) => notify.error(error),
  });
  /** Labels whose parcel is under way are asked about first (ux.md line 28). */
  const printSafely = (these: readonly ShipmentRow[]) => {
    if (these.some(({ reprint }) => reprint.warn)) setWarned(these);
    else print.mutate(these);
  };
  const save = useMutation({
    mutationFn: () => exportLabels(search, [...chosen.keys()]),
    onSuccess: ({ blob, name }) => saveBlob(blob, name),
    onError: (error) => notify.error(error),
  });
  const allChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id));
  const toggle = (these: readonly ShipmentRow[], on: boolean) =>
    setChosen((before) => {
      const next = new Map(before);
      for (const row of these) {
        if (on) next.set(row.id, row);
        else next.delete(row.id);
      }
      return next;
    });
  const picked = [...chosen.values()];
  return (
    <div>
      <PageHead title={t`Labels`} description={i18n._(PAGES.labels.description)} />
      <div className="page-head">
        <div className="grow">
          <h1>
            <Trans>Labels</Trans>
          </h1>
        </div>
        {rights.includes('orders.export') && rows.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={save.isPending}
            onClick={() => save.mutate()}
          >
            {picked.length > 0 ? <Trans>Export selected</Trans> : <Trans>Export</Trans>}
          </Button>
        )}
      </div>
      <section className="card" aria-label={t`Labels`}>
        <LabelFilters search={search} carriers={list.data?.choices.carriers ?? []} onSearch={go} />
        {picked.length > 0 && (
          <div className="label-bulk" role="toolbar" aria-label={t`Selected labels`}>
            <span className="strong num" role="status">
              <Plural value={picked.length} one="# label selected" other="# labels selected" />
            </span>
            {rights.includes('labels.print') && (
              <Button
                size="compact-md"
                leftSection={<IconPrinter size={15} aria-hidden />}
                loading={print.isPending}
                onClick={() => printSafely(picked.filter(({ reprint }) => reprint.allowed))}
                disabled={picked.every(({ reprint }) => !reprint.allowed)}
              >
                <Trans>Print</Trans>
              </Button>
            )}
            {rights.includes('labels.void') && (
              <Button
                size="compact-md"
                variant="default"
                leftSection={<IconX size={15} aria-hidden />}
                onClick={() => setLeaving(picked.filter(({ cancel }) => cancel.allowed))}
                disabled={picked.every(({ cancel }) => !cancel.allowed)}
              >
                <Trans>Cancel</Trans>
              </Button>
            )}
            <Button size="compact-md" variant="subtle" onClick={() => setChosen(new Map())}>
              <Trans>Clear selection</Trans>
            </Button>
          </div>
        )}
        {list.data ? (
          rows.length === 0 ? (
            <EmptyState
              title={isFiltered(search) ? t`No labels match` : t`No label yet`}
              actions={
                isFiltered(search) && (
                  <Button variant="default" onClick={() => go({})}>
                    <Trans>Clear the filters</Trans>
                  </Button>
                )
              }
            >
              {isFiltered(search) ? (
                <Trans>No labels match these filters.</Trans>
              ) : (
                <Trans>Every label you buy is listed here, to be found and printed again.</Trans>
              )}
            </EmptyState>
          ) : (
            <>
              {list.isError && <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />}
              <TableWrap label={t`Labels`}>
                <table className="plain-table labels" aria-busy={list.isPlaceholderData}>
                  <thead>
                    <tr>
                      <th scope="col">
                        <Checkbox
                          size="sm"
                          aria-label={t`Choose all on this page`}
                          checked={allChosen}
                          indeterminate={!allChosen && rows.some(({ id }) => chosen.has(id))}
                          onChange={() => toggle(rows, !allChosen)}
                        />
                      </th>
                      <th scope="col">
                        <Trans>Order</Trans>
                      </th>
                      <th scope="col">
                        <Trans>Service and number</Trans>
                      </th>
                      <th scope="col">
                        <Trans>State</Trans>
                      </th>
                      <th scope="col" className="end">
                        <Trans>Cost</Trans>
                      </th>
                      <th scope="col">
                        <Trans>Store</Trans>
                      </th>
                      <th scope="col">
                        <Trans>Bought</Trans>
                      </th>
                      <th scope="col">
                        <span className="sr-only">{t`Actions`}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((row) => (
                      <LabelRow
                        key={row.id}
                        row={row}
                        chosen={chosen.has(row.id)}
                        onChoose={() => toggle([row], !chosen.has(row.id))}
                        onPrint={(one) => printSafely([one])}
                        onCancel={(one) => setLeaving([one])}
                      />
                    ))}
                  </tbody>
                </table>
              </TableWrap>
              <PageFooter
                size={search.size ?? DEFAULT_PAGE_SIZE}
                place={list.data}
                none=""
                onSize={(size) => go(labelSearch({ ...fromTheTop(search), size }))}
                onTurn={(to) => go(labelSearch({ ...fromTheTop(search), ...to }))}
              />
            </>
          )
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : (
          <div className="card-body">
            <Skeletons rows={8} height={34} />
          </div>
        )}
      </section>
      <CancelQuestion rows={leaving} onClose={() => setLeaving([])} />
      <ConfirmDialog
        opened={warned.length > 0}
        title={t`Print again?`}
        confirm={t`Print again`}
        onConfirm={() => {
          print.mutate(warned);
          setWarned([]);
        }}
        onClose={() => setWarned([])}
      >
        {warned.find(({ reprint }) => reprint.warn)?.reprint.reason}
      </ConfirmDialog>
    </div>
  );
}
