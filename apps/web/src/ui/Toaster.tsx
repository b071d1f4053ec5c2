/** Draws the toasts. The headless part of the library is used, because its own styles need an inline style element. */
import { useLingui } from '@lingui/react/macro';
import { IconAlertCircle, IconCircleCheck, IconX } from '#start-icons';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';

export default function Toaster() {
  const { t } = useLingui();
  const { toasts, handlers } = useToaster();
  return (
    <div className="toasts" onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {toasts.map((item) => {
        const message = resolveValue(item.message, item);
        // Ours are always text: the sentence, and what to do next below it.
        const [title, ...more] = (typeof message === 'string' ? message : '').split('\n');
        const Icon = item.type === 'error' ? IconAlertCircle : item.type === 'success' ? IconCircleCheck : undefined;
        return (
          <div
            key={item.id}
            className="toast"
            data-type={item.type}
            data-leaving={!item.visible}
            role={item.type === 'error' ? 'alert' : 'status'}
          >
            {Icon && <Icon size={18} aria-hidden />}
            <div className="grow">
              <div>{title}</div>
              {more.length > 0 && <div className="toast-more">{more.join(' ')}</div>}
            </div>
            <button type="button" aria-label={t`Dismiss`} onClick={() => toast.dismiss(item.id)}>
              <IconX size={15} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}
