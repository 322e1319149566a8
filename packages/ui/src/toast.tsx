import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import styles from './toast.module.css';
import { useUiTexts } from './ui-texts.tsx';

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

interface ToastProviderProps {
  /** How long a message stays. */
  durationMs: number;
  children: ReactNode;
}

/** Shows one message at a time: a new one replaces the last. */
export function ToastProvider({ durationMs, children }: ToastProviderProps) {
  const [toast, setToast] = useState<Toast>();
  const counter = useRef(0);
  const show = useCallback<ShowToast>((text, tone = 'info', action) => {
    counter.current += 1;
    setToast({ id: counter.current, text, tone, action });
  }, []);
  const dialog = useOpenDialog(toast !== undefined);
  const message = toast && (
    <ToastMessage key={toast.id} toast={toast} durationMs={durationMs} onClose={() => setToast(undefined)} />
  );
  return (
    <ToastContext value={show}>
      {children}
      {/* Always rendered: screen readers do not announce a status that appears together with its text. */}
      <div role="status" aria-live="polite" className={styles.region}>
        {!dialog && message}
      </div>
      {dialog &&
        createPortal(
          <div role="alert" className={styles.region}>
            {message}
          </div>,
          dialog,
        )}
    </ToastContext>
  );
}

/** The modal dialog that covers the page. What is outside of it can be neither seen nor tapped, and is not announced. */
function useOpenDialog(isNeeded: boolean): Element | undefined {
  const [dialog, setDialog] = useState<Element>();
  useEffect(() => {
    const update = () => setDialog(isNeeded ? [...document.querySelectorAll('dialog[open]')].at(-1) : undefined);
    update();
    // A message stays when its dialog closes or is removed.
    const observer = new MutationObserver(update);
    if (isNeeded) observer.observe(document.body, { attributeFilter: ['open'], childList: true, subtree: true });
    return () => observer.disconnect();
  }, [isNeeded]);
  return dialog;
}

export function useToast(): ShowToast {
  return use(ToastContext);
}

interface ToastMessageProps {
  toast: Toast;
  durationMs: number;
  onClose(): void;
}

/** Stays while the pointer or the focus is on it, and closes `durationMs` after that. */
function ToastMessage({ toast, durationMs, onClose }: ToastMessageProps) {
  const t = useUiTexts();
  const [isHeld, setHeld] = useState(false);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(), durationMs);
    return () => clearTimeout(timer);
  }, [isHeld, durationMs]);
  const Icon = ICONS[toast.tone];
  const { action } = toast;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing the timer is not a control
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
