import { POPUP_MS } from '@oyna/domain/constants';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '~/lib/class-names.ts';
import { useTranslation } from '~/lib/i18n/use-translation.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';

type Tone = 'info' | 'success' | 'danger';

interface Toast {
  id: number;
  text: string;
  tone: Tone;
  action: ToastAction | undefined;
}

interface ToastAction {
  label: string;
  onChoose(): void;
}

type ShowToast = (text: string, tone?: Tone, action?: ToastAction) => void;

const ToastContext = createContext<ShowToast>(() => {});
const ICONS = { info: Info, success: CircleCheck, danger: CircleAlert };

/** Spec §2's popup message. One at a time: a new one takes the place of the last. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toast, setToast] = useState<Toast>();
  const counter = useRef(0);
  const show = useCallback<ShowToast>((text, tone = 'info', action) => {
    counter.current += 1;
    setToast({ id: counter.current, text, tone, action });
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      {/* Always there: a live region that arrives together with its text is not read out. */}
      <div role="status" aria-live="polite" className={styles.region}>
        {toast && <ToastMessage key={toast.id} toast={toast} onClose={() => setToast(undefined)} />}
      </div>
    </ToastContext>
  );
}

export function useToast(): ShowToast {
  return use(ToastContext);
}

/** Stays while it is pointed at or focused; leaves 3 s after that. */
function ToastMessage({ toast, onClose }: { toast: Toast; onClose(): void }) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(), POPUP_MS);
    return () => clearTimeout(timer);
  }, [isHeld]);
  const Icon = ICONS[toast.tone];
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: holding it is a courtesy, not a control
    <div
      className={cx(styles.toast, styles[toast.tone])}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} aria-hidden="true" />
      <p className={styles.text}>{toast.text}</p>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onClose();
            action.onChoose();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label={t('close')} icon={<X size={18} />} onClick={onClose} />
    </div>
  );
}
